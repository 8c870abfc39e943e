package ranking

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// numSpan is how many numbers describe a candidate.
const numSpan = 20 + 2*concepts + 1 + numRoles + numPlaces + 1 + 2*int(parties.NumSides) + numMentions + numExtent + maxFields

// Numbers of roles and places of package parties.
const (
	numRoles  = 9
	numPlaces = 5
)

// Bounds of candidates.
const (
	maxOfGroup   = 900
	maxNameWords = 12
	maxTextWords = 28
	maxBlock     = 8 // lines
	maxNumber    = 32
	maxValue     = 300  // bytes of a value
	maxAddress   = 1000 // and of an address without a heading
	leastLetters = 2    // of a name or a text
)

// propose finds the candidates of all groups.
func (g *Graph) propose() {
	var buf [3]int
	for i := range g.nodes {
		starts := g.starts(i, buf[:0])
		for _, from := range starts {
			g.proposeText(i, from, len(g.nodes[i].Words), maxTextWords)
		}
		g.proposeNumbers(i)
		g.proposeDates(i)
		g.proposeBlocks(i, starts)
	}
	g.proposeSums()
	g.findMentions()
	g.countPairs()
	g.proposeParties()
	g.proposeRules()
	g.proposeParts()
	g.amounts = amountsOf(g.Candidates[sums])
	for k := range g.Candidates {
		g.repeats[k] = countValues(g.Candidates[k])
		g.findRivals(group(k))
		g.spans[k] = g.scratch.Features(len(g.Candidates[k]) * numSpan)
		var hashes []int32
		for _, c := range g.Candidates[k] {
			hashes = g.describeCandidate(c, &g.spans[k], hashes)
		}
	}
}

// add adds a candidate that stands in some words of a node, unless it is there.
func (g *Graph) add(k group, value string, i, from, to int) {
	n := &g.nodes[i]
	g.addWords(k, value, n.words[from:to], i, i)
}

func (g *Graph) addWords(k group, value string, words []*word, first, last int) *Candidate {
	if value == "" || len(words) == 0 || k != blocks && len(value) > maxValue {
		return nil
	}
	for c := words[0].begin[k]; c != nil; c = c.also {
		if c.Value == value {
			return c
		}
	}
	if len(g.Candidates[k]) >= maxOfGroup {
		return nil
	}
	if len(g.spare) == 0 {
		g.spare = make([]Candidate, 64)
	}
	c := &g.spare[0]
	g.spare = g.spare[1:]
	*c = Candidate{
		Value: value, Page: g.nodes[first].Page, words: words, also: words[0].begin[k],
		group: k, first: int32(first), last: int32(last), next: g.nodes[last].next[below],
	}
	words[0].begin[k] = c
	g.Candidates[k] = append(g.Candidates[k], c)
	return c
}

