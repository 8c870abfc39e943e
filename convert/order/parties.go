package order

import (
	"lineitem/convert/order/items"
	"lineitem/convert/order/parties"
)

// readParties finds what tells of buyer, supplier, ship-to and bill-to of the order
// in a part.
func readParties(r *reading, p part) *parties.Reading {
	return parties.Find(parties.Input{
		Pages: r.pages, First: p.first, Last: p.last, Tables: items.PlacesOf(p.tables), Labels: r.labels.Index, Locale: &r.locale,
	})
}
