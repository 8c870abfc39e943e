package ranking

import (
	"math"

	"lineitem/convert/order/neural"
)

// numMentions is how many numbers describe how a name is mentioned.
const numMentions = 3

// countMentions counts on how many segments each telling word stands.
func (g *Graph) countMentions() {
	g.mentions = map[string]int{}
	last := map[string]int{} // the node on which a word was counted, from 1 on
	for i := range g.nodes {
		for _, w := range g.nodes[i].words {
			if len(w.bare) >= leastTelling && last[w.bare] != i+1 {
				last[w.bare] = i + 1
				g.mentions[w.bare]++
			}
		}
	}
}

// addMentions adds whether one of a name's telling words stands in the name of a site,
// and on how many segments the first and the rarest of them stand: the names of the
// parties come again in signatures, conditions and footers, in full or in short.
func (g *Graph) addMentions(f *neural.Features, c *Candidate) {
	if c.group != names {
		f.Add(0, 0, 0)
		return
	}
	inSite, first, rarest := false, 0, 0
	for _, w := range c.words {
		if len(w.bare) < leastTelling {
			continue
		}
		inSite = inSite || g.inSite(w.bare)
		n := g.mentions[w.bare]
		if rarest == 0 {
			first, rarest = n, n
		}
		rarest = min(rarest, n)
	}
	f.Flag(inSite)
	f.Add(math.Log1p(float64(first)), math.Log1p(float64(rarest)))
}
