package taught

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
)

// token is a word of a document, or a part of one where words are parted: "PO#4711" is a
// label and its value.
type token struct {
	word    *doc.Word
	text    string // as printed
	key     string // folded, without marks about it; empty if it is marks alone
	bare    string // its letters and digits in lower case
	box     doc.Box
	x0, x1  float64 // its edges and
	em      float64 // the size of its type, thousandths of the page's width
	id      int     // index among all tokens of the document
	line    int     // index of its row
	at      int     // index in its row
	begins  bool    // it is the first of its segment
	shape   shape
	segment *layout.Segment
}

// row is the words on one line of a page, from left to right.
type row struct {
	page     *layout.Page
	number   int // index of the page
	baseline float64
	height   float64 // of its type
	gap      float64 // from the baseline above, in sizes of the largest word; 0 at the top of a page
	ruled    bool    // a rule or the edge of a fill parts it from the row above
	tokens   []*token
}

// document is a document taken apart into tokens.
type document struct {
	view   *View
	rows   []row
	tokens []*token            // by id; nil if they stand beside what is looked at
	keys   map[string][]*token // by key and, after hashKeys, by its hash
	hashed bool
}

// shape classifies the form of a word, a bit for each class.
type shape uint8

const (
	numberShape shape = 1 << iota // 12, 12.50
	codeShape                     // letters and digits
	letterShape
	markShape // neither
)

// newDocument takes the pages of a view apart, and words at marks within them if they are to
// be parted.
func newDocument(v *View, parted bool) *document {
	t := &document{view: v, keys: map[string][]*token{}}
	for n, p := range v.Pages {
		for i := range p.Lines {
			t.addLine(n, p, &p.Lines[i], parted)
		}
	}
	for _, o := range t.tokens {
		if o.key != "" {
			t.keys[o.key] = append(t.keys[o.key], o)
		}
	}
	t.setGaps()
	return t
}

// leastSize is the least size of type that is believed, points.
const leastSize = 4.0

func (t *document) addLine(n int, p *layout.Page, l *layout.Line, parted bool) {
	if len(l.Segments) == 0 {
		return
	}
	scale := 1000 / max(1, p.Width)
	r := row{page: p, number: n, baseline: l.Baseline, height: max(1, l.Segments[0].Size())}
	for _, s := range l.Segments {
		for i, w := range s.Words {
			parts := [][2]int{{0, len(w.Text)}}
			if parted {
				parts = tokenParts(w.Text)
			}
			for k, part := range parts {
				o := &token{word: w, text: w.Text[part[0]:part[1]], box: w.Box, id: len(t.tokens), line: len(t.rows), at: len(r.tokens), begins: i+k == 0, segment: s}
				if whole := float64(len(w.Text)); len(parts) > 1 {
					o.box.X0 = w.Box.X0 + w.Box.Width()*float64(part[0])/whole
					o.box.X1 = w.Box.X0 + w.Box.Width()*float64(part[1])/whole
				}
				o.x0, o.x1, o.em = o.box.X0*scale, o.box.X1*scale, max(leastSize, w.Size)*scale
				o.key, o.bare, o.shape = labelKey(o.text), textnorm.Bare(o.text), t.shapeOf(o.text)
				r.tokens, t.tokens = append(r.tokens, o), append(t.tokens, o)
			}
		}
	}
	t.rows = append(t.rows, r)
}

// setGaps notes how rows are set beneath each other.
func (t *document) setGaps() {
	for i := range t.rows {
		r := &t.rows[i]
		r.gap, r.ruled = 0, false
		if i > 0 && t.rows[i-1].number == r.number {
			above, size := t.rows[i-1].baseline, leastSize
			for _, o := range r.tokens {
				size = max(size, o.word.Size)
			}
			r.gap = (r.baseline - above) / size
			r.ruled = r.page.HorizontalBetween(above, r.baseline-size/2, r.tokens[0].box.MidX())
		}
	}
}

// between is the document without what does not stand between two places along x.
func (t *document) between(left, right float64) *document {
	c := &document{view: t.view, rows: make([]row, 0, len(t.rows)), tokens: make([]*token, len(t.tokens))}
	stands := func(o *token) bool { return o.x1 > left && o.x0 < right }
	count := 0
	for _, r := range t.rows {
		for _, o := range r.tokens {
			if stands(o) {
				count++
			}
		}
	}
	own, kept := make([]token, 0, count), make([]*token, 0, count)
	for _, r := range t.rows {
		first := len(kept)
		for _, o := range r.tokens {
			if stands(o) {
				own = append(own, *o)
				last := &own[len(own)-1]
				last.line, last.at = len(c.rows), len(kept)-first
				kept, c.tokens[o.id] = append(kept, last), last
			}
		}
		if r.tokens = kept[first:len(kept):len(kept)]; len(r.tokens) > 0 {
			c.rows = append(c.rows, r)
		}
	}
	c.setGaps()
	return c
}

// labelKey is the form in which words of labels are compared.
func labelKey(text string) string {
	return strings.TrimFunc(textnorm.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '#' && r != '%' })
}

