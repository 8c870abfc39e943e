package taught

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// How a line of a value ends.
const (
	atGap    = ""       // before a gap as wide as between columns
	atColumn = "column" // where another column begins
	atWords  = "words"  // after a number of words
)

// Take is how much is taken of a text from where it begins.
type Take struct {
	End   string   `json:"end,omitempty"`   // of each line
	Words int      `json:"words,omitempty"` // of a line that ends after a number of words
	Lines int      `json:"lines,omitempty"` // how many at most; 0 for as many as there are
	Left  int      `json:"left,omitempty"`  // how far lines begin left of the first, thousandths of the page's width
	Right int      `json:"right,omitempty"` // where the next column begins, likewise from where the first line begins; 0 for none
	Gap   int      `json:"gap,omitempty"`   // lines that are further apart end it, hundredths of the type's height; 0 for lineReach
	Tight bool     `json:"tight,omitempty"` // the gap is what ends it
	Cell  bool     `json:"cell,omitempty"`  // it ends with its ruled cell
	Stop  []string `json:"stop,omitempty"`  // the words before which it ends
	Label bool     `json:"label,omitempty"` // it ends before any label of the lexicon
	Held  int      `json:"held"`            // how many examples it was right on
}

// equal reports whether two are the same but for how often they were right.
func (k *Take) equal(o *Take) bool {
	a, b := *k, *o
	a.Held, b.Held, a.Stop, b.Stop = 0, 0, nil, nil
	return a.End == b.End && a.Words == b.Words && a.Lines == b.Lines && a.Tight == b.Tight && a.Cell == b.Cell && a.Label == b.Label && slices.Equal(k.Stop, o.Stop)
}

// maxTaken is how many lines a value has at most.
const maxTaken = 15

// from takes a text that begins with a token.
func (k *Take) from(t *document, start *token, f schema.Field) spot {
	r := &t.rows[start.line]
	unit := r.page.Width / 1000
	left, right := start.box.X0-float64(k.Left)*unit-columnEdge*r.height, r.page.Width+1
	if k.Right > 0 {
		right = start.box.X0 + float64(k.Right)*unit
	}
	first, _ := k.line(t, r.tokens[start.at:], start, right)
	s := spot{runs: [][]*token{first}}
	above := r
	for i := start.line + 1; i < len(t.rows) && len(s.runs) < maxTaken && len(first) > 0; i++ {
		if k.Lines > 0 && len(s.runs) >= k.Lines {
			break
		}
		r := &t.rows[i]
		if r.number != above.number || r.baseline-above.baseline > k.step(above) {
			break
		}
		run, stopped := k.beneath(t, r, &s, start, left, right)
		if stopped || forms[f] == text && len(run) > 0 && isPostal(printed(run)) {
			break
		}
		if len(run) > 0 {
			s.runs, above = append(s.runs, run), r
		}
	}
	return s
}

// step is how far the next line may be.
func (k *Take) step(above *row) float64 {
	if k.Gap > 0 {
		return float64(k.Gap) / 100 * above.height
	}
	return lineReach * above.height
}

// beneath takes what stands beneath in a row; stopped reports that the value has ended.
func (k *Take) beneath(t *document, r *row, s *spot, start *token, left, right float64) (run []*token, stopped bool) {
	extent := s.box()
	if k.Label && t.labelLeft(&t.rows[start.line], start.box.X0) && t.labelLeft(r, extent.X0) {
		return nil, true
	}
	for i := range r.tokens {
		o := &r.tokens[i]
		in := o.box.X0 >= left && o.box.X0 < right
		if k.End == atGap {
			in = o.begins && o.segment.OverlapX(extent) > 0 && o.box.X0 < right
		}
		if !in {
			continue
		}
		if k.Cell && o.segment.Cell != start.segment.Cell || k.stops(t, o) {
			return nil, true
		}
		return k.line(t, r.tokens[i:], start, right)
	}
	return nil, false
}

// labelLeft reports whether a label stands left of a place on a row: what follows there is its
// value.
func (t *document) labelLeft(r *row, x float64) bool {
	for i := range r.tokens {
		if o := &r.tokens[i]; o.box.X1 <= x && t.announces(o) {
			return true
		}
	}
	return false
}

// stops reports whether the value ends before a token.
func (k *Take) stops(t *document, o *token) bool {
	return k.Label && t.announces(o) || len(k.Stop) > 0 && t.labelAt(o, k.Stop) != nil
}

// line takes a line from its first token on.
func (k *Take) line(t *document, tokens []token, start *token, right float64) (run []*token, stopped bool) {
	for i := range tokens {
		o := &tokens[i]
		switch {
		case i > 0 && o.box.X0 >= right,
			i > 0 && k.stops(t, o),
			i > 0 && k.Cell && o.segment.Cell != start.segment.Cell,
			k.End == atGap && o.segment != tokens[0].segment,
			k.End == atWords && i >= k.Words:
			return trimMarks(run), false
		}
		run = append(run, o)
	}
	return trimMarks(run), false
}

// trimMarks leaves out the marks at the end of a run.
func trimMarks(run []*token) []*token {
	for len(run) > 1 && run[len(run)-1].bare == "" {
		run = run[:len(run)-1]
	}
	return run
}

// valueOf is the normal form of a text.
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

