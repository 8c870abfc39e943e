package layout

import (
	"cmp"
	"math"
	"slices"
)

// Measures of what is set together, in ems.
const (
	alignedWithin = 0.45 // edges or centres that differ less than this are aligned
	widestLead    = 1.75 // baselines of one block are not further apart than this
	sameLeading   = 0.22 // how far the distances of baselines within one block may differ
	sameSize      = 0.25 // how far font sizes within one block may differ
)

// reach is how many lines above a segment are searched for its block. Lines of
// other columns may lie between.
const reach = 8

// findBlocks stacks segments into blocks.
func findBlocks(p *Page) []Block {
	var blocks []Block
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			s.Block = -1
			if above := p.above(i, s, blocks); above != nil {
				s.Block = above.Block
				b := &blocks[s.Block]
				b.Segments = append(b.Segments, s)
				b.Box = b.Box.Union(s.Box)
			} else {
				s.Block = len(blocks)
				blocks = append(blocks, Block{Box: s.Box, Segments: []*Segment{s}})
			}
		}
	}
	return blocks
}

// above returns the last segment of the block that s, on the given line,
// continues; nil if s begins a block.
func (p *Page) above(line int, s *Segment, blocks []Block) *Segment {
	em := s.Size()
	for i := line - 1; i >= 0 && i >= line-reach; i-- {
		l := &p.Lines[i]
		if s.Baseline()-l.Baseline > widestLead*em {
			return nil
		}
		// Segments of a line are sorted and, except for overprinted text,
		// disjoint, so that those above s follow one another.
		k, _ := slices.BinarySearchFunc(l.Segments, s.X0-alignedWithin*em, func(t *Segment, x float64) int {
			return cmp.Compare(t.X1, x)
		})
		covered := false
		for ; k < len(l.Segments) && l.Segments[k].X0 <= s.X1; k++ {
			t := l.Segments[k]
			covered = covered || t.OverlapX(s.Box) > 0
			if p.continues(t, s, &blocks[t.Block]) {
				return t
			}
		}
		if covered {
			return nil
		}
	}
	return nil
}

// continues reports whether t ends the block b and s continues it.
func (p *Page) continues(t, s *Segment, b *Block) bool {
	last := b.Segments[len(b.Segments)-1]
	em := min(s.Size(), t.Size())
	lead := s.Baseline() - t.Baseline()
	switch {
	case last != t, t.Cell != s.Cell:
		return false
	case math.Abs(s.Size()-t.Size()) > sameSize*em:
		return false
	case lead < 0.7*em || lead > widestLead*em:
		return false
	}
	if n := len(b.Segments); n > 1 {
		before := t.Baseline() - b.Segments[n-2].Baseline()
		if math.Abs(lead-before) > sameLeading*em {
			return false
		}
	}
	near := alignedWithin * em
	if math.Abs(s.X0-t.X0) > near && math.Abs(s.X1-t.X1) > near && math.Abs(s.MidX()-t.MidX()) > near {
		return false
	}
	x := (max(s.X0, t.X0) + min(s.X1, t.X1)) / 2
	return !p.edges.horizontal.crosses(t.MidY(), s.MidY(), x)
}
