package parties

import "lineitem/convert/order/keyvalue"

// maxTurnedGap bounds how far from a heading that is written upward or downward its
// block begins, in ems.
const maxTurnedGap = 5

// readTurned reads the blocks beside headings that are written upward or downward.
func (pr *partyReader) readTurned(p *partyPage) {
	for _, l := range p.in.Labels.Turned(p.index) {
		h := &partySeg{Segment: l.Segment, labels: p.in.Labels, head: heading{roles: l.Roles, value: len(l.Segment.Words), words: len(l.Segment.Words)}}
		roles := l.Roles &^ keyvalue.RoleOther
		if b := p.besideTurned(h); roles != 0 && b.weight() >= 2 {
			b.head = h
			pr.take(h, b, roles)
		}
	}
}

// besideTurned reads the block to the right of a heading that is written upward or
// downward; nil when there is none.
func (p *partyPage) besideTurned(h *partySeg) *partyBlock {
	size := h.Words[0].Size
	for _, line := range p.lines {
		for _, s := range line {
			if s.X0 < h.X1-1 || s.X0-h.X1 > maxTurnedGap*size || s.MidY() < h.Y0-size || s.MidY() > h.Y1+size || s.used || s.table || s.head.roles != 0 {
				continue
			}
			return p.stack(p.topOf(s, h), 0, column{lo: s.X0, hi: p.Width, cell: s.Cell})
		}
	}
	return nil
}
