package order

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/ranking"
)

// Heads reads a document and gives what the choice of each order's head is made
// from, for training: see package ranking.
func Heads(d *doc.Document) []*ranking.View {
	r := newReading(d, new(Reader))
	var all []*ranking.View
	for _, p := range split(r) {
		o, found := r.order(p)
		all = append(all, r.view(p, &o, found))
	}
	return all
}

// view is what the head of an order is chosen from.
func (r *reading) view(p part, o *Order, found *parties.Reading) *ranking.View {
	return &ranking.View{
		Pages: r.pages, First: p.first, Last: p.last, Locale: r.locale, Tables: r.places, Labels: r.labels,
		BySupplier: found.BySupplier(), Parties: found.Candidates(), Rules: o.Head, Heads: r.headings.Of,
	}
}

// sure is how sure rules must be of the core of a head that is not looked at again.
const sure = 0.75

// sureHead reports whether rules read the core of an order's head so surely that other
// candidates need not be looked at: arithmetic proves the total, and they are sure of
// the rest.
func sureHead(head *Cells) bool {
	if len(head[Total].Evidence.Proof) == 0 {
		return false
	}
	for _, f := range [...]Field{PONumber, PODate, Buyer, Supplier} {
		if head[f].Evidence.Confidence < sure {
			return false
		}
	}
	return true
}
