package parties

import (
	"slices"

	"lineitem/convert/order/address"
)

// logo reads a name that a block sets in two lines of the same large type, the
// legal form in the second; ok is false when it has none.
func (b *partyBlock) logo(body float64) (n partyName, ok bool) {
	if len(b.lines) < 2 {
		return n, false
	}
	one, two := b.lines[0], b.lines[1]
	if len(one.words) > 4 || len(two.words) > 5 || one.traits&^address.Org != 0 || two.traits&address.Legal == 0 || two.traits&(address.Postal|address.Reach) != 0 {
		return n, false
	}
	x, y := one.words[0], two.words[0]
	if x.Size < 1.2*body || !sameStyle(one, two) || y.Baseline-x.Baseline > 1.5*x.Size {
		return n, false
	}
	return newPartyName(append(slices.Clone(one.words), two.words...))
}
