package parties

import (
	"math"
	"strings"
)

// holds tells whether one of the block's lines is the given one.
func (b *partyBlock) holds(line string) bool {
	for _, l := range b.lines {
		if strings.EqualFold(l.text, line) {
			return true
		}
	}
	return false
}

// addressWindow adds what it counts for the addressee that a block stands left,
// where envelopes have their windows, with another one to its right.
func (pr *partyReader) addressWindow(g *sighting) float64 {
	if g.box.X0 < 0.4*g.page.Width && pr.besideWindow(g) != nil {
		return 1
	}
	return 0
}

// besideWindow is another block without heading that stands level with g, nil
// when there is none; a name alone is no such block.
func (pr *partyReader) besideWindow(g *sighting) *sighting {
	if len(g.block.lines) < 2 {
		return nil
	}
	for i := range pr.seen {
		o := &pr.seen[i]
		if o != g && o.place == InWindow && o.page == g.page && len(o.block.lines) > 1 && o.block.weight() >= 2 &&
			math.Abs(o.box.Y0-g.box.Y0) < 0.06*g.page.Height && o.box.OverlapX(g.box) == 0 {
			return o
		}
	}
	return nil
}
