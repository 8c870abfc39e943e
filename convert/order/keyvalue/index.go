package keyvalue

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
)

// Index holds the labels of a document that are in the lexicon, and the headings of parties.
type Index struct {
	pages    []*layout.Page
	tokens   map[*layout.Segment][]token
	labels   []labels // by page
	headings map[*layout.Segment]*Label
	invoice  bool // the document is an invoice, by its first page
}

// labels are those of one page, in reading order.
type labels struct {
	all       []Label
	bySegment map[*layout.Segment][2]int // the labels of a segment, as a range of all
}

// NewIndex finds the labels and headings of a document's pages. Recognised words are looked up
// as the speller corrects them.
func NewIndex(pages []*layout.Page, speller *ocrrepair.Speller) *Index {
	segments := 0
	for _, p := range pages {
		for i := range p.Lines {
			segments += len(p.Lines[i].Segments)
		}
	}
	x := &Index{
		pages: pages, labels: make([]labels, len(pages)), headings: map[*layout.Segment]*Label{},
		tokens: make(map[*layout.Segment][]token, segments),
	}
	const atOnce = 256   // tokens allocated at once
	var own, all []token // of a segment, of several
	for n, p := range pages {
		x.labels[n].bySegment = make(map[*layout.Segment][2]int)
		for i := range p.Lines {
			for _, s := range p.Lines[i].Segments {
				if own = appendTokens(own[:0], speller, s.Words); len(own) > cap(all)-len(all) {
					all = make([]token, 0, max(atOnce, len(own)))
				}
				all = append(all, own...)
				t := all[len(all)-len(own) : len(all) : len(all)]
				x.tokens[s] = t
				x.labels[n].add(s, findLabels(t, s))
				if head := findHeading(t, s, Headings); head != nil {
					x.headings[s] = head
				}
			}
		}
	}
	if len(pages) > 0 {
		x.invoice = x.Titles(0).Invoice
	}
	return x
}

// On returns the labels of a page, in reading order.
func (x *Index) On(page int) []Label { return x.labels[page].all }

// Of returns the labels in a segment, from left to right.
func (x *Index) Of(s *layout.Segment) []Label { return x.labels[s.Page].of(s) }

// Heading returns the heading of a party with which a segment begins, or nil if there is none.
func (x *Index) Heading(s *layout.Segment) *Label { return x.headings[s] }

// Begins returns the label with any of the given roles with which a segment begins, or nil if
// there is none.
func (x *Index) Begins(s *layout.Segment, of Role) *Label { return findHeading(x.tokens[s], s, of) }

// Words returns the segment's words as they are looked up in the lexicon, from the word with the given index on.
func (x *Index) Words(s *layout.Segment, from int) []string {
	var all []string
	for _, k := range x.tokens[s] {
		if k.folded != "" && k.word >= from {
			all = append(all, k.folded)
		}
	}
	return all
}

// Announces reports whether a segment begins with a label that a colon or nothing
// follows. Such a segment is not the value of another label.
func (x *Index) Announces(s *layout.Segment) bool { return x.labels[s.Page].announces(s) }

// isTableHeader reports whether a line is the head of a table of line items: it names at
// least three columns that such tables have.
func (x *Index) isTableHeader(line *layout.Line) bool {
	count := 0
	for _, s := range line.Segments {
		if found := x.Of(s); len(found) > 0 && found[0].EndsSegment && !found[0].Colon && tableWords()[found[0].first.text] {
			count++
		}
	}
	return count >= 3
}

// add adds the labels of a segment.
func (p *labels) add(s *layout.Segment, found []Label) {
	if len(found) > 0 {
		p.bySegment[s] = [2]int{len(p.all), len(p.all) + len(found)}
		p.all = append(p.all, found...)
	}
}

func (p *labels) of(s *layout.Segment) []Label {
	at := p.bySegment[s]
	return p.all[at[0]:at[1]]
}

func (p *labels) announces(s *layout.Segment) bool {
	found := p.of(s)
	return len(found) > 0 && found[0].StartsSegment && (found[0].Colon || found[0].EndsSegment)
}
