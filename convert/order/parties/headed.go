package parties

import (
	"math"

	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
)

var cells = mechanism.New("parties: ruled cells hold blocks")

// headed reads the block of a heading: what stands beside it or under it,
// whichever looks more like a party.
func (p *partyPage) headed(h *partySeg) *partyBlock {
	var best *partyBlock
	if h.head.value < len(h.Words) {
		best = p.stack(h, h.head.value, column{lo: h.X0, hi: p.nextHead(h), cell: p.onlyCell(h), lefts: []float64{h.X0}})
	} else if best = p.middle(h); best == nil {
		best = p.beneath(h)
		if beside := p.beside(h); !h.above(best) && (beside.weight() > best.weight() || beside.weight() == best.weight() && h.head.colon) {
			best = beside
		}
	}
	if best == nil || len(best.lines) == 0 || h.head.code && best.weight() < 2 {
		return nil
	}
	best.head = h
	return best
}

// above reports whether a block with an address stands right under its heading and
// flush with it, as blocks do.
func (s *partySeg) above(b *partyBlock) bool {
	if b.weight() < 2 || b.lines[0].caption != 0 {
		return false
	}
	first := b.lines[0].segs[0]
	return math.Abs(b.lines[0].box.X0-s.X0) <= alignedLeft*s.Size() && first.Baseline()-s.Baseline() <= 2.2*s.Size() &&
		(!first.labelled() || b.lines[0].traits&address.Legal != 0)
}

// nextHead is where the next heading of the line begins, or the page ends.
func (p *partyPage) nextHead(h *partySeg) float64 {
	for _, s := range p.lines[h.Line] {
		if s.X0 > h.X1 && s.head.roles != 0 {
			return s.X0 - 1
		}
	}
	return p.Width
}

// onlyCell is the ruled cell of a heading when it holds something beside the
// heading, and no other heading; otherwise -1.
func (p *partyPage) onlyCell(h *partySeg) int {
	if h.Cell < 0 || !cells.On() {
		return -1
	}
	cell, others := p.Cells[h.Cell], 0
	for i := h.Line; i < len(p.lines); i++ {
		if len(p.lines[i]) > 0 && p.lines[i][0].Y0 > cell.Y1 {
			break
		}
		for _, s := range p.lines[i] {
			if s == h || s.Cell != h.Cell {
				continue
			}
			others++
			if s.head.roles&^keyvalue.RoleOther != 0 {
				return -1
			}
		}
	}
	if others == 0 && h.head.value == len(h.Words) {
		return -1
	}
	return h.Cell
}

// beside reads the block to the right of a heading, nil when there is none.
func (p *partyPage) beside(h *partySeg) *partyBlock {
	first := p.rightOf(h, h.Line)
	if first == nil || first.head.roles != 0 || first.table || p.stops(first) ||
		first.X0-h.X1 > valueGap*h.Size() {
		return nil
	}
	cell := p.onlyCell(h)
	if first.Cell != cell {
		cell = -1
	}
	return p.stack(first, 0, column{lo: h.X0, hi: p.nextHead(first), cell: cell, lefts: []float64{first.X0, h.X0}, head: h, gloss: p.gloss(h)})
}

// middle reads the block to the right of a heading that stands halfway down its
// height, as in the rows of forms; nil when there is none.
func (p *partyPage) middle(h *partySeg) *partyBlock {
	near := p.nearRight(h)
	if near == nil || near.X0-h.X1 > valueGap*h.Size() {
		return nil
	}
	top := p.topOf(near, h)
	if top.Y0 >= h.Y0-0.3*h.Size() {
		return nil
	}
	col := column{lo: near.X0, hi: p.nextHead(h), cell: -1}
	if near.Cell != h.Cell {
		col.cell = near.Cell
	}
	b := &partyBlock{page: p}
	for _, l := range p.stack(top, 0, col).lines {
		if l.segs[0].Y0 > h.Y1 && p.hasLabel(l.segs[0], h) {
			break
		}
		b.add(l)
	}
	if len(b.lines) < 2 || math.Abs(b.box.Y0+b.box.Y1-h.Y0-h.Y1) > 1.7*h.Size() {
		return nil
	}
	return b
}

