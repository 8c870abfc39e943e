package main

import (
	"context"
	"image"
	"math"
	"strings"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// reader reads pages, as package convert does and in other ways.
type reader struct{ recognizer convert.Recognizer }

// pageRead is the result of reading a page.
type pageRead struct {
	page     *raster.Page
	lines    []segmentation.Line
	readings []segmentation.Reading
	text     string // its words, folded
}

// read reads a cleaned page.
func (r *reader) read(ctx context.Context, p *raster.Page) (*pageRead, error) {
	lines := segmentation.Find(p, r.recognizer.StripHeight())
	readings, err := r.recognizer.Recognize(ctx, segmentation.Strips(lines))
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, w := range segmentation.Words(p, lines, readings) {
		b.WriteString(fold(w.Text))
		b.WriteByte(' ')
	}
	return &pageRead{page: p, lines: lines, readings: readings, text: b.String()}, nil
}

// spelled returns the text of a reading, character by character.
func spelled(reading segmentation.Reading) []rune {
	out := make([]rune, len(reading))
	for i, g := range reading {
		out[i] = g.Rune
	}
	return out
}

// folded returns characters folded one by one, except those whose folded form is not one
// character.
func folded(text []rune) []rune {
	out := make([]rune, len(text))
	for i, r := range text {
		out[i] = r
		if f := []rune(fold(string(r))); len(f) == 1 {
			out[i] = f[0]
		}
	}
	return out
}

// variant is another way to read a page. A lost word that is read right in this way was
// lost at the variant's step.
type variant struct {
	step step
	name string
	// page returns the pages that are read instead. overlaps reports whether a word
	// may stand on several of them.
	page     func(p *raster.Picture, clean *raster.Page) []*raster.Page
	overlaps bool
}

// onePage returns the page function of a variant that changes the cleaned page.
func onePage(change func(clean *raster.Page) *raster.Page) func(*raster.Picture, *raster.Page) []*raster.Page {
	return func(_ *raster.Picture, clean *raster.Page) []*raster.Page { return []*raster.Page{change(clean)} }
}

// variants has first the ways to cut lines differently, then those to leave out steps of
// cleaning.
var variants = []variant{
	{step: lines, name: "twice as large", page: onePage(func(c *raster.Page) *raster.Page { return scaledPage(c, 2) })},
	{step: lines, name: "half as large", page: onePage(func(c *raster.Page) *raster.Page { return scaledPage(c, 0.5) })},
	{step: lines, name: "darker", page: onePage(func(c *raster.Page) *raster.Page { return shaded(c, 2) })},
	{step: lines, name: "lighter", page: onePage(func(c *raster.Page) *raster.Page { return shaded(c, 0.5) })},
	{step: lines, name: "no walls", page: onePage(func(c *raster.Page) *raster.Page { return &raster.Page{Gray: c.Gray, DPI: c.DPI} })},
	{step: lines, name: "tilted -1.5", page: onePage(func(c *raster.Page) *raster.Page { return tilted(c, -1.5) })},
	{step: lines, name: "tilted 1.5", page: onePage(func(c *raster.Page) *raster.Page { return tilted(c, 1.5) })},
	{step: cleaning, name: "not levelled", page: func(p *raster.Picture, c *raster.Page) []*raster.Page {
		return []*raster.Page{uncleaned(p, c)}
	}},
	{step: cleaning, name: "not straightened", page: func(p *raster.Picture, c *raster.Page) []*raster.Page {
		return []*raster.Page{{Gray: p.Gray, DPI: c.DPI}}
	}},
	{step: cleaning, name: "in tiles", page: tiles, overlaps: true},
	{step: cleaning, name: "half upside down", page: onePage(func(c *raster.Page) *raster.Page { return c.Turned() })},
	{step: cleaning, name: "a quarter turned", page: onePage(func(c *raster.Page) *raster.Page { return quarter(c) })},
	{step: cleaning, name: "inverted", page: onePage(func(c *raster.Page) *raster.Page {
		return &raster.Page{Gray: mapped(c.Gray, func(v uint8) uint8 { return 255 - v }), DPI: c.DPI}
	})},
}

// mapped returns a picture with its shades replaced.
func mapped(g *image.Gray, shade func(uint8) uint8) *image.Gray {
	var to [256]uint8
	for v := range to {
		to[v] = shade(uint8(v))
	}
	out := image.NewGray(image.Rect(0, 0, g.Rect.Dx(), g.Rect.Dy()))
	for y := range g.Rect.Dy() {
		for x, v := range g.Pix[y*g.Stride:][:g.Rect.Dx()] {
			out.Pix[y*out.Stride+x] = to[v]
		}
	}
	return out
}

// shaded returns the page with the shades between ink and ground made darker (power
// above 1) or lighter (below 1).
func shaded(c *raster.Page, power float64) *raster.Page {
	return &raster.Page{Gray: mapped(c.Gray, func(v uint8) uint8 {
		return uint8(255*math.Pow(float64(v)/255, power) + 0.5)
	}), DPI: c.DPI, Rules: c.Rules}
}

// drawn returns a picture of w by h pixels whose pixel at (x, y) is the one at t(x, y) in
// g, interpolated bilinearly.
func drawn(g *image.Gray, w, h int, t func(x, y float64) (float64, float64)) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, w, h))
	gw, gh := g.Rect.Dx(), g.Rect.Dy()
	for y := range h {
		for x := range w {
			sx, sy := t(float64(x)+0.5, float64(y)+0.5)
			sx, sy = sx-0.5, sy-0.5
			if !(sx > -1 && sy > -1 && sx < float64(gw) && sy < float64(gh)) {
				out.Pix[y*out.Stride+x] = 255
				continue
			}
			x0, y0 := int(math.Floor(sx)), int(math.Floor(sy))
			fx, fy := sx-float64(x0), sy-float64(y0)
			at := func(x, y int) float64 {
				return float64(g.Pix[min(max(y, 0), gh-1)*g.Stride+min(max(x, 0), gw-1)])
			}
			upper := at(x0, y0)*(1-fx) + at(x0+1, y0)*fx
			lower := at(x0, y0+1)*(1-fx) + at(x0+1, y0+1)*fx
			out.Pix[y*out.Stride+x] = uint8(upper*(1-fy) + lower*fy + 0.5)
		}
	}
	return out
}

