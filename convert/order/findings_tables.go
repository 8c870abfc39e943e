package order

import (
	"cmp"
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/wording"
)

// grids finds the document's tables: those of line items, those that are ruled,
// and those whose columns are told by their alignment alone.
func (r *reading) grids() []Grid {
	type placed struct {
		page int // index into r.pages
		grid Grid
	}
	var all []placed
	for _, t := range r.tables {
		for _, printed := range t.Print() {
			all = append(all, placed{printed.Page, gridOf(r.pages[printed.Page], printed)})
		}
	}
	for n, p := range r.pages {
		ruled := r.ruledGrids(n)
		for _, g := range ruled {
			all = append(all, placed{n, g.show(p)})
		}
		for _, g := range r.alignedGrids(n, ruled) {
			all = append(all, placed{n, g.show(p)})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.grid.Box.Y0, b.grid.Box.Y0), cmp.Compare(a.grid.Box.X0, b.grid.Box.X0))
	})
	grids, cells := []Grid{}, 0
	for _, a := range all {
		cells += len(a.grid.Rows) * len(a.grid.Rows[0])
		if cells > maxFoundCells {
			break
		}
		grids = append(grids, a.grid)
	}
	return grids
}

// gridOf shows what is printed of a table of line items on a page.
func gridOf(p *layout.Page, printed items.Printed) Grid {
	g := Grid{Page: p.Number, Rows: make([][]GridCell, len(printed.Rows))}
	var whole doc.Box
	for i, row := range printed.Rows {
		g.Rows[i] = make([]GridCell, len(row))
		for c, cell := range row {
			g.Rows[i][c] = GridCell{cell.Text, displayed(p, cell.Box)}
			whole = whole.Union(cell.Box)
		}
	}
	g.Box = displayed(p, whole)
	return g
}

// wordGrid is a table on a page: the words of its cells, by row and column.
type wordGrid struct {
	width int
	rows  [][][]*doc.Word
	box   doc.Box // of its ruling; the zero box where it has none
}

func (g *wordGrid) add() [][]*doc.Word {
	g.rows = append(g.rows, make([][]*doc.Word, g.width))
	return g.rows[len(g.rows)-1]
}

// show makes the grid that mappers see.
func (g *wordGrid) show(p *layout.Page) Grid {
	shown := Grid{Page: p.Number, Rows: make([][]GridCell, len(g.rows))}
	whole := g.box
	for i, row := range g.rows {
		shown.Rows[i] = make([]GridCell, len(row))
		for c, words := range row {
			var box doc.Box
			for _, w := range words {
				box = box.Union(w.Box)
			}
			whole = whole.Union(box)
			shown.Rows[i][c] = GridCell{wording.Join(words), displayed(p, box)}
		}
	}
	shown.Box = displayed(p, whole)
	return shown
}

// ruledGrids finds the tables on a page whose cells are ruled, outside of the
// tables of line items: at least two columns, and rows that have the same.
func (r *reading) ruledGrids(page int) []wordGrid {
	p := r.pages[page]
	words := make(map[int][]*doc.Word) // by cell
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			if s.Cell >= 0 && !r.places.Hold(page, s.MidX(), s.MidY()) {
				words[s.Cell] = append(words[s.Cell], s.Words...)
			}
		}
	}
	var cells []int
	for c, box := range p.Cells {
		if !r.places.Hold(page, box.MidX(), box.MidY()) && box.Height() < tallestCell && box.Width() < 0.9*p.Width {
			cells = append(cells, c)
		}
	}
	box := func(c int) doc.Box { return p.Cells[c] }
	slices.SortStableFunc(cells, func(a, b int) int {
		return cmp.Or(cmp.Compare(math.Round(box(a).Y0/cellEdge), math.Round(box(b).Y0/cellEdge)), cmp.Compare(box(a).X0, box(b).X0))
	})
	var rows [][]int
	for i, c := range cells {
		if i > 0 {
			row := rows[len(rows)-1]
			if last := box(row[len(row)-1]); near1(last.Y0, box(c).Y0) && near1(last.Y1, box(c).Y1) && near1(last.X1, box(c).X0) {
				rows[len(rows)-1] = append(row, c)
				continue
			}
		}
		rows = append(rows, []int{c})
	}
	rows = slices.DeleteFunc(rows, func(row []int) bool { return len(row) < 2 })
	// A row goes on with the table whose last row ends where it begins.
	var tables [][][]int
	for _, row := range rows {
		at := slices.IndexFunc(tables, func(t [][]int) bool {
			last := t[len(t)-1]
			return len(last) == len(row) && near1(box(last[0]).Y1, box(row[0]).Y0) && !slices.ContainsFunc(row, func(c int) bool {
				return !slices.ContainsFunc(last, func(l int) bool { return near1(box(l).X0, box(c).X0) && near1(box(l).X1, box(c).X1) })
			})
		})
		if at < 0 {
			tables = append(tables, [][]int{row})
		} else {
			tables[at] = append(tables[at], row)
		}
		if len(tables) > maxRuledGrids {
			return nil // a drawing
		}
	}
	var grids []wordGrid
	for _, t := range tables {
		g := wordGrid{width: len(t[0])}
		filled := 0
		for _, row := range t {
			shown := g.add()
			for i, c := range row {
				shown[i] = words[c]
				g.box = g.box.Union(box(c))
				if len(words[c]) > 0 {
					filled++
				}
			}
		}
		if len(t) >= 2 && filled >= 2 {
			grids = append(grids, g)
		}
	}
	return grids
}

