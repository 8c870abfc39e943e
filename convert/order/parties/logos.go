package parties

import (
	"slices"

	"lineitem/convert/order/address"
)

// firmOf is the firm whose trade name a letterhead shows alone, as logos do: one
// that issues the order or pays for it, with a legal form and a word of the logo's
// own in its name. "GRUPO ALTAMESA" is Cerámica Altamesa del Norte, S.A.
func (pr *partyReader) firmOf(g *sighting) (firm partyName, page *partyPage, ok bool) {
	if g.place != InWindow || !g.alone || g.traits&address.Legal != 0 || pr.invoice {
		return firm, nil, false
	}
	for _, b := range pr.blocks {
		if b.roles&(RoleBuyer|RoleBillTo|RoleFrom) == 0 || b.roles&(RoleSupplier|RoleTo) != 0 {
			continue
		}
		n, named := b.name()
		if named && n.traits&address.Legal != 0 && !sameParty(n.key, g.key) && g.block.sharesWord(nameKey(b.lines[0].text)) {
			return n, b.page, true
		}
	}
	return firm, nil, false
}

// leastOwnWord is how long a word is, at least, that tells a name from others.
const leastOwnWord = 5

// sharesWord tells whether a word of a name that tells it from others stands in
// the block.
func (b *partyBlock) sharesWord(key []string) bool {
	for _, l := range b.lines {
		for _, w := range nameKey(l.text) {
			if len(w) >= leastOwnWord && address.TraitsOfWord(w) == 0 && !titleWords[w] && slices.Contains(key, w) {
				return true
			}
		}
	}
	return false
}
