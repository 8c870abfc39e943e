package parties

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/spelling"
)

// Heads tells whether a segment begins with a heading of the buyer, or of the
// supplier, or of what only one of them has as a rule: an address for bills, one
// for payments.
func Heads(speller *spelling.Speller, s *layout.Segment) (buyer, supplier bool) {
	h, ok := matchHeading(s, headKeys(speller, s))
	if !ok || h.roles&(roleOther|roleThird) != 0 {
		return false, false
	}
	return h.roles&(roleBuyer|roleBillTo|roleFrom) != 0, h.roles&(roleSupplier|roleTo|roleRemit) != 0
}
