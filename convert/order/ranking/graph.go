package ranking

import (
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// Bounds of what is looked at.
const (
	maxPages = 3   // first pages of an order; its last page, the page where its items end and the one behind that are added
	maxNodes = 700 // segments
)

// The neighbours of a segment.
const (
	left = iota // on its line
	right
	above // the nearest one that overlaps it horizontally
	below
	top // the first of the stack that it stands in
	numNeighbours
)

// term holds what depends only on the text of a word, not on where it stands.
type term struct {
	bare    string   // folded, letters and digits only
	id      int32    // of the bare text
	key     string   // as it is hashed
	span    int32    // its hash as a word of a candidate
	topic   topic    // what it says about the text in which it stands
	affixes []int32  // hashes of its beginning and its end; none for a short word
	owner   owner    // whose the number or date behind it is
	both    [2]int32 // backing array of affixes
}

// word is a word of a node.
type word struct {
	*doc.Word
	*term
	at      int    // index in its node
	claimed *claim // what labels announce of it; nil for nothing
	// begin holds for each group the latest candidate of which it is the first word.
	begin [numGroups]*Candidate
}

// node is a segment among its neighbours.
type node struct {
	*layout.Segment
	words    []*word
	shown    doc.Box // its box as displayed
	hint     hint
	text     string
	own      []int32      // the hashes of its words
	number   value.Number // what the text states where isNumber holds
	isNumber bool
	date     date
	traits   address.Trait
	next     [numNeighbours]int32
	line     int32 // number of its line, among those with nodes
	page     int32 // number of its page, likewise
	same     int32 // number of the set of nodes that begin with the same words: see groupByOpening
}

// date is the first date in a text, at text[from:to]; iso is empty if the text has none.
type date struct {
	iso      string
	from, to int
}

// Graph holds the segments of an order outside of its table of line items, and the candidates found in them.
type Graph struct {
	*View
	// BySupplier is how probable it is that the supplier issued the document: an invoice, a
	// confirmation.
	BySupplier float64
	nodes      []node
	lines      int
	pages      int
	sames      int
	byPage     map[int][2]int  // range of the nodes of a page
	dense      neural.Features // numDense features of each node
	hashes     [][]int32       // of each node
	Candidates [numGroups][]*Candidate
	spare      []Candidate                // not yet used
	spans      [numGroups]neural.Features // numSpan features of each candidate
	tax        int64                      // the greatest sum of amounts that are shares of others by a rate, in ten-thousandths; 0 for none: see proposeTaxes
	amounts    []float64                  // values of the candidates for sums, in ascending order
	repeats    [numGroups][]int           // how often each value is among the candidates
	address    *address.Reader
	noParty    neural.Features  // features from addParty of a candidate that package parties does not propose
	sites      []string         // see findSites
	terms      map[string]*term // by the printed text
	ids        map[string]int32 // by bare text
	spareTerms []term           // not yet used
	spareWords []word           // likewise
	mentions   []mention        // by word id
	pairs      map[[2]int32]int // by the ids of two words, how often the second follows the first
	rivals     [numGroups][concepts]rivals
	owned      [numGroups][numOwners]rivals // likewise, for the numbers and dates that belong to each owner
	scratch    *neural.Scratch
}

// NewGraph finds an order's segments and candidates. It returns nil where there are
// none.
func NewGraph(v *View) *Graph { return newGraph(v, nil) }

// newGraph is NewGraph with the memory for features taken from scratch.
func newGraph(v *View, scratch *neural.Scratch) *Graph {
	g := &Graph{View: v, byPage: map[int][2]int{}, terms: map[string]*term{}, ids: map[string]int32{}, address: address.NewReader(len(v.Pages[v.First].Words) / 2), scratch: scratch}
	end := v.Last // the page where the items end; several pages of conditions may follow
	for _, tabled := v.Tables.Bounds(end); !tabled && end > v.First; _, tabled = v.Tables.Bounds(end) {
		end--
	}
	for n := v.First; n <= v.Last && n < len(v.Pages); n++ {
		if n < v.First+maxPages || n == v.Last || n == end || n == end+1 {
			g.addPage(n)
		}
	}
	if len(g.nodes) == 0 {
		return nil
	}
	g.limitNodes()
	g.indexPages()
	for i := range g.nodes {
		g.link(i)
	}
	g.groupByOpening()
	g.claim()
	g.describe()
	g.propose()
	return g
}

// limitNodes drops the middle of an order that has more than maxNodes segments: its head stands
// first, and its sums last.
func (g *Graph) limitNodes() {
	if n := len(g.nodes); n > maxNodes {
		g.nodes = append(g.nodes[:maxNodes/2], g.nodes[n-maxNodes/2:]...)
	}
}

// indexPages finds the nodes of each page.
func (g *Graph) indexPages() {
	for i := range g.nodes {
		page := g.nodes[i].Page
		on, known := g.byPage[page]
		if !known {
			on[0] = i
		}
		on[1] = i + 1
		g.byPage[page] = on
	}
}

// foot is the height, in font sizes, of the end of a table that is looked at as well: sums stand there.
const foot = 6

// segmentsOfLine is about how many segments a line has.
const segmentsOfLine = 2

// addPage adds the segments of a page as nodes, except those among its line items.
func (g *Graph) addPage(n int) {
	page := g.Pages[n]
	g.nodes = slices.Grow(g.nodes, len(page.Lines)*segmentsOfLine)
	for i := range page.Lines {
		line := &page.Lines[i]
		added := false
		for _, s := range line.Segments {
			if g.amongItems(n, s) {
				continue
			}
			k := node{Segment: s, shown: page.Displayed(s.Box), hint: g.hint(s), text: s.Text(), line: int32(g.lines), page: int32(g.pages)}
			k.traits = g.address.Traits(k.text)
			k.number, k.isNumber = g.Locale.Printed(k.text)
			k.date.iso, k.date.from, k.date.to, _ = g.Locale.FindDate(k.text)
			k.words = g.newWords(s.Words)
			g.nodes = append(g.nodes, k)
			added = true
		}
		if added {
			g.lines++
		}
	}
	g.pages++
}

// newWords returns the words of a segment.
func (g *Graph) newWords(of []*doc.Word) []*word {
	all := make([]*word, len(of))
	for i, w := range of {
		if len(g.spareWords) == 0 {
			g.spareWords = make([]word, 64)
		}
		all[i] = &g.spareWords[0]
		g.spareWords = g.spareWords[1:]
		*all[i] = word{Word: w, term: g.termOf(w.Text), at: i}
	}
	return all
}

// termOf returns the term of a printed text, which it creates only once.
func (g *Graph) termOf(text string) *term {
	if t := g.terms[text]; t != nil {
		return t
	}
	folded := textnorm.Fold(text)
	bare := textnorm.Bare(folded)
	id, known := g.ids[bare]
	if !known {
		id = int32(len(g.ids))
		g.ids[bare] = id
	}
	if len(g.spareTerms) == 0 {
		g.spareTerms = make([]term, 64)
	}
	t := &g.spareTerms[0]
	g.spareTerms, g.terms[text] = g.spareTerms[1:], t
	*t = term{bare: bare, id: id, key: key(bare), topic: topicOf(folded), owner: ownerBy(bare)}
	t.span, t.affixes = neural.Hash(hashSpan, t.key), affixes(t.both[:0], bare)
	return t
}

// amongItems reports whether a segment stands among the line items, but not at the
// foot of their table.
func (g *Graph) amongItems(n int, s *layout.Segment) bool {
	extent, ok := g.Tables.Bounds(n)
	return ok && s.Y0 < extent.Y1-foot*s.Size() && g.Tables.Contains(n, s.MidX(), s.MidY())
}

// Reaches of neighbours, in font sizes.
const (
	reachBelow = 12.0 // largest gap to a neighbour above or below
	stackGap   = 1.2  // largest gap between two lines of a stack
	stackShift = 0.6  // largest offset of their left edges, or of their centres
)

// link finds a node's neighbours.
func (g *Graph) link(i int) {
	n := &g.nodes[i]
	for k := range n.next {
		n.next[k] = -1
	}
	on := g.byPage[n.Page]
	size := max(1, n.Size())
	if i > on[0] && g.nodes[i-1].line == n.line {
		n.next[left] = int32(i - 1)
	}
	if i+1 < on[1] && g.nodes[i+1].line == n.line {
		n.next[right] = int32(i + 1)
	}
	upper, lower := math.Inf(1), math.Inf(1)
	for k := on[0]; k < on[1]; k++ {
		o := &g.nodes[k]
		if o.line == n.line || o.OverlapX(n.Box) <= 0 {
			continue
		}
		if gap := n.Y0 - o.Y1; o.MidY() < n.MidY() && gap < upper && gap < reachBelow*size {
			upper, n.next[above] = gap, int32(k)
		}
		if gap := o.Y0 - n.Y1; o.MidY() > n.MidY() && gap < lower && gap < reachBelow*size {
			lower, n.next[below] = gap, int32(k)
		}
	}
	if up := n.next[above]; up >= 0 && g.stacked(int(up), i) {
		n.next[top] = up
		if t := g.nodes[up].next[top]; t >= 0 { // already linked, since it stands above
			n.next[top] = t
		}
	}
}

// stacked reports whether a node stands right beneath another, as the next line of
// one block.
func (g *Graph) stacked(upper, lower int) bool { return g.stackedFrom(upper, 0, lower) }

// stackedFrom is stacked for the words of the upper node from the given one on: the words behind a label may be
// aligned with the line beneath.
func (g *Graph) stackedFrom(upper, from, lower int) bool {
	a, b := &g.nodes[upper], &g.nodes[lower]
	size := max(1, min(a.Size(), b.Size()))
	left := a.Words[from].Box.X0
	return b.Y0-a.Y1 < stackGap*size && (math.Abs(left-b.X0) < stackShift*size || math.Abs((left+a.X1)/2-b.MidX()) < stackShift*size) && a.Cell == b.Cell
}

// groupByOpening sets same: nodes whose first two words, behind a label if there is one, are the same get the same number.
func (g *Graph) groupByOpening() {
	type opening [2]int32 // ids of the first two words; -1 for none
	index := make(map[opening]int32, len(g.nodes))
	for i := range g.nodes {
		n := &g.nodes[i]
		words := n.words[min(n.hint.value, len(n.words)-1):]
		key := opening{words[0].id, -1}
		if len(words) > 1 {
			key[1] = words[1].id
		}
		at, known := index[key]
		if !known {
			at = int32(len(index))
			index[key] = at
		}
		n.same = at
	}
	g.sames = len(index)
}
