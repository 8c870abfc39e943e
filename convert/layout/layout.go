// Package layout finds the structure that a page's words and ruling lines
// make: lines, segments, blocks and ruled cells. It knows nothing of orders.
package layout

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
)

// Page is a page with its structure. Its words, rules and fills stand upright:
// where most of a page's text is written sideways or upside down, the embedded
// page is a turned copy, and where it is set from right to left a mirrored one.
// Displayed maps its boxes back.
type Page struct {
	*doc.Page
	// Turn is how far the page was turned, clockwise, so that its text stands
	// upright: 0, 90, 180 or 270 degrees.
	Turn int
	// Mirrored reports whether the page is set from right to left. If so, left and right
	// are exchanged, so that labels stand left of their values and lines begin at the left.
	Mirrored bool

	Lines  []Line    // top to bottom
	Blocks []Block   // in reading order
	Cells  []doc.Box // the smallest rectangles closed by ruling lines or fills
	// WordGap is the usual gap between words, ems (multiples of the font size).
	WordGap float64

	edges edges
	grid  grid
	bend  doc.Bend
	body  float64
}

// Line is the text on one baseline, across the whole page.
type Line struct {
	doc.Box
	Baseline float64
	Segments []*Segment // left to right as displayed, on mirrored pages as in a mirror
	mirrored bool       // whether its page is
}

// Segment is a run of words of one line with no column gap, no vertical rule
// and no cell border between them.
type Segment struct {
	doc.Box
	Page  int         // index into the slice that Analyze returns
	Line  int         // index into the page's Lines
	Words []*doc.Word // in the order in which they are read
	// Cell is the index of the page's ruled cell that holds the segment, -1 when none does.
	Cell int
	// Block is the index of the page's block that the segment belongs to.
	Block int
}

// Block is a stack of segments that are set together: one paragraph, address
// or column entry.
type Block struct {
	doc.Box
	Segments []*Segment // top to bottom
}

// Text returns the segment's words, separated by single spaces.
func (s *Segment) Text() string {
	if len(s.Words) == 1 {
		return s.Words[0].Text
	}
	size := len(s.Words)
	for _, w := range s.Words {
		size += len(w.Text)
	}
	var b strings.Builder
	b.Grow(size)
	for i, w := range s.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// Text returns the line's segments, separated by single spaces, in the order in
// which they are read.
func (l *Line) Text() string {
	texts := make([]string, len(l.Segments))
	for i, s := range l.Segments {
		texts[i] = s.Text()
	}
	if l.mirrored {
		slices.Reverse(texts)
	}
	if order := orderOf(texts, l.mirrored); order != nil {
		read := make([]string, len(order))
		for i, k := range order {
			read[i] = texts[k]
		}
		texts = read
	}
	return strings.Join(texts, " ")
}

// Size returns the font size of the segment's first word, points.
func (s *Segment) Size() float64 { return size(s.Words[0]) }

// Baseline returns the y of the baseline of the segment's first word, points.
func (s *Segment) Baseline() float64 { return s.Words[0].Baseline }

// Analyze finds each page's structure. Words written in another direction than
// most of their page are in no line; they remain in the page's Words.
func Analyze(d *doc.Document) []*Page {
	pages := make([]*Page, len(d.Pages))
	for i := range d.Pages {
		pages[i] = analyze(&d.Pages[i], i)
	}
	return pages
}

func analyze(page *doc.Page, index int) *Page {
	p := &Page{Page: page}
	p.Turn = writingDirection(page.Words)
	if p.Turn != 0 {
		p.Page = upright(page, p.Turn)
	}
	p.Page = limitLineWords(splitLabels(p.Page))
	if page.Source == doc.Pixels {
		p.Page, p.bend = normalized(p.Page)
	} else {
		p.Page = withTypedRules(p.Page)
	}
	if p.Mirrored = isRightToLeft(p.Words); p.Mirrored {
		p.Page = mirrored(p.Page)
	}
	p.body = bodySize(p.Words)
	p.edges = findEdges(p.Page)
	p.grid = newGrid(&p.edges)
	p.Cells = p.grid.cells
	p.joinSpaced()
	p.Lines = findLines(p, index)
	p.Blocks = findBlocks(p)
	return p
}

// CellAt returns the index of the smallest ruled cell that holds the point, -1
// if none does.
func (p *Page) CellAt(x, y float64) int { return p.grid.at(x, y) }

// VerticalBetween reports whether a vertical edge of a rule or fill stands
// between x0 and x1 at the height y.
func (p *Page) VerticalBetween(x0, x1, y float64) bool {
	return p.edges.vertical.crosses(x0, x1, y)
}

// VerticalAt returns the x of the first vertical edge of a rule or fill between
// x0 and x1 at the height y; ok is false if there is none.
func (p *Page) VerticalAt(x0, x1, y float64) (x float64, ok bool) {
	return p.edges.vertical.first(x0, x1, y)
}

// VerticalsAbout returns the nearest vertical edges of rules or fills on either
// side of x at the height y; infinite where there are none.
func (p *Page) VerticalsAbout(x, y float64) (left, right float64) {
	return p.edges.vertical.nearest(x, y)
}

// HorizontalBetween reports whether a horizontal edge of a rule or fill stands
// between y0 and y1 at x.
func (p *Page) HorizontalBetween(y0, y1, x float64) bool {
	return p.edges.horizontal.crosses(y0, y1, x)
}

// BodySize returns the font size in which most of the page's words are set, in
// whole points, at least 1.
func (p *Page) BodySize() float64 { return p.body }

func bodySize(words []doc.Word) float64 {
	var count [64]int
	best := 0
	for i := range words {
		k := min(int(words[i].Size+0.5), len(count)-1)
		if k < 0 {
			continue
		}
		if count[k]++; count[k] > count[best] {
			best = k
		}
	}
	return float64(max(best, 1))
}

// size returns a word's font size, or the height of its box if the size is not
// known, points.
func size(w *doc.Word) float64 {
	if w.Size > 0 {
		return w.Size
	}
	return max(1, w.Box.Height())
}
