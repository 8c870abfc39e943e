// Package confidence estimates how far what was read in a document can be trusted: how
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
	// Ranked is how probable package ranking finds what the head states, or that it does not state it.
	Ranked [schema.NumFields]float64
}

// Reading is a document with the orders that were read in it.
type Reading struct {
	Pages  []*layout.Page
	Locale value.Locale
	Tables items.Places // where line items stand
	Labels []Label      // page by page
	// Heads reports whether a segment begins with a heading of the buyer, of the
	// supplier, or of anything else.
	Heads   func(s *layout.Segment) (buyer, supplier, other bool)
	Opinion items.Opinion // of package tagging, on the words of line items
	Unruled bool          // no rule reads the line items, but package tagging alone
	Orders  []Order
}

// Label is a text that announces a column's value.
type Label struct {
	Page     int     // index
	Box      doc.Box // on the page as it was laid out, points
	Field    schema.Field
	Strength float64 // how surely, 0 to 1
}

// Judgement is how far an order can be trusted.
type Judgement struct {
	// Probability is that of each core cell's being right, of those without a value too, and of
	// no line's being missing or made up.
	Probability float64
	// Columns are the probabilities that all cells of a core column are right, and at
	// schema.NumFields that no line is missing or made up; 0 for other columns.
	Columns [schema.NumFields + 1]float64
	// Verified reports that Probability is at least Threshold, and that the order states all that
	// an order has to and its arithmetic closes.
	Verified bool
	Signs    []Sign // what stands against the order, in their order
	// Missing are core cells without a value where one may be stated.
	Missing []Gap
	Unread  []Place // words among the line items that no cell explains, by line
	Rivals  []Place // amounts that may be the total instead
	Poorest *Place  // the least sure word of the core cells; nil where none was recognised
}

// Gap is a cell without a value.
type Gap struct {
	Line        int // index; -1 for the cells of the order
	Field       schema.Field
	Probability float64 // of its being right
}

// Threshold is the probability that a verified order has at least. From there on, 95 in 100 of the
// documents were right that nothing had been learned from, and all of those in the folders of testdata
// that are for measuring alone.
const Threshold = 0.9

// Judge sets the confidence of every cell: of those with a confidence of p, the
// share p is right. It judges each order; verified ones have at least the probability that
// is given, or Threshold where that is 0.
func Judge(r *Reading, at float64) []Judgement {
	if len(r.Orders) == 0 {
		return nil
	}
	judged := make([]Judgement, len(r.Orders))
	w := weights()
	if at == 0 {
		at = Threshold
	}
	for i, e := range Examine(r) {
		right := w.Probabilities(&e)
		for k := range e.Cases {
			if c := &e.Cases[k]; c.Stated {
				c.cell.Evidence.Confidence = rounded(right[k])
			} else if right[k] < Sure {
				judged[i].Missing = append(judged[i].Missing, Gap{c.Line, c.Field, right[k]})
			}
		}
		j := &judged[i]
		j.Columns, j.Probability = w.judge(&e, right)
		j.Probability = rounded(j.Probability)
		j.Verified = e.Complete && j.Probability >= at
		if !j.Verified {
			j.Unread, j.Rivals, j.Poorest = e.order.unread(), e.order.whole.instead, e.order.poorest()
		}
		for k, v := range e.signs {
			if Sign(k).stands(v) {
				j.Signs = append(j.Signs, Sign(k))
			}
		}
	}
	return judged
}

// Sure is the probability from which on a cell counts as sure.
const Sure = 0.9

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
