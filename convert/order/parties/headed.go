package parties

import (
	"math"
	"strings"

	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

var cells = mechanism.New("parties: ruled cells hold blocks")

// headed reads the block of a heading: the one behind or beside it or the one under it,
// whichever looks more like a party; nil when there is none.
func (p *partyPage) headed(h *partySeg) *partyBlock {
	var best *partyBlock
	if h.heading.value < len(h.Words) {
		best = p.stack(h, h.heading.value, column{lo: h.X0, hi: p.nextHeading(h), cell: p.onlyCell(h), lefts: []float64{h.X0}, heading: h})
	} else {
		best = p.beneath(h)
		beside := p.beside(h)
		if w, under := beside.weight(), best.weight(); !best.isRightUnder(h) && (w > under || w == under && h.heading.colon) {
			best = beside
		}
	}
	if best == nil || len(best.lines) == 0 || h.heading.code && best.weight() < 2 || isReference(best.lines[0].text) {
		return nil
	}
	best.heading = h
	return best
}

// isReference reports whether a block's first line refers to another block instead of stating a name or an address.
func isReference(s string) bool {
	first, rest, _ := strings.Cut(textnorm.Fold(s), " ")
	second, _, _ := strings.Cut(rest, " ")
	return sameWords()[first] || sameWords()[first+" "+second]
}

// isRightUnder reports whether a block with an address stands right under a heading and
// flush with it, as blocks do.
func (b *partyBlock) isRightUnder(h *partySeg) bool {
	if b.weight() < 2 || b.lines[0].caption != 0 {
		return false
	}
	first := b.lines[0].segs[0]
	return math.Abs(b.lines[0].box.X0-h.X0) <= alignedLeft*h.Size() && first.Baseline()-h.Baseline() <= 2.2*h.Size() && !first.labelled()
}

// nextHeading returns where the next heading of the line begins, or the page ends.
func (p *partyPage) nextHeading(h *partySeg) float64 {
	for _, s := range p.lines[h.Line] {
		if s.X0 > h.X1 && s.heading.roles != 0 {
			return s.X0 - 1
		}
	}
	return p.Width
}

// onlyCell returns the index of a heading's ruled cell if it holds something besides the
// heading, and no heading of another party; otherwise -1.
func (p *partyPage) onlyCell(h *partySeg) int {
	if h.Cell < 0 || !cells.On() {
		return -1
	}
	others := 0
	for _, line := range p.lines[h.Line:] {
		for _, s := range line {
			if s == h || s.Cell != h.Cell {
				continue
			}
			if others++; s.heading.party() != 0 {
				return -1
			}
		}
	}
	if others == 0 && h.heading.value == len(h.Words) {
		return -1
	}
	return h.Cell
}

// beside reads the block to the right of a heading, nil when there is none.
func (p *partyPage) beside(h *partySeg) *partyBlock {
	first := p.rightOf(h)
	if first == nil || first.heading.roles != 0 || first.table || first.appearance().stops || first.X0-h.X1 > valueGap*h.Size() {
		return nil
	}
	cell := p.onlyCell(h)
	if first.Cell != cell {
		cell = -1
	}
	return p.stack(first, 0, column{lo: h.X0, hi: p.nextHeading(first), cell: cell, lefts: []float64{first.X0, h.X0}, heading: h})
}

// rightOf returns the next segment to the right of another, nil for none.
func (p *partyPage) rightOf(h *partySeg) *partySeg {
	for _, s := range p.lines[h.Line] {
		if s.X0 >= h.X1 {
			return s
		}
	}
	return nil
}

// beneath reads the block under a heading, nil when there is none.
func (p *partyPage) beneath(h *partySeg) *partyBlock {
	col := p.columnOf(h)
	reach := headingGap * h.Size()
	if h.Cell >= 0 && col.cell < 0 {
		if under := p.CellAt(h.MidX(), p.Cells[h.Cell].Y1+3); under >= 0 {
			reach = max(reach, p.Cells[under].Y1-h.Baseline())
		}
	}
	tol := alignedLeft * h.Size()
	for _, line := range p.lines[h.Line+1:] {
		for _, s := range line {
			if s.Baseline()-h.Baseline() > reach {
				return nil
			}
			if s.X0 < col.lo-tol || s.X0 >= col.hi || s.foreign() || s.used || col.cell >= 0 && s.Cell != col.cell ||
				h.Cell < 0 && math.Abs(s.X0-h.X0) > 1.5*tol && s.OverlapX(h.Box) <= 0 {
				continue
			}
			if s.appearance().caption == 0 && (s.heading.party() != 0 || s.appearance().stops) {
				return nil
			}
			return p.stack(s, 0, col)
		}
	}
	return nil
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

// use marks the segments of a block as used, so that they are read only once.
func (b *partyBlock) use() {
	if b.heading != nil {
		b.heading.used = true
	}
	for _, l := range b.lines {
		for _, s := range l.segs {
			s.used = true
		}
	}
}
