package parties

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/textnorm"
)

// Measures of the blocks in which parties stand, in ems (multiples of the font
// size) unless noted otherwise.
const (
	alignedLeft   = 0.7  // left edges of one block differ less than this
	joinedGap     = 1.6  // segments of one line that are nearer than this belong together
	labelGap      = 22.0 // a label and its value are nearer than this
	valueGap      = 28.0 // a heading and the block beside it are nearer than this
	headingGap    = 3.6  // a block begins nearer than this under its heading
	loosePitch    = 1.75 // lines further apart than this many usual pitches are not one block
	nameGap       = 2.2  // the same between the first line and the next
	firstPitch    = 1.2  // the least pitch that is assumed
	cellPitch     = 3.4  // the same inside a ruled cell that holds one block
	maxIndent     = 4.0  // a line may be indented this far
	maxBlockLines = 14
	maxLowerWords = 7  // words; a line of more, most of them in lower case, is running text
	maxLineWords  = 13 // words; a line of more that holds no address is running text
)

// blockLine is one line of a party's block.
type blockLine struct {
	text    string
	traits  address.Trait
	caption Role // of the labelled field that it is; 0 for none
	label   int  // how many of its words are the field's caption
	words   []*doc.Word
	box     doc.Box
	segs    []*partySeg
}

// partyBlock is a stack of lines about one party.
type partyBlock struct {
	page    *partyPage
	heading *partySeg // nil when none stands over it
	lines   []blockLine
	box     doc.Box
}

// column bounds the search for a block's lines.
type column struct {
	lo, hi  float64   // left edges of lines lie between
	far     float64   // the values of labelled fields begin left of here, 0 for hi
	cell    int       // index of the ruled cell that holds the whole block, -1 when none does
	lefts   []float64 // left edges of the block's lines
	heading *partySeg // the heading, which may stand level with the block's lines
}

// foreign reports whether a segment belongs to the table of line items and does not
// look like a part of an address: the table may have been taken to reach too far.
func (s *partySeg) foreign() bool {
	return s.table && s.appearance().traits&(address.Postal|address.Contact|address.Person) == 0
}

// stack reads the block whose first line begins with the given word of a
// segment, down to where it ends.
func (p *partyPage) stack(first *partySeg, word int, col column) *partyBlock {
	b := &partyBlock{page: p}
	col.lefts = append(col.lefts, first.Words[word].Box.X0)
	b.add(p.readLine(first, word, &col))
	size := first.Size()
	last, pitch := first, 0.0
	for i := first.Line + 1; i < len(p.lines) && len(b.lines) < maxBlockLines; i++ {
		s := p.pick(i, last, &col)
		if s == nil {
			continue
		}
		dy := s.Baseline() - last.Baseline()
		if b.endsBefore(s, dy, pitch, size, col.cell) {
			break
		}
		if s.appearance().caption == 0 && col.cell < 0 && s.appearance().traits&(address.Postal|address.Contact) == 0 &&
			p.HorizontalBetween(last.Y1-0.1*size, s.Y0+0.1*size, max(s.X0, last.X0)+0.5) {
			break
		}
		if pitch == 0 || dy < pitch {
			pitch = dy
		}
		last = s
		b.add(p.readLine(s, 0, &col))
	}
	return b
}

func (b *partyBlock) add(l blockLine) {
	if l.text == "" {
		return
	}
	b.lines = append(b.lines, l)
	b.box = b.box.Union(l.box)
}

// pick returns the segment with which the block continues in line i: one that begins
// or ends flush with it, or is a little indented; nil for none.
func (p *partyPage) pick(i int, last *partySeg, col *column) *partySeg {
	for _, s := range p.lines[i] {
		tol := alignedLeft * max(s.Size(), last.Size())
		if s.X0 < col.lo-tol || s == col.heading || s.foreign() {
			continue
		}
		if s.translates(col.heading) {
			s.used = true
			continue
		}
		if s.X0 >= max(col.hi, col.far) {
			return nil
		}
		if col.cell >= 0 {
			if s.Cell == col.cell {
				return s
			}
			continue
		}
		if slices.ContainsFunc(col.lefts, func(x float64) bool { return math.Abs(s.X0-x) <= tol }) {
			return s
		}
		left := col.lefts[0]
		indented := left < s.X0 && s.X0 < min(left+maxIndent*s.Size(), last.X1) && s.heading.roles == 0 && !s.labelled()
		if s.X0 < col.hi && (indented || math.Abs(s.X1-last.X1) <= 0.4*tol) {
			return s
		}
	}
	return nil
}

