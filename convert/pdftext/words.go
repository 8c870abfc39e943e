package pdftext

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"lineitem/convert/bidi"
	"lineitem/convert/doc"
)

// Thresholds for distances between glyphs, in font sizes.
const (
	wordGap      = 0.12 // a gap that exceeds the usual one of the line by more than this separates words
	lineGap      = 1.0  // a wider gap ends a run of glyphs
	backward     = 0.5  // so does a glyph that begins further back than this
	baselineStep = 0.22 // or one that stands higher or lower than this
	widestLetter = 0.45 // greatest usual gap of letterspaced text
	samePlace    = 0.12 // greatest distance between two copies of text that is painted twice
	touching     = 0.06 // greatest gap between pieces of one word that were painted separately
)

// Extents of a word's box above and below its baseline, in font sizes: those
// of capitals and descenders of common text faces. The metrics in fonts vary
// too much for comparing words.
const (
	ascent  = 0.75
	descent = 0.22
)

// builder makes words from a page's glyphs. Its buffers are reused for each page.
type builder struct {
	c         *collector
	at        []position // of each glyph
	fragments []fragment
	order     []int32
	gaps      []float64
	text      []byte
	indices   []int32
	shown     []int32 // glyphs of the word being made, from left to right
}

// position is a glyph's place along and across its direction of writing;
// across grows downward with respect to the text.
type position struct{ along, across float64 }

// fragment is a word, or a piece of one: glyphs that were painted one after
// another.
type fragment struct {
	first, last int32 // range of builder.indices, last excluded
	from, to    float64
	across      float64
	size        float64
	style       int32
	next        int32 // fragment that continues the word, -1 for none
	joined      bool  // it continues the word of another fragment
	dropped     bool
	bold        bool
	spaced      bool // a space stood before it
}

// words returns the page's words, in painting order.
func (c *collector) words() []doc.Word {
	c.uncover()
	b := &c.builder
	b.c = c
	b.at, b.fragments, b.indices = b.at[:0], b.fragments[:0], b.indices[:0]
	for i := range c.glyphs {
		g := &c.glyphs[i]
		s := &c.styles[g.style]
		b.at = append(b.at, position{g.x*s.ux + g.y*s.uy, g.y*s.ux - g.x*s.uy})
		b.combine(i)
	}
	for i := 0; i < len(c.glyphs); {
		n := b.run(i)
		b.cut(i, i+n)
		i += n
	}
	b.compareLines()
	return b.emit()
}

// combine moves the glyph i directly after the letter before it if it is a mark that combines with
// that letter: fonts for Thai and other scripts paint marks above, below, or back over letters.
func (b *builder) combine(i int) {
	g := &b.c.glyphs[i]
	if i == 0 || g.spaced || !combines(g.text) {
		return
	}
	last, s := &b.c.glyphs[i-1], &b.c.styles[g.style]
	end := position{b.at[i-1].along + last.width, b.at[i-1].across}
	if l := &b.c.styles[last.style]; last.style != g.style && (!sameDirection(l, s) || !sameSize(l.size, s.size)) ||
		math.Abs(b.at[i].along-end.along) > s.size || math.Abs(b.at[i].across-end.across) > s.size {
		return
	}
	b.at[i], g.width = end, 0
}

// combines reports whether a glyph's text consists of marks that combine with the letter before them.
func combines(text string) bool {
	if text == "" || text[0] < utf8.RuneSelf {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.Is(unicode.Mn, r) })
}

// run returns the number of glyphs from first on that follow one another on one
// baseline.
func (b *builder) run(first int) int {
	glyphs, styles := b.c.glyphs, b.c.styles
	i := first + 1
	for ; i < len(glyphs); i++ {
		last, g := &glyphs[i-1], &glyphs[i]
		s := &styles[g.style]
		if last.style != g.style {
			if l := &styles[last.style]; !sameDirection(l, s) || !sameSize(l.size, s.size) || l.invisible != s.invisible || l.color != s.color {
				break
			}
		}
		if math.Abs(b.at[i].across-b.at[i-1].across) > baselineStep*s.size {
			break
		}
		gap := b.at[i].along - b.at[i-1].along - last.width
		if gap > lineGap*s.size+last.gap || gap < -backward*s.size && b.at[i].along < b.at[i-1].along+samePlace*s.size && !b.repeats(i) {
			break
		}
	}
	return i - first
}

