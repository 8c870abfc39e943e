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
	Cell  bool     `json:"cell,omitempty"`  // it ends with its ruled cell
	Stop  []string `json:"stop,omitempty"`  // the words before which it ends
	Label bool     `json:"label,omitempty"` // it ends before any label of the lexicon
	Held  int      `json:"held"`            // how many examples it was right on
}

// equal reports whether two takes are the same but for lengths and for how often they were
// right.
func (k *Take) equal(o *Take) bool {
	return k.End == o.End && k.Words == o.Words && k.Lines == o.Lines && (k.Gap > 0) == (o.Gap > 0) && k.Cell == o.Cell && k.Label == o.Label && slices.Equal(k.Stop, o.Stop)
}

// maxTaken is how many lines a value has at most.
const maxTaken = 15

// taking is a take of a text that begins with a token.
type taking struct {
	*document
	*Take
	start       *token
	left, right float64 // between which lines begin
}

// take takes a text that begins with a token.
func (t *document) take(k *Take, start *token, f schema.Field) spot {
	r := &t.rows[start.line]
	unit := r.page.Width / 1000
	m := taking{t, k, start, start.box.X0 - float64(k.Left)*unit - columnEdge*r.height, r.page.Width + 1}
	if k.Right > 0 {
		m.right = start.box.X0 + float64(k.Right)*unit
	}
	s := spot{runs: [][]*token{m.lineOf(r.tokens[start.at:])}}
	most := maxTaken
	if k.Lines > 0 {
		most = min(k.Lines, maxTaken)
	}
	reach := lineReach
	if k.Gap > 0 {
		reach = float64(k.Gap) / 100
	}
	above := r
	for i := start.line + 1; i < len(t.rows) && len(s.runs) < most; i++ {
		r := &t.rows[i]
		if r.number != above.number || r.baseline-above.baseline > reach*above.height {
			break
		}
		run, ended := m.beneath(r, &s)
		if ended || forms[f] == text && len(run) > 0 && isPostal(printed(run)) {
			break
		}
		if len(run) > 0 {
			s.runs, above = append(s.runs, run), r
		}
	}
	return s
}

// beneath takes what stands beneath in a row; ended reports that the value has ended.
func (m *taking) beneath(r *row, s *spot) (run []*token, ended bool) {
	extent := boxOf(s.tokens())
	if m.Label && m.labelLeft(&m.rows[m.start.line], m.start.box.X0) && m.labelLeft(r, extent.X0) {
		return nil, true
	}
	for i, o := range r.tokens {
		in := o.box.X0 >= m.left && o.box.X0 < m.right
		if m.End == atGap {
			in = o.begins && o.segment.OverlapX(extent) > 0 && o.box.X0 < m.right
		}
		if in {
			if m.ends(o) {
				return nil, true
			}
			return m.lineOf(r.tokens[i:]), false
		}
	}
	return nil, false
}

// labelLeft reports whether a label stands left of a place on a row: what follows there is
// its value.
func (t *document) labelLeft(r *row, x float64) bool {
	return slices.ContainsFunc(r.tokens, func(o *token) bool { return o.box.X1 <= x && t.announces(o) })
}

// ends reports whether the value ends before a token.
func (m *taking) ends(o *token) bool {
	return m.Cell && o.segment.Cell != m.start.segment.Cell || m.Label && m.announces(o) || len(m.Stop) > 0 && m.labelAt(o, m.Stop) != nil
}

