package items

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// piece is a run of words of one line that is in one column.
type piece struct {
	x0, x1 float64
	words  []*doc.Word
	figure bool // looks like a number
	apart  bool // it begins a segment: a column gap is before it
}

// slot is a place that pieces are assigned to: a heading, or a column without one.
type slot struct {
	x0, x1   float64
	heading  doc.Box // of the heading; from x0 to x1 if there is none
	meanings []headings.Meaning
	ruled    bool // x0 and x1 are at vertical rules
}

// Costs of assigning a piece to a column, in ems of distance, and bounds.
const (
	mistypedCost = 4.0  // a text under a heading of figures, and the like
	misfitCost   = 1.2  // a figure under a heading of texts
	sharedCost   = 1.5  // two pieces in one column although a column gap separates them
	maxFitCost   = 40.0 // the most that fitCost returns
	maxPieces    = 80   // pieces of a line; a line with more is not aligned
	costlyPiece  = 6.0  // a piece that costs this or more does not count for its column's width
)

// cutPieces appends the pieces of a line: its segments, or the parts of a segment
// that has words under several headings.
func cutPieces(pieces []piece, l *layout.Line, slots []slot) []piece {
	for _, s := range l.Segments {
		start, under := 0, -1 // of the part; the last of its words that is under a heading
		at := -1
		for i, w := range s.Words {
			// A figure never shares a cell with an amount before it, however close they are,
			// nor an item's number with the text after it.
			if i > start && value.HasDecimals(s.Words[i-1].Text) && textnorm.ASCIIDigit(w.Text[0]) || i == 1 && at >= 0 && slots[at].numbers(s.Words[0]) && textnorm.CountLetters(w.Text) > 1 {
				pieces = append(pieces, newPiece(s.Words[start:i:i], start == 0))
				start, under, at = i, i-1, -1
			}
			to := slotAt(slots, w)
			if to < 0 || to == at {
				if to >= 0 {
					under = i
				}
				continue
			}
			if at >= 0 {
				pieces = append(pieces, newPiece(s.Words[start:under+1:under+1], start == 0))
				start = under + 1
			}
			at, under = to, i
		}
		pieces = append(pieces, newPiece(s.Words[start:], start == 0))
	}
	return pieces
}

// endsAmount reports whether the piece is a figure that ends with an amount, complete to its decimals.
func (p *piece) endsAmount() bool {
	return p.figure && value.HasDecimals(p.words[len(p.words)-1].Text)
}

// numbers reports whether the word is an item's number, given that the slot is one of line numbers.
func (s *slot) numbers(w *doc.Word) bool {
	if len(s.meanings) == 0 || s.meanings[0].Kinds[0] != headings.LineNumber {
		return false
	}
	_, ok := lineOrdinal(w.Text)
	return ok
}

func newPiece(words []*doc.Word, apart bool) piece {
	return piece{words[0].Box.X0, words[len(words)-1].Box.X1, words, FigureLike(words), apart}
}

// slotAt returns the index of the slot that holds the word's middle, or with whose
// heading the word's left or right edge is aligned, or -1 if there is none.
func slotAt(slots []slot, w *doc.Word) int {
	x := w.Box.MidX()
	i, found := slices.BinarySearchFunc(slots, x, func(s slot, x float64) int { return cmp.Compare(s.x0, x) })
	if !found {
		i--
	}
	switch {
	case i >= 0 && x <= slots[i].x1, i >= 0 && math.Abs(w.Box.X0-slots[i].heading.X0) < alignedEdge:
		return i
	case i+1 < len(slots) && math.Abs(w.Box.X1-slots[i+1].heading.X1) < alignedEdge:
		return i + 1
	}
	return -1
}

// alignedEdge is the distance below which the edges of words are aligned, in points.
const alignedEdge = 1.2

// FigureLike reports, by a cheap check, whether words look like a number, perhaps
// with a sign, a currency or a unit.
func FigureLike(words []*doc.Word) bool {
	if len(words) > 4 {
		return false
	}
	digits, letters, mixed := 0, 0, 0
	for _, w := range words {
		if strings.Count(w.Text, "/") > 1 || strings.Count(w.Text, "-") > 1 || strings.HasSuffix(w.Text, ":") {
			return false // a date, a code or a label
		}
		before, beside := digits, letters
		for _, r := range w.Text {
			switch {
			case '0' <= r && r <= '9':
				digits++
			case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r > 0xbf && r < 0x2000:
				letters++
			}
		}
		if digits > before && letters > beside {
			mixed++
		}
	}
	if mixed > 1 {
		return false // sizes and grades: "L 80x40 S355"
	}
	return digits > 0 && letters <= 6 && (letters <= digits || startsFigure(words[0].Text))
}

func startsFigure(s string) bool {
	for _, r := range s {
		if '0' <= r && r <= '9' {
			return true
		}
		if unicode.IsLetter(r) {
			return false
		}
	}
	return false
}

