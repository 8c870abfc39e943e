package taught

import (
	"slices"
	"strings"

	"lineitem/convert/order/schema"
)

// TextBounds say how far a text reaches from its first token.
type TextBounds struct {
	// Column reports whether lines go on across gaps, up to where the next column begins.
	Column bool `json:"column,omitempty"`
	Words  int  `json:"words,omitempty"` // of each line; 0 for as many as there are
	Lines  int  `json:"lines,omitempty"` // how many at most; 0 for as many as there are
	Left   int  `json:"left,omitempty"`  // how far left of the first line others may begin, thousandths of the page's width
	Right  int  `json:"right,omitempty"` // where the next column begins, relative to where the first line begins, in the same unit; 0 for none
	Gap    int  `json:"gap"`             // lines that are further apart end the text, hundredths of the type's size
	Label  bool `json:"label,omitempty"` // the text ends before any label of the lexicon
}

// maxTakenLines is the greatest number of lines of a value.
const maxTakenLines = 15

// boundedText is a text that begins with a token and reaches as far as its bounds say.
type boundedText struct {
	*document
	*TextBounds
	start       *token
	left, right float64 // lines begin between these
}

// boundedSpot returns the text of a field that begins with a token and reaches as far as bounds
// say.
func (t *document) boundedSpot(e *TextBounds, start *token, f schema.Field) spot {
	above := &t.rows[start.row]
	x := boundedText{t, e, start, start.x0 - float64(e.Left) - columnEdge*above.em, 1001}
	if e.Right > 0 {
		x.right = start.x0 + float64(e.Right)
	}
	most := maxTakenLines
	if e.Lines > 0 {
		most = min(e.Lines, maxTakenLines)
	}
	s := spot{runs: [][]*token{x.line(t.restOfRow(start))}}
	for i := start.row + 1; i < len(t.rows) && len(s.runs) < most; i++ {
		r := &t.rows[i]
		if r.number != above.number || 100*(r.y-above.y) > float64(e.Gap)*above.em {
			break
		}
		run, ended := x.beneath(r, &s)
		if ended {
			break
		}
		if len(run) > 0 {
			s.runs, above = append(s.runs, run), r
		}
	}
	s.value = valueOf(f, &s)
	return s
}

// beneath returns the words with which the text s goes on in a row beneath it; ended reports
// whether it has ended.
func (x *boundedText) beneath(r *row, s *spot) (run []*token, ended bool) {
	left, right := edges(s.tokens())
	if x.Label && x.labelLeft(&x.rows[x.start.row], x.start.x0) && x.labelLeft(r, left) {
		return nil, true
	}
	for i, o := range r.tokens {
		in := o.x0 >= x.left
		if !x.Column && x.Words == 0 {
			in = o.begins && o.x0 < right && scaleOf(r.page)*o.segment.X1 > left
		}
		if in && o.x0 < x.right {
			if x.Label && x.announces(o) {
				return nil, true
			}
			return x.line(r.tokens[i:]), false
		}
	}
	return nil, false
}

// labelLeft reports whether a label stands left of x on a row, so that what follows there is
// its value.
func (t *document) labelLeft(r *row, x float64) bool {
	return slices.ContainsFunc(r.tokens, func(o *token) bool { return o.x1 <= x && t.announces(o) })
}

// line returns the part of a line that belongs to the text, from the line's first token on,
// without marks at its end.
func (x *boundedText) line(tokens []*token) []*token {
	n := 1
	for ; n < len(tokens); n++ {
		o := tokens[n]
		if o.x0 >= x.right || x.Label && x.announces(o) || x.Words > 0 && n >= x.Words || x.Words == 0 && !x.Column && o.segment != tokens[0].segment {
			break
		}
	}
	for n > 1 && tokens[n-1].bare == "" {
		n--
	}
	return tokens[:n]
}

// valueOf returns the normal form of a text.
func valueOf(f schema.Field, s *spot) string {
	join := " "
	if forms[f] == block {
		join = ", "
	}
	var lines []string
	for _, run := range s.runs {
		if line := strings.Trim(printed(run), " ,;:|*"); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, join)
}

// textBounds returns the surest bounds by which the text that begins where a spot does is read as
// wanted; nil if there is none.
func (s *headLearner) textBounds(f schema.Field, p *spot, want string) (best *TextBounds) {
	first, n := p.first(), len(p.runs)
	gap, left, right := s.measure(p)
	try := func(e TextBounds) {
		e.Gap = gap
		for _, e.Label = range [...]bool{true, false} {
			got := s.boundedSpot(&e, first, f)
			if best == nil && len(got.runs) == n && sameInForm(forms[f], want, got.value, s.pixels(first)) {
				best = &e
				return
			}
		}
	}
	if n > 1 || forms[f] == block || first.begins && s.labelLeft(&s.rows[first.row], first.x0) {
		try(TextBounds{Column: true, Left: left, Right: right})
		try(TextBounds{Left: left})
	}
	if n == 1 && forms[f] == code {
		try(TextBounds{Lines: 1, Words: len(p.runs[0])})
	}
	try(TextBounds{Left: left, Lines: n})
	try(TextBounds{Column: true, Left: left, Right: right, Lines: n})
	if n == 1 {
		try(TextBounds{Lines: 1, Words: len(p.runs[0])})
	}
	return best
}

// measure measures a text: the greatest gap at which its lines belong together, how far left of
// the first line others begin, and where the next column begins.
func (s *headLearner) measure(p *spot) (gap, left, right int) {
	const (
		least, most = 1.2, 2.0 // distances of lines: in sizes of type, and as multiples of the widest one in the text
		about       = 3        // rows above and beneath the text in which another column is looked for
	)
	first, last := p.first(), p.last()
	x0, x1 := edges(p.tokens())
	above, widest, next := &s.rows[first.row], 0.0, 0.0
	for _, run := range p.runs[1:] {
		u := &s.rows[run[0].row]
		widest = max(widest, (u.y-above.y)/above.em)
		above = u
	}
	reach := max(most*widest, most)
	for i := max(first.row-about, 0); i <= min(last.row+about, len(s.rows)-1); i++ {
		r := &s.rows[i]
		if r.number != above.number {
			continue
		}
		for _, o := range r.tokens {
			if o.begins && o.x0 > x1 && (next == 0 || o.x0 < next) {
				next = o.x0
			}
		}
		if after := (r.y - above.y) / above.em; i > last.row && after > nearLine && len(r.within(x0, x1)) > 0 {
			reach = min(reach, max((max(widest, least)+after)/2, least*widest))
		}
	}
	if next > 0 {
		right = int(next - first.x0 - 1)
	}
	return int(100 * max(reach, least)), int(first.x0 - x0), right
}
