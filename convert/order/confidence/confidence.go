// Package confidence tells how far what was read in a document can be trusted: how
// probable it is that a cell is right, and whether an order is right in every
// core cell.
//
// The rules that read orders are more or less sure of a value by what stands
// about it. Whether they deserve it shows in what they do not look at: whether
// the arithmetic closes, whether the rows of a table are alike, whether words are
// left over between them that no cell explains, whether a name occurs again. Here
// a cell is looked at with all of that (marks.go, rows.go), and boosted trees,
// fitted to orders whose right values are known, say how often such cells are
// right (model.go). Neither values nor the choice of them change.
//
// The command training/confidence fits the weights.
package confidence

import (
	"math"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// Order is one order as it was read. Judge writes the confidences of its cells.
type Order struct {
	Head  *schema.Cells
	Lines []schema.Cells
}

// Reading is a document with the orders that were read in it.
type Reading struct {
	Pages  []*layout.Page
	Locale value.Locale
	Tables items.Places // where line items stand
	Labels []Label      // page by page
	// Heads reports whether a segment begins with a heading of the buyer, of the
	// supplier, or of anything else.
	Heads  func(s *layout.Segment) (buyer, supplier, other bool)
	Orders []Order
}

// Label is a text that announces a column's value.
type Label struct {
	Page     int     // index
	Box      doc.Box // on the page as it was laid out, points
	Field    schema.Field
	Strength float64 // how surely, 0 to 1
}

// Judge sets the confidence of every cell: of those with a confidence of p, the
// share p is right. It tells of each order whether it is verified: its arithmetic
// closes, and it is all but certain that each core cell is right, those without a
// value too, and that no line is missing or made up.
func Judge(r *Reading) (verified []bool) {
	verified = make([]bool, len(r.Orders))
	w := weights()
	if w == nil || len(verified) == 0 {
		return verified
	}
	for i, e := range Examine(r) {
		right := make([]float64, len(e.Cases))
		for k := range e.Cases {
			c := &e.Cases[k]
			right[k] = w.Probability(c.Features)
			if c.Stated {
				c.cell.Evidence.Confidence = rounded(right[k])
			}
		}
		e.Signs[doubtOfCells] = e.Doubt(right)
		verified[i] = e.Sound && w.Odds(e.Signs) >= w.Least
	}
	return verified
}

// rounded is a probability as it is told: in thousandths, neither 0 nor 1.
func rounded(p float64) float64 { return min(max(math.Round(p*1000), 1), 999) / 1000 }

// Core reports whether a field is one of those that a verified order has right.
func Core(f schema.Field) bool {
	switch f {
	case schema.PONumber, schema.PODate, schema.Buyer, schema.Supplier, schema.ItemCode, schema.Description,
		schema.Quantity, schema.UnitPrice, schema.LineTotal, schema.Total:
		return true
	}
	return false
}

// ofLines reports whether a field is stated by lines; a delivery date, which both
// may state, is not counted among them.
func ofLines(f schema.Field) bool { return schema.LineNumber <= f && f <= schema.LineTotal }
