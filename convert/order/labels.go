package order

import (
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/parties"
)

// findLabels finds the labels of the document and the headings of its parties. What
// labels announce is read outside of tables of line items, in the document's locale.
func (r *reading) findLabels() {
	r.labels = &keyvalue.Reader{Index: keyvalue.NewIndex(r.pages, speller), Locale: r.locale, Tables: r.places}
	r.headings = parties.Headings{Labels: r.labels.Index}
	r.announced = make([][]keyvalue.Candidate, len(r.pages))
	for n := range r.pages {
		r.announced[n] = r.labels.Candidates(n)
	}
}

// readLabels reads the order-level values that stand beside or beneath a label: number,
// dates, terms, shipping method, currency.
func readLabels(r *reading, p part, o *Order) {
	var found []keyvalue.Candidate
	for n := p.first; n <= p.last; n++ {
		found = append(found, r.announced[n]...)
	}
	for _, f := range [...]Field{PONumber, PODate, DeliveryDate, PaymentTerms, ShipVia} {
		if c, ok := keyvalue.Best(found, f); ok {
			o.Head[f] = r.cell(c)
		}
	}
	readCurrency(r, p, o, found)
}

// cell makes a candidate's cell.
func (r *reading) cell(c keyvalue.Candidate) Cell {
	words := c.Span.Words()
	for _, m := range c.More {
		words = append(words[:len(words):len(words)], m.Words()...)
	}
	return Cell{Value: c.Value, Evidence: r.pages[c.Page].Evidence(words, min(c.Score, 1))}
}
