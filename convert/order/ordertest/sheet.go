package ordertest

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
)

// sheet sets words on pages.
type sheet struct {
	pages       []doc.Page
	width       float64
	height      float64
	left, right float64 // edges of the area between the margins, points
	y           float64 // baseline of the next line
	size        float64 // of the body's font
	leading     float64 // between lines of running text
	face        float64 // widths of the font's glyphs as a share of Helvetica's
	typewriter  bool    // all glyphs have the same width
	bottom      float64 // only footers are set below it
	ink         doc.Color
	totalEdge   float64    // where the amounts of the table end
	of          *statement // the order or item to which the words being set belong
}

// alignment is how text is aligned in its column.
type alignment uint8

const (
	leftAligned alignment = iota
	rightAligned
	centred
)

// piece is some words of a line, with the keys of the columns whose values they belong to.
type piece struct {
	text string
	keys []string
}

// line is the text on one baseline.
type line []piece

// say returns a line of text that is the value of the given columns, or of none.
func say(text string, keys ...string) line { return line{{text, keys}} }

// text returns the line's pieces, joined by blanks.
func (l line) text() string {
	var parts []string
	for _, p := range l {
		parts = append(parts, p.text)
	}
	return strings.Join(parts, " ")
}

// chooseSheet draws the size of the sheet, its margins and its font.
func (g *generator) chooseSheet() {
	g.width, g.height = 595, 842
	if g.country.letter {
		g.width, g.height = 612, 792
	}
	if g.trait("landscape", 0.1) {
		g.width, g.height = g.height, g.width
	}
	g.left = g.span(22, 62)
	g.right = g.width - g.span(22, 62)
	g.size = g.span(6.8, 10.5)
	g.leading = g.size * g.span(1.12, 1.5)
	g.face = g.span(0.84, 1.08)
	if g.typewriter = g.trait("typewriter", 0.06); g.typewriter {
		g.size = min(g.size, 8.5)
	}
	g.bottom = g.height - g.span(50, 95)
}

// page begins a new page.
func (g *generator) page() {
	g.pages = append(g.pages, doc.Page{Number: len(g.pages) + 1, Width: g.width, Height: g.height})
	g.y = g.span(36, 56)
}

func (g *generator) current() *doc.Page { return &g.pages[len(g.pages)-1] }

// extent returns the estimated width of text, points.
func (g *generator) extent(text string, size float64) float64 {
	em := 0.0
	for _, r := range text {
		switch {
		case g.typewriter:
			em += 0.6
		case strings.ContainsRune("iljt.,:;'|()I!/ f", r):
			em += 0.29
		case strings.ContainsRune("mwMW%@", r):
			em += 0.84
		case unicode.IsUpper(r):
			em += 0.68
		default:
			em += 0.54
		}
	}
	return em * g.face * size
}

// put sets text on the baseline y; x is the edge or the middle to which it is
// aligned. It returns the text's right edge.
func (g *generator) put(x, y float64, text string, size float64, bold bool, a alignment) float64 {
	return g.set(x, y, say(text), size, bold, a)
}

// set sets a line as put does, and records where values stand.
func (g *generator) set(x, y float64, l line, size float64, bold bool, a alignment) float64 {
	switch a {
	case rightAligned:
		x -= g.extent(l.text(), size)
	case centred:
		x -= g.extent(l.text(), size) / 2
	}
	blank := g.extent(" ", size)
	p := g.current()
	for _, part := range l {
		for w := range strings.FieldsFuncSeq(part.text, func(r rune) bool { return r == ' ' }) {
			box := doc.Box{X0: x, Y0: y - 0.74*size, X1: x + g.extent(w, size), Y1: y + 0.22*size}
			p.Words = append(p.Words, doc.Word{Text: w, Box: box, Baseline: y, Size: size, Bold: bold, Color: g.ink, Confidence: 1})
			for _, key := range part.keys {
				g.of.place(key, Place{p.Number, box})
			}
			x = box.X1 + blank
		}
	}
	return x - blank
}

// rule draws a line.
func (g *generator) rule(x0, y0, x1, y1 float64) {
	p := g.current()
	p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}, Vertical: x0 == x1})
}

// frame draws a rectangle of four lines.
func (g *generator) frame(x0, y0, x1, y1 float64) {
	g.rule(x0, y0, x1, y0)
	g.rule(x0, y1, x1, y1)
	g.rule(x0, y0, x0, y1)
	g.rule(x1, y0, x1, y1)
}

// Colours of print and fills.
const (
	black = 0x000000
	white = 0xffffff
	grey  = 0xdddddd
	dark  = 0x1f3864
)

// fill shades a rectangle.
func (g *generator) fill(x0, y0, x1, y1 float64, c doc.Color) {
	p := g.current()
	p.Fills = append(p.Fills, doc.Fill{Box: doc.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}, Color: c})
}

// paragraph sets running text between two edges and returns the baseline of the
// next line.
func (g *generator) paragraph(x0, x1, y float64, text string, size float64) float64 {
	for _, l := range g.wrap(say(text), x1-x0, size) {
		g.set(x0, y, l, size, false, leftAligned)
		y += size * 1.22
	}
	return y
}

// wrap breaks a line into lines of at most width points. A word that is wider gets a
// line of its own.
func (g *generator) wrap(l line, width, size float64) []line {
	var lines []line
	var now line
	used := 0.0
	for _, p := range l {
		for _, w := range strings.Split(p.text, " ") {
			wide := g.extent(w, size)
			if len(now) > 0 && used+g.extent(" ", size)+wide > width {
				lines = append(lines, now)
				now, used = nil, 0
			}
			if len(now) > 0 {
				used += g.extent(" ", size)
			}
			now = append(now, piece{w, p.keys})
			used += wide
		}
	}
	return append(lines, now)
}

// fitted wraps a line, and breaks it anywhere if a word is wider than the
// width.
func (g *generator) fitted(l line, width, size float64) []line {
	lines := g.wrap(l, width, size)
	for _, part := range lines {
		if g.extent(part.text(), size) > width {
			return g.wrapAnywhere(l, width, size)
		}
	}
	return lines
}

// wrapAnywhere breaks a line at exactly the width, even within words and numbers.
func (g *generator) wrapAnywhere(l line, width, size float64) []line {
	var lines []line
	var now line
	used := 0.0
	for _, p := range l {
		for n, w := range strings.Split(p.text, " ") {
			if n > 0 || len(now) > 0 {
				used += g.extent(" ", size)
			}
			start := true
			for _, r := range w {
				wide := g.extent(string(r), size)
				if used+wide > width && used > 0 {
					lines = append(lines, now)
					now, used, start = nil, 0, true
				}
				if start {
					now = append(now, piece{"", p.keys})
					start = false
				}
				now[len(now)-1].text += string(r)
				used += wide
			}
		}
	}
	return append(lines, now)
}

// spaced returns a text with blanks between its characters, as some titles are printed.
func spaced(text string) string { return strings.Join(strings.Split(text, ""), " ") }
