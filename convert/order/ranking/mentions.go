package ranking

import "lineitem/convert/order/neural"

// numMentions is how many numbers describe how a name is mentioned.
const numMentions = 3

// mention says where the pages hold a distinctive word: see leastDistinctive.
type mention struct {
	segments int  // how many hold it
	last     int  // index of the last of them
	inSite   bool // a site holds it: see findSites
}

// findMentions finds where the pages hold each distinctive word.
func (g *Graph) findMentions() {
	g.mentions = make([]mention, len(g.ids))
	for i := range g.nodes {
		for _, w := range g.nodes[i].words {
			if len(w.bare) < leastDistinctive {
				continue
			}
			m := &g.mentions[w.id]
			if m.segments == 0 {
				m.inSite = g.inSite(w.bare)
			} else if m.last == i {
				continue
			}
			m.segments, m.last = m.segments+1, i
		}
	}
}

// addMentions adds whether a site holds one of a name's distinctive words, and in how many
// segments the first and the rarest of them stand: the names of the parties recur in
// signatures, conditions and footers, in full or in short.
func (g *Graph) addMentions(f *neural.Features, c *Candidate) {
	if c.group != names {
		f.Add(0, 0, 0)
		return
	}
	inSite, first, rarest := false, 0, 0
	for _, w := range c.words {
		if len(w.bare) < leastDistinctive {
			continue
		}
		m := &g.mentions[w.id]
		inSite = inSite || m.inSite
		if rarest == 0 {
			first, rarest = m.segments, m.segments
		}
		rarest = min(rarest, m.segments)
	}
	f.Flag(inSite)
	f.Add(neural.Log1p(first), neural.Log1p(rarest))
}
