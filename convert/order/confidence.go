package order

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/genre"
	"lineitem/convert/order/review"
)

// Unjudged reads a document as Read does, but leaves its confidences as the rules
// that read it set them. It also gives what the orders would be judged by.
func (by *Reader) Unjudged(d *doc.Document) ([]Order, *confidence.Reading) {
	r := newReading(d, by)
	orders, _ := r.orders()
	return orders, r.opinions(withOrders(r.judgedBy(), orders))
}

// opinions adds what the networks hold of orders.
func (r *reading) opinions(by *confidence.Reading) *confidence.Reading {
	by.Opinion = r.opinion
	for i := range by.Orders {
		o := &by.Orders[i]
		o.Ranked = r.ranked[i].Probabilities(o.Head)
	}
	return by
}

// ReadValues reads a document as Read does, but leaves out how far its values can
// be trusted, for those who do not ask: confidences are those of the rules, and no
// order is verified.
func ReadValues(d *doc.Document) []Order { return new(Reader).Values(d) }

// Values reads a document as ReadValues does. What was recognised is judged nevertheless, since values that
// are likely wrong are left out of it.
func (by *Reader) Values(d *doc.Document) []Order {
	r := newReading(d, by)
	if r.locale.Recognised {
		return r.judged()
	}
	orders, _ := r.read()
	return orders
}

// Ruled reads a document's heads by labels alone: so it is judged whether it is an order at all, as
// the network finds a likeliest number, total and address in every document.
func Ruled(d *doc.Document) *confidence.Reading {
	r := newReading(d, new(Reader))
	_, ruled := r.orders()
	return withOrders(r.judgedBy(), ruled)
}

// read reads the orders, and gives what they are judged by. What was read in a document
// that is no order is none.
func (r *reading) read() ([]Order, *confidence.Reading) {
	orders, ruled := r.orders()
	by := r.judgedBy()
	if !genre.IsOrder(withOrders(by, ruled)) {
		return nil, nil
	}
	return orders, withOrders(by, orders)
}

// judged reads the orders, and says how far they can be trusted.
func (r *reading) judged() []Order {
	orders, by := r.read()
	if orders == nil {
		return nil
	}
	for i, j := range confidence.Judge(r.opinions(by), r.verifyAt) {
		o := &orders[i]
		var doubted []review.Entry
		if !j.Verified {
			doubted = r.leaveOut(o)
		}
		o.Judgement, o.Review = j, o.review(&j, doubted)
	}
	return orders
}

// judgedBy is what orders are judged by, but for the orders themselves and what the networks hold
// of them.
func (r *reading) judgedBy() confidence.Reading {
	t := confidence.Reading{Pages: r.pages, Locale: r.locale, Tables: r.places, Heads: r.headings.Of, Unruled: r.seen}
	for n := range r.pages {
		for _, l := range r.labels.Index.On(n) {
			for _, m := range l.Means {
				if f, ok := labelledFields[m.Kind]; ok {
					t.Labels = append(t.Labels, confidence.Label{Page: n, Box: l.Box, Field: f, Strength: m.Strength})
				}
			}
		}
	}
	return t
}

func withOrders(t confidence.Reading, orders []Order) *confidence.Reading {
	for i := range orders {
		t.Orders = append(t.Orders, confidence.Order{Head: &orders[i].Head, Lines: orders[i].Lines})
	}
	return &t
}
