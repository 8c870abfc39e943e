package order

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// piece is a run of words of one line that stands in one column.
type piece struct {
	x0, x1 float64
	words  []*doc.Word
	figure bool // looks like a number
	apart  bool // a column gap lies before it
}

// slot is where pieces may go: a heading, or a column without one.
type slot struct {
	x0, x1   float64
	head     doc.Box // of the heading; of the same width where there is none
	meanings []headMeaning
	ruled    bool // x0 and x1 are vertical rules
}

// Costs of putting a piece into a column, in ems of distance.
const (
	mistyped    = 4.0 // a text under a heading of figures, and the like
	misfit      = 1.2 // a figure under a heading of texts
	shared      = 1.5 // two pieces that a column gap parts in one column
	farthest    = 40.0
	maxPieces   = 80
	costlyPiece = 6.0 // a piece that costs more than this stands in no column
)

// cutPieces cuts a line into pieces: segments, and the words of such segments
// as reach under several headings.
func cutPieces(pieces []piece, l *layout.Line, slots []slot) []piece {
	for _, s := range l.Segments {
		over := 0
		for _, t := range slots {
			if min(s.X1, t.x1)-max(s.X0, t.x0) > 0.2*(t.x1-t.x0) {
				over++
			}
		}
		if over < 2 || len(s.Words) == 1 {
			pieces = append(pieces, piece{s.X0, s.X1, s.Words, figureLike(s.Words), true})
			continue
		}
		for i := range s.Words {
			w := s.Words[i : i+1 : i+1]
			pieces = append(pieces, piece{w[0].Box.X0, w[0].Box.X1, w, figureLike(w), i == 0})
		}
	}
	return pieces
}

// figureLike tells cheaply whether words look like a number, with a sign, a
// currency or a unit beside it.
func figureLike(words []*doc.Word) bool {
	if len(words) > 4 {
		return false
	}
	digits, letters := 0, 0
	for _, w := range words {
		if strings.Count(w.Text, "/") > 1 || strings.Count(w.Text, "-") > 1 || strings.HasSuffix(w.Text, ":") {
			return false // a date, a code or a label
		}
		for _, r := range w.Text {
			switch {
			case '0' <= r && r <= '9':
				digits++
			case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r > 0xbf && r < 0x2000:
				letters++
			}
		}
	}
	return digits > 0 && letters <= 6 && (letters <= digits || startsFigure(words[0].Text))
}

func startsFigure(s string) bool {
	for _, r := range s {
		if '0' <= r && r <= '9' {
			return true
		}
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return false
		}
	}
	return false
}

// fitCost is what putting the piece into the slot costs.
func fitCost(p *piece, s *slot) float64 {
	em := max(4, p.words[0].Box.Height())
	cost := 0.0
	if gap := max(p.x0-s.x1, s.x0-p.x1); gap > 0 {
		cost = 0.3 + 0.5*gap/em
	}
	// Of two headings that it touches, the one with which it is aligned wins.
	aligned := min(math.Abs(p.x0-s.x0), math.Abs(p.x1-s.x1), math.Abs(p.x0+p.x1-s.x0-s.x1)/2)
	cost += 0.04 * aligned / em
	if len(s.meanings) == 0 {
		return min(cost, farthest)
	}
	figures, texts := false, false
	for _, m := range s.meanings {
		for _, k := range m.kinds {
			if k.numeric() {
				figures = true
			} else {
				texts = true
			}
		}
	}
	switch {
	case figures && !texts && !p.figure:
		cost += mistyped
	case s.meanings[0].kinds[0] == kindUnit && len(s.meanings) == 1 && !isUnitWord(joinWords(p.words)):
		cost += misfit
	case !figures && p.figure && s.describes():
		cost += misfit
	}
	return min(cost, farthest)
}

// describes tells whether the heading is likely one of descriptions.
func (s *slot) describes() bool {
	return len(s.meanings) > 0 && s.meanings[0].kinds[0] == kindDescription
}

// alignPieces puts the pieces of a line into slots, keeping their order, at the
// least cost. It fills into with the slot of each piece.
func alignPieces(pieces []piece, slots []slot, into []int) float64 {
	n, m := len(slots), len(pieces)
	if n == 0 || m == 0 || m > maxPieces {
		return math.Inf(1)
	}
	best := make([]float64, n) // of the pieces so far, the last of them in this slot
	from := make([]int16, n*m)
	next := make([]float64, n)
	for i := range pieces {
		p := &pieces[i]
		lead, leader := 0.0, -1 // the best of the slots before
		if i > 0 {
			lead = math.Inf(1)
		}
		for j := range slots {
			cost, back := lead, leader
			if i > 0 {
				same := best[j]
				if p.apart {
					same += shared
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

// limits sets the borders between neighbouring columns of one row of headings
// from what stands in them: halfway between their contents, or at the vertical
// rule between them.
func limits(p *layout.Page, extents []*extent, bodies []doc.Box, middles []float64) {
	for i := range extents {
		extents[i].left, extents[i].right = math.Inf(-1), math.Inf(1)
	}
	for i := 0; i+1 < len(extents); i++ {
		a, b := reachOf(extents[i], bodies[i]), reachOf(extents[i+1], bodies[i+1])
		at := (a.X1 + b.X0) / 2
		if a.X1 > b.X0 {
			// What overlaps is mostly a heading that is wider than its column.
			if bodies[i] != (doc.Box{}) && bodies[i].X1 <= b.X0 {
				at = (bodies[i].X1 + b.X0) / 2
			} else if bodies[i+1] != (doc.Box{}) && a.X1 <= bodies[i+1].X0 {
				at = (a.X1 + bodies[i+1].X0) / 2
			} else if bodies[i] != (doc.Box{}) && bodies[i+1] != (doc.Box{}) {
				at = (bodies[i].X1 + bodies[i+1].X0) / 2
			}
		}
		if x, ok := ruleBetween(p, a, b, middles); ok {
			at = x
		}
		extents[i].right, extents[i+1].left = at, at
	}
	for i := range extents {
		if extents[i].right < extents[i].left {
			extents[i].right = extents[i].left
		}
	}
}

func reachOf(e *extent, body doc.Box) doc.Box { return e.head.Union(body) }

// ruleBetween is the vertical rule between two columns that stands beside most
// of the given heights.
func ruleBetween(p *layout.Page, a, b doc.Box, middles []float64) (float64, bool) {
	from, to := min(a.MidX(), b.MidX()), max(a.MidX(), b.MidX())
	var at []float64
	for _, y := range middles {
		if x, ok := p.VerticalAt(from, to, y); ok {
			at = append(at, x)
		}
	}
	if len(at) == 0 || 2*len(at) < len(middles) {
		return 0, false
	}
	slices.SortFunc(at, cmp.Compare[float64])
	return at[len(at)/2], true
}
