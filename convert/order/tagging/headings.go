package tagging

import (
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/items"
	"lineitem/convert/order/textnorm"
)

// headingWords are the words of the phrases that head columns of line items.
var headingWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for phrase := range items.Phrases() {
		for word := range strings.FieldsSeq(phrase) {
			words[word] = true
		}
	}
	return words
})

// headRow is a run of rows that head columns.
type headRow struct {
	from, to int // rows, to not included
	strength float32
}

// leastHeadings is how many segments of a row must be headings of columns.
const leastHeadings = 3

// headRows finds, for each row, the heading rows that stand above it on its page
// or, where none does, that were in force at the end of the page before. An entry
// without rows has the strength 0.
func (g *Graph) headRows() []headRow {
	known := make([]int, len(g.Rows))   // segments with a word that heads columns
	figures := make([]int, len(g.Rows)) // words with digits
	for r := range g.Rows {
		row := &g.Rows[r]
		at := row.From
		for _, s := range row.Line.Segments {
			some := slices.ContainsFunc(g.folded[at:at+len(s.Words)], func(w string) bool { return headingWords()[w] })
			at += len(s.Words)
			if some && len(s.Words) <= 6 {
				known[r]++
			}
		}
		for i := row.From; i < row.To; i++ {
			if textnorm.HasDigit(g.Nodes[i].Word.Text) {
				figures[r]++
			}
		}
	}
	isHead := func(r int) bool { return known[r] >= leastHeadings && figures[r] <= 1 }
	heads := make([]headRow, len(g.Rows))
	var now headRow
	for r := range g.Rows {
		heads[r] = now
		if !isHead(r) {
			continue
		}
		h := headRow{from: r, to: r + 1, strength: min(1, float32(known[r])/8)}
		near := func(a, b int) bool {
			return g.Rows[a].Page == g.Rows[b].Page && g.Rows[b].Line.Y0-g.Rows[a].Line.Y1 < 0.8*(g.Rows[a].Line.Height())
		}
		for h.from > 0 && r-h.from < 2 && near(h.from-1, h.from) && figures[h.from-1] == 0 && known[h.from-1] > 0 {
			h.from--
		}
		for h.to < len(g.Rows) && h.to-r < 3 && near(h.to-1, h.to) && figures[h.to] == 0 && known[h.to] > 0 {
			h.to++
		}
		now = h
	}
	return heads
}

// maxHeading is how many words of a heading are looked at.
const maxHeading = 4

// heading appends the words of the heading rows above the node that stand over it,
// or else nearest to it, and tells how far away the nearest is along x, ems.
func (g *Graph) heading(words []string, n *Node, h headRow) (heading []string, distance float64) {
	if h.strength == 0 {
		return nil, 0
	}
	nearest, best := -1, 1e9
	size := max(4, n.Word.Size)
	for i := g.Rows[h.from].From; i < g.Rows[h.to-1].To; i++ {
		o := &g.Nodes[i]
		gap := max(o.Word.Box.X0-n.Word.Box.X1, n.Word.Box.X0-o.Word.Box.X1, 0)
		if gap == 0 && len(words) < maxHeading {
			words = append(words, g.folded[i])
		}
		if gap < best {
			nearest, best = i, gap
		}
	}
	if len(words) == 0 && nearest >= 0 {
		first := nearest - g.Nodes[nearest].at
		words = append(words, g.folded[first:first+min(maxHeading, len(g.Nodes[nearest].Segment.Words))]...)
	}
	return words, best / size
}

// foldWord is a word's folded letters and digits, without the marks about it.
func foldWord(s string) string { return strings.Trim(textnorm.Fold(s), ".,:;()[]#*|/-'\"") }
