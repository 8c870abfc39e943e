package order

import (
	"slices"

	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/proof"
)

// findLabels finds the labels of the document, the headings of its parties, and what the
// labels announce, outside of tables of line items and in the document's locale.
func (r *reading) findLabels() {
	r.labels = &keyvalue.Reader{Index: keyvalue.NewIndex(r.pages, speller), Locale: r.locale, Tables: r.places}
	r.headings = parties.Headings{Labels: r.labels.Index}
	r.announced = make([][]keyvalue.Candidate, len(r.pages))
	for n := range r.pages {
		r.announced[n] = r.labels.Candidates(n)
	}
}

// announcedIn returns what labels announce in a part.
func (r *reading) announcedIn(p part) []keyvalue.Candidate {
	return slices.Concat(r.announced[p.first : p.last+1]...)
}

// labelledFields are the columns whose values labels announce.
var labelledFields = map[keyvalue.Kind]Field{
	keyvalue.Number: PONumber, keyvalue.Date: PODate, keyvalue.Delivery: DeliveryDate, keyvalue.Terms: PaymentTerms, keyvalue.ShipVia: ShipVia,
	keyvalue.Currency: Currency, keyvalue.Subtotal: Subtotal, keyvalue.Tax: Tax, keyvalue.Shipping: Shipping, keyvalue.Total: Total,
}

// announcedHead returns what labels announce in a part: for each field the candidate with the
// highest score, which says how well label, place and value go together.
func (r *reading) announcedHead(p part) (head Cells) {
	found := r.announcedIn(p)
	for kind, f := range labelledFields {
		if c, ok := keyvalue.Best(found, kind); ok {
			words := c.Span.Words()
			for _, m := range c.More {
				words = slices.Concat(words, m.Words())
			}
			head[f] = Cell{Value: c.Value, Evidence: r.pages[c.Page].Evidence(words, min(c.Score, 1))}
		}
	}
	return head
}

// announce returns an order with the head that labels and headings announce, right or not. Whether
// a document is an order at all is judged from it.
func announce(o Order, head Cells, found []parties.Candidate) Order {
	head[Currency] = o.Head[Currency]
	o.Head = head
	for i := range found {
		c := &found[i]
		if c.Roles&keyvalue.RoleShipTo != 0 {
			o.Head[ShipTo] = c.BlockCell()
		}
		if c.Roles&keyvalue.RoleBillTo != 0 {
			o.Head[BillTo] = c.BlockCell()
		}
	}
	proof.Order(&o.Head, o.Lines)
	return o
}
