package order

import (
	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/items"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/ranking"
)

// Heads reads a document and returns, for training, what each order's head is chosen
// from: see package ranking.
func Heads(d *doc.Document) []*ranking.View {
	r := newReading(d, new(Reader))
	var all []*ranking.View
	for _, p := range split(r) {
		o := r.order(p)
		all = append(all, r.view(p, &o))
	}
	return all
}

// view returns what the head of an order is chosen from.
func (r *reading) view(p part, o *Order) *ranking.View {
	sum, ok := proof.Sum(o.Lines)
	if !ok {
		sum = decimal.Zero
	}
	return &ranking.View{
		Pages: r.pages, First: p.first, Last: p.last, Locale: r.locale, Tables: r.places, Labels: r.labels,
		Announced: r.announcedHead(p), Sum: sum, Heads: r.headings.Of, Parties: parties.Find(parties.Input{
			Pages: r.pages, First: p.first, Last: p.last, Tables: items.PlacesOf(p.tables), Labels: r.labels.Index,
		}),
	}
}
