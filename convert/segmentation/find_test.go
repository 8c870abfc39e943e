package segmentation

import (
	"image"
	"math"
	"math/rand"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
)

func TestFindTable(t *testing.T) {
	// Rows with the closest leading in which type is set.
	for _, points := range []float64{6, 8, 10, 14, 30} {
		em := pixels(points)
		s := newSheet(int(60*em), int(12*em))
		for i, row := range [][]string{
			{"Pos", "Description", "Qty", "Amount"},
			{"1", "Hex bolt M8 x 30, grade 10.9", "12", "1,234.56"},
			{"2", "Flachdichtung (Öl), grün", "7", "89.00"},
			{"3", "Plywood, 3/4 in birch, jigged", "1", "7.10"},
		} {
			for c, x := range []float64{2, 6, 30, 40} {
				s.text(t, row[c], int(x*em), level(math.Round(float64(i+2)*1.15*em)), points)
			}
		}
		s.check(t)
	}
}

func TestFindColumns(t *testing.T) {
	// Two columns of running text whose rows are not level with each other.
	s := newSheet(1600, 500)
	for i, text := range []string{"Please quote our order number", "on all invoices and delivery", "notes. Partial deliveries are", "not accepted."} {
		s.text(t, text, 60, level(float64(100+34*i)), 10)
	}
	for i, text := range []string{"Ship to: Northgate Works,", "14 Quay Street, Goods In,", "Tyneford TY4 2GH"} {
		s.text(t, text, 520, level(float64(113+41*i)), 11)
	}
	s.check(t)
}

func TestFindMixedSizes(t *testing.T) {
	s := newSheet(1600, 400)
	s.text(t, "PURCHASE ORDER", 60, level(120), 24)
	s.text(t, "No. 4711-B", 900, level(120), 9)
	s.text(t, "Total", 60, level(220), 9)
	s.text(t, "1,234.50", 700, level(220), 14)
	s.text(t, "Delivery terms: free domicile, unloaded", 60, level(300), 7)
	s.check(t)
}

func TestFindShort(t *testing.T) {
	// Short words get their size from their row, so that small letters are not taken for
	// capitals, nor a dash for anything else.
	s := newSheet(1600, 400)
	for i, row := range [][]string{
		{"1", "Cable gland M20, grey", "no", "EA", "-", "12.40"},
		{"2", "Ferrule for 2.5 mm cable", "-", "pcs", "gy", "7"},
		{"3", "Terminal block, beige", "a", "m", "-", "0.5"},
		{"4", "Pipe insulation, grey", "w", "P", "7", "17"},
	} {
		for c, x := range []int{60, 160, 700, 850, 1000, 1200} {
			s.text(t, row[c], x, level(float64(120+70*i)), 10)
		}
	}
	s.check(t)
}

func TestFindUneven(t *testing.T) {
	slope := func(x float64) float64 { return 100 + 0.03*x }
	bend := func(x float64) float64 { return 260 + 14*math.Sin(x/1600*math.Pi) }
	s := newSheet(1700, 420)
	s.text(t, "The goods remain the property of the supplier until they have been paid in full.", 80, slope, 10)
	s.text(t, "Deliveries are accepted from Monday to Friday between 7 and 15 hours at gate 4.", 80, bend, 10)
	s.check(t)
}

func TestFindBent(t *testing.T) {
	// Paper that does not lie flat: rows have two bends, and figures are too short to
	// show them.
	s := newSheet(1700, 900)
	for i := range 10 {
		row := func(x float64) float64 { return float64(100+70*i) + 18*math.Sin(x/1700*2*math.Pi) }
		s.text(t, "Hex bolt M8 x 30, zinc plated, with washers", 60, row, 10)
		for k, x := range []int{900, 1120, 1300} {
			s.text(t, []string{"5,940.00", "14", "812"}[(i+k)%3], x, row, 10)
		}
	}
	s.text(t, "Goods are subject to inspection. Please quote our number in all letters and on all parcels.", 80,
		func(x float64) float64 { return 820 + 18*math.Sin(x/1700*2*math.Pi) }, 10)
	s.check(t)
}

