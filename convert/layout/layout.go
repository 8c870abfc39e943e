// Package layout finds the structure that a page's words and ruling lines
// make: lines, segments, blocks and ruled cells. It knows nothing of orders.
package layout

import (
	"strings"

	"lineitem/convert/doc"
)

// Page is a page with its structure.
type Page struct {
	*doc.Page
	Lines  []Line    // top to bottom
	Blocks []Block   // in reading order
	Cells  []doc.Box // the smallest rectangles closed by ruling lines or fills
}

// Line is what stands on one baseline, across the whole page.
type Line struct {
	doc.Box
	Baseline float64
	Segments []*Segment // left to right
}

// Segment is a run of words of one line with no column gap, no vertical rule
// and no cell border between them.
type Segment struct {
	doc.Box
	Page  int // index into the slice that Analyze returns
	Line  int // index into the page's Lines
	Words []*doc.Word
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

// Text is the segment's words joined with one space.
func (s *Segment) Text() string {
	parts := make([]string, len(s.Words))
	for i, w := range s.Words {
		parts[i] = w.Text
	}
	return strings.Join(parts, " ")
}

// Analyze finds each page's structure.
func Analyze(d *doc.Document) []*Page {
	pages := make([]*Page, len(d.Pages))
	for i := range d.Pages {
		pages[i] = &Page{Page: &d.Pages[i]}
	}
	return pages
}
