package keyvalue

import (
	"cmp"
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/textnorm"
)

// Table is a table on a page that is not one of line items.
type Table struct {
	Rows [][][]*doc.Word // the words of its cells, by row and column; all rows have the same number of columns
	Box  doc.Box         // of its ruling; the zero box if it has none
}

// Measures of ruled tables.
const (
	cellEdge      = 3.0   // points: edges nearer than this are the same
	tallestCell   = 120.0 // points: a cell that is as tall or taller is a frame
	widestRuled   = 0.9   // share of the page's width: a cell that is as wide or wider is a frame
	maxRuledGrids = 200   // on a page
)

// sameEdge reports whether two edges are the same.
func sameEdge(a, b float64) bool { return math.Abs(a-b) < cellEdge }

// Cells returns the table's cells with their texts.
func (g *Table) Cells() [][]items.PrintedCell {
	rows := make([][]items.PrintedCell, len(g.Rows))
	for i, row := range g.Rows {
		for _, words := range row {
			rows[i] = append(rows[i], items.PrintedCell{Text: textnorm.Join(words), Box: doc.BoxOf(words)})
		}
	}
	return rows
}

// RuledTables finds the tables on a page whose cells are ruled, outside of the tables
// of line items: at least two rows with the same two or more columns.
func (r *Reader) RuledTables(page int) []Table {
	p := r.Index.pages[page]
	words := make(map[int][]*doc.Word) // by cell
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			if s.Cell >= 0 && !r.holds(s) {
				words[s.Cell] = append(words[s.Cell], s.Words...)
			}
		}
	}
	var found []Table
	for _, rows := range stacked(p, r.ruledRows(page)) {
		var g Table
		filled := 0
		for _, row := range rows {
			var cells [][]*doc.Word
			for _, c := range row {
				cells = append(cells, words[c])
				g.Box = g.Box.Union(p.Cells[c])
				filled += min(1, len(words[c]))
			}
			g.Rows = append(g.Rows, cells)
		}
		if len(rows) >= 2 && filled >= 2 {
			found = append(found, g)
		}
	}
	return found
}

// ruledRows returns the rows of two or more ruled cells that stand side by side, as indices into the page's cells.
func (r *Reader) ruledRows(page int) [][]int {
	p := r.Index.pages[page]
	var cells []int
	for c, box := range p.Cells {
		if !r.Tables.Contains(page, box.MidX(), box.MidY()) && box.Height() < tallestCell && box.Width() < widestRuled*p.Width {
			cells = append(cells, c)
		}
	}
	slices.SortStableFunc(cells, func(a, b int) int {
		x, y := p.Cells[a], p.Cells[b]
		return cmp.Or(cmp.Compare(math.Round(x.Y0/cellEdge), math.Round(y.Y0/cellEdge)), cmp.Compare(x.X0, y.X0))
	})
	var rows [][]int
	for i, c := range cells {
		if i > 0 {
			if last, box := p.Cells[cells[i-1]], p.Cells[c]; sameEdge(last.Y0, box.Y0) && sameEdge(last.Y1, box.Y1) && sameEdge(last.X1, box.X0) {
				rows[len(rows)-1] = append(rows[len(rows)-1], c)
				continue
			}
		}
		rows = append(rows, []int{c})
	}
	return slices.DeleteFunc(rows, func(row []int) bool { return len(row) < 2 })
}

// stacked groups rows that stand one beneath another and have the same columns into tables.
// It returns none if there are very many, because the page is then a drawing.
func stacked(p *layout.Page, rows [][]int) [][][]int {
	var tables [][][]int
	for _, row := range rows {
		at := slices.IndexFunc(tables, func(t [][]int) bool {
			return slices.EqualFunc(t[len(t)-1], row, func(above, c int) bool {
				a, b := p.Cells[above], p.Cells[c]
				return sameEdge(a.X0, b.X0) && sameEdge(a.X1, b.X1) && sameEdge(a.Y1, b.Y0)
			})
		})
		if at < 0 {
			tables = append(tables, [][]int{row})
		} else {
			tables[at] = append(tables[at], row)
		}
		if len(tables) > maxRuledGrids {
			return nil
		}
	}
	return tables
}

// Measures of tables without rules.
const (
	leastColumns = 3
	farthestRow  = 3.0 // ems between baselines of neighbouring rows
	columnWithin = 3.0 // points by which edges may differ
)

// AlignedTables finds the tables on a page that only alignment shows: successive lines
// with the same three or more columns, outside of line items and ruled tables.
func (r *Reader) AlignedTables(page int, ruled []Table) []Table {
	p := r.Index.pages[page]
	free := func(l *layout.Line) bool {
		return len(l.Segments) >= leastColumns && len(l.Segments) <= items.MaxColumns && !items.IsSeparator(l) &&
			!slices.ContainsFunc(l.Segments, r.holds) &&
			!slices.ContainsFunc(ruled, func(g Table) bool { return g.Box.Contains(l.MidX(), l.MidY()) })
	}
	var found []Table
	var last *layout.Line
	for i := range p.Lines {
		l := &p.Lines[i]
		if !free(l) {
			last = nil
			continue
		}
		if last == nil || !sameColumns(last, l) {
			found = append(found, Table{})
		}
		row := make([][]*doc.Word, len(l.Segments))
		for k, s := range l.Segments {
			row[k] = s.Words
		}
		g := &found[len(found)-1]
		g.Rows = append(g.Rows, row)
		last = l
	}
	return slices.DeleteFunc(found, func(g Table) bool { return len(g.Rows) < 2 || !g.tabular() })
}

// tabular reports whether columns that are only aligned form a table: beneath the first
// row, at least one of them holds only figures, and none holds captions.
func (g *Table) tabular() bool {
	figures := false
	for c := range g.Rows[0] {
		all := true
		for _, row := range g.Rows[1:] {
			all = all && items.FigureLike(row[c])
			if slices.ContainsFunc(row[c], func(w *doc.Word) bool { return captionColon(w.Text) >= 0 }) {
				return false
			}
		}
		figures = figures || all
	}
	return figures
}

// sameColumns reports whether two lines have the same columns and stand close to each other.
func sameColumns(a, b *layout.Line) bool {
	if len(a.Segments) != len(b.Segments) || b.Baseline-a.Baseline > farthestRow*b.Segments[0].Size() {
		return false
	}
	for i, s := range a.Segments {
		if s.Misalignment(b.Segments[i].Box) > columnWithin {
			return false
		}
	}
	return true
}
