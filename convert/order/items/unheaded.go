package items

import (
	"cmp"
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

// Bounds of the search for tables without a known header.
const (
	maxLineFigures = 10  // figures of one line that are tried against each other
	sameColumn     = 4.0 // figures of one column end, or begin, less than this far apart, points
)

// product is a line on which one figure is the product of two others.
type product struct {
	line                   int
	quantity, price, total doc.Box
}

// findUnheaded finds a table whose header is not known, or which has none, by
// its figures: lines on which a quantity times a price is a total, in the same
// columns. It returns the header that such a table might have had, or nil.
func (r *reader) findUnheaded(page int) *header {
	p := r.pages[page]
	var products []product
	for i := range p.Lines {
		if m, ok := r.productOn(&p.Lines[i]); ok {
			m.line = i
			products = append(products, m)
		}
	}
	if products = agreeing(products); len(products) == 0 {
		return nil
	}
	first := products[0]
	h := &header{page: page, first: first.line - 1, last: first.line - 1, Box: first.quantity}
	h.Y0, h.Y1 = h.Y0-1, h.Y0
	h.rows = [][]columnHeading{unheadedCells(p, products)}
	return h
}

// productOn finds three figures of a line of which one is the product of the two
// others, neither of which may be 1. The left one of these is the quantity, unless
// it has decimals and the right one has none.
func (r *reader) productOn(l *layout.Line) (product, bool) {
	type figure struct {
		value.Number
		box doc.Box
	}
	var figures []figure
	for _, s := range l.Segments {
		if !FigureLike(s.Words) {
			continue
		}
		if n, ok := r.readFigure(textnorm.Join(s.Words)); ok && !n.Percent {
			figures = append(figures, figure{n, s.Box})
		}
	}
	if len(figures) < 3 || len(figures) > maxLineFigures {
		return product{}, false
	}
	for k := len(figures) - 1; k >= 0; k-- {
		for i := range figures {
			for j := i + 1; j < len(figures); j++ {
				a, b, c := &figures[i], &figures[j], &figures[k]
				if i == k || j == k || a.Value.Equal(one) || b.Value.Equal(one) || c.Value.IsZero() {
					continue
				}
				if !a.Value.Mul(b.Value).Sub(c.Value).Abs().LessThan(decimal.New(5, -2)) {
					continue
				}
				// Prices are printed with decimals; quantities come before prices.
				if a.Value.Exponent() < 0 && b.Value.Exponent() >= 0 {
					a, b = b, a
				}
				return product{quantity: a.box, price: b.box, total: c.box}, true
			}
		}
	}
	return product{}, false
}

// agreeing returns the products that are in the same columns as one of them, for
// the one of which there are most. A single product proves nothing.
func agreeing(products []product) []product {
	var best []product
	for _, a := range products {
		var same []product
		for _, b := range products {
			if inColumn(a.quantity, b.quantity) && inColumn(a.price, b.price) && inColumn(a.total, b.total) {
				same = append(same, b)
			}
		}
		if len(same) > len(best) {
			best = same
		}
		if len(products) > 200 {
			break
		}
	}
	if len(best) < 2 {
		return nil
	}
	return best
}

func inColumn(a, b doc.Box) bool {
	return math.Abs(a.X1-b.X1) < sameColumn || math.Abs(a.X0-b.X0) < sameColumn
}

// unheadedCells returns the headings that the columns on the lines of products
// might have had: those of quantity, price and total are known, the others not.
func unheadedCells(p *layout.Page, products []product) []columnHeading {
	var stacks []columnHeading
	for _, m := range products {
		for _, s := range p.Lines[m.line].Segments {
			c := columnHeading{Box: s.Box, cell: -1, words: s.Words}
			switch s.Box {
			case m.quantity:
				c.meanings = []headings.Meaning{{Kinds: []headings.Kind{headings.Quantity}}}
			case m.price:
				c.meanings = []headings.Meaning{{Kinds: []headings.Kind{headings.Price}}}
			case m.total:
				c.meanings = []headings.Meaning{{Kinds: []headings.Kind{headings.Total}}}
			}
			stacks = append(stacks, c)
		}
	}
	slices.SortStableFunc(stacks, func(a, b columnHeading) int { return cmp.Compare(a.X0, b.X0) })
	var cells []columnHeading
	for _, c := range stacks {
		if k := len(cells) - 1; k >= 0 && c.X0 < cells[k].X1 {
			cells[k].X1 = max(cells[k].X1, c.X1)
			if cells[k].meanings == nil {
				cells[k].meanings = c.meanings
			}
			continue
		}
		if len(cells) == MaxColumns {
			break
		}
		cells = append(cells, c)
	}
	for i := range cells {
		if cells[i].meanings != nil {
			cells[i].known = 1
		}
	}
	return cells
}
