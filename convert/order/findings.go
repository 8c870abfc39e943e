package order

import (
	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// Findings are all that stands on a document, whether or not the columns of
// purchase orders have a place for it. Boxes are on the pages as displayed, in
// points with the origin in the top left corner, rounded to hundredths.
type Findings struct {
	Pairs  []Pair     // in reading order
	Tables []Grid     // in reading order
	Lines  []TextLine // page after page, from top to bottom
}

// Pair is a label and the value that it announces.
type Pair struct {
	Label string // as printed, without a colon at its end
	Value string // as printed, several lines joined with a blank
	Page  int    // from 1
	Box   doc.Box
}

// Grid is a table on one page, its head included. All rows have the same
// number of cells.
type Grid struct {
	Page int // from 1
	Box  doc.Box
	Rows [][]GridCell
}

// GridCell is one cell of a table; an empty one has the zero box.
type GridCell struct {
	Text string // as printed, several lines joined with a blank
	Box  doc.Box
}

// TextLine is what stands on one baseline.
type TextLine struct {
	Page int // from 1
	Box  doc.Box
	Text string
}

// Sheet is what a customer's mapper is given: the rows as they would be
// answered, and what else was found on the document.
type Sheet struct {
	Filename string
	Mode     string // "text", "ocr" or "mixed"
	Columns  []Column
	Rows     []Row
	Evidence []RowEvidence // one for each row
	Verified bool          // all orders are: see Order
	Findings
}

// Mapped is what a mapper makes of a Sheet. Column keys are unique, and each
// row has exactly one value for each column, in the columns' order.
type Mapped struct {
	Columns  []Column
	Rows     []Row
	Evidence []RowEvidence // one for each row; nil where the mapper gives none
}

// Find gives the findings of a document.
func Find(d *doc.Document) Findings {
	_, found := Study(d)
	return found
}

// Study finds the purchase orders in a document, as Read does, and what else
// stands there.
func Study(d *doc.Document) ([]Order, Findings) {
	r := newReading(d, nil, nil)
	return r.judged(), r.findings()
}

// Bounds of findings. Orders are far from them; what is beyond is left out.
const (
	maxFoundLines = 20000 // of a document
	maxFoundPairs = 2000  // of a document
	maxFoundCells = 50000 // in tables of a document
)

// findings gathers what stands on the document.
func (r *reading) findings() Findings {
	found := Findings{Tables: r.grids(), Lines: []TextLine{}}
	found.Pairs = r.pairs()
	for _, p := range r.pages {
		for i := range p.Lines[:min(len(p.Lines), maxFoundLines-len(found.Lines))] {
			l := &p.Lines[i]
			found.Lines = append(found.Lines, TextLine{p.Number, displayed(p, l.Box), l.Text()})
		}
	}
	return found
}

// displayed is a box on the page as displayed, in hundredths of points.
func displayed(p *layout.Page, b doc.Box) doc.Box {
	if b == (doc.Box{}) {
		return b
	}
	return p.Displayed(b).Rounded()
}
