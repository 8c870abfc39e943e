package ranking

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// The least number of words of an address on one line: of one that looks like an address, and of one
// that a heading announces.
const (
	leastLineAddress = 4
	leastHeaded      = 3
)

// proposeBlocks adds the stacks of lines that begin with a segment. If the segment looks like an address or
// has a heading, it also adds the text of the segment, whole and up to each mark or small word.
func (g *Graph) proposeBlocks(i int, starts []int) {
	n := &g.nodes[i]
	if g.Tables.Contains(n.Page, n.MidX(), n.MidY()) {
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
	words, last := n.words, i
	if down := int(n.next[below]); down >= 0 && len(n.words) >= leastSentenceWords && g.stacked(i, down) { // a sentence may continue there
		words, last = slices.Concat(words, g.nodes[down].words), down
	}
	for _, from := range starts {
		for to := from + least; to <= min(len(words), from+maxTextWords); to++ {
			if to < len(words) && to != len(n.words) && !divided(words[to-1].Text, words[to].Text) && !isSmall(words[to].Text) {
				continue
			}
			at := i
			if to > len(n.words) {
				at = last
			}
			g.addWords(blocks, trimEnd(joinWords(words[from:to])), words[from:to:to], i, at)
		}
		value, words, at := textnorm.Join(n.Words[from:]), n.words[from:len(n.words):len(n.words)], i
		for range maxBlock {
			down := int(g.nodes[at].next[below])
			if down < 0 || !g.stacked(at, down) && (at != i || !g.stackedFrom(i, from, down)) || len(value) > maxAddress {
				break
			}
			at = down
			value = strings.TrimRight(value, ", ") + ", " + g.nodes[at].text
			words = slices.Concat(words, g.nodes[at].words)
			g.addWords(blocks, trimEnd(value), words, i, at)
		}
	}
}

func joinWords(words []*word) string {
	all := make([]*doc.Word, len(words))
	for i, w := range words {
		all[i] = w.Word
	}
	return textnorm.Join(all)
}

// withinProse returns starts and, if the segment has at least leastSentenceWords words, the other words at which an
// address within a sentence may begin.
func (n *node) withinProse(starts []int) []int {
	all := slices.Clone(starts)
	if len(n.Words) < leastSentenceWords {
		return all
	}
	for k := 1; k < len(n.Words); k++ {
		if n.mayBegin(k) && !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	return all
}

// leastSentenceWords is the least number of words of a segment that is searched for an address
// within a sentence.
const leastSentenceWords = 8

// trimEnd cuts the marks at the end of an address, and the brackets around it. A full stop behind a short
// word stays, since the word may be an abbreviation.
func trimEnd(s string) string {
	s = strings.TrimRight(s, " ,;:|*·•–-(")
	if strings.HasPrefix(s, "(") {
		s = strings.TrimRight(s[1:], ").")
	}
	if rest, ok := strings.CutSuffix(s, "."); ok && len(rest)-1-strings.LastIndexByte(rest, ' ') > maxAbbreviation {
		return rest
	}
	return s
}

// maxAbbreviation is the most bytes of an abbreviation, without its full stop.
const maxAbbreviation = 4

// headed reports whether a segment begins with the heading of a party, or stands right of one or beneath one.
func (g *Graph) headed(i int) bool {
	n := &g.nodes[i]
	for _, o := range [...]int32{int32(i), n.next[left], n.next[above]} {
		if o >= 0 && g.Labels.Index.Heading(g.nodes[o].Segment) != nil {
			return true
		}
	}
	return false
}

// proposeParties adds the names and blocks that package parties found.
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
			if c := g.addCell(at.k, at.cell); c != nil && (c.party == nil || c.party.Heading == nil) {
				c.party, c.located = p, block.Value != ""
			}
		}
	}
}

// addCell returns the candidate for a cell that rules have read, and adds it if it is new. It returns nil if
// the cell's words are not found or cannot be a value of the group.
func (g *Graph) addCell(k group, cell *schema.Cell) *Candidate {
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
	return g.addFound(k, cell.Value, words, first, last)
}

// overlaps reports whether two boxes overlap by more than their edges.
func overlaps(a, b doc.Box) bool {
	const edge = 0.5 // points
	return a.X0 < b.X1-edge && b.X0 < a.X1-edge && a.Y0 < b.Y1-edge && b.Y0 < a.Y1-edge
}