// tokenParts parts a word behind a colon, a number sign or an equals sign that follows
// letters and is not its last character: "PO#4711", "Date:12/05/2026". Addresses of the web
// stay whole.
func tokenParts(s string) [][2]int {
	var parts [][2]int
	from := 0
	for i := 1; i < len(s)-1; i++ {
		mark := s[i] == ':' || s[i] == '#' || s[i] == '='
		label := (textnorm.IsWordRune(rune(s[i-1])) || s[i-1] == '.' || s[i-1] == ')') && !textnorm.ASCIIDigit(s[i-1])
		if mark && label && i > from && s[i+1] != '/' && s[i+1] != ':' {
			parts = append(parts, [2]int{from, i + 1})
			from = i + 1
		}
	}
	return append(parts, [2]int{from, len(s)})
}

// shapeOf reports what a word looks like.
func (t *document) shapeOf(text string) shape {
	switch {
	case textnorm.HasDigit(text):
		if _, ok := t.view.Locale.Number(text); ok {
			return numberShape
		}
		return codeShape
	case textnorm.CountLetters(text) > 0:
		return letterShape
	}
	return markShape
}

// next returns the token behind another on its row, or nil at the row's end.
func (t *document) next(o *token) *token {
	if r := &t.rows[o.line]; o.at+1 < len(r.tokens) {
		return r.tokens[o.at+1]
	}
	return nil
}

// runFrom returns up to n tokens of a row from one on.
func (t *document) runFrom(o *token, n int) []*token {
	rest := t.rows[o.line].tokens[o.at:]
	return rest[:min(n, len(rest))]
}

// page is the page on which a token stands.
func (t *document) page(o *token) *layout.Page { return t.rows[o.line].page }

// pixels reports whether a token was recognised.
func (t *document) pixels(o *token) bool {
	return t.page(o).Source == doc.Pixels || o.word.Confidence < 1
}

// overlaps reports whether a token stands where a value was read.
func (t *document) overlaps(o *token, e *doc.Evidence) bool {
	p := t.page(o)
	if e.Page != p.Number {
		return false
	}
	box := p.Displayed(o.box)
	return e.Box.Contains(box.MidX(), box.MidY())
}

// hashed is the form in which a word is kept that may not be a label's.
func hashed(key string) string {
	var b [hashedSize]byte
	return string(appendHashed(b[:0], key))
}

// hashedSize is how long that form is, bytes.
const hashedSize = 9

// appendHashed appends that form, to compare it without a new string.
func appendHashed(b []byte, key string) []byte {
	hash := fnv1a(key)
	b = append(b, '~')
	for shift := 28; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[hash>>shift&0xf])
	}
	return b
}

// matches reports whether a token is a label's word as it is kept.
func (t *document) matches(o *token, word string) bool {
	if strings.HasPrefix(word, "~") {
		var b [hashedSize]byte
		return o.key != "" && string(appendHashed(b[:0], o.key)) == word
	}
	if o.key == word {
		return true
	}
	most := min(20*len(word), 2*ocrrepair.CostAny)
	return len(word) > 3 && t.pixels(o) && ocrrepair.Cost(o.key, word, most) <= most
}

// labelAt returns the last token of a label that begins with a token, or nil if none does.
func (t *document) labelAt(o *token, label []string) *token {
	last := o
	for i, word := range label {
		if i > 0 {
			for o = t.next(o); o != nil && o.key == ""; o = t.next(o) {
			}
		}
		if o == nil || !t.matches(o, word) {
			return nil
		}
		last = o
	}
	return last
}

// starts are the tokens that are a word of a label.
func (t *document) starts(word string) []*token {
	if strings.HasPrefix(word, "~") && !t.hashed {
		t.hashed = true
		for _, o := range t.tokens {
			if o.key != "" {
				t.keys[hashed(o.key)] = append(t.keys[hashed(o.key)], o)
			}
		}
	}
	all, known := t.keys[word]
	if !known && t.view.Locale.Recognised {
		for _, o := range t.tokens {
			if o.key != "" && t.matches(o, word) {
				all = append(all, o)
			}
		}
		t.keys[word] = all
	}
	return all
}

// isLabel reports whether a token belongs to a label of the lexicon.
func (t *document) isLabel(o *token) bool {
	if t.view.Labels == nil {
		return false
	}
	for _, l := range t.view.Labels.Of(o.segment) {
		if l.Box.Contains(o.box.MidX(), o.box.MidY()) {
			return true
		}
	}
	return false
}

// announces reports whether a token begins a label or heading of something else, and no
// value.
func (t *document) announces(o *token) bool {
	if t.view.Labels == nil {
		return false
	}
	for _, l := range t.view.Labels.Of(o.segment) {
		if (l.Colon || l.Whole) && l.Box.Contains(o.box.MidX(), o.box.MidY()) {
			return true
		}
	}
	if o.begins && t.view.Heads != nil {
		buyer, supplier, other := t.view.Heads(o.segment)
		return buyer || supplier || other
	}
	return false
}

// boxOf is the extent of tokens.
func boxOf(run []*token) (b doc.Box) {
	for _, o := range run {
		b = b.Union(o.box)
	}
	return b
}

// printed is the text of tokens, with the blanks that stand between their words.
func printed(run []*token) string {
	if len(run) == 1 {
		return run[0].text
	}
	var b strings.Builder
	for i, o := range run {
		if i > 0 && o.word != run[i-1].word {
			b.WriteByte(' ')
		}
		b.WriteString(o.text)
	}
	return b.String()
}
