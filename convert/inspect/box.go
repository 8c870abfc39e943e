package inspect

import (
	"fmt"
	"math"
	"strconv"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

type box struct {
	ID, Class, Title    string
	X, Y, Width, Height string
	area                float64
}

// place identifies a box: values of one column at the same place on a page share one.
type place struct {
	key  string
	page int
	box  doc.Box
}

// box adds the box of a cell to its page, unless it is there already, and returns
// its id; empty if the page is not shown.
func (v *viewer) box(row int, column order.Column, e doc.Evidence, of *cell) string {
	return v.place(fmt.Sprintf("%d-%s", row, column.Key), column, e.Page, e.Box, of)
}

// place adds a box to a page as box does, with an id made from name.
func (v *viewer) place(name string, column order.Column, page int, b doc.Box, of *cell) string {
	p := v.pages[page]
	if p == nil {
		return ""
	}
	at := place{column.Key, page, b}
	if id, ok := v.boxes[at]; ok {
		return id
	}
	// A margin, so that the text inside the box can be read.
	const around = 1.5 // points
	x0, y0 := max(b.X0-around, 0), max(b.Y0-around, 0)
	x1, y1 := min(b.X1+around, p.Width), min(b.Y1+around, p.Height)
	if !(x1 > x0 && y1 > y0) {
		return ""
	}
	id := "b-" + name
	v.boxes[at] = id
	p.Boxes = append(p.Boxes, box{
		ID: id, Class: of.Class, Title: column.Label + ": " + of.Value,
		X: number(x0), Y: number(y0), Width: number(x1 - x0), Height: number(y1 - y0), area: (x1 - x0) * (y1 - y0),
	})
	return id
}

// number formats a number of points for SVG, with at most two decimals.
func number(f float64) string { return strconv.FormatFloat(math.Round(f*100)/100, 'f', -1, 64) }