func sameDirection(a, b *style) bool {
	return math.Abs(a.ux-b.ux) < 0.01 && math.Abs(a.uy-b.uy) < 0.01
}

func sameSize(a, b float64) bool { return a < 1.15*b && b < 1.15*a }

// repeats reports whether the same glyph was painted just before at nearly the same
// place.
func (b *builder) repeats(i int) bool {
	g, last := &b.c.glyphs[i], &b.c.glyphs[i-1]
	size := b.c.styles[g.style].size
	return g.text == last.text && math.Abs(b.at[i].along-b.at[i-1].along) < samePlace*size &&
		math.Abs(b.at[i].across-b.at[i-1].across) < samePlace*size
}

// cut splits the run of glyphs from first to last (exclusive) into fragments.
func (b *builder) cut(first, last int) {
	b.joinSpaced(first, last)
	glyphs := b.c.glyphs
	usual := b.usualGap(first, last)
	start := int32(len(b.indices))
	spaced := glyphs[first].spaced && !b.leftward(first)
	bold := false
	flush := func() {
		if n := int32(len(b.indices)); n > start {
			b.fragment(start, n, spaced, bold)
			start = n
		}
		bold = false
	}
	for i := first; i < last; i++ {
		g := &glyphs[i]
		if i > first {
			size := b.c.styles[g.style].size
			gap := b.at[i].along - b.at[i-1].along - glyphs[i-1].width - glyphs[i-1].gap
			switch {
			case b.repeats(i):
				bold = true
				continue
			case b.attach(i, first):
				continue
			case g.spaced || gap-usual > max(wordGap, 0.5*usual/size)*size || b.weightChanges(i):
				flush()
				spaced = g.spaced
			}
		}
		b.indices = append(b.indices, int32(i))
	}
	flush()
}

// Bounds for words that are letterspaced with spaces.
const (
	leastSpaced  = 4   // least number of letters
	widestSpaced = 1.6 // multiple of the usual gap between two letters; wider gaps separate words
)

// joinSpaced finds text in a run in which each letter stands between spaces, as in some titles
// ("P U R C H A S E  O R D E R"). These spaces count as letterspacing, except for wider gaps.
func (b *builder) joinSpaced(first, last int) {
	for i := first; i < last; {
		n, letters := 0, 0
		if i == first || b.c.glyphs[i].spaced {
			n, letters = b.apart(i, last)
		}
		if letters >= leastSpaced {
			b.letterspace(i, i+n)
		}
		i += max(1, n)
	}
}

// apart returns the number of glyphs from first on that each stand between spaces, with the punctuation after them, and
// the number of letters among them.
func (b *builder) apart(first, last int) (n, letters int) {
	runeOf := func(i int) rune {
		r, _ := utf8.DecodeRuneInString(b.c.glyphs[i].text)
		return r
	}
	begin := first // first glyph after the last space so far
	for i := first + 1; i < last; i++ {
		if b.c.glyphs[i].spaced {
			begin = i
		} else if alphanumeric(runeOf(i)) {
			last = begin // a word of several letters begins at begin
		}
	}
	for i := first; i < last; i++ {
		if unicode.IsLetter(runeOf(i)) {
			letters++
		}
	}
	return last - first, letters
}

// letterspace turns the gaps between glyphs that stand between spaces into letterspacing, except for gaps that
// are wider than usual.
func (b *builder) letterspace(first, last int) {
	glyphs := b.c.glyphs
	gap := func(i int) float64 { return b.at[i].along - b.at[i-1].along - glyphs[i-1].width - glyphs[i-1].gap }
	b.gaps = b.gaps[:0]
	for i := first + 1; i < last; i++ {
		if glyphs[i].spaced {
			b.gaps = append(b.gaps, gap(i))
		}
	}
	slices.Sort(b.gaps)
	usual := b.gaps[len(b.gaps)/3]
	for i := first + 1; i < last; i++ {
		if v := gap(i); glyphs[i].spaced && v <= widestSpaced*usual {
			glyphs[i].spaced = false
			glyphs[i-1].gap += v
		}
	}
}

