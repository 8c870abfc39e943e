package ranking

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/textnorm"
)

// numBoundary is how many numbers describe where a candidate begins and ends.
const numBoundary = 16

// addBoundaries adds at which words and marks of its lines a candidate begins and ends, what stands behind it there,
// and whether a text holds words of payment terms and of shipping. For a name it adds what addNameBoundaries adds.
func (g *Graph) addBoundaries(f *neural.Features, c *Candidate) {
	if c.group == names {
		g.addNameBoundaries(f, c)
		return
	}
	n, last := &g.nodes[c.first], &g.nodes[c.last]
	from, to := c.words[0].at, c.words[len(c.words)-1].at+1
	marked := func(n *node, k int) (mark, comma bool) {
		comma = strings.HasSuffix(n.Words[k-1].Text, ",")
		return n.mayEnd(k) && !comma, comma
	}
	mark, comma, small := false, false, false
	if from > 0 {
		mark, comma = marked(n, from)
		small = isSmall(n.Words[from-1].Text)
	}
	f.Flag(from == 0, mark, comma, small, isSmall(n.Words[from].Text), textnorm.HasDigit(n.Words[from].Text))
	if to < len(last.Words) {
		mark, comma := marked(last, to)
		next, _ := utf8.DecodeRuneInString(last.Words[to].Text)
		f.Flag(false, mark, comma, isSmall(last.Words[to].Text), unicode.IsUpper(next), unicode.IsDigit(next))
		rest := address.Trait(0)
		if c.group == blocks {
			rest = g.address.Traits(textnorm.Join(last.Words[to:]))
		}
		f.Flag(rest&address.Postal != 0, rest&address.Contact != 0)
	} else {
		f.Flag(true, false, false, false, false, false, false, false)
	}
	var of topic
	if c.group == texts {
		for _, w := range c.words {
			of |= w.topic
		}
	}
	f.Flag(of&topicTerms != 0, of&topicShipping != 0)
}

// topic is a bit set of what a word says about the text in which it stands: that it may state payment terms,
// or a method of shipment.
type topic uint8

const (
	topicTerms topic = 1 << iota
	topicShipping
)

// topicOf returns what a folded word says about its text.
func topicOf(folded string) (of topic) {
	for part := range strings.FieldsFuncSeq(folded, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if keyvalue.TermsWords()[part] {
			of |= topicTerms
		}
		if keyvalue.ShipWords()[part] {
			of |= topicShipping
		}
	}
	return of
}

// countPairs counts for each pair of words how often the second follows the first in a segment.
func (g *Graph) countPairs() {
	g.pairs = map[[2]int32]int{}
	for i := range g.nodes {
		words := g.nodes[i].words
		for k := 1; k < len(words); k++ {
			g.pairs[[2]int32{words[k-1].id, words[k].id}]++
		}
	}
}

// recurs reports whether b follows a in another place as well: if the name stands there in full, it probably
// continues here, too. oneSegment says that they stand in one segment here, which is not counted.
func (g *Graph) recurs(a, b *word, oneSegment bool) bool {
	own := 0
	if oneSegment {
		own = 1
	}
	return g.pairs[[2]int32{a.id, b.id}] > own
}

// behind returns the word that follows a candidate in its segment (oneSegment is true) or, if there is none, the
// first word of the line beneath in the same block.
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

// before returns the word before a candidate in its segment (oneSegment is true) or, if there is none, the last
// word of the line above in the same block.
func (g *Graph) before(c *Candidate) (w *word, oneSegment bool) {
	n := &g.nodes[c.first]
	if at := c.words[0].at; at > 0 {
		return n.words[at-1], true
	}
	if n.next[top] >= 0 {
		words := g.nodes[n.next[above]].words
		return words[len(words)-1], false
	}
	return nil, false
}

// addNameBoundaries adds what shows whether a name begins and ends where a candidate does: whether the words next to
// it are printed like its own, and whether they follow each other elsewhere on the pages.
func (g *Graph) addNameBoundaries(f *neural.Features, c *Candidate) {
	first, last := c.words[0], c.words[len(c.words)-1]
	w, one := g.behind(c)
	f.Flag(w != nil, w != nil && one)
	if w == nil {
		f.Flag(false, false, false, false)
	} else {
		a, ok := g.address.Word(w.Text)
		f.Flag(sameStyle(last, w), isUpper(last) == isUpper(w), ok && a.Traits&(address.WordLegal|address.WordShort) != 0, g.recurs(last, w, one))
	}
	if w, one = g.before(c); w == nil {
		f.Flag(false, false, false)
	} else {
		f.Flag(sameStyle(first, w), isUpper(first) == isUpper(w), g.recurs(w, first, one))
	}
	crossed := false
	for k := 1; k < len(c.words); k++ {
		a, b := c.words[k-1], c.words[k]
		crossed = crossed || b.at == 0 && g.recurs(a, b, false)
	}
	f.Flag(crossed)
	g.addLines(f, c)
}

// fewWords is the most words of a candidate that may be a name without its first line: "Solutions Inc".
const fewWords = 3

// addLines adds what shows on which lines a name begins and ends: on which of them legal forms stand, and whether
// they are the first of their block.
func (g *Graph) addLines(f *neural.Features, c *Candidate) {
	n, last := &g.nodes[c.first], &g.nodes[c.last]
	isLegal := func(n *node) bool { return n.traits&address.Legal != 0 }
	f.Flag(len(c.words) <= fewWords && c.traits&address.Legal != 0, n.next[top] < 0, c.first != c.last && isLegal(n), c.first != c.last && !isLegal(n) && isLegal(last))
	if c.words[0].at == 0 && n.next[top] >= 0 {
		up := &g.nodes[n.next[above]]
		f.Flag(isLegal(up), up.next[top] < 0)
	} else {
		f.Flag(false, false)
	}
}

// sameStyle reports whether two words are printed in the same weight (bold or not) and nearly the same size.
func sameStyle(a, b *word) bool { return a.Bold == b.Bold && math.Abs(a.Size-b.Size) < 0.05*a.Size }

// isUpper reports whether a word is written in capitals.
func isUpper(w *word) bool {
	return strings.ToUpper(w.Text) == w.Text && textnorm.CountLetters(w.Text) > 0
}
