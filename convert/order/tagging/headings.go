package tagging

import (
	"slices"
	"strings"

	"lineitem/convert/order/headings"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/textnorm"
)

// headerRow is a run of header rows: rows that hold the headings of columns.
type headerRow struct {
	from, to int     // rows, to not included
	strength float32 // an eighth of the number of known headings, at most 1; 0 for no rows
}

// Bounds of header rows.
const (
	leastHeadings = 3 // segments of a row that are headings of columns
	mostFigures   = 1 // words of a row that hold digits
	mostWords     = 6 // words of a heading
)

// headerRows finds, for each row, the nearest header rows above it, which may stand on
// an earlier page. An entry without rows has the strength 0.
func (g *Graph) headerRows() []headerRow {
	known := make([]int, len(g.Rows))   // by row that may be a header row: segments with a word of column headings
	figures := make([]int, len(g.Rows)) // by row: words with digits
	for r := range g.Rows {
		row := &g.Rows[r]
		for i := row.From; i < row.To; i++ {
			if textnorm.HasDigit(g.Nodes[i].Word.Text) {
				figures[r]++
			}
		}
		if figures[r] > mostFigures {
			continue
		}
		at := row.From
		for _, s := range row.Line.Segments {
			words := g.folded[at : at+len(s.Words)]
			at += len(words)
			if len(words) <= mostWords && slices.ContainsFunc(words, headings.InPhrases) {
				known[r]++
			}
		}
	}
	heads := make([]headerRow, len(g.Rows))
	var now headerRow
	for r := range g.Rows {
		heads[r] = now
		if known[r] < leastHeadings {
			continue
		}
		h := headerRow{from: r, to: r + 1, strength: min(1, float32(known[r])/8)}
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

// heading is the text over a column.
type heading struct {
	kinds  headings.Kinds
	hashes []int32 // hashes of its words
}

// headingAt holds the nodes of a heading's words, from left to right, -1 for none.
type headingAt [maxHeading]int32

// headingOf returns those words of the header rows above a node that stand over it or, if none does, the first words of the
// nearest segment. It also returns how far away the nearest word is along x, in ems.
func (g *Graph) headingOf(n *Node, h headerRow) (at headingAt, distance float64) {
	at = headingAt{-1, -1, -1, -1}
	if h.strength == 0 {
		return at, 0
	}
	nearest, best, count := -1, 1e9, 0
	for i := g.Rows[h.from].From; i < g.Rows[h.to-1].To; i++ {
		o := &g.Nodes[i]
		gap := max(o.Word.Box.X0-n.Word.Box.X1, n.Word.Box.X0-o.Word.Box.X1, 0)
		if gap == 0 && count < maxHeading {
			at[count] = int32(i)
			count++
		}
		if gap < best {
			nearest, best = i, gap
		}
	}
	if count == 0 && nearest >= 0 {
		first := nearest - g.Nodes[nearest].at
		for k := range min(maxHeading, len(g.Nodes[nearest].Segment.Words)) {
			at[k] = int32(first + k)
		}
	}
	return at, best / max(4, n.Word.Size)
}

// readHeading reads the words of a heading.
func (g *Graph) readHeading(at headingAt) *heading {
	var few [maxHeading]string
	words := few[:0]
	h := &heading{hashes: make([]int32, 0, maxHeading)}
	for _, i := range at {
		if i >= 0 {
			words = append(words, g.folded[i])
			h.hashes = append(h.hashes, neural.Hash(hashHeading, g.folded[i]))
		}
	}
	h.kinds = headings.Of(words)
	return h
}

// foldWord returns a word folded, without the marks around it.
func foldWord(s string) string { return strings.Trim(textnorm.Fold(s), ".,:;()[]#*|/-'\"") }