// takes are the ways to take a text from where it begins that give it as it is wanted.
func (s *learner) takes(f schema.Field, p *spot, want string) []Take {
	var all []Take
	left, right, gap, loose := s.measures(p)
	var try func(Take)
	try = func(k Take) {
		got := k.from(s.document, p.first(), f)
		if len(got.runs[0]) > 0 && len(got.runs) == len(p.runs) && same(forms[f], want, valueOf(f, &got), s.pixels(p.first())) {
			k.Held = 1
			all = append(all, k)
		}
	}
	add := try
	try = func(k Take) {
		n := len(all)
		if k.Gap == 0 {
			k.Gap = loose
		}
		if k.Label = true; k.End != atWords {
			add(k)
		}
		if k.Label = false; len(all) == n {
			add(k)
		}
	}
	stop := s.stop(p, gap)
	if len(p.runs) == 1 {
		if forms[f] == block || p.first().begins && s.labelLeft(&s.rows[p.first().line], p.first().box.X0) {
			s.blocks(try, left, right, gap, stop, p.first().segment.Cell >= 0)
		}
		if forms[f] == code {
			try(Take{Lines: 1, End: atWords, Words: len(p.runs[0])})
		}
		try(Take{Lines: 1})
		if len(stop) > 0 {
			try(Take{Lines: 1, End: atColumn, Right: right, Stop: stop})
		}
		try(Take{Lines: 1, End: atColumn, Right: right})
		try(Take{Lines: 1, End: atWords, Words: len(p.runs[0])})
		return all
	}
	s.blocks(try, left, right, gap, stop, p.first().segment.Cell >= 0)
	try(Take{Left: left, Lines: len(p.runs)})
	try(Take{End: atColumn, Left: left, Right: right, Lines: len(p.runs)})
	return all
}

// blocks tries the takes of several lines.
func (s *learner) blocks(try func(Take), left, right, gap int, stop []string, inCell bool) {
	for _, end := range [...]string{atColumn, atGap} {
		k := Take{End: end, Left: left, Right: right}
		if end == atGap {
			k.Right = 0
		}
		cell, apart, before := k, k, k
		cell.Cell = true
		apart.Gap, apart.Tight = gap, true
		before.Stop = stop
		if inCell {
			try(cell)
		}
		if gap > 0 {
			try(apart)
		}
		if len(stop) > 0 {
			try(before)
		}
	}
}

// measures are how far the lines of a spot begin left of the first, where the next column
// begins, how far apart lines are that no longer belong to it, and how far its own may be, where
// that is further than as a rule; 0 where nothing tells.
func (s *learner) measures(p *spot) (left, right, gap, loose int) {
	first := p.first()
	r := &s.rows[first.line]
	unit := r.page.Width / 1000
	box := p.box()
	left = int((first.box.X0 - box.X0) / unit)
	next, above, widest, after := 0.0, r, 0.0, 0.0
	last := p.last().line
	for _, run := range p.runs[1:] {
		u := &s.rows[run[0].line]
		widest = max(widest, (u.baseline-above.baseline)/above.height)
		above = u
	}
	for i := max(first.line-3, 0); i < min(last+4, len(s.rows)); i++ {
		u := &s.rows[i]
		if u.number != r.number {
			continue
		}
		for k := range u.tokens {
			if o := &u.tokens[k]; o.begins && o.box.X0 > box.X1 && (next == 0 || o.box.X0 < next) {
				next = o.box.X0
			}
		}
	}
	for i := last + 1; i < len(s.rows) && s.rows[i].number == r.number; i++ {
		if u := &s.rows[i]; len(u.within(box.X0, box.X1)) > 0 && u.baseline-above.baseline > nearLine*above.height {
			after = (u.baseline - above.baseline) / above.height
			break
		}
	}
	if next > 0 {
		right = int((next - first.box.X0 - 1) / unit)
	}
	switch {
	case after == 0:
		gap = int(100 * max(2*widest, 2))
	case after > max(1.2*widest, 1):
		gap = int(100 * min((max(widest, 1.2)+after)/2, max(2*widest, 2.2)))
	}
	if widest > lineReach/1.2 {
		loose = int(120 * widest)
	}
	return left, right, gap, loose
}

// stop is the label before which a spot ends, or nil if there is none.
func (s *learner) stop(p *spot, gap int) []string {
	last := p.last()
	if o := s.next(last); o != nil && o.segment == last.segment {
		return s.stopAt(o)
	}
	r := &s.rows[last.line]
	box := p.box()
	for i := last.line + 1; i < len(s.rows) && s.rows[i].number == r.number; i++ {
		u := &s.rows[i]
		if u.baseline-r.baseline > 2*lineReach*r.height {
			break
		}
		for _, o := range u.within(box.X0, box.X1) {
			if o.begins {
				return s.stopAt(&s.rows[i].tokens[o.at])
			}
		}
	}
	return nil
}

// stopAt is the label that begins with a token; nil where none does.
func (s *learner) stopAt(o *token) []string {
	var run []*token
	for p := o; p != nil && p.segment == o.segment && len(run) < maxLabel && s.stays(p); p = s.next(p) {
		run = append(run, p)
		if strings.HasSuffix(p.text, ":") {
			break
		}
	}
	if len(run) == 0 {
		return nil
	}
	return s.labelOf(run)
}

// runBox is the extent of tokens.
func runBox(run []*token) (b doc.Box) {
	for _, o := range run {
		b = b.Union(o.box)
	}
	return b
}