// starts appends the words at which a value may begin in a segment: the first, those
// behind labels and a heading, and that behind the first colon.
func (g *Graph) starts(i int, all []int) []int {
	n := &g.nodes[i]
	add := func(at int) {
		if at < len(n.Words) && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	add(0)
	if h := g.Labels.Index.Heading(n.Segment); h != nil && !h.Value.Empty() {
		add(h.Value.From)
	}
	for _, l := range g.Labels.Index.Of(n.Segment) {
		if !l.Value.Empty() {
			add(l.Value.From)
		}
	}
	for k, w := range n.Words[:len(n.Words)-1] {
		if strings.HasSuffix(w.Text, ":") || w.Text == "-" && k > 0 {
			add(k + 1)
			break
		}
	}
	return all
}

// trim cuts the marks at the ends of a value.
func trim(s string) string { return strings.Trim(s, " ,;:|*·•–->") }

// proposeText adds words of a segment as a name and, where they are at most so many, as a
// text.
func (g *Graph) proposeText(i, from, to, most int) {
	text := trim(textnorm.Join(g.nodes[i].Words[from:to]))
	if textnorm.CountLetters(text) < leastLetters {
		return
	}
	if to-from <= maxNameWords {
		g.add(names, text, i, from, to)
	}
	if to-from <= most {
		g.add(texts, text, i, from, to)
	}
}

// proposeNumbers adds the words of a segment that look like an order's number, also with a
// word in capitals before them ("LGC 23-2"), and short values that hold figures.
func (g *Graph) proposeNumbers(i int) {
	n := &g.nodes[i]
	if len(n.Words) > maxParted {
		return
	}
	for k, w := range n.Words {
		text := w.Text
		if at := strings.LastIndexAny(text, ":#"); at >= 0 && at+1 < len(text) {
			text = text[at+1:]
		}
		text = strings.Trim(text, ".,;:()[]#*|")
		if len(text) < 2 || len(text) > maxNumber || !textnorm.HasDigit(text) || strings.ContainsAny(text, "@%$€£") || amount(text) {
			continue
		}
		g.add(numbers, text, i, k, k+1)
		if k > 0 && isPrefix(n.Words[k-1].Text) {
			g.add(numbers, n.Words[k-1].Text+" "+text, i, k-1, k+1)
		}
	}
	from := n.hint.value
	if words := n.Words[from:]; len(words) > 1 && len(words) <= maxNumberWords && n.date.iso == "" {
		if text := trim(textnorm.Join(words)); len(text) <= maxNumber && textnorm.HasDigit(text) && !strings.ContainsAny(text, ":#№º°") {
			g.add(numbers, text, i, from, len(n.Words))
		}
	}
}

// maxNumberWords is how many words a number has.
const maxNumberWords = 4

// isPrefix reports whether a word may be the beginning of a number: a few capitals.
func isPrefix(word string) bool {
	return len(word) <= maxPrefix && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsUpper(r) })
}

// maxPrefix is how many bytes a word has with which a number begins.
const maxPrefix = 5

// amount reports whether a number is written as amounts are, with groups and decimals.
func amount(text string) bool { return strings.Contains(text, ",") && strings.Contains(text, ".") }

// maxDates bounds the dates of a segment.
const maxDates = 3

// proposeDates adds the dates of a segment.
func (g *Graph) proposeDates(i int) {
	n := &g.nodes[i]
	if len(n.Words) > maxParted || g.Tables.Hold(n.Page, n.MidX(), n.MidY()) { // dates among the items are theirs
		return
	}
	found, offset := n.date, 0
	for range maxDates {
		if found.iso == "" {
			return
		}
		first, last := wordsAt(n.Words, offset+found.from, offset+found.to)
		if first < last {
			g.add(dates, found.iso, i, first, last)
		}
		if offset += found.to; offset >= len(n.text) || found.to == 0 {
			return
		}
		found.iso, found.from, found.to, _ = g.Locale.FindDate(n.text[offset:])
	}
}

// wordsAt are the words of a segment's text, joined with blanks, from one byte to
// another.
func wordsAt(words []*doc.Word, from, to int) (first, last int) {
	at := 0
	first = -1
	for i, w := range words {
		if end := at + len(w.Text); end > from && at < to {
			if first < 0 {
				first = i
			}
			last = i + 1
		}
		at += len(w.Text) + 1
	}
	return max(first, 0), last
}

// proposeSums adds the amounts, those that stand last first: sums end an order.
func (g *Graph) proposeSums() {
	for i := len(g.nodes) - 1; i >= 0; i-- {
		n := &g.nodes[i]
		if len(n.Words) > maxNameWords {
			continue
		}
		if a := &n.number; n.isNumber && a.Unit == "" && !a.Percent {
			g.add(sums, a.Text, i, 0, len(n.Words))
			continue
		}
		for k, w := range n.Words {
			if a, ok := g.Locale.Printed(w.Text); ok && a.Unit == "" && !a.Percent && (strings.Contains(a.Text, ".") || k == len(n.Words)-1) {
				g.add(sums, a.Text, i, k, k+1)
			}
		}
	}
}

// Fewest words of an address on one line: of one that looks like an address, and of one
// that a heading announces.
const (
	leastLineAddress = 4
	leastHeaded      = 3
)

