package order

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/parties"
)

// readParties finds what tells of buyer, supplier, ship-to and bill-to of the order
// in a part.
func readParties(r *reading, p part) *parties.Reading {
	return parties.Find(parties.Input{
		Pages: r.pages, First: p.first, Last: p.last, Tables: items.PlacesOf(p.tables), Invoice: r.labels.Index.Invoice(), Headings: r.headings, Speller: speller,
		Announces: func(_ int, s *layout.Segment) bool { return r.labels.Index.Announces(s) },
	})
}