func TestFindRules(t *testing.T) {
	s := newSheet(1600, 500)
	// Columns closer than a word space, separated by a rule only.
	s.text(t, "Washer", 60, level(120), 10)
	s.text(t, "500", 168, level(120), 10)
	s.Rules = []doc.Rule{{Vertical: true, Box: doc.Box{X0: 162 * 72 / 200.0, X1: 162 * 72 / 200.0, Y0: 20, Y1: 60}}}
	// Remains of rules that were taken out, and a frame.
	s.bar(60, 140, 400, 142)
	s.bar(420, 141, 431, 143)
	s.bar(1000, 60, 1002, 400)
	s.bar(700, 60, 900, 62)
	s.bar(700, 60, 702, 150)
	s.bar(898, 60, 900, 150)
	s.bar(700, 148, 900, 150)
	s.text(t, "in a frame", 730, level(115), 10)
	s.check(t)
}

func TestFindMarks(t *testing.T) {
	s := newSheet(1600, 400)
	s.text(t, "Subtotal ........................", 60, level(120), 10)
	s.text(t, "1,234.50", 450, level(120), 10)
	s.text(t, "„Größe: 3 × 4½ – ähnlich“; siehe S. 5.", 60, level(200), 10)
	s.text(t, "ÉLÉMENTS DE BÂTIMENT, À RÉGLER", 60, level(280), 10)
	s.check(t)
}

func TestFindBesideLogo(t *testing.T) {
	// Small print beside the feet of large letters, where leaders would be, but not made
	// of dots.
	s := newSheet(1600, 400)
	s.text(t, "ARBOR", 60, level(150), 40)
	for y := 78; y < 200; y += 24 {
		s.text(t, "12 Harbour Street, Upper Norwood", 500, level(float64(y)), 6)
	}
	s.check(t)
}

func TestFindTouching(t *testing.T) {
	// A descender that runs into the ascender below it.
	s := newSheet(1600, 300)
	upper := s.text(t, "Packing and shipping", 60, level(100), 10)
	g := upper.glyphs[len(upper.glyphs)-1]
	s.text(t, "for a refund at all levels", 60, level(133), 10)
	s.bar(g.Min.X+4, g.Max.Y-2, g.Min.X+7, 133)
	lines := Find(s.Page, 32)
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2", len(lines))
	}
	for i, d := range s.drawn {
		if l := lines[i]; math.Abs(l.Baseline-d.baseline) > 1.5 || math.Abs(l.CapHeight/d.capitals-1) > 0.1 {
			t.Errorf("%q found at %v with its baseline at %.1f, capitals of %.1f; want %.1f and %.1f",
				d.text, l.Box, l.Baseline, l.CapHeight, d.baseline, d.capitals)
		}
	}
}

func TestFindOrder(t *testing.T) {
	s := newSheet(1200, 400)
	for _, w := range []struct {
		text string
		x, y int
	}{{"fourth", 600, 203}, {"third", 60, 200}, {"first", 60, 101}, {"second", 600, 100}, {"fifth", 300, 300}} {
		s.text(t, w.text, w.x, level(float64(w.y)), 10)
	}
	lines := Find(s.Page, 32)
	if len(lines) != 5 {
		t.Fatalf("%d lines, want 5", len(lines))
	}
	for i, want := range []int{2, 3, 1, 0, 4} {
		if apart(lines[i].Box, s.drawn[want].ink, 1) {
			t.Errorf("line %d at %v, want %q", i, lines[i].Box, s.drawn[want].text)
		}
	}
}

