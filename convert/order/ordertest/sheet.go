package ordertest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// sheet sets words on pages.
type sheet struct {
	pages       []doc.Page
	width       float64
	height      float64
	left, right float64 // margins' edges, points
	y           float64 // baseline of the next line
	size        float64 // of the body's font
	face        float64 // widths of the font's glyphs as a share of Helvetica's
	jitter      float64 // points by which words stand off their place
	bottom      float64 // below which nothing but a foot is set
	totalEdge   float64 // where the amounts of the table end
}

// alignment is where text stands in its column.
type alignment uint8

const (
	leftAligned alignment = iota
	rightAligned
	centred
)

// begin draws the sheet and opens its first page.
func (g *generator) begin() {
	g.width, g.height = 612, 792
	if g.language.code != "en" || g.trait("a4", 0.3) {
		g.width, g.height = 595, 842
	}
	if g.trait("landscape", 0.12) {
		g.width, g.height = g.height, g.width
	}
	g.left = g.span(25, 62)
	g.right = g.width - g.span(25, 62)
	g.size = g.span(7, 10.5)
	g.face = g.span(0.84, 1.08)
	if g.trait("jitter", 0.12) {
		g.jitter = 0.35
	}
	g.bottom = g.height - g.span(45, 90)
	g.page()
}

// page opens a page.
func (g *generator) page() {
	g.pages = append(g.pages, doc.Page{Number: len(g.pages) + 1, Width: g.width, Height: g.height})
	g.y = g.span(36, 60)
}

func (g *generator) current() *doc.Page { return &g.pages[len(g.pages)-1] }

// extent is the width of text, points.
func (g *generator) extent(text string, size float64) float64 {
	em := 0.0
	for _, r := range text {
		switch {
		case strings.ContainsRune("iljt.,:;'|()I!/ f", r):
			em += 0.29
		case strings.ContainsRune("mwMW%@", r):
			em += 0.84
		case unicode.IsUpper(r):
			em += 0.68
		case r > 0x2e80:
			em += 1
		default:
			em += 0.54
		}
	}
	return em * g.face * size
}

// put sets text on a baseline; x is the edge or the middle that it is aligned
// to. It gives the text's right edge.
func (g *generator) put(x, y float64, text string, size float64, bold bool, a alignment) float64 {
	wide := g.extent(text, size)
	switch a {
	case rightAligned:
		x -= wide
	case centred:
		x -= wide / 2
	}
	p := g.current()
	for _, w := range strings.Fields(text) {
		n := g.extent(w, size)
		dx, dy := 0.0, 0.0
		if g.jitter > 0 {
			dx, dy = g.span(-g.jitter, g.jitter), g.span(-g.jitter, g.jitter)
		}
		p.Words = append(p.Words, doc.Word{
			Text: w, Box: doc.Box{X0: x + dx, Y0: y + dy - 0.74*size, X1: x + dx + n, Y1: y + dy + 0.22*size},
			Baseline: y + dy, Size: size, Bold: bold, Confidence: 1,
		})
		x += n + g.extent(" ", size)
	}
	return x - g.extent(" ", size)
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

// fill shades a rectangle.
func (g *generator) fill(x0, y0, x1, y1 float64) {
	p := g.current()
	p.Fills = append(p.Fills, doc.Fill{Box: doc.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}, Color: 0xdddddd})
}

// wrap breaks text into lines of a width. A word that is too long stands alone.
func (g *generator) wrap(text string, width, size float64) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && g.extent(line+" "+w, size) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// spaced sets a text's letters apart, as titles have it.
func spaced(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(r)
		if r != ' ' && utf8.RuneLen(r) > 0 {
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}