// translates reports whether a segment repeats a heading right beneath it, in another language; a segment with
// a colon of its own heads something else.
func (s *partySeg) translates(h *partySeg) bool {
	return h != nil && s.heading.roles&h.heading.roles != 0 && s.heading.value == len(s.Words) && !s.heading.colon && s.Line > h.Line &&
		math.Abs(s.X0-h.X0) <= alignedLeft*h.Size() && s.Baseline()-h.Baseline() < loosePitch*firstPitch*h.Size()
}

// readLine reads one line of a block from the given word on, with the other segments of
// the line that belong to it. A caption for a name or an address is left out.
func (p *partyPage) readLine(s *partySeg, word int, col *column) blockLine {
	var l blockLine
	captionOnly := false
	if word == 0 {
		looks := s.appearance()
		l.caption = looks.caption
		captionOnly = looks.value == len(s.Words)
		if l.caption == keyvalue.CaptionName || l.caption == keyvalue.CaptionAddress {
			word = looks.value
		} else {
			l.label = looks.value
		}
		if word > 0 && !captionOnly {
			col.lefts = append(col.lefts, s.Words[word].Box.X0)
		}
	}
	l.addWords(s, word)
	prev := s
	for _, n := range p.lines[s.Line] {
		if n.X0 < prev.X1 || n == s {
			continue
		}
		if !joins(&l, prev, n, col, captionOnly) {
			break
		}
		if len(l.words) == 0 && !strings.HasPrefix(n.text, ":") {
			col.lefts = append(col.lefts, n.X0)
		}
		l.addWords(n, 0)
		prev = n
	}
	l.text = strings.TrimSpace(strings.TrimLeft(textnorm.Join(l.words), ": "))
	if l.traits = s.appearance().traits; l.text != s.text {
		l.traits = address.Traits(l.text)
	}
	return l
}

// addWords adds a segment's words, from the given one on, to a line.
func (l *blockLine) addWords(s *partySeg, from int) {
	l.segs = append(l.segs, s)
	for _, w := range s.Words[from:] {
		l.words = append(l.words, w)
		l.box = l.box.Union(w.Box)
	}
}

// joins reports whether segment n continues line l of a block behind segment prev.
func joins(l *blockLine, prev, n *partySeg, col *column, captionOnly bool) bool {
	gap := (n.X0 - prev.X1) / n.Size()
	switch {
	case n.foreign() || n.heading.roles != 0:
		return false
	case captionOnly && len(l.segs) == 1 || strings.HasSuffix(prev.text, ":") || strings.HasPrefix(n.text, ":"):
		return gap <= labelGap && n.X0 < max(col.hi, col.far)
	}
	return gap <= joinedGap && (n.X0 < col.hi || gap <= 1) && n.Cell == prev.Cell && (gap <= 0.8 || !n.appearance().stops)
}

// weight returns how much a block looks like a party's name and address, -1 for an empty one.
func (b *partyBlock) weight() int {
	if b == nil || len(b.lines) == 0 {
		return -1
	}
	w := 0
	for i, l := range b.lines {
		if l.traits&(address.Street|address.Town|address.POBox) != 0 {
			w += 2
		}
		if i <= 1 && l.traits&(address.Legal|address.Org) != 0 {
			w += 3
		}
	}
	return w
}

// endsBefore reports whether the block ends before segment s, whose baseline is dy beneath
// that of the block's last line.
func (b *partyBlock) endsBefore(s *partySeg, dy, pitch, size float64, cell int) bool {
	c := s.appearance().caption
	address := s.appearance().traits&(address.Postal|address.Contact|address.Person) != 0
	switch {
	case s.heading.roles != 0 && (c == 0 || s.heading.roles != keyvalue.RoleOther) && (c != keyvalue.CaptionName || s.heading.roles&keyvalue.RoleAddressee != 0),
		len(b.lines) > 0 && b.lines[len(b.lines)-1].addressed(), tooFar(s, dy, pitch, size, cell):
		return true
	case c != 0:
		return false
	case s.appearance().stops, len(s.Words) > maxLowerWords && mostlyLower(s.Words) && !address, len(s.Words) > maxLineWords && !address:
		return true
	}
	return cell < 0 && (s.Size() > 1.35*size || s.Size() < 0.7*size || s.labelled() && !address && dy > 1.25*max(pitch, firstPitch*size))
}

// tooFar reports whether segment s stands too far beneath a block's last line to continue
// the block. The pitch of the block is 0 while it has only one line.
func tooFar(s *partySeg, dy, pitch, size float64, cell int) bool {
	limit := loosePitch
	if l := s.appearance(); cell >= 0 || l.caption != 0 && l.value == len(s.Words) {
		limit = cellPitch
	} else if pitch == 0 {
		limit = nameGap
	}
	return dy > limit*max(pitch, firstPitch*size)
}
