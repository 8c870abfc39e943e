package tagging

import (
	"cmp"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/value"
)

// The neighbours of a word, in the order in which the network sees them.
const (
	left        = iota // the word before it on its line
	right              // the word behind it
	leftSegment        // the last word of the segment before its own
	rightSegment
	above // the word above it that overlaps it along x, see beside
	below
	numNeighbours
)

// Node is a word among its neighbours.
type Node struct {
	Word    *doc.Word
	Segment *layout.Segment
	Page    int                  // index into the graph's pages
	Row     int                  // index into the graph's rows
	at      int                  // index in the segment
	next    [numNeighbours]int32 // nodes of its neighbours, -1 for none
	column  int32                // number of the set of aligned words that it is in: index into the graph's sizes, -1 for none
}

// Row is a line of text that has words.
type Row struct {
	Page int // index into the graph's pages
	Line *layout.Line
	From int // its nodes are those from From up to but not including To
	To   int
}

// Graph holds a document's words, in reading order line by line, with their
// neighbours and features.
type Graph struct {
	Pages    []*layout.Page
	Locale   value.Locale
	Nodes    []Node
	Rows     []Row
	sizes    []int     // number of words in each set of aligned words
	shapes   []string  // by node
	folded   []string  // by node: see foldWord
	dense    []float32 // numDense for each node
	hashes   [][]int32 // by node: its words and its neighbours'
	labels   []*label  // by node
	labelled int       // number of groups of labels
	scratch  *neural.Scratch
}

// NewGraph finds the neighbours and features of the pages' words. It returns nil
// where there are no words, or more than maxWords.
func NewGraph(pages []*layout.Page, locale value.Locale) *Graph {
	return newGraph(pages, locale, nil)
}

// newGraph is NewGraph with the features held in a scratch, which may be nil.
func newGraph(pages []*layout.Page, locale value.Locale, scratch *neural.Scratch) *Graph {
	words := 0
	for _, page := range pages {
		words += len(page.Words)
	}
	g := &Graph{Pages: pages, Locale: locale, Nodes: make([]Node, 0, min(words, maxWords)), scratch: scratch}
	for p, page := range pages {
		for l := range page.Lines {
			line := &page.Lines[l]
			row := Row{Page: p, Line: line, From: len(g.Nodes)}
			for _, s := range line.Segments {
				for i, w := range s.Words {
					g.Nodes = append(g.Nodes, Node{Word: w, Segment: s, Page: p, Row: len(g.Rows), at: i, column: -1})
				}
			}
			if row.To = len(g.Nodes); row.To > row.From {
				g.Rows = append(g.Rows, row)
			}
			if len(g.Nodes) > maxWords {
				return nil
			}
		}
	}
	if len(g.Nodes) == 0 {
		return nil
	}
	g.link()
	g.align()
	g.describe()
	return g
}

// link finds the neighbours.
func (g *Graph) link() {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for k := range n.next {
			n.next[k] = -1
		}
		row := &g.Rows[n.Row]
		if i > row.From {
			n.next[left] = int32(i - 1)
		}
		if i+1 < row.To {
			n.next[right] = int32(i + 1)
		}
		if k := i - n.at - 1; k >= row.From {
			n.next[leftSegment] = int32(k)
		}
		if k := i - n.at + len(n.Segment.Words); k < row.To {
			n.next[rightSegment] = int32(k)
		}
		n.next[above] = g.beside(n, -1)
		n.next[below] = g.beside(n, 1)
	}
}

// reach is how many lines up or down a neighbour is looked for.
const reach = 8

// beside returns the node above (step -1) or below (step 1) n: that of the nearest row
// within reach whose word overlaps n's word along x the most, or else whose segment overlaps n's segment; -1 for none.
func (g *Graph) beside(n *Node, step int) int32 {
	for k := 1; k <= reach; k++ {
		r := n.Row + step*k
		if r < 0 || r >= len(g.Rows) || g.Rows[r].Page != n.Page {
			return -1
		}
		best, most := -1, 0.0
		for i := g.Rows[r].From; i < g.Rows[r].To; i++ {
			o := &g.Nodes[i]
			shared := o.Word.Box.OverlapX(n.Word.Box) + 0.01*o.Segment.OverlapX(n.Segment.Box)
			if shared > most {
				best, most = i, shared
			}
		}
		if best >= 0 {
			return int32(best)
		}
	}
	return -1
}

// alignment is how far apart, in points, the edges of aligned words may be.
const alignment = 4.0

// align numbers the sets of aligned words of each page: figures that end at about
// the same x, and other words whose segments begin at about the same x.
func (g *Graph) align() {
	type place struct {
		x    float64
		node int
	}
	columns := 0
	for from := 0; from < len(g.Nodes); {
		to := from
		var begin, end []place // of texts and of figures
		for ; to < len(g.Nodes) && g.Nodes[to].Page == g.Nodes[from].Page; to++ {
			n := &g.Nodes[to]
			if isFigure(n.Word.Text) {
				end = append(end, place{n.Word.Box.X1, to})
			} else {
				begin = append(begin, place{n.Segment.X0, to})
			}
		}
		for _, all := range [...][]place{begin, end} {
			start := 0.0
			slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(a.x, b.x) })
			for i, p := range all {
				if i == 0 || p.x-all[i-1].x > alignment/2 || p.x-start > alignment {
					columns++
					start = p.x
				}
				g.Nodes[p.node].column = int32(columns - 1)
			}
		}
		from = to
	}
	g.sizes = make([]int, columns)
	for i := range g.Nodes {
		g.sizes[g.Nodes[i].column]++
	}
}

// isFigure reports whether a text has more digits than other characters, not counting blanks and marks that are usual in numbers.
func isFigure(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r > ' ' && !strings.ContainsRune(".,-()$€£%'/", r):
			letters++
		}
	}
	return digits > letters
}
