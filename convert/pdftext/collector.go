package pdftext

import (
	"math"
	"strings"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/font"
)

// collector gathers what a page's content streams paint, in page coordinates.
// It is used for one page after another and reuses its buffers.
type collector struct {
	width, height float64

	glyphs     []glyph
	styles     []style
	fills      []doc.Fill
	covers     []cover
	pictures   []doc.Box // places of images
	outlines   []outlines
	horizontal []piece
	vertical   []piece

	space bool  // a space was shown after the last glyph
	layer Layer // counts of the page so far

	painted int   // number of images
	scan    *Scan // the first image, if it could be the whole page

	builder builder
}

// glyph is a shown glyph that is not a space.
type glyph struct {
	text   string
	x, y   float64 // origin
	width  float64 // advance along the direction of writing, without spacing
	gap    float64 // spacing that the text state adds after it
	style  int32
	spaced bool // a space was shown before it
	hidden bool // something was painted over it, or its text is not known so far
}

// style holds the properties that the glyphs of a string share.
type style struct {
	font      *font.Font
	size      float64 // as displayed, points
	ux, uy    float64 // direction of writing, a unit vector
	color     doc.Color
	bold      bool
	invisible bool
}

// collectors keeps collectors with their buffers for further documents.
var collectors = sync.Pool{New: func() any { return new(collector) }}

// maxKept is the greatest capacity of glyph buffers that are kept, glyphs.
const maxKept = 1 << 16

// release returns the collector to the pool, without data of the document.
func (c *collector) release() {
	if cap(c.glyphs) > maxKept {
		return
	}
	clear(c.glyphs[:cap(c.glyphs)])
	clear(c.styles[:cap(c.styles)])
	c.fills, c.scan, c.pictures = nil, nil, nil
	collectors.Put(c)
}

func (c *collector) begin(width, height float64) {
	c.width, c.height = width, height
	c.glyphs, c.styles, c.fills, c.covers = c.glyphs[:0], c.styles[:0], nil, c.covers[:0]
	c.horizontal, c.vertical, c.outlines = c.horizontal[:0], c.vertical[:0], c.outlines[:0]
	c.pictures = nil
	c.space, c.layer, c.painted, c.scan = false, Layer{}, 0, nil
}

// style stores a style and returns its index. Styles alternate, so only the last few
// are searched for the same one.
func (c *collector) style(s style) int32 {
	const recent = 8
	for i := len(c.styles) - 1; i >= max(0, len(c.styles)-recent); i-- {
		if c.styles[i] == s {
			return int32(i)
		}
	}
	c.styles = append(c.styles, s)
	return int32(len(c.styles) - 1)
}

// glyph adds a glyph whose origin is at (x, y).
func (c *collector) glyph(g *font.Glyph, s int32, x, y, width, gap float64, clip *doc.Box) {
	text := g.Text
	st := &c.styles[s]
	switch text {
	case " ":
		c.space = true
		return
	case "":
		if g.Known {
			return
		}
	}
	// (mx, my) is the middle of the glyph's body, and reach how far the body extends from there.
	reach := max(width, 0.5*st.size) / 2
	mx, my := st.middle(x, y, width)
	if !(mx > clip.X0-reach && mx < clip.X1+reach && my > clip.Y0-reach && my < clip.Y1+reach) {
		return // it is clipped away, or off the page
	}
	if len(c.glyphs) >= maxGlyphs {
		return
	}
	c.layer.Glyphs++
	if st.invisible {
		c.layer.Invisible++
	}
	place := glyph{text: text, x: x, y: y, width: width, gap: gap, style: s, spaced: c.space}
	if text == "" { // it may be a space, so c.space stays
		c.layer.Unknown++
		place.hidden = true
	} else {
		c.space = false
	}
	if len(text) > 1 && strings.IndexByte(text, ' ') >= 0 {
		c.spread(place, text, width)
		return
	}
	c.glyphs = append(c.glyphs, place)
}

// spacing distinguishes the kinds of spacing that the text state adds between the glyphs of a string, from
// first on: letterspacing, which does not separate words, is kept in gap, so that it does not count; wide spacing,
// which producers use instead of spaces after one or two glyphs, is treated as an ordinary gap.
func (c *collector) spacing(first int) {
	glyphs := c.glyphs[first:]
	most := 1.0 // font sizes
	switch len(glyphs) {
	case 0:
		return
	case 1:
		most = 0
	case 2:
		most = 0.3
	}
	for i := range glyphs {
		if g := &glyphs[i]; g.gap > most*c.styles[g.style].size {
			g.gap = 0
		}
	}
}

// image records that an image covers a part of the page.
func (c *collector) image(b doc.Box) {
	if area := c.width * c.height; !b.Empty() && finiteBox(b) && area > 0 {
		c.layer.Images = min(1, c.layer.Images+b.Width()*b.Height()/area)
		if min(b.Width(), b.Height()) > thickest && len(c.pictures) < maxDrawn {
			c.pictures = append(c.pictures, b)
		}
	}
}

func (c *collector) full() bool { return len(c.glyphs) >= maxGlyphs }

// rule adds a piece of a ruling line. A box with negative extent was clipped away.
func (c *collector) rule(b doc.Box, vertical bool) {
	if b.X1 < b.X0 || b.Y1 < b.Y0 || len(c.horizontal)+len(c.vertical) >= maxPieces || !finiteBox(b) {
		return
	}
	if vertical {
		c.vertical = append(c.vertical, piece{at: b.MidX(), from: b.Y0, to: b.Y1, half: b.Width() / 2})
	} else {
		c.horizontal = append(c.horizontal, piece{at: b.MidY(), from: b.X0, to: b.X1, half: b.Height() / 2})
	}
}

// fill adds a filled area.
func (c *collector) fill(b doc.Box, color doc.Color) {
	if !b.Empty() && len(c.fills) < maxPieces && finiteBox(b) {
		c.fills = append(c.fills, doc.Fill{Box: b, Color: color})
	}
}

func finiteBox(b doc.Box) bool {
	for _, v := range [...]float64{b.X0, b.Y0, b.X1, b.Y1} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
