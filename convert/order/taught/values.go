package taught

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
)

// splitWords are the folded words of a text.
func splitWords(text string) []string {
	return strings.FieldsFunc(textnorm.Fold(text), func(r rune) bool { return unicode.IsSpace(r) })
}

// token is a word of a document, or a part of one that a mark parts from the rest:
// "PO#4711" is a label and its value.
type token struct {
	word *doc.Word
	text string // as printed
	key  string // folded, without marks about it; empty where it is marks alone
	bare string // its letters and digits, in small letters
	box  doc.Box
	line int // index into the document's rows
	at   int // index into its row's tokens
	// begins reports that it is the first of its segment.
	begins  bool
	segment *layout.Segment
}

// row is what stands on one line of a page, left to right.
type row struct {
	page     *layout.Page
	number   int // of the page, among those of the order, from 0
	index    int // among the document's rows
	baseline float64
	height   float64 // of its type
	tokens   []token
}

// document is a document taken apart into tokens.
type document struct {
	view *View
	rows []row
	keys map[string][]*token // by key
	// hashed reports that keys holds the hashes of keys as well.
	hashed bool
	// form are the marks of the layout's wording by their words, where it is read by one.
	form map[uint32][]Mark
}

// newDocument takes the pages of a view apart.
func newDocument(v *View) *document {
	t := &document{view: v, keys: map[string][]*token{}}
	for n, p := range v.Pages {
		for i := range p.Lines {
			t.addLine(n, p, &p.Lines[i])
		}
	}
	for i := range t.rows {
		for k := range t.rows[i].tokens {
			o := &t.rows[i].tokens[k]
			if o.key != "" {
				t.keys[o.key] = append(t.keys[o.key], o)
			}
		}
	}
	return t
}

// addLine takes a line apart.
func (t *document) addLine(n int, p *layout.Page, l *layout.Line) {
	if len(l.Segments) == 0 {
		return
	}
	r := row{page: p, number: n, index: len(t.rows), baseline: l.Baseline, height: max(1, l.Segments[0].Size())}
	for _, s := range l.Segments {
		first := true
		for _, w := range s.Words {
			if w = t.view.word(w); w == nil {
				continue
			}
			for _, part := range tokenParts(w.Text) {
				o := token{word: w, text: w.Text[part[0]:part[1]], box: w.Box, line: r.index, at: len(r.tokens), begins: first, segment: s}
				if whole := float64(len(w.Text)); part[1]-part[0] < len(w.Text) {
					o.box.X0 = w.Box.X0 + w.Box.Width()*float64(part[0])/whole
					o.box.X1 = w.Box.X0 + w.Box.Width()*float64(part[1])/whole
				}
				o.key, o.bare = labelKey(o.text), textnorm.Bare(o.text)
				r.tokens = append(r.tokens, o)
				first = false
			}
		}
	}
	t.rows = append(t.rows, r)
}

// labelKey is the form in which words of labels are compared.
func labelKey(text string) string {
	return strings.TrimFunc(textnorm.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '#' && r != '%' })
}

// tokenParts parts a word behind a colon, a number sign or an equals sign that follows letters,
// where something follows it: "PO#4711", "Date:12/05/2026". Addresses of the web stay whole.
func tokenParts(s string) [][2]int {
	var parts [][2]int
	from := 0
	if !strings.ContainsAny(s, ":#=") {
		return [][2]int{{0, len(s)}}
	}
	for i := 1; i < len(s)-1; i++ {
		if c := s[i]; c != ':' && c != '#' && c != '=' || i == from || s[i+1] == '/' || s[i+1] == ':' || !textnorm.IsWordRune(rune(s[i-1])) && s[i-1] != '.' && s[i-1] != ')' || textnorm.ASCIIDigit(s[i-1]) {
			continue
		}
		parts = append(parts, [2]int{from, i + 1})
		from = i + 1
	}
	return append(parts, [2]int{from, len(s)})
}

// next is the token behind another on its row, nil at the row's end.
func (t *document) next(o *token) *token {
	if r := &t.rows[o.line]; o.at+1 < len(r.tokens) {
		return &r.tokens[o.at+1]
	}
	return nil
}

// page is the page on which a token stands.
func (t *document) page(o *token) *layout.Page { return t.rows[o.line].page }

// pixels reports whether a token was recognised.
func (t *document) pixels(o *token) bool { return t.page(o).Source == doc.Pixels }

// spot is where a value stands: runs of tokens, one for each line of it.
type spot struct {
	runs  [][]*token
	wrong float64 // share of its letters that were misread
}

func (s *spot) first() *token { return s.runs[0][0] }

func (s *spot) last() *token { return s.runs[len(s.runs)-1][len(s.runs[len(s.runs)-1])-1] }

// words are those of a spot, each once.
func (s *spot) words() []*doc.Word {
	var words []*doc.Word
	for _, run := range s.runs {
		for _, o := range run {
			if len(words) == 0 || words[len(words)-1] != o.word {
				words = append(words, o.word)
			}
		}
	}
	return words
}