// nearRight is the segment next to the right of a heading in its line, or half a line above or beneath it.
func (p *partyPage) nearRight(h *partySeg) *partySeg {
	var near *partySeg
	for i := max(0, h.Line-2); i < min(len(p.lines), h.Line+3); i++ {
		s := p.rightOf(h, i)
		if s == nil || math.Abs(s.Baseline()-h.Baseline()) > 0.9*h.Size() || s.table || s.head.roles != 0 {
			continue
		}
		if near == nil || s.X0 < near.X0-alignedLeft*h.Size() {
			near = s
		}
	}
	return near
}

// topOf is the first of the segments that stand flush above one another down to the
// given one, in rows that have no label of their own in the column of the heading.
func (p *partyPage) topOf(s, h *partySeg) *partySeg {
	top := s
	for i := s.Line - 1; i >= 0; i-- {
		for _, o := range p.lines[i] {
			if math.Abs(o.X0-s.X0) > alignedLeft*s.Size() || o.Baseline() >= top.Baseline() {
				continue
			}
			if top.Baseline()-o.Baseline() > loosePitch*s.Size() || o.Cell != s.Cell || o.used || o.table || o.head.roles != 0 || p.stops(o) || p.hasLabel(o, h) {
				return top
			}
			top = o
		}
	}
	return top
}

// hasLabel reports whether something stands in the column of a heading beside a segment.
func (p *partyPage) hasLabel(s, h *partySeg) bool {
	for _, o := range p.lines[s.Line] {
		if o != h && o.X0 < s.X0 && o.X1 > h.X0 {
			return true
		}
	}
	return false
}

// gloss is the heading right beneath another that says the same, in another language as a
// rule; nil when there is none.
func (p *partyPage) gloss(h *partySeg) *partySeg {
	for i := h.Line + 1; i < len(p.lines); i++ {
		for _, s := range p.lines[i] {
			if s.Baseline()-h.Baseline() > loosePitch*h.Size() {
				return nil
			}
			if s.head.roles == h.head.roles && s.head.value == len(s.Words) && math.Abs(s.X0-h.X0) <= alignedLeft*h.Size() {
				return s
			}
		}
	}
	return nil
}

// rightOf is the segment of line i that stands next to the right of h.
func (p *partyPage) rightOf(h *partySeg, i int) *partySeg {
	for _, s := range p.lines[i] {
		if s.X0 >= h.X1 {
			return s
		}
	}
	return nil
}

// beneath reads the block under a heading, nil when there is none.
func (p *partyPage) beneath(h *partySeg) *partyBlock {
	col := p.columnOf(h)
	reach, under := headGap*h.Size(), -1
	if h.Cell >= 0 && col.cell < 0 {
		if under = p.CellAt(h.MidX(), p.Cells[h.Cell].Y1+3); under >= 0 {
			reach = max(reach, p.Cells[under].Y1-h.Baseline())
		}
	}
	tol := alignedLeft * h.Size()
	for i := h.Line + 1; i < len(p.lines); i++ {
		for _, s := range p.lines[i] {
			dy := s.Baseline() - h.Baseline()
			if dy > reach {
				return nil
			}
			if s.X0 < col.lo-tol || s.X0 >= col.hi || col.foreign(s) || s.used || col.cell >= 0 && s.Cell != col.cell {
				continue
			}
			if h.Cell < 0 && math.Abs(s.X0-h.X0) > 1.5*tol && s.OverlapX(h.Box) <= 0 && !indented(s, h) {
				continue
			}
			if c, _ := s.caption(); c == 0 && (s.head.roles&^keyvalue.RoleOther != 0 || p.stops(s)) {
				return nil
			}
			return p.stack(s, 0, col)
		}
	}
	return nil
}

// indented reports whether a segment begins in the next line, a little behind the end
// of its heading.
func indented(s, h *partySeg) bool {
	return h.head.colon && s.X0 >= h.X1 && s.X0 <= h.X1+2*h.Size() && s.Baseline()-h.Baseline() <= 2.2*h.Size()
}

// columnOf bounds the block beneath a heading by what stands beside the heading,
// and by its ruled cell.
func (p *partyPage) columnOf(h *partySeg) column {
	col := column{hi: p.Width, cell: p.onlyCell(h)}
	for _, s := range p.lines[h.Line] {
		if s.X1 <= h.X0 {
			col.lo = max(col.lo, s.X1)
		} else if s.X0 >= h.X1 {
			col.hi = min(col.hi, s.X0-1)
		}
	}
	col.far = col.hi
	if h.Cell >= 0 {
		col.lo, col.hi = max(col.lo, p.Cells[h.Cell].X0-1), min(col.hi, p.Cells[h.Cell].X1+1)
	}
	return col
}
