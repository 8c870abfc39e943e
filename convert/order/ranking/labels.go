package ranking

import (
	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
)

// concepts is how many things a label may announce.
const concepts = int(keyvalue.NumKinds) - 1

// claim is how strongly labels announce that a word is the value of each concept.
type claim [concepts]float32

// add notes what a label announces of a value; geometry, above 0 and at most 1, is how well the value is placed for the label.
func (c *claim) add(l *keyvalue.Label, geometry float64) {
	for _, m := range l.Meanings {
		if at := int(m.Kind) - 1; at >= 0 && at < concepts {
			c[at] = max(c[at], float32(m.Strength*geometry))
		}
	}
}

// hint is what the lexicons say about a segment.
type hint struct {
	announces                         claim // by its first label
	startsSegment, endsSegment, colon bool  // how that label stands in it: see keyvalue.Label
	value                             int   // index of the first word behind a label that begins the segment, 0 for none
	buyer, supplier, other            bool  // it begins with a heading of a buyer, a supplier or something else
}

func (v *View) hint(s *layout.Segment) hint {
	var h hint
	if labels := v.Labels.Index.Of(s); len(labels) > 0 {
		l := &labels[0]
		h.announces.add(l, 1)
		h.startsSegment, h.endsSegment, h.colon = l.StartsSegment, l.EndsSegment, l.Colon
		if l.StartsSegment && !l.Value.Empty() {
			h.value = l.Value.From
		}
	}
	h.buyer, h.supplier, h.other = v.Heads(s)
	return h
}

// claim sets what labels announce of the words behind, beside and beneath them.
func (g *Graph) claim() {
	claims := map[*doc.Word]*claim{}
	for n := range g.byPage {
		for _, at := range g.Labels.Places(n) {
			for _, w := range at.Span.Words() {
				c := claims[w]
				if c == nil {
					c = new(claim)
					claims[w] = c
				}
				c.add(at.Label, at.Geometry)
			}
		}
	}
	for i := range g.nodes {
		for _, w := range g.nodes[i].words {
			w.claimed = claims[w.Word]
		}
	}
}

// strength returns how strongly a kind is claimed.
func (c *claim) strength(k keyvalue.Kind) float32 { return c[k-1] }
