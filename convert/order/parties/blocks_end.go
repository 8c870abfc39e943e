package parties

import (
	"math"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// newName tells whether a segment that a rule parts from the block above it
// begins another party's: it looks like a name and not like an address.
func newName(s *partySeg) bool {
	return s.traits()&address.Legal != 0 || s.traits()&address.Org != 0 && s.traits()&address.Postal == 0
}

// glosses tells whether a segment stands left of a block's line and is written
// in another script: there the heading beside the block goes on, which says the
// same in two languages.
func (s *partySeg) glosses(line *partySeg) bool {
	return s.X1 < line.X0 && onlyForeign(s.Segment, 0) && !onlyForeign(line.Segment, 0)
}

// labelLeft tells whether another label of a list stands left of its value s.
func (p *partyPage) labelLeft(s *partySeg, x float64) bool {
	for _, n := range p.lines[s.Line] {
		if n.X0 >= s.X0 {
			break
		}
		if n.X0 > x-alignedLeft*n.Size() && !n.glosses(s) {
			c, _ := n.caption()
			return c == captionNone || c == captionPerson && n.head.roles != 0
		}
	}
	return false
}

// ends tells whether the block ends before segment s.
func (p *partyPage) ends(b *partyBlock, s, last *partySeg, dy, pitch, size float64, col column) bool {
	c, value := s.caption()
	if s.head.roles != 0 && (c == captionNone || s.head.roles != RoleOther) && (c != captionName || s.head.roles&RoleTo != 0) {
		return true
	}
	if c == captionNone && p.stops(s) {
		return true
	}
	if h, ok := p.looseHeading(s); ok && h.colon && h.value < len(s.Words) && s.traits()&(address.Town|address.Street) != 0 {
		return true // another address: "Baustelle: Am Sportfeld 2, 24582 Bordesholm"
	}
	if n := len(b.lines); n > 0 && strings.HasSuffix(b.lines[n-1].text, addressee) {
		return true
	}
	if hasDate(s) || col.own > 0 && math.Abs(s.X0-col.own) <= alignedLeft*s.Size() && p.otherField(b, s) {
		return true
	}
	if pitch > 0 && dy > 1.4*pitch && (c == captionPerson || c == captionNumber) {
		return true // whom to call about the order stands apart
	}
	limit := loosePitch
	if col.cell >= 0 || c != captionNone && value == len(s.Words) {
		limit = cellPitch
	}
	if pitch == 0 {
		pitch = 1.2 * size
		limit = max(limit, 2)
		if s.traits()&address.Postal != 0 && last.traits()&address.Postal == 0 {
			limit = max(limit, nameGap)
		}
	}
	if dy > limit*max(pitch, 1.15*size) {
		return true
	}
	if col.cell < 0 && c == captionNone && (s.Size() > 1.35*size || s.Size() < 0.7*size) {
		return true
	}
	if c == captionNone && s.labelled() && s.traits()&(address.Reach|address.Person) == 0 && dy > 1.25*pitch && col.cell < 0 {
		return true
	}
	return len(s.Words) > maxProse && s.traits()&address.Postal == 0
}

// otherField tells whether a segment that stands flush with the heading of a
// block, not with its value, is another field of the order.
func (p *partyPage) otherField(b *partyBlock, s *partySeg) bool {
	if len(s.Words) > leastProse && mostlyLower(s.Words) {
		return true
	}
	if s.traits()&(address.Reach|address.Person|address.Postal) != 0 {
		return false
	}
	if s.labelled() {
		return true
	}
	if n := p.rightOf(s, s.Line); n != nil && strings.HasPrefix(n.text(), ":") {
		return true
	}
	for _, l := range b.lines { // the address is complete
		if l.traits&address.Town != 0 {
			return true
		}
	}
	return false
}

// hasDate tells whether a date in figures stands in a segment, as no address has.
func hasDate(s *partySeg) bool {
	for _, w := range s.Words {
		if isDate(strings.Trim(w.Text, ".,;:()")) {
			return true
		}
	}
	return false
}

// isDate tells whether a word is a day, month and year with the same sign between
// them: 11/05/2026, 2026-05-11, 11-May-2026.
func isDate(word string) bool {
	sep := strings.IndexAny(word, "/.-")
	if sep < 1 || len(word) > 11 {
		return false
	}
	parts := strings.Split(word, word[sep:sep+1])
	if len(parts) != 3 || !wording.OnlyDigits(parts[0]) || !wording.OnlyDigits(parts[2]) {
		return false
	}
	if month := parts[1]; wording.OnlyDigits(month) == (len(month) > 2) || wording.HasDigit(month) && len(month) > 2 {
		return false // neither a number nor a name: 11, Nov
	}
	first, last := len(parts[0]), len(parts[2])
	return first <= 2 && (last == 2 || last == 4) || first == 4 && last <= 2
}

// sentenceEnd gives how many of the words behind a heading are an address: up to
// where another sentence begins, or the time by which to deliver.
func sentenceEnd(words []*doc.Word) int {
	for i := 3; i < len(words); i++ {
		before, t := words[i-1].Text, words[i].Text
		switch wording.Fold(t) {
		case "quoting", "stating", "citing", "mentioning":
			return i
		case "on", "by", "before", "until", "within", "latest":
			if wording.HasDigit(wording.Join(words[i:min(len(words), i+6)])) {
				return i
			}
		}
		a, ok := address.NewWord(before)
		if !strings.HasSuffix(before, ".") || len(before) < 5 || !ok || a.Traits != 0 || a.Dotted || startsLower(t) || wording.HasDigit(t) {
			continue
		}
		if address.Traits(wording.Join(words[:i]))&(address.Street|address.Town) != 0 {
			return i
		}
	}
	return len(words)
}
