package parties

import (
	"math/bits"
	"strings"

	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/textnorm"
)

// Role says whose name or address a heading announces: see keyvalue.
type Role = keyvalue.Role

// heading is a label that says whose name or address follows it.
type heading struct {
	roles Role
	// value is the index of the first of the segment's words that follow the
	// heading on its own line; the number of words when none does.
	value int
	colon bool // a colon parts heading and value
	words int  // of the heading, for preferring the more exact one
	code  bool // a number follows it, by which one party identifies the other
}

// party returns the roles that a heading gives to a party.
func (h *heading) party() Role { return h.roles &^ keyvalue.RoleOther }

// Headings are the headings of parties and of other things in a document.
type Headings struct{ Labels *keyvalue.Index }

// Of reports whether a segment begins with a heading of the buyer or of the supplier,
// including what as a rule only one of them has (an address for bills, one for
// payments), or with a heading of something else.
func (all Headings) Of(s *layout.Segment) (buyer, supplier, other bool) {
	h, ok := headingOf(all.Labels, s)
	if !ok || h.roles&(keyvalue.RoleOther|keyvalue.RoleThird) != 0 {
		return false, false, ok
	}
	buyer = h.roles&(keyvalue.RoleBuyer|keyvalue.RoleBillTo|keyvalue.RoleIssuer) != 0
	supplier = h.roles&(keyvalue.RoleSupplier|keyvalue.RoleAddressee|keyvalue.RoleRemit) != 0
	return buyer, supplier, !buyer && !supplier
}

// Begin reports whether a segment is the heading of a supplier or an address, as they
// stand on the first page of an order.
func (all Headings) Begin(s *layout.Segment) bool {
	h, ok := headingOf(all.Labels, s)
	return ok && h.roles&(keyvalue.RoleSupplier|keyvalue.RoleShipTo|keyvalue.RoleBillTo|keyvalue.RoleAddressee) != 0
}

// headingOf reads the heading with which a segment begins: a colon follows it, or
// nothing else stands in the segment but a number. If ok is false, the segment at most begins like one.
func headingOf(labels *keyvalue.Index, s *layout.Segment) (h heading, ok bool) {
	l := labels.Heading(s)
	if l == nil {
		return h, false
	}
	h = heading{roles: l.Roles, colon: l.Colon, value: valueOf(l), words: l.Phrase().To - l.First()}
	if h.colon {
		ok = h.value >= l.Phrase().To
	} else {
		if h.value == len(s.Words)-1 && textnorm.OnlyDigits(s.Words[h.value].Text) {
			h.value, h.code = len(s.Words), true
		}
		last := s.Words[l.Phrase().To-1].Text
		bare := h.words == 1 && bareWords()[labels.Words(s, l.First())[0]]
		alone := len(s.Words) == 1 && loneWords()[labels.Words(s, 0)[0]] && !startsLower(last)
		sentence := strings.HasSuffix(last, ".") && len(last) > 6
		ok = h.value == len(s.Words) && (!bare || alone) && !sentence
	}
	return h, ok
}

// valueOf returns the index of the first word behind a label in its segment, the number of
// words if nothing but marks follows.
func valueOf(l *keyvalue.Label) int {
	if !strings.ContainsFunc(l.Value.Text(), textnorm.IsWordRune) {
		return len(l.Segment.Words)
	}
	return l.Value.From
}

// captionOf returns the caption of an address field with which a segment begins, 0 for none, and the
// index of the word with which its value begins.
func captionOf(labels *keyvalue.Index, s *layout.Segment) (c Role, value int) {
	l := labels.Begins(s, keyvalue.Captions)
	if l == nil || !l.Colon && valueOf(l) < len(s.Words) {
		return 0, 0
	}
	return 1 << (bits.Len32(uint32(l.Roles)) - 1), max(valueOf(l), l.Phrase().To)
}
