package parties

import "lineitem/convert/order/address"

// Lower ends of the zones in which letterheads and address windows stand, as shares of the page's height.
const (
	letterheadZone = 0.33
	windowZone     = 0.5
)

// maxUnheaded bounds the names without headings that are taken from the first page.
const maxUnheaded = 64

// unheaded returns candidates for the names that stand on a page without a heading: in a letterhead or
// an address window.
func (p *partyPage) unheaded() (all []Candidate) {
	top := p.firstHeadingY()
	for s := range p.segments() {
		zone := s.MidY() / p.Height
		if s.used || s.heading.roles != 0 || s.table || zone >= windowZone || len(all) == maxUnheaded || !s.nameLike() {
			continue
		}
		b := p.stack(s, 0, column{hi: p.Width, cell: -1})
		if n, ok := b.name(); ok {
			b.use()
			all = append(all, b.unheadedCandidate(n, s.Y0 < top && zone < letterheadZone))
		}
	}
	return all
}

// firstHeadingY returns where the first heading of a party stands, or the page ends.
func (p *partyPage) firstHeadingY() float64 {
	for s := range p.segments() {
		if s.heading.party() != 0 {
			return s.MidY()
		}
	}
	return p.Height
}

// nameLike reports whether a segment may be a name, judging by the segment alone and
// not by what stands beneath it.
func (s *partySeg) nameLike() bool {
	switch {
	case len(s.Words) > maxNameWords || s.appearance().stops || len(s.Words) > 5 && mostlyLower(s.Words) || isDocumentText(s.Words):
		return false
	case s.appearance().traits&address.Legal != 0:
		return true
	}
	return len(s.Words) < 10 && !s.labelled() && (s.appearance().traits&(address.Postal|address.Person) == 0 || s.appearance().traits&address.Org != 0)
}

// Scores of names without headings.
const (
	scoreOfLegal     = 2.0
	scoreOfOrg       = 1.5
	scoreOfAddress   = 1.0
	scoreOfLarge     = 0.7 // larger than the text
	scoreOfTop       = 0.6 // at the top of the page, less further down
	scoreOfFirst     = 0.8 // nothing stands above it
	scoreOfAddressee = 3.0
)

// unheadedCandidate returns the candidate for a block without a heading. Above the headed blocks it is
// part of the letterhead; otherwise it stands in an address window.
func (b *partyBlock) unheadedCandidate(n partyName, above bool) Candidate {
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
		issuer = scoreOfTop * (1 - b.box.Y0/(letterheadZone*b.page.Height))
		if b.box.Y0 <= b.page.Lines[0].Y0+2 {
			issuer += scoreOfFirst
		}
	}
	c := Candidate{Name: n.text, name: b.page.cell(n.text, n.words), block: b.cell()}
	c.Sides[Issuer] = score + issuer // who stands in a letterhead issued the document
	switch {
	case b.lines[0].addressed():
		c.Sides[Issuer], c.Sides[Receiver] = 0, score+scoreOfAddressee
	case b.weight() >= 2:
		c.Sides[Receiver] = 0.6 * score
	}
	return c
}
