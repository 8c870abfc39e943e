package layout

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
)

// maxGrid bounds the number of fields of a page's grid. A page ruled more
// finely than this is a drawing, and has no cells.
const maxGrid = 1 << 17

// grid divides a page at every edge into fields, and joins neighbouring fields
// that no edge separates into cells.
type grid struct {
	xs, ys []float64
	field  []int32 // by row, then column: the index of the field's cell, -1 when it is open
	cells  []doc.Box
}

func newGrid(e *edges) grid {
	g := grid{xs: positions(e.vertical), ys: positions(e.horizontal)}
	columns, rows := len(g.xs)-1, len(g.ys)-1
	if columns < 1 || rows < 1 || columns*rows > maxGrid {
		return grid{}
	}
	// Fields are joined by flooding from each unvisited one. Fields from which the
	// flood reaches the grid's border through a gap are open.
	const unseen = -2
	g.field = make([]int32, columns*rows)
	for i := range g.field {
		g.field[i] = unseen
	}
	right, below := g.leftUpperBorders(e)
	var stack, members []int32
	for start := range g.field {
		if g.field[start] != unseen {
			continue
		}
		id := int32(len(g.cells))
		box, open := doc.Box{}, false
		stack, members = append(stack[:0], int32(start)), members[:0]
		g.field[start] = id
		for len(stack) > 0 {
			f := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			members = append(members, f)
			r, c := int(f)/columns, int(f)%columns
			box = box.Union(doc.Box{X0: g.xs[c], Y0: g.ys[r], X1: g.xs[c+1], Y1: g.ys[r+1]})
			// right[r*(columns+1)+c] is the wall at the field's left side.
			w, b := r*(columns+1)+c, r*columns+c
			for _, side := range [4]struct {
				walled, border bool
				next           int32
			}{
				{right[w], c == 0, f - 1},
				{right[w+1], c == columns-1, f + 1},
				{below[b], r == 0, f - int32(columns)},
				{below[b+columns], r == rows-1, f + int32(columns)},
			} {
				switch {
				case side.walled:
				case side.border:
					open = true
				case g.field[side.next] == unseen:
					g.field[side.next] = id
					stack = append(stack, side.next)
				}
			}
		}
		if open {
			for _, f := range members {
				g.field[f] = -1
			}
			continue
		}
		g.cells = append(g.cells, box)
	}
	return g
}

// leftUpperBorders reports which borders between fields are drawn: those at the left of
// each field (and at the right of each row's last), and those above each field
// (and beneath the last row).
func (g *grid) leftUpperBorders(e *edges) (left, above []bool) {
	columns, rows := len(g.xs)-1, len(g.ys)-1
	left = make([]bool, (columns+1)*rows)
	above = make([]bool, columns*(rows+1))
	for c := range g.xs {
		for _, s := range e.vertical[c].spans {
			for r := firstNotBefore(g.ys, s.from); r < rows && g.ys[r+1] <= s.to+snap; r++ {
				left[r*(columns+1)+c] = true
			}
		}
	}
	for r := range g.ys {
		for _, s := range e.horizontal[r].spans {
			for c := firstNotBefore(g.xs, s.from); c < columns && g.xs[c+1] <= s.to+snap; c++ {
				above[r*columns+c] = true
			}
		}
	}
	return left, above
}

// firstNotBefore returns the index of the first position that is not before x, within the
// snap distance.
func firstNotBefore(positions []float64, x float64) int {
	i, _ := slices.BinarySearch(positions, x-snap)
	return i
}

func positions(set edgeSet) []float64 {
	at := make([]float64, len(set))
	for i := range set {
		at[i] = set[i].at
	}
	return at
}

// at returns the index of the cell that holds the point, -1 if none does.
func (g *grid) at(x, y float64) int {
	if g.field == nil {
		return -1
	}
	c, r := intervalAt(g.xs, x), intervalAt(g.ys, y)
	if c < 0 || r < 0 {
		return -1
	}
	return int(g.field[r*(len(g.xs)-1)+c])
}

// intervalAt returns the index of the interval between positions that holds x, -1 if
// none does.
func intervalAt(positions []float64, x float64) int {
	i, found := slices.BinarySearchFunc(positions, x, cmp.Compare[float64])
	if !found {
		i--
	}
	if i >= len(positions)-1 {
		return -1
	}
	return i
}