// Measures of ruled tables, points.
const (
	cellEdge      = 3.0   // edges that are nearer are one
	tallestCell   = 120.0 // what is taller is a frame
	maxRuledGrids = 200   // on a page
)

func near1(a, b float64) bool { return math.Abs(a-b) < cellEdge }

// Measures of tables without rules.
const (
	leastAligned  = 3   // columns
	alignedFar    = 3.0 // baselines of neighbouring rows are not further apart than this, ems
	alignedWithin = 3.0 // points by which edges may differ
)

// alignedGrids finds the tables on a page that are told by alignment alone:
// lines that follow one another, with the same three columns or more.
func (r *reading) alignedGrids(page int, ruled []wordGrid) []wordGrid {
	p := r.pages[page]
	free := func(l *layout.Line) bool {
		return len(l.Segments) >= leastAligned && len(l.Segments) <= items.MaxColumns && !items.IsSeparator(l) &&
			!slices.ContainsFunc(l.Segments, func(s *layout.Segment) bool { return r.places.Hold(page, s.MidX(), s.MidY()) }) &&
			!slices.ContainsFunc(ruled, func(g wordGrid) bool { return g.box.Contains(l.MidX(), l.MidY()) })
	}
	var grids []wordGrid
	var last *layout.Line
	for i := range p.Lines {
		l := &p.Lines[i]
		if !free(l) {
			last = nil
			continue
		}
		if last == nil || !sameColumns(last, l) {
			grids = append(grids, wordGrid{width: len(l.Segments)})
		}
		row := grids[len(grids)-1].add()
		for k, s := range l.Segments {
			row[k] = s.Words
		}
		last = l
	}
	return slices.DeleteFunc(grids, func(g wordGrid) bool { return len(g.rows) < 2 || !g.tells() })
}

// tells tells whether columns that are only aligned are a table: beneath the
// first line one of them holds figures alone, and none has captions.
func (g *wordGrid) tells() bool {
	figures := false
	for c := range g.width {
		all := true
		for _, row := range g.rows[1:] {
			words := row[c]
			all = all && items.FigureLike(words)
			for _, w := range words {
				if captionColon(w.Text) >= 0 {
					return false
				}
			}
		}
		figures = figures || all
	}
	return figures
}

// sameColumns tells whether two lines have the same columns.
func sameColumns(a, b *layout.Line) bool {
	if len(a.Segments) != len(b.Segments) || b.Baseline-a.Baseline > alignedFar*b.Segments[0].Size() {
		return false
	}
	for i, s := range a.Segments {
		t := b.Segments[i]
		if math.Abs(s.X0-t.X0) > alignedWithin && math.Abs(s.X1-t.X1) > alignedWithin && math.Abs(s.MidX()-t.MidX()) > alignedWithin {
			return false
		}
	}
	return true
}
