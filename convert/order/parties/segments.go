package parties

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/wording"
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

	speller   *ocrrepair.Speller
	printed   string
	words     []headKey
	looks     address.Trait
	field     caption
	fieldFrom int
	stop      bool
	known     segKnown
}

// segKnown tells which of a segment's properties were found out.
type segKnown uint8

const (
	knowsKeys segKnown = 1 << iota
	knowsTraits
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
			*seg = partySeg{Segment: s, speller: in.Speller, table: in.Tables.Hold(index, s.MidX(), s.MidY())}
			p.lines[i][k] = seg
			if seg.table {
				continue
			}
			seg.head = in.Headings.bySegment[s]
		}
		segs, refs = segs[len(line):], refs[len(line):]
	}
	return p
}

// text is the segment as printed.
func (s *partySeg) text() string {
	if s.printed == "" {
		s.printed = wording.Join(s.Words)
	}
	return s.printed
}

// keys are the segment's first words, for looking up phrases.
func (s *partySeg) keys() []headKey {
	if s.known&knowsKeys == 0 {
		s.words, s.known = headKeys(make([]headKey, 0, 4), s.speller, s.Words), s.known|knowsKeys
	}
	return s.words
}

// traits tell what the segment looks like in an address.
func (s *partySeg) traits() address.Trait {
	if s.known&knowsTraits == 0 {
		s.looks, s.known = address.Traits(s.text()), s.known|knowsTraits
	}
	return s.looks
}

// caption is the caption of an address field with which the segment begins
// ("City:", "b. LOCATION"), and the index of the word with which its value begins.
func (s *partySeg) caption() (c caption, value int) {
	if s.known&knowsCaption == 0 {
		s.field, s.fieldFrom = fieldCaption(s.Segment, s.keys())
		s.known |= knowsCaption
	}
	return s.field, s.fieldFrom
}

// headKey is one word of a segment, folded and without punctuation.
type headKey struct {
	text  string
	word  int  // index into the segment's Words
	colon bool // a colon follows
	open  bool // an opening bracket stands before it
	shut  bool // a closing bracket follows
	slash bool // a slash, ampersand or plus stands before it
	point bool // a full stop or bracket follows, as after a number
}

// maxHeadKeys bounds the words of a segment in which a heading is looked for.
const maxHeadKeys = 14

// headKeys splits a segment's first words at punctuation, and appends them to keys.
func headKeys(keys []headKey, speller *ocrrepair.Speller, words []*doc.Word) []headKey {
	var open, slash bool
	for i, w := range words {
		text, start := speller.LookupAll(w), -1
		leads := strings.Contains(text, "...") || strings.Trim(text, ".") == "" // dots that lead to a value
		for at, r := range text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				if start < 0 {
					start = at
				}
				continue
			}
			if start >= 0 {
				keys = append(keys, headKey{text: text[start:at], word: i, open: open, slash: slash})
				start, open, slash = -1, false, false
			}
			last := len(keys) - 1
			switch r {
			case '-':
				slash = slash || len(text) == 1 // fold makes every dash one
			case '(', '[':
				open = true
			case '/', '&', '+', '|':
				slash = true
			case ':':
				if last >= 0 {
					keys[last].colon = true
				}
			case ')', ']':
				if last >= 0 {
					keys[last].shut, keys[last].point = true, true
				}
			case '.':
				if last >= 0 {
					keys[last].point = true
					keys[last].colon = keys[last].colon || leads
				}
			}
		}
		if start >= 0 {
			keys = append(keys, headKey{text: text[start:], word: i, open: open, slash: slash})
			open, slash = false, false
		}
		if len(keys) >= maxHeadKeys {
			break
		}
	}
	return keys
}
