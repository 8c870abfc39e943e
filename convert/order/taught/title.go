package taught

import (
	"sync"

	"lineitem/convert/layout"
	"lineitem/convert/order/lexicon"
)

// Whose document a title names. A document whose title names another party's is of another
// layout, however alike the forms are: programs print orders, confirmations and invoices
// in one form.
const (
	buyersTitle uint32 = iota + 1
	suppliersTitle
	lastTitle = suppliersTitle
)

// titles are the titles of documents, and whose they are.
var titles = sync.OnceValue(func() map[string]uint32 {
	all := map[string]uint32{}
	for phrase := range lexicon.Phrases("parties.buyer_issues") {
		all[phrase] = buyersTitle
	}
	for phrase := range lexicon.Phrases("parties.supplier_issues") {
		all[phrase] = suppliersTitle
	}
	return all
})

// Bounds of titles.
const (
	titleZone  = 0.5 // part of the page's height in which they stand
	titleWords = 6   // words, with a number
	plainly    = 1.1 // by how much the title has to be larger than one of the other kind
)

// titleOf is whose document the title of a page names; 0 where it has none, or several
// of about the same size.
func titleOf(p *layout.Page) uint32 {
	var sizes [suppliersTitle + 1]float64
	for n := range p.Lines {
		if p.Lines[n].Y0 > titleZone*p.Height {
			break
		}
		for _, s := range p.Lines[n].Segments {
			if len(s.Words) <= titleWords {
				of := titles()[titleIn(s)]
				sizes[of] = max(sizes[of], s.Size())
			}
		}
	}
	switch buyers, suppliers := sizes[buyersTitle], sizes[suppliersTitle]; {
	case buyers > plainly*suppliers:
		return buyersTitle
	case suppliers > plainly*buyers:
		return suppliersTitle
	}
	return 0
}

// titleIn is the text before the number of a document: "Purchase Order No. 4711".
func titleIn(s *layout.Segment) string {
	var b []byte
	for i, w := range s.Words {
		from := len(b)
		if i > 0 {
			b = append(b, ' ')
		}
		key := appendKey(b, w.Text)
		if len(key) == len(b) || i > 0 && titleEnds()[string(key[len(b):])] {
			b = b[:from]
			break
		}
		b = key
	}
	return string(b)
}

// titleEnds are the words that announce the number.
var titleEnds = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("labels.word.number") })
