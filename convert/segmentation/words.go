package segmentation

import (
	"image"
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
)

// sizePerCap is the font size in heights of capitals; common fonts have
// capitals of 0.64 to 0.73 em.
const sizePerCap = 1 / 0.7

// strokeInk is the shade beneath which a strip's pixel counts as ink.
const strokeInk = 160

// Word is a word of a page, and where its characters were read.
type Word struct {
	doc.Word
	Line     int     // index among the page's lines
	Glyphs   Reading // without spaces
	From, To int     // the columns of the line's strip that are the word's own
}

// Words makes words from the readings of a page's lines: readings[i] is the
// reading of the strip of lines[i]. Words are in the order of the lines, from left
// to right, with coordinates in points of the page. The confidence of a word is
// that of its least confident character. Its box is that of its ink, not that of
// the recogniser's columns. Bold is never set: at usual resolutions the weight of
// strokes says more about the scanner than about the font.
//
// What is not text is left out: remnants of rules, specks far from any text, and
// lines of which hardly a character was recognised.
func Words(p *raster.Page, lines []Line, readings []Reading) []Word {
	var readers []*reader
	for i := range min(len(lines), len(readings)) {
		if s := lines[i].Strip; s == nil || s.Rect.Empty() || !legible(readings[i]) {
			continue
		}
		r := &reader{page: p, line: &lines[i], index: i}
		r.findInkColumns()
		r.space(readings[i])
		readers = append(readers, r)
	}
	correctLookalikes(readers)
	var out []Word
	for i := range readers {
		readers[i].borrowSpacing(readers)
		out = append(out, readers[i].words()...)
	}
	return out
}

// Mean confidence below which a line is not text but a logo, a signature or a
// bar code; leastMarks is for lines without any letter or digit.
const (
	leastLegible = 0.5
	leastMarks   = 0.8
)

func legible(reading Reading) bool {
	var sum float64
	n, characters := 0, 0
	for _, g := range reading {
		if g.Rune == ' ' {
			continue
		}
		sum += float64(g.Confidence)
		n++
		if unicode.In(g.Rune, unicode.L, unicode.N) {
			characters++
		}
	}
	if characters == 0 {
		return n > 0 && sum >= leastMarks*float64(n)
	}
	return sum >= leastLegible*float64(n)
}

// reader makes words from the reading of one strip.
type reader struct {
	page    *raster.Page
	line    *Line
	index   int     // of the line
	ink     []bool  // of each column of the strip
	glyphs  Reading // without spaces
	gaps    []gap   // before each glyph; the first has no width
	spacing spacing
}

// findInkColumns finds which columns of the strip hold ink.
func (r *reader) findInkColumns() {
	s := r.line.Strip
	r.ink = make([]bool, s.Rect.Dx())
	for y := range s.Rect.Dy() {
		for x, v := range s.Pix[y*s.Stride : y*s.Stride+len(r.ink)] {
			if v < strokeInk {
				r.ink[x] = true
			}
		}
	}
}

func (r *reader) words() []Word {
	var out []Word
	for _, t := range r.tokens() {
		var text strings.Builder
		confidence := 1.0
		for _, g := range t.glyphs {
			text.WriteRune(g.Rune)
			confidence = min(confidence, float64(g.Confidence))
		}
		box, ok := r.box(t)
		if !ok {
			continue
		}
		middle := float64(box.Min.X+box.Max.X) / 2
		scale := 72 / r.dpi()
		w := doc.Word{
			Text: norm.NFC.String(text.String()),
			Box: doc.Box{X0: float64(box.Min.X) * scale, Y0: float64(box.Min.Y) * scale,
				X1: float64(box.Max.X) * scale, Y1: float64(box.Max.Y) * scale},
			Baseline:   r.baseline(middle) * scale,
			Size:       r.line.CapHeight * sizePerCap * scale,
			Source:     doc.Pixels,
			Confidence: confidence,
		}
		out = append(out, Word{Word: w, Line: r.index, Glyphs: t.glyphs, From: t.c0, To: t.c1})
	}
	return out
}