// box is the extent of a spot.
func (s *spot) box() doc.Box {
	var b doc.Box
	for _, run := range s.runs {
		for _, o := range run {
			b = b.Union(o.box)
		}
	}
	return b
}

// Bounds of where a text is looked for.
const (
	maxSpots    = 40      // in which a value stands
	maxSteps    = 200_000 // in looking for one
	maxSkipped  = 2       // lines that a text leaves out, one after the other
	lineReach   = 3.2     // heights of type from one line of a text to the next, as a rule,
	matchReach  = 5.5     // and at most
	mostMisread = 0.15    // share of the letters of a text
	muchMisread = 0.5     // of one that is hardly read

	mostMisreadKnown = 0.2 // of one that is known to stand there
)

// findText finds where a text stands: its letters and digits, in the order of lines that stand
// beneath each other.
func (t *document) findText(text string) []spot { return t.findMisread(text, mostMisread) }

// findMisread finds where a text stands, of which no more than a share of the letters was misread.
func (t *document) findMisread(text string, most float64) []spot {
	want := textnorm.Bare(text)
	if want == "" {
		return nil
	}
	var found []spot
	steps := maxSteps
	for i := range t.rows {
		r := &t.rows[i]
		for k := range r.tokens {
			if len(found) == maxSpots {
				return found
			}
			m := matcher{document: t, want: want, most: most, column: r.tokens[k].box, steps: &steps}
			m.column.X0 = r.tokens[k].segment.X0 // behind a label, lines may go on beneath that
			if m.from(&r.tokens[k], 0) {
				found = append(found, spot{m.runs, float64(m.cost) / float64(100*len(want))})
			}
		}
	}
	return found
}

// matcher follows a text along its lines.
type matcher struct {
	*document
	want   string
	most   float64 // share of its letters that may be misread
	column doc.Box // extent of what was matched
	runs   [][]*token
	cost   int  // hundredths of letters that were misread
	steps  *int // that may still be taken in looking for the text
}

// from matches what is wanted from a byte on with the tokens from one on, and then with the
// lines beneath.
func (m *matcher) from(o *token, done int) bool {
	if *m.steps--; *m.steps < 0 {
		return false
	}
	var run []*token
	column, cost := m.column, m.cost
	for ; o != nil; o = m.next(o) {
		if o.bare == "" {
			if len(run) == 0 {
				break
			}
			run = append(run, o)
			continue
		}
		n, c := m.take(o, done)
		if n == 0 {
			break
		}
		done += n
		m.cost += c
		m.column = m.column.Union(o.box)
		if run = append(run, o); done == len(m.want) {
			break
		}
	}
	for len(run) > 0 && run[len(run)-1].bare == "" {
		run = run[:len(run)-1]
	}
	if len(run) == 0 || float64(m.cost) > m.most*float64(100*len(m.want)) {
		m.column, m.cost = column, cost
		return false
	}
	m.runs = append(m.runs, run)
	if done == len(m.want) || m.beneath(run[0], done) {
		return true
	}
	m.runs = m.runs[:len(m.runs)-1]
	m.column, m.cost = column, cost
	return false
}

// take is how many bytes of what is wanted a token states, 0 where it states others, and what
// that costs.
func (m *matcher) take(o *token, done int) (n, cost int) {
	rest := m.want[done:]
	if strings.HasPrefix(rest, o.bare) {
		return len(o.bare), 0
	}
	known := m.most > mostMisread
	if !m.pixels(o) || len(o.bare) < 3 && !known || len(o.bare) > ocrrepair.MaxWord || !beginAlike(o.bare, rest) {
		return 0, 0
	}
	limit := 25 * len(o.bare)
	if known {
		limit = max(limit, ocrrepair.CostAny)
	}
	for d := -1; d <= 1; d++ {
		k := len(o.bare) + d
		if k > len(rest) {
			continue
		}
		if c := ocrrepair.Cost(o.bare, rest[:k], limit); c <= limit && (n == 0 || c < cost) {
			n, cost = k, c
		}
	}
	return n, cost
}

// beginAlike reports whether of two texts one of the first two letters is the same: hardly a word
// is misread in both.
func beginAlike(a, b string) bool {
	if len(a) < 2 || len(b) < 2 {
		return true
	}
	return a[0] == b[0] || a[1] == b[1] || a[0] == b[1] || a[1] == b[0]
}

// beneath goes on with the lines beneath one whose run begins with a token.
func (m *matcher) beneath(o *token, done int) bool {
	above := &m.rows[o.line]
	skipped := 0
	for i := o.line + 1; i < len(m.rows); i++ {
		r := &m.rows[i]
		if r.number != above.number || r.baseline-above.baseline > matchReach*above.height*float64(1+skipped) {
			return false
		}
		inColumn := false
		for k := range r.tokens {
			p := &r.tokens[k]
			if p.box.X1 < m.column.X0-above.height || p.box.X0 > m.column.X1 {
				continue
			}
			inColumn = true
			if m.from(p, done) {
				return true
			}
		}
		if inColumn {
			if skipped++; skipped > maxSkipped {
				return false
			}
		}
	}
	return false
}
