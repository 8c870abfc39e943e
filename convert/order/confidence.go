package order

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/genre"
	"lineitem/convert/order/review"
)

// ReadUnjudged reads a document as Read does, but leaves the confidences that the reading
// rules set. It also returns the input from which the orders would be judged.
func (by *Reader) ReadUnjudged(d *doc.Document) ([]Order, *confidence.Reading) {
	r := newReading(d, by)
	orders, _ := r.orders()
	return orders, r.judgedBy(orders)
}

// ReadValues reads a document as Read does, but for callers who do not ask how far its values can be
// trusted: confidences are those of the rules, and no order is verified. Recognised documents are
// judged nevertheless, since values that are likely wrong are left out of them.
func (by *Reader) ReadValues(d *doc.Document) []Order {
	r := newReading(d, by)
	if r.locale.Recognised {
		return r.judged()
	}
	return r.read()
}

// ReadByLabels reads a document's heads by labels alone. Whether the document is an order at all is judged
// from this reading, since the network finds a likeliest number, total and address in every document.
func ReadByLabels(d *doc.Document) *confidence.Reading {
	r := newReading(d, new(Reader))
	_, ruled := r.orders()
	return r.judgedBy(ruled)
}

// read reads the orders. It returns none for a document that is not a purchase order.
func (r *reading) read() []Order {
	orders, ruled := r.orders()
	if !genre.IsOrder(r.judgedBy(ruled)) {
		return nil
	}
	return orders
}

// judged reads the orders and judges how far they can be trusted. It leaves values that are likely wrong out of unverified orders.
func (r *reading) judged() []Order {
	orders := r.read()
	for i, j := range confidence.Judge(r.judgedBy(orders), r.verifyAt) {
		o := &orders[i]
		var doubted []review.Entry
		if !j.Verified {
			doubted = r.leaveOut(o)
		}
		o.Judgement, o.Review = j, o.review(&j, doubted)
	}
	return orders
}

// judgedBy returns the input from which the orders are judged.
func (r *reading) judgedBy(orders []Order) *confidence.Reading {
	by := &confidence.Reading{Pages: r.pages, Locale: r.locale, Tables: r.places, Heads: r.headings.Of, FieldProbability: r.fieldProbability, NetworkOnly: r.seen}
	for n := range r.pages {
		for _, l := range r.labels.Index.On(n) {
			for _, m := range l.Meanings {
				if f, ok := labelledFields[m.Kind]; ok {
					by.Labels = append(by.Labels, confidence.Label{Page: n, Box: l.Box, Field: f, Strength: m.Strength})
				}
			}
		}
	}
	for i := range orders {
		o := &orders[i]
		by.Orders = append(by.Orders, confidence.Order{Head: &o.Head, Lines: o.Lines, Ranked: o.likely})
	}
	return by
}
