package parties

import (
	"strings"

	"lineitem/convert/order/address"
)

// Where goods go is said in more words than any lexicon holds: "Deliver finished
// copies to", "Livrer sur chantier :". Where no heading names the place, words of
// delivery do that have an address beneath or beside them.

// maxLooseWords bounds the words of such a heading.
const maxLooseWords = 5

// readLoosely reads, where no heading names where the goods go, the address under
// words that ask for delivery that looks most like one.
func (pr *partyReader) readLoosely() {
	for _, b := range pr.blocks {
		if b.roles&(RoleShipTo&^RoleTo) != 0 {
			return
		}
	}
	var best *partyBlock
	for _, p := range pr.pages {
		for _, line := range p.lines {
			for _, s := range line {
				if s.used || s.table || s.head.roles&^RoleOther != 0 {
					continue
				}
				h, ok := p.looseHeading(s)
				if !ok {
					continue
				}
				before := s.head
				s.head = h
				if b := p.headed(s); b.placed() && (best == nil || b.weight()+len(b.lines) > best.weight()+len(best.lines)) {
					best = b
				}
				s.head = before
			}
		}
	}
	if best != nil {
		pr.take(best.head, best, RoleShipTo)
	}
}

// looseHeading reads the words of delivery with which a segment begins.
func (p *partyPage) looseHeading(s *partySeg) (h heading, ok bool) {
	keys := withoutGlosses(s.keys())
	asks, telling, n := false, 0, 0 // n: keys of the heading
	for n < min(len(keys), maxLooseWords) && (n == 0 || !keys[n-1].colon) {
		asks = asks || n < 2 && vocab().deliver[keys[n].text]
		if !vocab().to[keys[n].text] {
			telling++
		}
		n++
	}
	if !asks || n < len(keys) && !keys[n-1].colon || telling > 1 && p.stops(s) { // "Delivery date"
		return h, false
	}
	h = heading{roles: RoleShipTo, value: len(s.Words), colon: keys[n-1].colon}
	if n < len(keys) {
		h.value = keys[n].word
	}
	return h, h.value > keys[n-1].word
}

// placed tells whether a block tells of a place: a line of several is a street's or
// a town's, or the only one has a town among three parts, and none is running text.
func (b *partyBlock) placed() bool {
	if b == nil || len(b.lines) == 0 || sameAs(b.lines[0].text) {
		return false
	}
	var traits address.Trait
	for _, l := range b.lines {
		if len(l.words) > leastProse && mostlyLower(l.words) {
			return false
		}
		traits |= l.traits
	}
	if len(b.lines) == 1 { // a town alone may be that of terms: "DAP 24582 Bordesholm"
		return traits&address.Town != 0 && strings.Count(b.lines[0].text, ", ") > 1
	}
	return traits&(address.Town|address.Street) != 0
}