// lineOf takes a line from its first token on, without marks at its end.
func (m *taking) lineOf(tokens []*token) []*token {
	n := 1
	for ; n < len(tokens); n++ {
		o := tokens[n]
		if o.box.X0 >= m.right || m.ends(o) || m.End == atGap && o.segment != tokens[0].segment || m.End == atWords && n >= m.Words {
			break
		}
	}
	for n > 1 && tokens[n-1].bare == "" {
		n--
	}
	return tokens[:n]
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
func (s *learner) takes(f schema.Field, p *spot, want string) (all []Take) {
	first, n := p.first(), len(p.runs)
	m := s.measure(p)
	try := func(k Take) {
		if k.Gap == 0 {
			k.Gap = m.loose
		}
		for _, k.Label = range [...]bool{true, false} {
			got := s.take(&k, first, f)
			if (!k.Label || k.End != atWords) && len(got.runs) == n && same(forms[f], want, valueOf(f, &got), s.pixels(first)) {
				k.Held = 1
				all = append(all, k)
				return
			}
		}
	}
	words := Take{Lines: 1, End: atWords, Words: len(p.runs[0])}
	if n > 1 || forms[f] == block || first.begins && s.labelLeft(&s.rows[first.line], first.box.X0) {
		for _, k := range [...]Take{{End: atColumn, Left: m.left, Right: m.right}, {End: atGap, Left: m.left}} {
			cell, apart, before := k, k, k
			cell.Cell, apart.Gap, before.Stop = true, m.gap, m.stop
			if first.segment.Cell >= 0 {
				try(cell)
			}
			if m.gap > 0 {
				try(apart)
			}
			if len(m.stop) > 0 {
				try(before)
			}
		}
	}
	if n == 1 && forms[f] == code {
		try(words)
	}
	try(Take{Left: m.left, Lines: n})
	if n == 1 && len(m.stop) > 0 {
		try(Take{End: atColumn, Right: m.right, Lines: 1, Stop: m.stop})
	}
	try(Take{End: atColumn, Left: m.left, Right: m.right, Lines: n})
	if n == 1 {
		try(words)
	}
	return all
}

// measures are the lengths by which a text can be taken.
type measures struct {
	left, right int      // as in Take
	gap         int      // from which on lines no longer belong to it; 0 if none follows near
	loose       int      // and up to which its own do, if that is further than usual
	stop        []string // the label that follows it, if there is one
}

func (s *learner) measure(p *spot) (m measures) {
	first, box := p.first(), boxOf(p.tokens())
	r := &s.rows[first.line]
	unit := r.page.Width / 1000
	m.left = int((first.box.X0 - box.X0) / unit)
	m.stop = s.stop(p, box)
	above, widest := r, 0.0
	for _, run := range p.runs[1:] {
		u := &s.rows[run[0].line]
		widest = max(widest, (u.baseline-above.baseline)/above.height)
		above = u
	}
	next := 0.0
	for i := max(first.line-3, 0); i < min(p.last().line+4, len(s.rows)); i++ {
		for _, o := range s.rows[i].tokens {
			if s.rows[i].number == r.number && o.begins && o.box.X0 > box.X1 && (next == 0 || o.box.X0 < next) {
				next = o.box.X0
			}
		}
	}
	if next > 0 {
		m.right = int((next - first.box.X0 - 1) / unit)
	}
	m.gap = int(100 * max(2*widest, 2))
	for i := p.last().line + 1; i < len(s.rows) && s.rows[i].number == r.number; i++ {
		u := &s.rows[i]
		if after := (u.baseline - above.baseline) / above.height; after > nearLine && len(u.within(box.X0, box.X1)) > 0 {
			if m.gap = 0; after > max(1.2*widest, 1) {
				m.gap = int(100 * min((max(widest, 1.2)+after)/2, max(2*widest, 2.2)))
			}
			break
		}
	}
	if widest > lineReach/1.2 {
		m.loose = int(120 * widest)
	}
	return m
}

// stop is the label before which a spot ends, or nil if there is none.
func (s *learner) stop(p *spot, box doc.Box) []string {
	last := p.last()
	if o := s.next(last); o != nil && o.segment == last.segment {
		return s.stopAt(o)
	}
	r := &s.rows[last.line]
	for i := last.line + 1; i < len(s.rows); i++ {
		u := &s.rows[i]
		if u.number != r.number || u.baseline-r.baseline > 2*lineReach*r.height {
			break
		}
		for _, o := range u.within(box.X0, box.X1) {
			if o.begins {
				return s.stopAt(o)
			}
		}
	}
	return nil
}

// stopAt is the label that begins with a token, or nil if none does.
func (s *learner) stopAt(o *token) []string {
	n := 0
	for p := o; p != nil && p.segment == o.segment && n < maxLabel && s.stays(p); p = s.next(p) {
		if n++; strings.HasSuffix(p.text, ":") {
			break
		}
	}
	return s.labelOf(s.runFrom(o, n))
}
