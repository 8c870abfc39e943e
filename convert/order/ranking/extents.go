package ranking

import (
	"math"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/textnorm"
)

// numExtent is how many numbers describe what stands next to a candidate.
const numExtent = 10

// countPairs counts how often two words follow each other in a segment.
func (g *Graph) countPairs() {
	g.pairs = map[[2]string]int{}
	for i := range g.nodes {
		words := g.nodes[i].words
		for k := 1; k < len(words); k++ {
			g.pairs[[2]string{words[k-1].bare, words[k].bare}]++
		}
	}
}

// recurs reports whether two words follow each other in another place: a name that stands
// elsewhere in full goes on here as well.
func (g *Graph) recurs(a, b *word, oneSegment bool) bool {
	own := 0
	if oneSegment {
		own = 1
	}
	return g.pairs[[2]string{a.bare, b.bare}] > own
}

// behind is the word that follows a candidate in its segment, or if there is none the first of the
// line beneath in the same block.
func (g *Graph) behind(c *Candidate) (w *word, oneSegment bool) {
	last := c.words[len(c.words)-1]
	n := &g.nodes[c.last]
	if last.at+1 < len(n.words) && n.words[last.at] == last {
		return n.words[last.at+1], true
	}
	if c.next >= 0 && g.stacked(int(c.last), int(c.next)) {
		return g.nodes[c.next].words[0], false
	}
	return nil, false
}

// before is the word before a candidate in its segment, or if there is none the last of the line
// above in the same block.
func (g *Graph) before(c *Candidate) (w *word, oneSegment bool) {
	n := &g.nodes[c.first]
	if at := c.words[0].at; at > 0 {
		return n.words[at-1], true
	}
	if up := n.next[above]; up >= 0 && g.stacked(int(up), int(c.first)) {
		words := g.nodes[up].words
		return words[len(words)-1], false
	}
	return nil, false
}

// addExtent adds what tells whether a candidate ends, and begins, where the value does: how the
// words next to it are printed, and whether they go together elsewhere on the pages.
func (g *Graph) addExtent(f *neural.Features, c *Candidate) {
	first, last := c.words[0], c.words[len(c.words)-1]
	w, one := g.behind(c)
	f.Flag(w != nil, w != nil && one)
	if w == nil {
		f.Flag(false, false, false, false)
	} else {
		a, ok := address.NewWord(w.Text)
		f.Flag(alike(last, w), isUpper(last) == isUpper(w), ok && a.Traits&(address.WordLegal|address.WordShort) != 0, g.recurs(last, w, one))
	}
	if w, one = g.before(c); w == nil {
		f.Flag(false, false, false)
	} else {
		f.Flag(alike(first, w), isUpper(first) == isUpper(w), g.recurs(w, first, one))
	}
	crossed := false
	for k := 1; k < len(c.words); k++ {
		a, b := c.words[k-1], c.words[k]
		crossed = crossed || b.at == 0 && g.recurs(a, b, false)
	}
	f.Flag(crossed)
}

// alike reports whether two words are printed alike.
func alike(a, b *word) bool { return a.Bold == b.Bold && math.Abs(a.Size-b.Size) < 0.05*a.Size }

// isUpper reports whether a word is written in capitals.
func isUpper(w *word) bool {
	return strings.ToUpper(w.Text) == w.Text && textnorm.CountLetters(w.Text) > 0
}