func TestFindSpecks(t *testing.T) {
	s := newSheet(1600, 1000)
	s.text(t, "Deliver to the back of the building", 60, level(500), 10)
	r := rand.New(rand.NewSource(1))
	for range 200 {
		x, y := r.Intn(1590), r.Intn(430)
		s.bar(x, y, x+1+r.Intn(3), y+1+r.Intn(3))
	}
	s.check(t)
}

func TestFindHalftone(t *testing.T) {
	// A shaded area that a scan turned into dots, larger than the area of the text.
	s := newSheet(1600, 1000)
	s.DPI = 300
	s.text(t, "Deliver to the back of the building", 60, level(900), 10)
	for y := 40; y < 640; y += 8 {
		for x := 60 + y/8%2*5; x < 1500; x += 10 {
			s.bar(x, y, x+5, y+4)
		}
	}
	s.check(t)
}

func TestFindNoise(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 1654, 2339))
	r := rand.New(rand.NewSource(1))
	for i := range g.Pix {
		g.Pix[i] = uint8(r.Intn(256))
	}
	if n := len(Find(&raster.Page{Gray: g, DPI: 200}, 32)); n > maxLines {
		t.Errorf("%d lines on a page of noise, want at most %d", n, maxLines)
	}
}

func TestFindNothing(t *testing.T) {
	for name, p := range map[string]*raster.Page{
		"no page":    nil,
		"no pixels":  {DPI: 200},
		"empty":      {Gray: image.NewGray(image.Rectangle{}), DPI: 200},
		"one pixel":  {Gray: image.NewGray(image.Rect(0, 0, 1, 1))},
		"all ink":    {Gray: image.NewGray(image.Rect(0, 0, 300, 300)), DPI: 200},
		"all ground": newSheet(300, 300).Page,
	} {
		if lines := Find(p, 32); len(lines) != 0 {
			t.Errorf("%s: %d lines", name, len(lines))
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add(uint8(40), []byte("\xff\x00\xff\xff\x00\x00\xff"))
	f.Add(uint8(3), []byte{0, 255, 0, 255, 0, 0, 0, 255})
	f.Add(uint8(200), []byte("noise of a page that holds no text at all"))
	f.Fuzz(func(t *testing.T, width uint8, pattern []byte) {
		if width == 0 || len(pattern) == 0 || len(pattern) > 1<<16 {
			return
		}
		g := image.NewGray(image.Rect(0, 0, int(width), 2*len(pattern)/int(width)+30))
		for i := range g.Pix {
			g.Pix[i] = pattern[i%len(pattern)]
		}
		p := &raster.Page{Gray: g, DPI: float64(pattern[0])}
		lines := Find(p, 32)
		readings := make([]Reading, len(lines))
		for i, l := range lines {
			if l.Strip.Rect.Dy() != 32 || l.Strip.Rect.Dx() < 1 || !(l.Scale > 0) || l.Box.Empty() {
				t.Fatalf("line %d: %v, strip %v, scale %v", i, l.Box, l.Strip.Rect, l.Scale)
			}
			for x := range min(9, l.Strip.Rect.Dx()) {
				readings[i] = append(readings[i], Glyph{Rune: rune("a b-| .,1"[x]), X0: float32(3 * x), X1: float32(3*x + 2), Confidence: 0.9})
			}
		}
		for _, w := range Words(p, lines, readings) {
			if w.Text == "" || w.Box.Empty() {
				t.Fatalf("word %+v", w)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	s := newSheet(1654, 2339)
	for y := 120; y < 2250; y += 36 {
		for x, text := range map[int]string{80: "12", 160: "Terminal block feed-through 4 mm2, grey, with end plate", 1000: "1,250.00", 1200: "pcs", 1400: "12,500.00"} {
			s.text(b, text, x, level(float64(y)), 9)
		}
	}
	b.SetBytes(int64(len(s.Gray.Pix)))
	b.ReportAllocs()
	for b.Loop() {
		Find(s.Page, 32)
	}
}
