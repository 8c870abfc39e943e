package ranking

import (
	"slices"

	"lineitem/convert/order/address"
)

// joint is a name on two lines: the indices of the candidates for what stands on each of them, and for the whole.
type joint [3][]int

// leastShare is how probable each line of a name is at least if neither is a name by itself.
const leastShare = 0.015

// joints are the names on two lines that are printed alike, of which only the second has a legal form, is not much
// longer than the first and repeats nothing of it; none in groups other than names.
func (g *Graph) joints(k group) (all []joint) {
	if k != names {
		return nil
	}
	isLegal := func(words []*word) bool { return g.address.Traits(joinWords(words))&address.Legal != 0 }
	for _, c := range g.Candidates[names] {
		at := slices.IndexFunc(c.words[1:], func(w *word) bool { return w.at == 0 }) + 1
		upper, lower := c.words[:at], c.words[at:]
		if len(lower) >= 2*len(upper) || !alike(upper[at-1], lower[0]) || isUpper(upper[at-1]) != isUpper(lower[0]) || !isLegal(lower) || isLegal(upper) {
			continue
		}
		if !slices.ContainsFunc(lower, func(w *word) bool { return slices.ContainsFunc(upper, func(o *word) bool { return o.id == w.id }) }) {
			all = append(all, joint{g.namesOf(upper), g.namesOf(lower), g.namesOf(c.words)})
		}
	}
	return all
}

// namesOf are the candidates for a name that are so many words from the first of these.
func (g *Graph) namesOf(words []*word) (all []int) {
	for c := words[0].begin[names]; c != nil; c = c.also {
		if len(c.words) == len(words) {
			all = append(all, slices.Index(g.Candidates[names], c))
		}
	}
	return all
}

// join gives names on two lines the probability of these lines where both have a share, and the whole has no less than
// one of them: then it is certain whose name it is, and only where it begins and ends is not.
func (c *chances) join(all []joint) {
	for _, j := range all {
		var shares [2]float64
		for k := range shares {
			for _, i := range j[k] {
				shares[k] += c.p[i]
			}
		}
		if lesser := min(shares[0], shares[1]); lesser < leastShare || lesser > c.p[j[2][0]] {
			continue
		}
		for _, i := range slices.Concat(j[0], j[1]) {
			c.p[i] = 0
		}
		c.p[j[2][0]] += shares[0] + shares[1]
	}
}
