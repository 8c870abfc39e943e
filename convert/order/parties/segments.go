package parties

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/textnorm"
)

// partyPage is a page as the readers of parties see it.
type partyPage struct {
	*layout.Page
	index int // into in.Pages
	in    *Input
	lines [][]*partySeg
}

// partySeg is a segment as the readers of parties see it. What is told of its
// words is found out when it is first asked for.
type partySeg struct {
	*layout.Segment
	head  heading // zero when it heads nothing
	used  bool    // stands in a block that was read
	seen  bool    // stands in a block without heading that was read
	table bool    // stands among the line items

	labels    *keyvalue.Index
	printed   string
	looks     address.Trait
	field     Role
	fieldFrom int
	stop      bool
	known     segKnown
}

// segKnown records which of a segment's properties are known.
type segKnown uint8

const (
	knowsTraits segKnown = 1 << iota
	knowsCaption
	knowsStop
)

// newPartyPage looks for headings on a page.
func newPartyPage(in *Input, index int) *partyPage {
	page := in.Pages[index]
	p := &partyPage{Page: page, index: index, in: in, lines: make([][]*partySeg, len(page.Lines))}
	total := 0
	for i := range page.Lines {
		total += len(page.Lines[i].Segments)
	}
	segs, refs := make([]partySeg, total), make([]*partySeg, total)
	for i := range page.Lines {
		line := page.Lines[i].Segments
		p.lines[i] = refs[:len(line):len(line)]
		for k, s := range line {
			seg := &segs[k]
			*seg = partySeg{Segment: s, labels: in.Labels, table: in.Tables.Hold(index, s.MidX(), s.MidY())}
			p.lines[i][k] = seg
			if seg.table {
				continue
			}
			if h, ok := headingOf(in.Labels, s); ok {
				seg.head = h
			}
		}
		segs, refs = segs[len(line):], refs[len(line):]
	}
	return p
}

// text is the segment as printed.
func (s *partySeg) text() string {
	if s.printed == "" {
		s.printed = textnorm.Join(s.Words)
	}
	return s.printed
}

// traits tell what the segment looks like in an address.
func (s *partySeg) traits() address.Trait {
	if s.known&knowsTraits == 0 {
		s.looks, s.known = address.Traits(s.text()), s.known|knowsTraits
	}
	return s.looks
}
