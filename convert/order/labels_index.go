package order

import (
	"math"
	"slices"

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
		pl.joinHeadings(p, buf[:])
		pl.demoteValues(p)
	}
	index.invoice = callsItselfInvoice(pages, index.pages)
	return index
}

// joinHeadings finds the labels that are set in two lines, in rows of headings:
// "Delivery" over "Date". Each is a label of its lower line.
func (pl *pageLabels) joinHeadings(page *layout.Page, buf []token) {
	var joined []label
	var uppers []*layout.Segment
	for n := 1; n < len(page.Lines); n++ {
		above, line := &page.Lines[n-1], &page.Lines[n]
		if len(above.Segments) < 2 || len(line.Segments) < 2 || line.Y0-above.Y1 > 0.7*above.Height() {
			continue
		}
		joined, uppers = joined[:0], uppers[:0]
		for _, s := range line.Segments {
			for _, h := range above.Segments {
				if len(s.Words)+len(h.Words) <= 5 && aligned(h, s) && math.Abs(h.Size()-s.Size()) < 0.5 {
					both := *s
					both.Words = slices.Concat(h.Words, s.Words)
					found := findLabels(speller, buf, &both)
					if len(found) == 1 && found[0].whole && !found[0].colon && found[0].first.word == 0 && found[0].last.word >= len(h.Words) {
						l := found[0]
						l.seg, l.box = s, s.Box
						l.first.word, l.last.word = 0, len(s.Words)-1
						joined, uppers = append(joined, l), append(uppers, h)
					}
				}
			}
		}
		if len(joined) < 2 {
			continue
		}
		for i, l := range joined {
			pl.forget(uppers[i])
			pl.forget(l.seg)
			pl.bySeg[l.seg] = [2]int{len(pl.labels), len(pl.labels) + 1}
			pl.labels = append(pl.labels, l)
		}
	}
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

// demoteValues forgets the labels that are values of the headings above them:
// "Destination" beneath "F.O.B. point". They stand in a row with other values,
// aligned with a heading of a row that has nothing but headings.
func (pl *pageLabels) demoteValues(page *layout.Page) {
	for n := 1; n < len(page.Lines); n++ {
		above, line := &page.Lines[n-1], &page.Lines[n]
		if pl.headings(line) == len(line.Segments) || len(above.Segments) < 2 || pl.headings(above) != len(above.Segments) {
			continue
		}
		for _, s := range line.Segments {
			if !pl.heads(s) {
				continue
			}
			for _, h := range above.Segments {
				if aligned(h, s) {
					pl.forget(s)
				}
			}
		}
	}
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
