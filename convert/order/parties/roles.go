package parties

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/spelling"
)

// Heads tells whether a segment begins with a heading of the buyer, or of the
// supplier, or of what only one of them has as a rule: an address for bills, one
// for payments; and whether with one of something else.
func Heads(speller *spelling.Speller, s *layout.Segment) (buyer, supplier, other bool) {
	h, ok := matchHeading(s, headKeys(speller, s))
	if !ok || h.roles&(roleOther|roleThird|roleMaker) != 0 {
		return false, false, ok
	}
	buyer = h.roles&(roleBuyer|roleBillTo|roleFrom) != 0
	supplier = h.roles&(roleSupplier|roleTo|roleRemit) != 0
	return buyer, supplier, !buyer && !supplier
}

// HeadsParty tells whether a segment heads a supplier or an address, as stands on
// the first page of an order.
func HeadsParty(speller *spelling.Speller, s *layout.Segment) bool {
	h, ok := matchHeading(s, headKeys(speller, s))
	return ok && h.roles&(roleSupplier|roleShipTo|roleBillTo|roleTo) != 0
}