// proposeBlocks adds the stacks of lines that begin with a segment, and what that says, whole and
// up to each mark, where it looks like an address or has a heading.
func (g *Graph) proposeBlocks(i int, starts []int) {
	n := &g.nodes[i]
	if g.Tables.Hold(n.Page, n.MidX(), n.MidY()) {
		return
	}
	least := len(n.Words) + 1
	switch {
	case n.traits&address.Postal != 0:
		least = leastLineAddress
		starts = n.withinProse(starts)
	case g.headed(i):
		least = leastHeaded
	}
	for _, from := range starts {
		for to := from + least; to <= len(n.Words); to++ {
			if to == len(n.Words) || n.ends(to) {
				g.addWords(blocks, trimEnd(textnorm.Join(n.Words[from:to])), n.words[from:to:to], i, i)
			}
		}
		value, words, at := textnorm.Join(n.Words[from:]), n.words[from:len(n.words):len(n.words)], i
		for range maxBlock {
			down := int(g.nodes[at].next[below])
			if down < 0 || !g.stacked(at, down) || len(value) > maxAddress {
				break
			}
			at = down
			value = strings.TrimRight(value, ", ") + ", " + g.nodes[at].text
			words = slices.Concat(words, g.nodes[at].words)
			g.addWords(blocks, trimEnd(value), words, i, at)
		}
	}
}

