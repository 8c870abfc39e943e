package taught

import (
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
)

// token is a word of a document, or a part of one if words are split: "PO#4711" is a label and
// its value.
type token struct {
	word    *doc.Word
	text    string // as printed
	key     string // folded, without the marks around it; empty if it consists of marks alone
	bare    string // its letters and digits in lower case
	box     doc.Box
	x0, x1  float64 // its left and right edge,
	em      float64 // and the size of its type, all in thousandths of the page's width
	id      int     // index among all tokens of the document
	row     int     // index of its row
	at      int     // index in its row
	begins  bool    // it is the first of its segment
	shape   shape
	segment *layout.Segment
}

// row is the words on one line of a page, from left to right.
type row struct {
	page   *layout.Page
	number int     // index of the page
	y, em  float64 // its baseline, and the size of its first word's type, thousandths of the page's width
	gap    float64 // from the baseline above, in sizes of the largest word; 0 at the top of a page
	tokens []*token
}

// document is a document split into rows and tokens.
type document struct {
	view   *View
	rows   []row
	tokens []*token                        // by id
	stated [currency + 1]map[string][]spot // where values stand, by form and normalised value; nil for a form until a value of it is looked for
}

// shape classifies the form of a word, a bit for each class.
type shape uint8

const (
	numberShape shape = 1 << iota // 12, 12.50
	codeShape                     // has a digit, but is no number
	letterShape
	markShape // neither
)

// leastSize is the smallest plausible size of type, in points.
const leastSize = 4.0

// newDocument splits the pages of a view into rows and tokens. If parted, it also splits words
// at marks within them.
func newDocument(v *View, parted bool) *document {
	t := &document{view: v}
	for n, p := range v.Pages {
		for i := range p.Lines {
			t.addLine(n, p, &p.Lines[i], parted)
		}
	}
	for i := 1; i < len(t.rows); i++ {
		above, r := &t.rows[i-1], &t.rows[i]
		if above.number == r.number {
			size := leastSize * scaleOf(r.page)
			for _, o := range r.tokens {
				size = max(size, o.em)
			}
			r.gap = (r.y - above.y) / size
		}
	}
	return t
}

func (t *document) addLine(n int, p *layout.Page, l *layout.Line, parted bool) {
	if len(l.Segments) == 0 {
		return
	}
	scale := scaleOf(p)
	words := 0
	for _, s := range l.Segments {
		words += len(s.Words)
	}
	r := row{page: p, number: n, y: scale * l.Baseline, em: scale * max(1, l.Segments[0].Size()), tokens: make([]*token, 0, words)}
	var room []token
	for _, s := range l.Segments {
		for i, w := range s.Words {
			parts := [][2]int{{0, len(w.Text)}}
			if parted {
				parts = tokenParts(w.Text)
			}
			for k, part := range parts {
				if len(room) == 0 {
					room = make([]token, words)
				}
				o := &room[0]
				room = room[1:]
				*o = token{word: w, text: w.Text[part[0]:part[1]], box: w.Box, id: len(t.tokens), row: len(t.rows), at: len(r.tokens), begins: i+k == 0, segment: s}
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

// scaleOf returns how many thousandths of the page's width a point is.
func scaleOf(p *layout.Page) float64 { return 1000 / max(1, p.Width) }

// labelKey returns the form in which words of labels are compared.
func labelKey(text string) string {
	return strings.TrimFunc(textnorm.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '#' && r != '%' })
}

// tokenParts splits a word after a colon, number sign or equals sign that follows letters and
// is not its last character: "PO#4711", "Date:12/05/2026". Web addresses stay whole.
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

// shapeOf returns the shape of a word.
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

// restOfRow returns the tokens of a row from o on.
func (t *document) restOfRow(o *token) []*token { return t.rows[o.row].tokens[o.at:] }

// page returns the page on which a token stands.
func (t *document) page(o *token) *layout.Page { return t.rows[o.row].page }

// pixels reports whether a token was recognised by OCR.
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

// hashed returns the form in which a word is stored that may belong to a value rather than to a
// label.
func hashed(key string) string { return string(appendHashed(nil, key)) }

// appendHashed appends the hashed form of a key to b, so that it can be compared without
// allocating a string.
func appendHashed(b []byte, key string) []byte {
	hash := fnv1a(key)
	b = append(b, '~')
	for shift := 28; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[hash>>shift&0xf])
	}
	return b
}

// matches reports whether a token is a word of a label, given in its stored form.
func (t *document) matches(o *token, word string) bool {
	if o.key == "" || o.key == word {
		return o.key != ""
	}
	if strings.HasPrefix(word, "~") {
		var b [9]byte
		return string(appendHashed(b[:0], o.key)) == word
	}
	most := min(20*len(word), 2*ocrrepair.CostAny)
	return len(word) > 3 && t.pixels(o) && ocrrepair.Cost(o.key, word, most) <= most
}

// labelAt returns the last token of the label with which the tokens of a row begin, or nil if
// they do not begin with it.
func (t *document) labelAt(tokens []*token, label []string) (last *token) {
	for i, word := range label {
		for i > 0 && len(tokens) > 0 && tokens[0].key == "" {
			tokens = tokens[1:]
		}
		if len(tokens) == 0 || !t.matches(tokens[0], word) {
			return nil
		}
		last, tokens = tokens[0], tokens[1:]
	}
	return last
}

// labelOver returns the label of the lexicon that a token belongs to and for which is returns
// true; nil if there is none.
func (t *document) labelOver(o *token, is func(*keyvalue.Label) bool) *keyvalue.Label {
	if t.view.Labels == nil {
		return nil
	}
	labels := t.view.Labels.Of(o.segment)
	i := slices.IndexFunc(labels, func(l keyvalue.Label) bool { return l.Box.Contains(o.box.MidX(), o.box.MidY()) && is(&l) })
	if i < 0 {
		return nil
	}
	return &labels[i]
}

// isLabel reports whether a token belongs to a label of the lexicon.
func (t *document) isLabel(o *token) bool {
	return t.labelOver(o, func(*keyvalue.Label) bool { return true }) != nil
}

// announces reports whether a token belongs to a label or begins a heading of something else,
// so that it is no value.
func (t *document) announces(o *token) bool {
	if t.labelOver(o, func(l *keyvalue.Label) bool { return l.Colon || l.EndsSegment }) != nil {
		return true
	}
	if o.begins && t.view.Heads != nil {
		buyer, supplier, other := t.view.Heads(o.segment)
		return buyer || supplier || other
	}
	return false
}

// edges returns the left and right edges of tokens.
func edges(run []*token) (left, right float64) {
	left, right = run[0].x0, run[0].x1
	for _, o := range run {
		left, right = min(left, o.x0), max(right, o.x1)
	}
	return left, right
}

// printed returns the text of tokens, with a space between words.
func printed(run []*token) string {
	if len(run) == 1 {
		return run[0].text
	}
	size := len(run)
	for _, o := range run {
		size += len(o.text)
	}
	var b strings.Builder
	b.Grow(size)
	for i, o := range run {
		if i > 0 && o.word != run[i-1].word {
			b.WriteByte(' ')
		}
		b.WriteString(o.text)
	}
	return b.String()
}
