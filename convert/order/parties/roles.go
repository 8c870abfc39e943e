package parties

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
)

// Heads tells whether a segment begins with a heading of the buyer, or of the
// supplier, or of what only one of them has as a rule: an address for bills, one
// for payments; and whether with one of something else.
func Heads(speller *ocrrepair.Speller, s *layout.Segment) (buyer, supplier, other bool) {
	h, ok := matchHeading(s, headKeys(speller, s))
	if !ok || h.roles&(RoleOther|RoleThird) != 0 {
		return false, false, ok
	}
	buyer = h.roles&(RoleBuyer|RoleBillTo|RoleFrom) != 0
	supplier = h.roles&(RoleSupplier|RoleTo|RoleRemit) != 0
	return buyer, supplier, !buyer && !supplier
}

// HeadsParty tells whether a segment heads a supplier or an address, as stands on
// the first page of an order.
func HeadsParty(speller *ocrrepair.Speller, s *layout.Segment) bool {
	h, ok := matchHeading(s, headKeys(speller, s))
	return ok && h.roles&(RoleSupplier|RoleShipTo|RoleBillTo|RoleTo) != 0
}
