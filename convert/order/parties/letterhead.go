package parties

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

var senders = mechanism.New("parties: lines of senders")

// sighting is a name that stands without a heading.
type sighting struct {
	partyName
	place Place
	page  *partyPage
	block *partyBlock // nil for a single line
	// addressed reports whether the block's own words make it the addressee's.
	addressed bool
	// score reports how much it looks like the name of an organisation that
	// stands there on purpose.
	score float64
	// issuers is the part of the score that speaks for the document's issuer
	// alone: to stand where letterheads do.
	issuers float64
}

// Where letterheads and feet stand, as parts of the page's height.
const (
	headZone   = 0.33
	windowZone = 0.5
	footZone   = 0.86
)

// maxSightings bounds the names that are taken from one page.
const maxSightings = 64

// sightings finds the names that stand on a page without a heading.
func (p *partyPage) sightings(body float64, first bool) []sighting {
	var found []sighting
	top := p.firstHeadY()
	for _, line := range p.lines {
		for _, s := range line {
			zone := s.MidY() / p.Height
			if s.used || s.head.roles != 0 || s.seen || s.table || !first && zone > headZone && zone < footZone || len(found) == maxSightings {
				continue
			}
			if g, ok := p.sight(s, zone, body, first, s.Y0 < top && zone < headZone); ok {
				found = append(found, g)
			}
		}
	}
	return found
}

// sight reads the name that begins with a segment without a heading: in a sender's
// line or in a block.
func (p *partyPage) sight(s *partySeg, zone, body float64, first, above bool) (g sighting, ok bool) {
	if n, ok := senderLine(s); ok && senders.On() {
		g := sighting{partyName: n, place: InSender, page: p, score: 3.5}
		return g, true
	}
	if zone < windowZone && first && p.nameLike(s) {
		b := p.stack(s, 0, column{hi: p.Width, cell: -1})
		if g, ok = b.sighting(body, above); ok {
			for _, l := range b.lines {
				for _, seg := range l.segs {
					seg.seen = true
				}
			}
		}
	}
	return g, ok
}

// firstHeadY is where the first heading of a party stands, or the page ends.
func (p *partyPage) firstHeadY() float64 {
	for _, line := range p.lines {
		for _, s := range line {
			if s.head.roles&^keyvalue.RoleOther != 0 {
				return s.Y0 + 0.5*s.Height()
			}
		}
	}
	return p.Height
}

// nameLike reports whether a segment may be a name, before what stands beneath
// it is known.
func (p *partyPage) nameLike(s *partySeg) bool {
	if len(s.Words) > 9 && (s.traits()&address.Legal == 0 || len(s.Words) > maxNameWords) || s.labelled() && s.traits()&address.Legal == 0 || p.stops(s) {
		return false
	}
	if s.traits()&(address.Postal|address.Person) != 0 && s.traits()&(address.Legal|address.Org) == 0 {
		return false
	}
	if len(s.Words) > 5 && mostlyLower(s.Words) {
		return false
	}
	return !s.tellsOfDocument()
}

// tellsOfDocument reports whether most of a line's words are those of titles,
// labels and headings, and of no name, or it has hardly any letters.
func (s *partySeg) tellsOfDocument() bool {
	words := s.labels.Words(s.Segment, 0)
	other, letters := 0, 0
	for _, w := range words {
		if noName()[w] || textnorm.OnlyDigits(w) {
			other++
		}
		letters += len(w)
	}
	return other*2 >= len(words) || letters < 3 || letters == len(words) && letters > 4 // "O R D E R"
}

// mostlyLower reports whether most words begin with small letters, as in a sentence.
func mostlyLower(words []*doc.Word) bool {
	lower := 0
	for _, w := range words {
		if startsLower(w.Text) {
			lower++
		}
	}
	return lower*2 >= len(words)
}

func startsLower(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(r)
}

// sighting rates a block without a heading. Above the headed blocks it is
// part of the letterhead, or else stands in an address window.
func (b *partyBlock) sighting(body float64, above bool) (g sighting, ok bool) {
	if len(b.lines) == 0 {
		return g, false
	}
	n, ok := b.name()
	if !ok || len(n.words) == 0 {
		return g, false
	}
	g = sighting{partyName: n, place: InWindow, page: b.page, block: b}
	g.addressed = strings.HasSuffix(b.lines[0].text, addressee)
	postal := 0
	for _, l := range b.lines[min(1, len(b.lines)-1):] {
		if l.traits&(address.Street|address.Town|address.POBox) != 0 {
			postal++
		}
	}
	if n.traits&address.Legal != 0 {
		g.score += 2
	} else if n.traits&address.Org != 0 {
		g.score += 1.5
	}
	if postal > 0 {
		g.score++
	}
	size := n.words[0].Size
	if size > 1.2*body {
		g.score += 0.7
	}
	if g.score == 0 && (!above || b.box.Y0 > 0.12*b.page.Height || b.page.Number != 1) {
		return g, false
	}
	if above && b.page.Number == 1 && b.box.Y0 <= b.page.Lines[0].Y0+2 { // nothing stands above it
		g.issuers += 0.8
	}
	if above {
		g.issuers += 0.6 * (1 - b.box.Y0/(headZone*b.page.Height))
	}
	g.score += g.issuers
	return g, true
}

// senderLine reads the name from a line that holds name and address together,
// as it stands over an address window or in a foot.
func senderLine(s *partySeg) (partyName, bool) {
	if len(s.Words) < 5 || s.traits()&(address.Street|address.Town|address.POBox) == 0 || s.labelled() {
		return partyName{}, false
	}
	cut := addressStart(s.Words)
	if cut > maxNameWords {
		return partyName{}, false
	}
	n, ok := newPartyName(s.Words)
	if !ok || address.Traits(n.text)&(address.Postal|address.Reach|address.Person) != 0 && n.traits&address.Legal == 0 {
		return n, false
	}
	rest := address.Traits(textnorm.Join(s.Words[cut:]))
	return n, rest&address.Town != 0 && (rest&(address.Street|address.POBox) != 0 || n.traits != 0)
}
