package ranking

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/parties"
)

// describeCandidate appends the features of a candidate to f, and its hashes to h, which it
// returns.
func (g *Graph) describeCandidate(c *Candidate, f *neural.Features, h []int32) []int32 {
	before := len(h)
	n, last := &g.nodes[c.first], &g.nodes[c.last]
	size := max(1, n.Size())
	from := c.words[0].at
	behind := 0
	if c.first == c.last {
		behind = max(0, len(n.Words)-from-len(c.words))
	}
	lines := int(c.last-c.first) + 1
	if c.group == blocks {
		lines = strings.Count(c.Value, ", ") + 1
	}
	f.Add(neural.Log1p(from), neural.Log1p(behind), neural.Log1p(len(c.words)), neural.Log1p(lines))
	f.Flag(from > 0 && strings.HasSuffix(n.Words[from-1].Text, ":"), from > 0 && from == n.hint.value, n.hint.value > from)
	gap, fits := 1.0, false
	if c.next >= 0 {
		gap, fits = math.Tanh((g.nodes[c.next].Y0-last.Y1)/size), g.stacked(int(c.last), int(c.next))
	}
	f.Add(gap)
	c.traits = g.traitsOf(c)
	ends, all := last.traits, c.traits
	f.Flag(fits, ends&address.Postal != 0, ends&address.Contact != 0, all&address.Legal != 0, all&address.Postal != 0, all&address.Person != 0)
	f.Add(neural.Log1p(g.repeats[c.group][c.value] - 1))
	g.compare(f, c)
	g.addClaims(f, c)
	if c.party != nil {
		g.addParty(f, c.party)
	} else {
		*f = append(*f, g.noParty...)
	}
	g.addMentions(f, c)
	g.addBoundaries(f, c)
	f.Flag(c.group == sums && g.madeByLines(c))
	f.Flag(c.announced[:]...)
	g.addOwners(f, c)
	h = append(h, neural.Hash(hashSpanFirst, c.words[0].key), neural.Hash(hashSpanLast, c.words[len(c.words)-1].key))
	for _, w := range c.words[:min(maxSpan, len(c.words))] {
		h = append(h, w.span)
		if c.group == names {
			h = append(h, w.affixes...)
		}
	}
	for _, w := range n.words[max(0, from-maxBefore):from] {
		h = append(h, neural.Hash(hashBefore, w.bare))
	}
	if from > 0 && c.group != names {
		h = append(h, neural.Hash(hashPrevious, n.words[from-1].key))
	}
	if end := c.words[len(c.words)-1].at + 1; end < len(last.words) {
		h = append(h, neural.Hash(hashNext, last.words[end].key))
	}
	c.hashes = h[before:len(h):len(h)]
	return h
}

// traitsOf returns the traits of a candidate's lines or, if it is only a part of one line, those of its value.
func (g *Graph) traitsOf(c *Candidate) address.Trait {
	n := &g.nodes[c.first]
	if c.first == c.last && len(c.words) < len(n.words) {
		for o := c.words[0].begin[names]; o != nil; o = o.also { // most texts are names as well
			if o != c && o.parted && o.Value == c.Value {
				return o.traits
			}
		}
		c.parted = true
		return g.address.Traits(c.Value)
	}
	all := n.traits
	for at, lines := c.first, 0; at != c.last && at >= 0 && lines < 2*maxBlock; lines++ {
		if at = g.nodes[at].next[below]; at >= 0 {
			all |= g.nodes[at].traits
		}
	}
	return all | g.nodes[c.last].traits
}

// rivals holds the strongest claims of a concept on the candidates of a group.
type rivals struct {
	best, next float32 // the strongest, and the strongest on another value
	value      string  // the value with the strongest claim
}

// countValues numbers the different values of candidates in an index, and returns how many candidates have each.
func countValues(all []*Candidate, index map[string]int32) (counts []int) {
	clear(index)
	for _, c := range all {
		at, known := index[c.Value]
		if !known {
			at = int32(len(counts))
			index[c.Value], counts = at, append(counts, 0)
		}
		c.value = at
		counts[at]++
	}
	return counts
}

