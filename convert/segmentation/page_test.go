package segmentation

import (
	"image"
	"image/draw"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"lineitem/convert/raster"
)

// sheet is a page that tests draw on, at 200 pixels per inch.
type sheet struct {
	*raster.Page
	drawn []drawn
}

// drawn is a text drawn on a sheet.
type drawn struct {
	text     string
	ink      image.Rectangle
	baseline float64 // at the middle of the ink
	capitals float64 // height in pixels
	glyphs   []image.Rectangle
}

func newSheet(width, height int) *sheet {
	g := image.NewGray(image.Rect(0, 0, width, height))
	for i := range g.Pix {
		g.Pix[i] = 255
	}
	return &sheet{Page: &raster.Page{Gray: g, DPI: 200}}
}

// pixels converts a font size in points to pixels of a sheet.
func pixels(points float64) float64 { return points * 200 / 72 }

// text draws a line of text from x with the baseline at y(x), letter by letter.
func (s *sheet) text(t testing.TB, text string, x int, y func(x float64) float64, points float64) *drawn {
	t.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: pixels(points), DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	defer face.Close()
	d := drawn{text: text, capitals: float64(face.Metrics().CapHeight) / 64}
	layer := image.NewGray(s.Gray.Rect)
	pen := fixed.I(x)
	for _, r := range text {
		mask := &font.Drawer{Dst: layer, Src: image.White, Face: face}
		mask.Dot = fixed.Point26_6{X: pen, Y: fixed.Int26_6(math.Round(y(float64(pen)/64) * 64))}
		b, advance := font.BoundString(face, string(r))
		box := image.Rect(b.Min.X.Floor(), b.Min.Y.Floor(), b.Max.X.Ceil(), b.Max.Y.Ceil()).
			Add(image.Pt(mask.Dot.X.Floor(), mask.Dot.Y.Floor()))
		dot := mask.Dot
		mask.DrawString(string(r))
		d.glyphs = append(d.glyphs, inkOf(layer, box.Inset(-2)))
		d.ink = d.ink.Union(d.glyphs[len(d.glyphs)-1])
		draw.Draw(layer, box.Inset(-2), image.Black, image.Point{}, draw.Src)
		mask.Dst, mask.Src, mask.Dot = s.Gray, image.Black, dot
		mask.DrawString(string(r))
		pen += advance
	}
	d.baseline = y(float64(d.ink.Min.X+d.ink.Max.X) / 2)
	s.drawn = append(s.drawn, d)
	return &s.drawn[len(s.drawn)-1]
}

// level returns a straight, level baseline.
func level(y float64) func(float64) float64 { return func(float64) float64 { return y } }

// inkOf returns the bounding box of the white pixels in a part of a mask.
func inkOf(g *image.Gray, part image.Rectangle) image.Rectangle {
	var out image.Rectangle
	part = part.Intersect(g.Rect)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if g.GrayAt(x, y).Y > 84 {
				out = out.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return out
}

// bar fills a rectangle with ink.
func (s *sheet) bar(x0, y0, x1, y1 int) {
	draw.Draw(s.Gray, image.Rect(x0, y0, x1, y1), image.Black, image.Point{}, draw.Src)
}

// apart reports whether any side of two boxes differs by more than slack pixels.
func apart(a, b image.Rectangle, slack int) bool {
	far := func(x, y int) bool { return x-y > slack || y-x > slack }
	return far(a.Min.X, b.Min.X) || far(a.Min.Y, b.Min.Y) || far(a.Max.X, b.Max.X) || far(a.Max.Y, b.Max.Y)
}

// check finds the lines of the sheet and compares them with what was drawn, in
// any order.
func (s *sheet) check(t *testing.T) []Line {
	t.Helper()
	lines := Find(s.Page, 32)
	used := make([]bool, len(lines))
	for _, d := range s.drawn {
		found := -1
		for i, l := range lines {
			if !used[i] && !apart(l.Box, d.ink, 1) {
				found = i
			}
		}
		if found < 0 {
			t.Errorf("no line for %q at %v", d.text, d.ink)
			continue
		}
		used[found] = true
		l := lines[found]
		if math.Abs(l.Baseline-d.baseline) > 0.06*d.capitals+0.5 {
			t.Errorf("baseline of %q at %.1f, want %.1f", d.text, l.Baseline, d.baseline)
		}
		if math.Abs(l.CapHeight/d.capitals-1) > 0.1 {
			t.Errorf("capitals of %q %.1f pixels high, want %.1f", d.text, l.CapHeight, d.capitals)
		}
	}
	for i, l := range lines {
		if !used[i] {
			t.Errorf("a line at %v, where none was drawn", l.Box)
		}
	}
	return lines
}
