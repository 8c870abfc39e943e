// Package confidence estimates how far what was read in a document can be trusted: how
// probable it is that a cell is right, and that an order is right in every
// core cell.
//
// A cell is described by what the networks say about it, by what its value looks like, and by the
// order as a whole: whether the arithmetic closes, whether the cells of a column are alike, and
// whether words are left over among the line items that no cell explains (cell.go). Boosted trees,
// fitted to orders whose right values are known, say how often such cells are right. The columns
// of an order are described by their cells and by the networks, and judged in the same way (column.go).
// The package changes neither values nor the choice of them.
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
	// Ranked is the probability that package ranking gives to what the head states in each field, or
	// to its stating nothing.
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
	Heads            func(s *layout.Segment) (buyer, supplier, other bool)
	FieldProbability items.FieldProbability // of package tagging, on the words of line items
	NetworkOnly      bool                   // no rule reads the line items, only package tagging does
	Orders           []Order
}

// Label is a text that announces the value of a column.
type Label struct {
	Page     int     // index
	Box      doc.Box // on the page as it was laid out, points
	Field    schema.Field
	Strength float64 // how surely it announces it, 0 to 1
}

// Judgement is how far an order can be trusted.
type Judgement struct {
	// Probability is the probability that every core cell is right, including those without a
	// value, and that no line is missing or made up.
	Probability float64
	// Verified reports that Probability is at least Threshold, or what was given instead, that
	// the order states all that an order must, and that its arithmetic closes.
	Verified bool
	Warnings []Warning // what speaks against the order, in the order of the constants
	// Missing are core cells without a value for which the document may state one.
	Missing []Gap
	Unread  []Place // words among the line items that no cell explains, by line
	Poorest *Place  // the least sure word of the core cells; nil if none was recognised
}

// Warning is something that speaks against an order as a whole.
type Warning int

// The warnings.
const (
	LinesUnproven Warning = iota // a line's total is not quantity × price, or there is no line
	SumsUnproven                 // the lines do not make the total
	PartiesAlike                 // buyer and supplier have the same name
	SeveralOrders                // the document holds more than one order
	NetworkOnly                  // no rule reads the line items
)

// Gap is a cell without a value.
type Gap struct {
	Line        int // index; -1 for the cells of the order
	Field       schema.Field
	Probability float64 // that it rightly has none
}

// Place is where words stand.
type Place struct {
	Line       int // index of the line at which they stand; -1 for none
	Page       int // from 1
	Box        doc.Box
	Text       string
	Confidence float64 // the least of the words
}

// add adds a word.
func (p *Place) add(page int, m *pageWord) {
	if p.Text == "" {
		*p = Place{Line: p.Line, Page: page, Box: m.shown, Text: m.Text, Confidence: m.Confidence}
		return
	}
	p.Box, p.Text, p.Confidence = p.Box.Union(m.shown), p.Text+" "+m.Text, min(p.Confidence, m.Confidence)
}

// Threshold is the least probability of a verified order, unless another one is given.
const Threshold = 0.94

// Sure is the least probability at which a cell counts as sure.
const Sure = 0.9

// Judge sets the confidence of every cell that has a value: of the cells with a confidence of
// p, a share of p is right. It also judges each order: verified ones have at least the
// probability at, or Threshold if at is 0.
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
		j := &judged[i]
		for k := range e.Cases {
			if c := &e.Cases[k]; c.Stated {
				c.view.cell.Evidence.Confidence = rounded(right[k])
			} else if right[k] < Sure {
				j.Missing = append(j.Missing, Gap{c.Line, c.Field, right[k]})
			}
		}
		j.Probability = rounded(w.Probability(Score(ColumnProbabilities(w.Columns, e.Columns(right)))))
		j.Verified = e.Complete && j.Probability >= at
		j.Warnings = e.order.warnings
		if !j.Verified {
			j.Unread, j.Poorest = e.order.unread(), e.order.poorest()
		}
	}
	return judged
}

// rounded returns a probability as it is reported: in thousandths, neither 0 nor 1.
func rounded(p float64) float64 { return min(max(math.Round(p*1000), 1), 999) / 1000 }

// Core reports whether a field is one of those that must be right in a verified order.
func Core(f schema.Field) bool {
	switch f {
	case schema.PONumber, schema.PODate, schema.Buyer, schema.Supplier, schema.ItemCode, schema.Description,
		schema.Quantity, schema.UnitPrice, schema.LineTotal, schema.Total:
		return true
	}
	return false
}

// ofLines reports whether a field belongs to lines. The delivery date, which may belong to
// lines or to the order, does not count.
func ofLines(f schema.Field) bool { return schema.LineNumber <= f && f <= schema.LineTotal }

// unread returns the words by each line that no cell explains.
func (o *orderView) unread() (places []Place) {
	for i := range o.lines {
		if p := &o.lines[i].unread; p.Text != "" {
			places = append(places, *p)
		}
	}
	return places
}

// poorest returns the least sure word of the core cells; nil if all of their words are from a
// text layer.
func (o *orderView) poorest() *Place {
	var worst *Place
	for i := range o.cells {
		v := &o.cells[i]
		if !Core(v.field) {
			continue
		}
		for _, m := range v.words {
			if m.Confidence < 1 && (worst == nil || m.Confidence < worst.Confidence) {
				worst = &Place{Line: v.line}
				worst.add(v.cell.Evidence.Page, m)
			}
		}
	}
	return worst
}