// scaledPage returns the page k times as large.
func scaledPage(c *raster.Page, k float64) *raster.Page {
	w, h := int(float64(c.Gray.Rect.Dx())*k), int(float64(c.Gray.Rect.Dy())*k)
	gray := c.Gray
	if k < 1 { // the mean of the pixels that fall together
		gray = drawn(gray, gray.Rect.Dx(), gray.Rect.Dy(), func(x, y float64) (float64, float64) { return x + 0.5, y + 0.5 })
	}
	return &raster.Page{Gray: drawn(gray, max(w, 1), max(h, 1), func(x, y float64) (float64, float64) { return x / k, y / k }),
		DPI: c.DPI * k, Rules: c.Rules}
}

// tilted returns the page turned by a few degrees.
func tilted(c *raster.Page, degrees float64) *raster.Page {
	w, h := c.Gray.Rect.Dx(), c.Gray.Rect.Dy()
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	mx, my := float64(w)/2, float64(h)/2
	return &raster.Page{Gray: drawn(c.Gray, w, h, func(x, y float64) (float64, float64) {
		x, y = x-mx, y-my
		return mx + x*cos - y*sin, my + x*sin + y*cos
	}), DPI: c.DPI}
}

// quarter returns the page turned by 90 degrees, clockwise.
func quarter(c *raster.Page) *raster.Page {
	w, h := c.Gray.Rect.Dx(), c.Gray.Rect.Dy()
	return &raster.Page{Gray: drawn(c.Gray, h, w, func(x, y float64) (float64, float64) { return y, float64(h) - x }), DPI: c.DPI}
}

// uncleaned returns the picture upright and straight like the page, but with its own
// shades, rules and dust.
func uncleaned(p *raster.Picture, c *raster.Page) *raster.Page {
	k, seen := c.DPI/72, c.ViewDPI/72
	view := doc.Transform{seen, 0, 0, 0, seen, 0, 0, 0, 1}.After(c.View).After(doc.Transform{1 / k, 0, 0, 0, 1 / k, 0, 0, 0, 1})
	return &raster.Page{Gray: drawn(p.Gray, c.Gray.Rect.Dx(), c.Gray.Rect.Dy(), view.Apply), DPI: c.DPI}
}

// tiles returns overlapping parts of the picture, two across and three down, each cleaned
// by itself.
func tiles(p *raster.Picture, c *raster.Page) []*raster.Page {
	const across, down, overlap = 2, 3, 0.12
	w, h := float64(p.Gray.Rect.Dx()), float64(p.Gray.Rect.Dy())
	var out []*raster.Page
	for j := range down {
		for i := range across {
			part := image.Rect(int(w*(float64(i)/across-overlap)), int(h*(float64(j)/down-overlap)),
				int(w*(float64(i+1)/across+overlap)), int(h*(float64(j+1)/down+overlap))).Intersect(p.Gray.Rect)
			whole := p.Gray.SubImage(part).(*image.Gray)
			gray := mapped(whole, func(v uint8) uint8 { return v })
			tile := raster.Clean(&raster.Picture{Gray: gray, DPI: c.ViewDPI, File: gray.Rect.Size()})
			out = append(out, tile)
		}
	}
	return out
}
