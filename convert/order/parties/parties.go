// Package parties finds candidates for the names of an order's buyer and supplier, and for its
// shipping and billing addresses; package ranking chooses among them. Names and addresses stand
// under headings or beside them (headings.go, headed.go), and in letterheads and address windows
// (letterhead.go). blocks.go gathers the lines that belong together, names.go extracts a name from
// them, and candidates.go scores it.
package parties

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/items"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/lexicon"
)

// Input is the part of a document that holds one order, and what is known of it.
type Input struct {
	Pages       []*layout.Page  // of the document
	First, Last int             // pages of the order, as indices into Pages
	Tables      items.Places    // of the order's line items
	Labels      *keyvalue.Index // of the document
}

// Bounds of an order.
const (
	maxPages    = 4   // first pages that are looked at, beside the last one
	maxHeadings = 128 // headings at which parties are looked for
)

// Find finds all places of an order that may name a party or hold an address: those
// under headings first, then those without.
func Find(in Input) []Candidate {
	var pages []*partyPage
	for i := in.First; i <= in.Last && i < len(in.Pages); i++ {
		if i-in.First < maxPages || i == in.Last {
			pages = append(pages, newPartyPage(&in, i))
		}
	}
	var all []Candidate
	tries := 0
	for _, p := range pages {
		for s := range p.segments() {
			if s.heading.party() != 0 && !s.used && tries < maxHeadings {
				tries++
				if b := p.headed(s); b != nil {
					b.use()
					all = append(all, b.headedCandidate(s))
				}
			}
		}
	}
	if len(pages) > 0 {
		all = append(all, pages[0].unheaded()...)
	}
	return all
}

// partyPage is a page as the readers of parties see it.
type partyPage struct {
	*layout.Page
	lines [][]*partySeg
}

// partySeg is a segment as the readers of parties see it.
type partySeg struct {
	*layout.Segment
	heading heading // zero when it heads nothing
	used    bool    // stands in a block that was read
	table   bool    // stands among the line items
	text    string

	labels   *keyvalue.Index
	lookedUp *appearance // nil until appearance is called
}

// appearance is what a segment looks like in an address.
type appearance struct {
	traits address.Trait
	// caption is the caption of an address field with which the segment begins ("City:",
	// "b. LOCATION"), 0 for none; value is the index of the word with which its value begins.
	caption Role
	value   int
	stops   bool // it begins another field of the order, and is no line of the address above it
}

// newPartyPage returns a page of the document with the headings on it.
func newPartyPage(in *Input, index int) *partyPage {
	page := in.Pages[index]
	p := &partyPage{Page: page, lines: make([][]*partySeg, len(page.Lines))}
	for i := range page.Lines {
		line := page.Lines[i].Segments
		segs := make([]partySeg, len(line))
		for k, s := range line {
			segs[k] = partySeg{Segment: s, text: s.Text(), labels: in.Labels, table: in.Tables.Contains(index, s.MidX(), s.MidY())}
			if h, ok := headingOf(in.Labels, s); ok && !segs[k].table {
				segs[k].heading = h
			}
			p.lines[i] = append(p.lines[i], &segs[k])
		}
	}
	return p
}

// segments iterates over the segments of a page in reading order.
func (p *partyPage) segments() iter.Seq[*partySeg] {
	return func(yield func(*partySeg) bool) {
		for _, line := range p.lines {
			for _, s := range line {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// appearance returns what the segment looks like, which it determines only once.
func (s *partySeg) appearance() *appearance {
	if s.lookedUp == nil {
		l := &appearance{traits: address.Traits(s.text)}
		l.caption, l.value = captionOf(s.labels, s.Segment)
		l.stops = l.caption == 0 && s.labels.Announces(s.Segment) && l.traits&(address.Contact|address.Person) == 0
		s.lookedUp = l
	}
	return s.lookedUp
}

// labelled reports whether the segment begins with a short label and a colon.
func (s *partySeg) labelled() bool {
	for _, w := range s.Words[:min(5, len(s.Words))] {
		if strings.ContainsAny(w.Text, ":：") {
			return true
		}
	}
	return strings.HasSuffix(s.text, ":")
}

// Words that are looked up one by one. Phrases of headings and captions are found by
// package keyvalue.
var (
	bareWords            = words("bare_heading")    // head a block only with a colon,
	loneWords            = words("lone_heading")    // or alone in their segment, with a capital
	sameWords            = words("same")            // refer to another address
	noName               = words("no_name")         // stand in titles and labels
	nameEnds             = words("name_end")        // close long names, beside legal forms
	formsOfAddress       = words("form_of_address") // stand before a name and are no part of it,
	formsOfAddressBehind = words("form_behind")     // or behind it
)

func words(concept string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return lexicon.Phrases("parties." + concept) })
}

// Phrases returns the phrases that mark parties, folded, in no order:
// headings, and words of titles and names.
func Phrases() iter.Seq[string] {
	caption := func(concept string) bool { return strings.HasPrefix(concept, "parties.caption") }
	return lexicon.All(slices.DeleteFunc(lexicon.Concepts("parties."), caption)...)
}