func (r *reader) dpi() float64 {
	if r.page == nil || !(r.page.DPI > 0) {
		return 72
	}
	return r.page.DPI
}

// baseline returns the baseline's y at an x, both pixels of the page.
func (r *reader) baseline(x float64) float64 {
	if r.line.curve == (curve{}) {
		return r.line.Baseline
	}
	return r.line.curve.y(x)
}

// box returns the box of a token's ink, pixels of the page; false if it has none.
func (r *reader) box(t token) (image.Rectangle, bool) {
	s := r.line.Strip
	c0, c1, r0, r1 := t.c1, t.c0, s.Rect.Dy(), 0
	for y := range s.Rect.Dy() {
		for x := t.c0; x < t.c1; x++ {
			if s.Pix[y*s.Stride+x] < strokeInk {
				c0, c1, r0, r1 = min(c0, x), max(c1, x+1), min(r0, y), max(r1, y+1)
			}
		}
	}
	if c0 >= c1 {
		return image.Rectangle{}, false
	}
	x0, x1 := r.line.Left+float64(c0)*r.line.Scale, r.line.Left+float64(c1)*r.line.Scale
	top := r.baseline((x0+x1)/2) - StripBaseline*float64(s.Rect.Dy())*r.line.Scale
	y0, y1 := top+float64(r0)*r.line.Scale, top+float64(r1)*r.line.Scale
	rough := image.Rect(int(math.Round(x0)), int(math.Round(y0)), int(math.Round(x1)), int(math.Round(y1)))
	return r.tighten(rough), true
}

// tighten moves a box's edges to the ink of the page, by at most a pixel or the
// width of a column of the strip, whichever is more.
func (r *reader) tighten(b image.Rectangle) image.Rectangle {
	if r.page == nil || r.page.Gray == nil {
		return b
	}
	g := r.page.Gray
	slack := max(1, int(math.Ceil(r.line.Scale)))
	outer := b.Inset(-slack).Intersect(g.Rect)
	darkest := uint8(255)
	for y := outer.Min.Y; y < outer.Max.Y; y++ {
		for _, v := range g.Pix[y*g.Stride+outer.Min.X : y*g.Stride+outer.Max.X] {
			darkest = min(darkest, v)
		}
	}
	limit := darkest + uint8(inkShare*float64(255-darkest))
	dark := func(part image.Rectangle) bool {
		part = part.Intersect(g.Rect)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for _, v := range g.Pix[y*g.Stride+part.Min.X : y*g.Stride+part.Max.X] {
				if v < limit {
					return true
				}
			}
		}
		return false
	}
	// First the sides, within the rows of the rough box, then top and foot, within
	// the new sides.
	t := image.Rect(outer.Min.X, b.Min.Y, outer.Max.X, b.Max.Y)
	for t.Min.X < b.Min.X+slack && t.Min.X < t.Max.X-1 && !dark(image.Rect(t.Min.X, t.Min.Y, t.Min.X+1, t.Max.Y)) {
		t.Min.X++
	}
	for t.Max.X > b.Max.X-slack && t.Max.X > t.Min.X+1 && !dark(image.Rect(t.Max.X-1, t.Min.Y, t.Max.X, t.Max.Y)) {
		t.Max.X--
	}
	t.Min.Y, t.Max.Y = outer.Min.Y, outer.Max.Y
	for t.Min.Y < b.Min.Y+slack && t.Min.Y < t.Max.Y-1 && !dark(image.Rect(t.Min.X, t.Min.Y, t.Max.X, t.Min.Y+1)) {
		t.Min.Y++
	}
	for t.Max.Y > b.Max.Y-slack && t.Max.Y > t.Min.Y+1 && !dark(image.Rect(t.Min.X, t.Max.Y-1, t.Max.X, t.Max.Y)) {
		t.Max.Y--
	}
	if t.Empty() {
		return b
	}
	return t
}
