package order

import (
	"math"

	"lineitem/convert/layout"
)

// labelIndex holds the labels of a document.
type labelIndex struct {
	pages []pageLabels
	// invoice tells that the document calls itself an invoice and no order: its
	// own number and dates are not the order's.
	invoice bool
}

// pageLabels are the labels of one page, in reading order.
type pageLabels struct {
	labels []label
	bySeg  map[*layout.Segment][2]int // the labels of a segment, as a range of labels
}

// findAllLabels finds the labels of every page.
func findAllLabels(pages []*layout.Page) labelIndex {
	index := labelIndex{pages: make([]pageLabels, len(pages))}
	var buf [maxLabelTokens]token
	for n, p := range pages {
		pl := &index.pages[n]
		pl.bySeg = make(map[*layout.Segment][2]int)
		for i := range p.Lines {
			for _, s := range p.Lines[i].Segments {
				if found := findLabels(speller, buf[:], s); len(found) > 0 {
					pl.bySeg[s] = [2]int{len(pl.labels), len(pl.labels) + len(found)}
					pl.labels = append(pl.labels, found...)
				}
			}
		}
	}
	index.invoice = callsItselfInvoice(pages, index.pages)
	return index
}

// aligned tells whether two segments have a left edge or a middle in common.
func aligned(a, b *layout.Segment) bool {
	return math.Abs(a.X0-b.X0) < 4 || math.Abs(a.MidX()-b.MidX()) < 4
}

// forget takes the labels of a segment away.
func (pl *pageLabels) forget(s *layout.Segment) {
	at := pl.bySeg[s]
	for i := at[0]; i < at[1]; i++ {
		pl.labels[i].means = nil
	}
	delete(pl.bySeg, s)
}

// headings counts the segments of a line that are headings.
func (pl *pageLabels) headings(line *layout.Line) int {
	count := 0
	for _, s := range line.Segments {
		if pl.heads(s) {
			count++
		}
	}
	return count
}

// heads tells whether a segment is a heading: a label, no colon behind it, and
// nothing else.
func (pl *pageLabels) heads(s *layout.Segment) bool {
	labels := pl.of(s)
	return len(labels) == 1 && labels[0].lead && labels[0].whole && !labels[0].colon
}

// of are the labels in a segment, left to right.
func (pl *pageLabels) of(s *layout.Segment) []label {
	at := pl.bySeg[s]
	return pl.labels[at[0]:at[1]]
}

// announces tells whether a segment begins with a label that ends there or
// that a colon follows: it is no value of another label.
func (pl *pageLabels) announces(s *layout.Segment) bool {
	labels := pl.of(s)
	return len(labels) > 0 && labels[0].lead && (labels[0].colon || labels[0].whole)
}