// add notes how strongly a value is claimed.
func (r *rivals) add(claimed float32, value string) {
	switch {
	case claimed > r.best && value != r.value:
		*r = rivals{claimed, r.best, value}
	case claimed > r.best:
		r.best = claimed
	case claimed > r.next && value != r.value:
		r.next = claimed
	}
}

// besides returns the strongest claim on any other value.
func (r *rivals) besides(value string) float32 {
	if r.value != value {
		return r.best
	}
	return r.next
}

// findRivals finds the strongest claims of each concept on the candidates of a group.
func (g *Graph) findRivals(k group) {
	for _, c := range g.Candidates[k] {
		claimed := c.words[0].claimed
		if claimed == nil {
			continue
		}
		for concept, v := range claimed {
			g.rivals[k][concept].add(v, c.Value)
		}
	}
}

// addClaims adds for each concept how strongly labels claim a candidate's first word, and the strongest
// claim on any other value.
func (g *Graph) addClaims(f *neural.Features, c *Candidate) {
	var own, others claim
	if claimed := c.words[0].claimed; claimed != nil {
		own = *claimed
	}
	for k := range others {
		others[k] = g.rivals[c.group][k].besides(c.Value)
	}
	*f = append(append(*f, own[:]...), others[:]...)
}

// numRoles is how many roles headings give, and numParty how many numbers addParty adds.
const (
	numRoles = 9
	numParty = 1 + numRoles + 1 + 2*int(parties.NumSides)
)

// addParty adds what package parties says of a candidate (p is nil if it does not propose it): the roles that
// its heading gives, how much it looks like an address, and its score for each side, also compared with the others'.
func (g *Graph) addParty(f *neural.Features, p *parties.Candidate) {
	f.Flag(p != nil)
	if p == nil {
		p = new(parties.Candidate)
	}
	for b := range numRoles {
		f.Flag(p.Roles&(1<<b) != 0)
	}
	f.Add(p.Address / scoreScale)
	var others [parties.NumSides]float64
	for i := range g.Parties {
		if o := &g.Parties[i]; o.Name != p.Name {
			for side, v := range o.Sides {
				others[side] = max(others[side], v)
			}
		}
	}
	for side, v := range p.Sides {
		f.Add(v/scoreScale, (v-others[side])/scoreScale)
	}
}

// scoreScale is about the highest score that package parties gives.
const scoreScale = 8

// amountsOf returns the values of sums, in ascending order.
func amountsOf(candidates []*Candidate) []float64 {
	all := make([]float64, len(candidates))
	for i, c := range candidates {
		all[i] = amountOf(c.Value)
	}
	slices.Sort(all)
	return all
}

// compare adds how many candidates of its group are less than a date or a sum, and how many are greater, and
// whether a sum is that of two others. Other groups have no order.
func (g *Graph) compare(f *neural.Features, c *Candidate) {
	if c.group != dates && c.group != sums {
		f.Add(0, 0, 0, 0, 0)
		return
	}
	less, same := 0, g.repeats[c.group][c.value]
	sumOfTwo := false
	if c.group == sums {
		v := amountOf(c.Value)
		less, _ = slices.BinarySearch(g.amounts, v)
		sumOfTwo = g.addsUp(v)
	} else {
		for _, o := range g.Candidates[dates] {
			if o.Value < c.Value {
				less++
			}
		}
	}
	more := len(g.Candidates[c.group]) - less - same
	f.Add(neural.Log1p(less), neural.Log1p(more))
	f.Flag(less == 0, more == 0, sumOfTwo)
}

// madeByLines reports whether a sum equals the sum of the line items.
func (g *Graph) madeByLines(c *Candidate) bool {
	return !g.Sum.IsZero() && math.Abs(amountOf(c.Value)-g.Sum.InexactFloat64()) < leastCent
}

// leastCent is less than a cent: amounts that differ by less are the same.
const leastCent = 0.006

// addsUp reports whether a sum is that of two other amounts, both positive.
func (g *Graph) addsUp(v float64) bool {
	low, high := 0, len(g.amounts)-1
	for low < high && g.amounts[low] <= 0 {
		low++
	}
	for low < high && g.amounts[high] >= v {
		high--
	}
	for low < high {
		switch off := g.amounts[low] + g.amounts[high] - v; {
		case math.Abs(off) < leastCent:
			return true
		case off < 0:
			low++
		default:
			high--
		}
	}
	return false
}
