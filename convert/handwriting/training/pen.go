package main

import (
	"image"
	"image/draw"
	"math"
	"math/rand/v2"
	"os"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// face is a font file with what is needed to draw its outlines.
type face struct {
	*sfnt.Font
	buffer  sfnt.Buffer
	units   fixed.Int26_6 // font units of an em
	capital float64       // height of capitals, em
}

// readFace reads a font file; nil if it cannot be read, or lacks characters that lines of orders have.
func readFace(file string) *face {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	f, err := sfnt.Parse(data)
	if err != nil {
		return nil
	}
	c := &face{Font: f, units: fixed.Int26_6(f.UnitsPerEm()) << 6}
	for _, r := range "AHZahz059-/.:" {
		if n, err := f.GlyphIndex(&c.buffer, r); err != nil || n == 0 {
			return nil
		}
	}
	n, _ := f.GlyphIndex(&c.buffer, 'H')
	bounds, _, err := f.GlyphBounds(&c.buffer, n, c.units, 0)
	if err != nil || bounds.Min.Y >= 0 {
		return nil
	}
	c.capital = -float64(bounds.Min.Y) / float64(c.units)
	return c
}

// style is how a face is set: printed evenly, or written by a hand.
type style struct {
	*face
	size    float64 // pixels an em
	slant   float64 // shear
	stretch float64 // factor for widths
	spacing float64 // between characters, em
	weight  float64 // thickness that is added to strokes, pixels; negative is taken off
	// jitter, wander and bending are a hand's unsteadiness; 0 in print.
	jitter  float64 // of each character's place, size and slant
	wander  float64 // of the baseline
	bending float64 // of outlines, em
	ink     float64 // how dark, 0 to 1
}

// point is a place on the page, pixels.
type point struct{ x, y float64 }

// write draws a text into mask, with the beginning of its baseline at a point of the sheet,
// and returns where it ends.
func (s *style) write(rng *rand.Rand, p *sheet, mask *image.Gray, text string, at point) point {
	phase, period := rng.Float64()*2*math.Pi, s.size*(2+4*rng.Float64())
	drift := rng.NormFloat64() * s.wander * 0.15
	start := at.x
	for _, r := range text {
		n, err := s.GlyphIndex(&s.buffer, r)
		if err != nil {
			continue
		}
		advance, err := s.GlyphAdvance(&s.buffer, n, s.units, 0)
		if err != nil {
			continue
		}
		segments, err := s.LoadGlyph(&s.buffer, n, s.units, nil)
		if err != nil {
			continue
		}
		shake := func() float64 { return rng.NormFloat64() * s.jitter }
		size, slant, turn := s.size*(1+0.09*shake()), s.slant+0.08*shake(), 0.05*shake()
		base := at.y + s.size*(s.wander*0.08*math.Sin(phase+at.x/period)+0.035*shake()) + drift*(at.x-start)
		kx, ky := rng.Float64()*2*math.Pi, rng.Float64()*2*math.Pi
		place := func(q fixed.Point26_6) point {
			x, y := float64(q.X)/float64(s.units), float64(q.Y)/float64(s.units)
			if s.bending > 0 { // a letter never looks the same twice
				x, y = x+s.bending*math.Sin(kx+7*y+4*x), y+s.bending*math.Sin(ky+7*x+4*y)
			}
			x = x*s.stretch - slant*y
			x, y = x-turn*y, y+turn*x
			return p.place(point{at.x + x*size, base + y*size})
		}
		p.fill(mask, segments, place, s.weight, s.ink)
		at.x += (float64(advance)/float64(s.units)*s.stretch + s.spacing + 0.03*shake()) * s.size
	}
	return at
}

// fill fills an outline in a mask.
func (p *sheet) fill(mask *image.Gray, segments sfnt.Segments, place func(fixed.Point26_6) point, weight, ink float64) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	placed := make([][3]point, len(segments))
	for i, s := range segments {
		for k := range placed[i] {
			placed[i][k] = place(s.Args[k])
		}
		n := 1
		switch s.Op {
		case sfnt.SegmentOpQuadTo:
			n = 2
		case sfnt.SegmentOpCubeTo:
			n = 3
		}
		for _, q := range placed[i][:n] {
			low, high = point{min(low.x, q.x), min(low.y, q.y)}, point{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	if low.x > high.x {
		return
	}
	r := image.Rect(int(low.x)-4, int(low.y)-4, int(high.x)+5, int(high.y)+5)
	if r.Dx() > 2000 || r.Dy() > 2000 || r.Intersect(mask.Rect).Empty() {
		return
	}
	z := vector.NewRasterizer(r.Dx(), r.Dy())
	x := func(q point) float32 { return float32(q.x - float64(r.Min.X)) }
	y := func(q point) float32 { return float32(q.y - float64(r.Min.Y)) }
	for i, s := range segments {
		a := &placed[i]
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			z.MoveTo(x(a[0]), y(a[0]))
		case sfnt.SegmentOpLineTo:
			z.LineTo(x(a[0]), y(a[0]))
		case sfnt.SegmentOpQuadTo:
			z.QuadTo(x(a[0]), y(a[0]), x(a[1]), y(a[1]))
		case sfnt.SegmentOpCubeTo:
			z.CubeTo(x(a[0]), y(a[0]), x(a[1]), y(a[1]), x(a[2]), y(a[2]))
		}
	}
	glyph := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	z.DrawOp = draw.Src
	z.Draw(glyph, glyph.Rect, image.Opaque, image.Point{})
	p.stamp(mask, glyph, r, weight, ink)
}

// stamp adds a glyph's coverage to a mask, with its strokes thickened, or thinned if weight is negative, by weight pixels
// on each side.
func (p *sheet) stamp(mask *image.Gray, glyph *image.Alpha, r image.Rectangle, weight, ink float64) {
	for ; weight > 1; weight-- {
		glyph = weighted(glyph, 1)
	}
	glyph = weighted(glyph, weight)
	for y := range r.Dy() {
		for x := range r.Dx() {
			v := uint8(ink * float64(glyph.Pix[y*glyph.Stride+x]))
			if q := (image.Point{r.Min.X + x, r.Min.Y + y}); v > 0 && q.In(mask.Rect) {
				i := mask.PixOffset(q.X, q.Y)
				mask.Pix[i] = max(mask.Pix[i], v)
			}
		}
	}
}

// weighted returns a glyph with strokes thicker, or thinner if weight is negative, by weight, a part of a pixel, on each side.
func weighted(glyph *image.Alpha, weight float64) *image.Alpha {
	if weight == 0 {
		return glyph
	}
	at := func(x, y int) uint8 {
		if !(image.Point{x, y}).In(glyph.Rect) {
			return 0
		}
		return glyph.Pix[y*glyph.Stride+x]
	}
	out := image.NewAlpha(glyph.Rect)
	for y := range glyph.Rect.Dy() {
		for x := range glyph.Rect.Dx() {
			v := at(x, y)
			least, most := v, v
			for _, d := range [...]image.Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				w := at(x+d.X, y+d.Y)
				least, most = min(least, w), max(most, w)
			}
			to := most
			if weight < 0 {
				to = least
			}
			out.Pix[y*out.Stride+x] = uint8(float64(v) + math.Abs(weight)*(float64(to)-float64(v)))
		}
	}
	return out
}

// stroke draws a pen's stroke through points.
func (p *sheet) stroke(mask *image.Gray, points []point, width, ink float64) {
	for i := 1; i < len(points); i++ {
		a, b := p.place(points[i-1]), p.place(points[i])
		steps := int(math.Hypot(b.x-a.x, b.y-a.y)*2) + 1
		for k := range steps {
			t := float64(k) / float64(steps)
			p.dab(mask, point{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)}, width/2, ink)
		}
	}
}

// dab draws a dot, as a pen's point leaves it that is set down once.
func (p *sheet) dab(mask *image.Gray, c point, radius, ink float64) {
	for y := int(c.y - radius - 1); y <= int(c.y+radius+1); y++ {
		for x := int(c.x - radius - 1); x <= int(c.x+radius+1); x++ {
			v := ink * min(1, max(0, radius+0.5-math.Hypot(float64(x)+0.5-c.x, float64(y)+0.5-c.y)))
			if q := (image.Point{x, y}); v > 0 && q.In(mask.Rect) {
				i := mask.PixOffset(x, y)
				mask.Pix[i] = max(mask.Pix[i], uint8(255*v))
			}
		}
	}
}
