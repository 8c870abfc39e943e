package items

import (
	"cmp"
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// Printed is the part of a table that is printed on one page below one header: the
// header's rows and the items. All rows have the same number of cells, at least
// one.
type Printed struct {
	Page int // index, from 0
	Rows [][]PrintedCell
}

// PrintedCell is one cell of a table; an empty one has the zero box.
type PrintedCell struct {
	Text string  // as printed, lines joined by a blank
	Box  doc.Box // on the page as it was laid out, points
}

// Print returns the table as it is printed, header by header.
func (t *Table) Print() []Printed {
	if t.draft == nil {
		return nil
	}
	var all []Printed
	columns := t.draft.inOrder()
	if len(columns) == 0 {
		return nil
	}
	at := make([]int, len(columns)) // by column: its position from the left
	for i, c := range columns {
		at[c] = i
	}
	for _, p := range t.draft.parts {
		if rows := t.printPart(p, at); len(rows) > 0 {
			all = append(all, Printed{p.index, rows})
		}
	}
	return all
}

// printPart returns the rows of a part of the table; at holds the position of
// each column.
func (t *Table) printPart(p *tablePart, at []int) [][]PrintedCell {
	var rows [][]PrintedCell
	add := func() []PrintedCell {
		rows = append(rows, make([]PrintedCell, len(at)))
		return rows[len(rows)-1]
	}
	if p.header != nil {
		for r, cells := range p.header.rows {
			row := add()
			for i := range cells {
				if c := slices.Index(t.draft.keys, columnKey{row: r, heading: i}); c >= 0 {
					row[at[c]] = PrintedCell{textnorm.Join(cells[i].words), cells[i].Box}
				}
			}
		}
	}
	for i := range t.rows {
		if t.rows[i].part != p {
			continue
		}
		row := add()
		for c, words := range t.rows[i].cells {
			row[at[c]].Text = textnorm.Join(words)
		}
		for _, text := range t.rows[i].more {
			if text.part != p {
				continue // continued on the next page
			}
			for _, w := range text.words {
				row[at[text.column]].Box = row[at[text.column]].Box.Union(w.Box)
			}
		}
	}
	return rows
}

// inOrder returns the indices of the table's columns from left to right; those of
// an item's further lines follow those of its first.
func (t *tableDraft) inOrder() []int {
	columns := make([]int, len(t.columns))
	middle := make([]float64, len(t.columns))
	for c := range columns {
		columns[c], middle[c] = c, math.Inf(1)
		for _, p := range t.parts {
			if c < len(p.extents) && p.extents[c].present {
				middle[c] = p.extents[c].middle
				break
			}
		}
	}
	slices.SortStableFunc(columns, func(a, b int) int {
		return cmp.Or(cmp.Compare(t.keys[a].row, t.keys[b].row), cmp.Compare(middle[a], middle[b]))
	})
	return columns
}