// fitCost returns the cost of assigning the piece to the slot, in ems of distance.
func fitCost(p *piece, s *slot) float64 {
	em := max(4, p.words[0].Box.Height())
	cost := 0.0
	if gap := max(p.x0-s.x1, s.x0-p.x1); gap > 0 {
		cost = 0.3 + 0.5*gap/em
		if s.isOther() && !p.figure && len(p.words) > 1 {
			cost += misfitCost // beside a heading of remarks, it rather belongs to the description, if there is one
		}
	}
	// Of two headings that it touches, the one with which it is aligned wins.
	aligned := min(math.Abs(p.x0-s.x0), math.Abs(p.x1-s.x1), math.Abs(p.x0+p.x1-s.x0-s.x1)/2)
	cost += 0.04 * aligned / em
	if len(s.meanings) == 0 {
		return min(cost, maxFitCost)
	}
	figures, texts := s.states()
	switch {
	case figures && !texts && !p.figure:
		cost += mistypedCost
	case s.meanings[0].Kinds[0] == headings.Code && len(p.words) > 1 && !p.figure && !isCode(p.words):
		cost += misfitCost / 2
	case s.meanings[0].Kinds[0] == headings.Unit && len(s.meanings) == 1 && !isUnitWord(textnorm.Join(p.words)):
		cost += misfitCost
	case !figures && p.figure && s.describes():
		cost += misfitCost
	}
	return min(cost, maxFitCost)
}

// states reports whether the heading may be one of figures, and whether it may be one of texts.
func (s *slot) states() (figures, texts bool) {
	for _, m := range s.meanings {
		for _, k := range m.Kinds {
			if k.Numeric() {
				figures = true
			} else {
				texts = true
			}
		}
	}
	return figures, texts
}

// counts reports whether the heading can only be one of figures, of which each item has one.
func (s *slot) counts() bool {
	figures, texts := s.states()
	return figures && !texts
}

// isOther reports whether the heading is likely of kind Other: known not to head a
// value of a converted order, and otherwise unspecified.
func (s *slot) isOther() bool { return len(s.meanings) > 0 && s.meanings[0].Kinds[0] == headings.Other }

// describes reports whether the heading is most likely one of descriptions.
func (s *slot) describes() bool {
	return len(s.meanings) > 0 && s.meanings[0].Kinds[0] == headings.Description
}

// alignPieces assigns the pieces of a line to slots, in order, at the least cost,
// which it returns. It sets into to the slot of each piece. The cost is infinite
// if there are no slots, no pieces or too many.
func alignPieces(pieces []piece, slots []slot, into []int) float64 {
	n, m := len(slots), len(pieces)
	if n == 0 || m == 0 || m > maxPieces {
		return math.Inf(1)
	}
	enough := countBy(pieces, func(p *piece) bool { return p.figure }) <= countBy(slots, (*slot).counts) // each figure can have a heading of its own
	costs := make([]float64, 2*n)
	best, next := costs[:n], costs[n:] // by slot: the least cost of the pieces so far, with the last of them in this slot
	from := make([]int16, n*m)
	for i := range pieces {
		p := &pieces[i]
		lead, leader := 0.0, -1 // the least cost among the slots before, and its slot
		if i > 0 {
			lead = math.Inf(1)
		}
		for j := range slots {
			cost, back := lead, leader
			if i > 0 {
				same := best[j]
				switch {
				case p.figure && (pieces[i-1].endsAmount() || p.apart && pieces[i-1].figure && enough && slots[j].counts()):
					same += mistypedCost
				case p.apart:
					same += sharedCost
				}
				if same < cost {
					cost, back = same, j
				}
				if best[j] < lead {
					lead, leader = best[j], j
				}
			}
			next[j] = cost + fitCost(p, &slots[j])
			from[i*n+j] = int16(back)
		}
		best, next = next, best
	}
	j := 0
	for k := range best {
		if best[k] < best[j] {
			j = k
		}
	}
	total := best[j]
	for i := m - 1; i >= 0; i-- {
		into[i] = j
		j = int(from[i*n+j])
	}
	return total
}

// countBy returns how many of all satisfy is.
func countBy[T any](all []T, is func(*T) bool) (n int) {
	for i := range all {
		if is(&all[i]) {
			n++
		}
	}
	return n
}

// limits sets the borders between neighbouring columns of one row of headings, each
// halfway between their slots.
func limits(extents []*columnExtent, slots []slot) {
	for i := range extents {
		extents[i].left, extents[i].right = math.Inf(-1), math.Inf(1)
	}
	for i := 0; i+1 < len(extents); i++ {
		at := (slots[i].x1 + slots[i+1].x0) / 2
		extents[i].right, extents[i+1].left = at, at
	}
}
