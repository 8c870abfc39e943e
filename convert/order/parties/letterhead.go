package parties

import (
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

var senders = mechanism.New("parties: lines of senders")

// Where letterheads and feet stand, as parts of the page's height.
const (
	headZone   = 0.33
	windowZone = 0.5
	footZone   = 0.86
)

// maxUnheaded bounds the names without headings that are taken from one page.
const maxUnheaded = 64

// appendUnheaded appends the names that stand on a page without a heading: in a letterhead, an
// address window or a sender's line.
func (p *partyPage) appendUnheaded(all []Candidate) []Candidate {
	first, top, before := p.Page == p.in.Pages[p.in.First], p.firstHeadY(), len(all)
	for s := range p.segments() {
		zone := s.MidY() / p.Height
		if s.used || s.head.roles != 0 || s.table || !first && zone > headZone && zone < footZone || len(all)-before == maxUnheaded {
			continue
		}
		if n, ok := senderLine(s); ok && senders.On() {
			all = append(all, p.unheaded(&partyBlock{}, n, InSender, scoreOfSender))
			continue
		}
		if zone >= windowZone || !first || !s.nameLike() {
			continue
		}
		b := p.stack(s, 0, column{hi: p.Width, cell: -1})
		if n, ok := b.name(); ok {
			b.use()
			all = append(all, b.sighted(n, s.Y0 < top && zone < headZone))
		}
	}
	return all
}

// firstHeadY is where the first heading of a party stands, or the page ends.
func (p *partyPage) firstHeadY() float64 {
	for s := range p.segments() {
		if s.head.party() != 0 {
			return s.MidY()
		}
	}
	return p.Height
}

// nameLike reports whether a segment may be a name, before what stands beneath
// it is known.
func (s *partySeg) nameLike() bool {
	switch {
	case len(s.Words) > maxNameWords || s.stops() || len(s.Words) > 5 && mostlyLower(s.Words) || tellsOfDocument(s.Words):
		return false
	case s.traits()&address.Legal != 0:
		return true
	}
	return len(s.Words) < 10 && !s.labelled() && (s.traits()&(address.Postal|address.Person) == 0 || s.traits()&address.Org != 0)
}

// senderLine reads the name from a line that holds name and address together,
// as it stands over an address window or in a foot.
func senderLine(s *partySeg) (partyName, bool) {
	if len(s.Words) < 5 || s.traits()&address.Postal == 0 || s.labelled() {
		return partyName{}, false
	}
	cut := addressStart(s.Words)
	n, ok := newPartyName(s.Words)
	if !ok || cut > maxNameWords || address.Traits(n.text)&(address.Postal|address.Reach|address.Person) != 0 && n.traits&address.Legal == 0 {
		return n, false
	}
	rest := address.Traits(textnorm.Join(s.Words[cut:]))
	return n, rest&address.Town != 0 && (rest&(address.Street|address.POBox) != 0 || n.traits != 0)
}

// Scores of names without headings.
const (
	scoreOfSender    = 3.5
	scoreOfLegal     = 2.0
	scoreOfOrg       = 1.5
	scoreOfAddress   = 1.0
	scoreOfLarge     = 0.7 // larger than the text
	scoreOfTop       = 0.6 // of the height at which letterheads stand
	scoreOfFirst     = 0.8 // nothing stands above it
	scoreOfAddressee = 3.0
)

// sighted is the candidate of a block without a heading. Above the headed blocks it is
// part of the letterhead, or else stands in an address window.
func (b *partyBlock) sighted(n partyName, above bool) Candidate {
	score, issuer := 0.0, 0.0
	if n.traits&address.Legal != 0 {
		score = scoreOfLegal
	} else if n.traits&address.Org != 0 {
		score = scoreOfOrg
	}
	for _, l := range b.lines[min(1, len(b.lines)-1):] {
		if l.traits&address.Postal != 0 {
			score += scoreOfAddress
			break
		}
	}
	if n.words[0].Size > 1.2*b.page.BodySize() {
		score += scoreOfLarge
	}
	if above {
		issuer = scoreOfTop * (1 - b.box.Y0/(headZone*b.page.Height))
		if b.box.Y0 <= b.page.Lines[0].Y0+2 {
			issuer += scoreOfFirst
		}
	}
	c := b.page.unheaded(b, n, InWindow, score+issuer)
	switch {
	case strings.HasSuffix(b.lines[0].text, addressee):
		c.Sides[Issuer], c.Sides[Receiver] = 0, score+scoreOfAddressee
	case b.weight() >= 2:
		c.Sides[Receiver] = 0.6 * score
	}
	return c
}

// unheaded is the candidate of a name without heading, which speaks for who issued the document.
func (p *partyPage) unheaded(b *partyBlock, n partyName, place Place, score float64) Candidate {
	c := Candidate{Place: place, Name: n.text, name: p.cell(n.text, n.words), block: b.cell()}
	c.Sides[Issuer] = score
	return c
}