// leftward reports whether the glyph i, of right-to-left text, was
// painted left of the one before it: a space between them is then to its right.
func (b *builder) leftward(i int) bool {
	return i > 0 && b.at[i].along < b.at[i-1].along && bidi.RightToLeft(b.c.glyphs[i].text)
}

// weightChanges reports whether a bold face and a regular one meet just before
// the glyph i between letters or digits: a label and its value, without a space.
// Next to punctuation the two may belong to one word.
func (b *builder) weightChanges(i int) bool {
	last, g := &b.c.glyphs[i-1], &b.c.glyphs[i]
	if last.style == g.style || b.c.styles[last.style].bold == b.c.styles[g.style].bold {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(last.text)
	after, _ := utf8.DecodeRuneInString(g.text)
	return alphanumeric(before) && alphanumeric(after)
}

func alphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// usualGap returns the usual gap between the letters of a run, beyond what its text state
// adds: 0 unless all letters stand apart, as in headings that are
// letterspaced by placing each glyph.
func (b *builder) usualGap(first, last int) float64 {
	if last-first < 4 {
		return 0
	}
	b.gaps = b.gaps[:0]
	size := b.c.styles[b.c.glyphs[first].style].size
	tight := 0
	for i := first + 1; i < last; i++ {
		if b.c.glyphs[i].spaced {
			continue
		}
		gap := b.at[i].along - b.at[i-1].along - b.c.glyphs[i-1].width - b.c.glyphs[i-1].gap
		if gap < 0.05*size {
			if tight++; tight > (last-first)/4 {
				return 0
			}
		}
		b.gaps = append(b.gaps, gap)
	}
	if len(b.gaps) < 3 {
		return 0
	}
	slices.Sort(b.gaps)
	usual := b.gaps[len(b.gaps)/3]
	if usual < 0.05*size || usual > widestLetter*size {
		return 0
	}
	return usual
}

// accentMarks maps accents that are painted over letters as separate glyphs
// to the combining characters that replace them.
var accentMarks = map[string]string{
	"`": "\u0300", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "˘": "\u0306", "˙": "\u0307",
	"¨": "\u0308", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327", "˛": "\u0328",
}

// attach joins the glyph i and the one before it if one of them is an accent
// painted over the other, and the other is a letter. first is the run's first glyph.
func (b *builder) attach(i, first int) bool {
	glyphs := b.c.glyphs
	g, last := &glyphs[i], &glyphs[i-1]
	if len(g.text) > 2 || len(last.text) > 4 || g.text[0] < utf8.RuneSelf && last.text[0] < utf8.RuneSelf && g.text != "`" && last.text != "`" {
		return false
	}
	over := func(accent, letter int) bool {
		middle := b.at[accent].along + glyphs[accent].width/2
		return middle > b.at[letter].along && middle < b.at[letter].along+glyphs[letter].width
	}
	if mark, ok := accentMarks[g.text]; ok && over(i, i-1) {
		if text := norm.NFC.String(last.text + mark); utf8.RuneCountInString(text) == utf8.RuneCountInString(last.text) {
			last.text = text
			g.text, g.width = text, last.width
			g.x, g.y, b.at[i] = last.x, last.y, b.at[i-1]
			return true
		}
	}
	if mark, ok := accentMarks[last.text]; ok && over(i-1, i) && len(b.indices) > 0 && b.indices[len(b.indices)-1] == int32(i-1) {
		if text := norm.NFC.String(g.text + mark); utf8.RuneCountInString(text) == utf8.RuneCountInString(g.text) {
			g.text = text
			b.indices[len(b.indices)-1] = int32(i)
			return true
		}
	}
	return false
}

// fragment adds fragments for a range of indices, separating leaders from the words around them.
func (b *builder) fragment(first, last int32, spaced, bold bool) {
	for first < last {
		n := b.leader(first, last)
		b.addFragment(first, first+n, spaced, bold)
		first += n
		spaced = true // so that leaders are never joined again
	}
}

// leader returns how many glyphs from first on belong together: those before the next
// leader, or those of a leader. A leader is a row of at least four dots or underscores.
func (b *builder) leader(first, last int32) int32 {
	const least = 4
	for i := first; i+least <= last; i++ {
		text := b.c.glyphs[b.indices[i]].text
		if text != "." && text != "_" && text != "·" && text != "…" {
			continue
		}
		n := int32(1)
		for i+n < last && b.c.glyphs[b.indices[i+n]].text == text {
			n++
		}
		if n >= least {
			if i > first {
				return i - first
			}
			return n
		}
		i += n - 1
	}
	return last - first
}

func (b *builder) addFragment(first, last int32, spaced, bold bool) {
	a, z := b.indices[first], b.indices[last-1]
	g := &b.c.glyphs[a]
	s := &b.c.styles[g.style]
	f := fragment{
		first: first, last: last, style: g.style, next: -1, spaced: spaced, bold: bold || s.bold,
		from: b.at[a].along, to: b.at[z].along + b.c.glyphs[z].width, across: b.at[a].across, size: s.size,
	}
	f.to = max(f.to, f.from)
	b.fragments = append(b.fragments, f)
}

// turnOf returns the direction of writing, clockwise: 0, 90, 180 or 270 degrees.
func turnOf(s *style) int {
	switch {
	case math.Abs(s.ux) >= math.Abs(s.uy) && s.ux > 0:
		return 0
	case math.Abs(s.ux) >= math.Abs(s.uy):
		return 180
	case s.uy > 0:
		return 90
	}
	return 270
}

// emit makes words of the fragments that were not dropped. Their texts share one
// string.
func (b *builder) emit() []doc.Word {
	b.text = b.text[:0]
	words := make([]doc.Word, 0, len(b.fragments))
	ends := b.order[:0]
	for i := range b.fragments {
		f := &b.fragments[i]
		if f.dropped || f.joined {
			continue
		}
		word := b.word(f)
		start := len(b.text)
		for p := f; ; p = &b.fragments[p.next] {
			if !p.dropped {
				b.shown = append(b.shown, b.indices[p.first:p.last]...)
			}
			if p.next < 0 {
				break
			}
			f.to = max(f.to, b.fragments[p.next].to)
		}
		b.spell()
		if !norm.NFC.IsNormal(b.text[start:]) {
			b.text = append(b.text[:start], norm.NFC.Bytes(b.text[start:])...)
		}
		s := &b.c.styles[f.style]
		word.Box = matrix{s.ux, s.uy, -s.uy, s.ux, 0, 0}.box(doc.Box{
			X0: f.from, Y0: f.across - ascent*f.size, X1: f.to, Y1: f.across + descent*f.size,
		})
		if word.Turn != 0 {
			word.Baseline = word.Box.MidY()
		}
		words = append(words, word)
		ends = append(ends, int32(len(b.text)))
	}
	text, start := string(b.text), int32(0)
	for i := range words {
		words[i].Text = text[start:ends[i]]
		start = ends[i]
	}
	return words
}

// spell appends the word's glyphs to the text, in reading order.
func (b *builder) spell() {
	defer func() { b.shown = b.shown[:0] }()
	glyphs := b.c.glyphs
	rightToLeft := func(i int32) bool { return bidi.RightToLeft(glyphs[i].text) }
	if !slices.ContainsFunc(b.shown, rightToLeft) {
		for _, i := range b.shown {
			b.text = append(b.text, glyphs[i].text...)
		}
		return
	}
	pieces := make([]string, len(b.shown))
	for k, i := range b.shown {
		pieces[k] = glyphs[i].text
	}
	order, mirrored := bidi.Order(pieces, "")
	for _, k := range order {
		piece := pieces[k]
		if mirrored[k] {
			piece = bidi.Mirror(piece)
		}
		b.text = append(b.text, piece...)
	}
}

func (b *builder) word(f *fragment) doc.Word {
	s := &b.c.styles[f.style]
	return doc.Word{
		Baseline: f.across, Size: f.size, Bold: f.bold, Color: s.color, Turn: turnOf(s), Confidence: 1,
	}
}
