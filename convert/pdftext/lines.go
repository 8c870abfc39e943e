package pdftext

import (
	"cmp"
	"math"
	"slices"
)

// compareLines compares the fragments on each baseline: of text that was
// painted twice one copy is dropped, and touching pieces of words are joined.
func (b *builder) compareLines() {
	b.order = b.order[:0]
	for i := range b.fragments {
		b.order = append(b.order, int32(i))
	}
	turn := func(i int32) int { return turnOf(&b.c.styles[b.fragments[i].style]) }
	slices.SortFunc(b.order, func(i, j int32) int {
		if c := cmp.Compare(turn(i), turn(j)); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(b.fragments[i].across, b.fragments[j].across), cmp.Compare(i, j))
	})
	for order := b.order; len(order) > 0; {
		head := &b.fragments[order[0]]
		n := 1
		for n < len(order) && turn(order[n]) == turn(order[0]) && b.fragments[order[n]].across-head.across < 0.2*head.size {
			n++
		}
		line := order[:n]
		order = order[n:]
		slices.SortFunc(line, func(i, j int32) int {
			return cmp.Or(cmp.Compare(b.fragments[i].from, b.fragments[j].from), cmp.Compare(i, j))
		})
		b.compareLine(line)
	}
}

// compareLine compares the fragments on one baseline, from left to right.
func (b *builder) compareLine(line []int32) {
	for k, i := range line {
		f := &b.fragments[i]
		for l := k - 1; l >= 0 && l >= k-12; l-- {
			j := line[l]
			p := &b.fragments[j]
			if p.dropped {
				continue
			}
			if b.drops(j, i) {
				if f.dropped {
					break
				}
				continue
			}
			if gap := f.from - p.to; !f.dropped && !f.spaced && math.Abs(gap) < touching*f.size && p.next < 0 &&
				sameSize(p.size, f.size) && p.bold == f.bold && math.Abs(p.across-f.across) < 0.02*f.size && b.lone(p, f) {
				p.next, f.joined = i, true
				break
			}
		}
	}
}

// lone reports whether touching pieces should be joined: both are of the same style, and one of them is a
// single glyph, as when each glyph is placed by itself.
func (b *builder) lone(p, f *fragment) bool {
	return p.style == f.style && (p.last-p.first == 1 || f.last-f.first == 1)
}

// drops reports whether two fragments repeat each other, and drops one of them:
// the invisible one, or the shadow, or the one painted later. j starts left of i or
// at the same place.
func (b *builder) drops(j, i int32) bool {
	p, f := &b.fragments[j], &b.fragments[i]
	hiddenP, hiddenF := b.c.styles[p.style].invisible, b.c.styles[f.style].invisible
	shared := min(p.to, f.to) - f.from
	if shared <= 0 {
		return false
	}
	if hiddenP != hiddenF {
		width := f.to - f.from
		if hiddenP {
			width = p.to - p.from
		}
		if shared > 0.5*width {
			f.dropped, p.dropped = hiddenF, hiddenP
			return true
		}
		return false
	}
	if f.from-p.from > samePlace*f.size || !b.sameText(p, f) {
		return false
	}
	later := i > j // whether f was painted after p
	if b.c.styles[p.style].color != b.c.styles[f.style].color {
		later = !later // the one painted first is a shadow: the text lies on top of it
	} else if !hiddenF {
		p.bold, f.bold = true, true
	}
	if later {
		f.dropped = true
	} else {
		p.dropped = true
	}
	return true
}

func (b *builder) sameText(p, f *fragment) bool {
	if p.last-p.first != f.last-f.first {
		return false
	}
	for k := range p.last - p.first {
		if b.c.glyphs[b.indices[p.first+k]].text != b.c.glyphs[b.indices[f.first+k]].text {
			return false
		}
	}
	return true
}
