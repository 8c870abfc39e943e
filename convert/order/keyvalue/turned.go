package keyvalue

import (
	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
)

// Turned are the headings of parties on a page that are written upward or downward, as
// stand at the left of boxes.
func (x *Index) Turned(page int) []*Label { return x.turned[page] }

// turnedHeadings finds the headings that are written upward or downward on a page.
func turnedHeadings(p *layout.Page, page int, speller *ocrrepair.Speller) (found []*Label) {
	for _, words := range turnedRuns(p.Words) {
		s := &layout.Segment{Page: page, Line: -1, Cell: -1, Block: -1, Words: words}
		for _, w := range words {
			s.Box = s.Union(w.Box)
		}
		if l := findHead(tokens(speller, nil, words), s, Headings); l != nil && l.Phrase().To == len(words) {
			found = append(found, l)
		}
	}
	return found
}

// maxTurnedWords bounds the words of a heading that is written upward or downward.
const maxTurnedWords = 4

// turnedRuns gathers words that are written upward or downward, one behind the other.
func turnedRuns(words []doc.Word) (runs [][]*doc.Word) {
	var run []*doc.Word
	end := func() {
		if 0 < len(run) && len(run) <= maxTurnedWords {
			runs = append(runs, run)
		}
		run = nil
	}
	for i := range words {
		w := &words[i]
		if w.Turn != 90 && w.Turn != 270 {
			continue
		}
		if len(run) > 0 && !follows(run[len(run)-1], w) {
			end()
		}
		run = append(run, w)
	}
	end()
	return runs
}

// follows reports whether turned word b stands next behind a.
func follows(a, b *doc.Word) bool {
	gap := b.Box.Y0 - a.Box.Y1
	if a.Turn == 270 {
		gap = a.Box.Y0 - b.Box.Y1
	}
	return a.Turn == b.Turn && a.Box.X0 < b.Box.X1 && b.Box.X0 < a.Box.X1 && -0.5*a.Size < gap && gap < a.Size
}
