package ranking

import (
	"slices"
	"sync"

	"lineitem/convert/order/address"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/textnorm"
)

// joint is a name on two lines, or a sentence: the indices of the candidates for its parts, and for the whole.
type joint struct {
	upper, lower, whole []int
	open                bool // the upper line ends with a word behind which a name continues, or the part begins with a verb
	legal               bool // only the lower line has a legal form; it is printed alike, not much longer and repeats no word
}

// openWords are the words behind which a name continues: "and", "of".
var openWords = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("parties.open") })

// leastShare is the least probability each line of a name must have if neither line is a name by itself.
const leastShare = 0.015

// verbs are the verbs of sentences that state terms: "Payment is due within 30 days".
var verbs = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("labels.verb") })

func beginsWithVerb(c *Candidate) bool { return verbs()[c.words[0].bare] }

// sentence returns the index of the longer candidate that begins with the segment of a candidate and ends where the
// candidate does; -1 if there is none.
func (g *Graph) sentence(c *Candidate) int {
	first, last := g.nodes[c.first].words[0], c.words[len(c.words)-1]
	return slices.IndexFunc(g.Candidates[c.group], func(o *Candidate) bool {
		return o.words[0] == first && first != c.words[0] && o.words[len(o.words)-1] == last
	})
}

// joints returns the wholes that candidates of a group are parts of.
func (g *Graph) joints(k group) []joint {
	switch k {
	case names:
		return g.namesOnLines()
	case texts:
		return g.sentences()
	}
	return nil
}

// sentences returns the sentences of which another candidate, from a verb on, is a part.
func (g *Graph) sentences() (all []joint) {
	for i, c := range g.Candidates[texts] {
		if !beginsWithVerb(c) {
			continue
		}
		if whole := g.sentence(c); whole >= 0 {
			all = append(all, joint{upper: []int{i}, whole: []int{whole}, open: true})
		}
	}
	return all
}

// namesOnLines returns the names on two lines that are open or legal: see joint.
func (g *Graph) namesOnLines() (all []joint) {
	isLegal := func(words []*word) bool { return g.address.Traits(joinWords(words))&address.Legal != 0 }
	for _, c := range g.Candidates[names] {
		at := slices.IndexFunc(c.words[1:], func(w *word) bool { return w.at == 0 }) + 1
		upper, lower := c.words[:at], c.words[at:]
		if at == 0 {
			continue
		}
		last := upper[at-1]
		open := openWords()[last.bare] && textnorm.Fold(last.Text) == last.bare || last.Text == "&"
		repeats := func(w *word) bool { return slices.ContainsFunc(upper, func(o *word) bool { return o.id == w.id }) }
		legal := sameStyle(last, lower[0]) && len(lower) < 2*len(upper) && isUpper(last) == isUpper(lower[0]) && isLegal(lower) && !isLegal(upper) && !slices.ContainsFunc(lower, repeats)
		if open || legal {
			all = append(all, joint{g.namesOf(upper), g.namesOf(lower), g.namesOf(c.words), open, legal})
		}
	}
	return all
}

// namesOf returns the indices of the name candidates that begin with the first of these words and have as many words.
func (g *Graph) namesOf(words []*word) (all []int) {
	for c := words[0].begin[names]; c != nil; c = c.also {
		if len(c.words) == len(words) {
			all = append(all, slices.Index(g.Candidates[names], c))
		}
	}
	return all
}

// join gives a legal name on two lines the probability of these lines if both have at least leastShare and the whole is at
// least as probable as one of them: then it is certain whose name it is, but not where it begins and ends. The open part
// of a whole never keeps a probability of its own.
func (c *chances) join(all []joint) {
	if c.p == nil { // except for names, the second case (who issued the document) has no probabilities
		return
	}
	for _, j := range all {
		upper, lower := c.sum(j.upper), c.sum(j.lower)
		switch lesser := min(upper, lower); {
		case j.legal && lesser >= leastShare && lesser <= c.p[j.whole[0]]:
			c.move(j.upper, j.whole[0])
			c.move(j.lower, j.whole[0])
		case j.open:
			c.move(j.upper, j.whole[0])
		}
	}
}

// sum returns the probability of some candidates together.
func (c *chances) sum(candidates []int) (p float64) {
	for _, i := range candidates {
		p += c.p[i]
	}
	return p
}

// move gives the probability of some candidates to another one.
func (c *chances) move(from []int, to int) {
	for _, i := range from {
		c.p[to], c.p[i] = c.p[to]+c.p[i], 0
	}
}