// withinProse adds to where a value may begin in a segment where an address within a sentence
// may.
func (n *node) withinProse(starts []int) []int {
	all := slices.Clone(starts)
	if len(n.Words) < leastProse {
		return all
	}
	for k := 1; k < len(n.Words); k++ {
		if n.begins(k) && !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	return all
}

// leastProse is how many words a segment has at least that is searched for an address
// within a sentence.
const leastProse = 8

// trimEnd cuts the marks at the end of an address.
func trimEnd(s string) string { return strings.TrimRight(s, " ,;:|*·•–-(") }

// headed reports whether a segment stands beside, beneath or behind the heading of a party.
func (g *Graph) headed(i int) bool {
	n := &g.nodes[i]
	for _, o := range [...]int32{int32(i), n.next[left], n.next[above]} {
		if o >= 0 && g.Labels.Index.Heading(g.nodes[o].Segment) != nil {
			return true
		}
	}
	return false
}

// proposeParties adds what the reader of parties found.
func (g *Graph) proposeParties() {
	for i := range g.Parties {
		p := &g.Parties[i]
		name, block := p.NameCell(), p.BlockCell()
		for _, at := range []struct {
			k    group
			cell *schema.Cell
		}{{names, &name}, {blocks, &block}} {
			if at.cell.Value == "" {
				continue
			}
			if c := g.ruled(at.k, at.cell); c != nil && (c.party == nil || c.party.Heading == nil) {
				c.party = p
			}
		}
	}
}

// proposeRules adds the values that rules found.
func (g *Graph) proposeRules() {
	for k, fields := range fieldsOf {
		for _, f := range fields {
			if cell := &g.Rules[f]; cell.Value != "" {
				g.ruledBy[f] = g.ruled(group(k), cell)
			}
		}
	}
}

// ruled returns the candidate that is a rules' cell, which it adds if need be; nil where
// its words are not found.
func (g *Graph) ruled(k group, cell *schema.Cell) *Candidate {
	page := -1
	for n := g.First; n <= g.Last && n < len(g.Pages); n++ {
		if g.Pages[n].Number == cell.Evidence.Page {
			page = n
		}
	}
	on, ok := g.byPage[page]
	if !ok || len(cell.Evidence.Words) == 0 {
		return nil
	}
	var words []*word
	first, last := -1, -1
	for i := on[0]; i < on[1]; i++ {
		n := &g.nodes[i]
		if !overlaps(n.shown, cell.Evidence.Box) {
			continue
		}
		for _, w := range n.words {
			if overlaps(g.Pages[page].Displayed(w.Box), cell.Evidence.Box) {
				if first < 0 {
					first = i
				}
				last = i
				words = append(words, w)
			}
		}
	}
	if first < 0 {
		return nil
	}
	return g.addWords(k, cell.Value, words, first, last)
}

// overlaps reports whether two boxes share more than their edges.
func overlaps(a, b doc.Box) bool {
	const edge = 0.5 // points
	return a.X0 < b.X1-edge && b.X0 < a.X1-edge && a.Y0 < b.Y1-edge && b.Y0 < a.Y1-edge
}

// describeCandidate computes the features of a candidate, which it appends to those of
// others.
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
	f.Flag(fits, ends&address.Postal != 0, ends&address.Reach != 0, all&address.Legal != 0, all&address.Postal != 0, all&address.Person != 0)
	f.Add(neural.Log1p(g.repeats[c.group][c.value] - 1))
	g.compare(f, c)
	g.addClaims(f, c)
	g.addParty(f, c)
	g.addMentions(f, c)
	g.addExtent(f, c)
	for k := range maxFields {
		f.Flag(k < len(fieldsOf[c.group]) && c == g.ruledBy[fieldsOf[c.group][k]])
	}
	h = append(h, neural.Hash(hashSpanFirst, c.words[0].key), neural.Hash(hashSpanLast, c.words[len(c.words)-1].key))
	for _, w := range c.words[:min(maxSpan, len(c.words))] {
		h = append(h, w.span)
		if c.group == names {
			h = append(h, w.affixes...)
		}
	}
	for _, w := range n.words[max(0, from-4):from] {
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

// traitsOf are those of a candidate's lines: of a name, only of what it takes of its line.
func (g *Graph) traitsOf(c *Candidate) address.Trait {
	n := &g.nodes[c.first]
	if c.first == c.last && len(c.words) < len(n.words) {
		for o := c.words[0].begin[names]; o != nil; o = o.also { // most texts are names as well
			if o != c && o.parted && o.Value == c.Value {
				return o.traits
			}
		}
		c.parted = true
		return address.Traits(c.Value)
	}
	all := n.traits
	for at, lines := c.first, 0; at != c.last && at >= 0 && lines < 2*maxBlock; lines++ {
		if at = g.nodes[at].next[below]; at >= 0 {
			all |= g.nodes[at].traits
		}
	}
	return all | g.nodes[c.last].traits
}

// rivals are the strongest claims of a concept on the candidates of a group.
type rivals struct {
	best, next float32 // the strongest, and the strongest on another value
	value      string  // that of the strongest
}

// countValues numbers the values of candidates, and counts how often each stands there.
func countValues(all []*Candidate) (counts []int) {
	index := make(map[string]int32, len(all))
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

// findRivals finds the strongest claims of each concept on the candidates of a group.
func (g *Graph) findRivals(k group) {
	for _, c := range g.Candidates[k] {
		claimed := c.words[0].claimed
		if claimed == nil {
			continue
		}
		for concept, v := range claimed {
			switch r := &g.rivals[k][concept]; {
			case v > r.best && c.Value != r.value:
				*r = rivals{v, r.best, c.Value}
			case v > r.best:
				r.best = v
			case v > r.next && c.Value != r.value:
				r.next = v
			}
		}
	}
}

// addClaims adds what labels announce of a candidate's first word, and the strongest
// claim of each concept on any other value.
func (g *Graph) addClaims(f *neural.Features, c *Candidate) {
	var own, others claim
	if claimed := c.words[0].claimed; claimed != nil {
		own = *claimed
	}
	for k := range others {
		if r := &g.rivals[c.group][k]; r.value != c.Value {
			others[k] = r.best
		} else {
			others[k] = r.next
		}
	}
	*f = append(append(*f, own[:]...), others[:]...)
}

// addParty adds what the reader of parties says of a candidate: the roles that its
// heading gives, where it stands, and how much it looks like an address.
func (g *Graph) addParty(f *neural.Features, c *Candidate) {
	p := c.party
	f.Flag(p != nil)
	if p == nil {
		p = &parties.Candidate{Place: numPlaces}
	}
	for b := range numRoles {
		f.Flag(p.Roles&(1<<b) != 0)
	}
	for place := range parties.Place(numPlaces) {
		f.Flag(p.Place == place)
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

// scoreScale is about the highest score that the reader of parties gives.
const scoreScale = 8

// amountsOf are the values of sums, in ascending order.
func amountsOf(candidates []*Candidate) []float64 {
	all := make([]float64, len(candidates))
	for i, c := range candidates {
		all[i] = amountOf(c.Value)
	}
	slices.Sort(all)
	return all
}

// compare adds how a value stands among the others of its group: dates and sums have
// an order.
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

// addsUp reports whether a sum is that of two others.
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
		case math.Abs(off) < 0.006:
			return true
		case off < 0:
			low++
		default:
			high--
		}
	}
	return false
}
