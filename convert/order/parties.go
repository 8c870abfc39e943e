package order

import (
	"lineitem/convert/order/items"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/parties"
)

// readParties finds what may name a party of the order in a part, or hold an address.
func readParties(r *reading, p part) []parties.Candidate {
	return parties.Find(parties.Input{
		Pages: r.pages, First: p.first, Last: p.last, Tables: items.PlacesOf(p.tables), Labels: r.labels.Index, Locale: &r.locale,
	})
}

// byRules is an order with the addresses that stand under headings.
func byRules(o Order, found []parties.Candidate) Order {
	for i := range found {
		c := &found[i]
		if c.Roles&keyvalue.RoleShipTo != 0 {
			o.Head[ShipTo] = c.BlockCell()
		}
		if c.Roles&keyvalue.RoleBillTo != 0 {
			o.Head[BillTo] = c.BlockCell()
		}
	}
	return o
}
