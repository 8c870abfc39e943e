package raster

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"lineitem/convert/doc"
)

// sheet is a page drawn by a test, such as an order of a few lines in a table.
type sheet struct {
	*image.Gray
	dpi float64
}

func newSheet(width, height, dpi float64) *sheet {
	s := &sheet{image.NewGray(image.Rect(0, 0, int(width*dpi), int(height*dpi))), dpi}
	draw.Draw(s, s.Rect, image.White, image.Point{}, draw.Src)
	return s
}

// px converts inches to pixels.
func (s *sheet) px(inches float64) int { return int(math.Round(inches * s.dpi)) }

// text writes words with the baseline at y (inches) in a font size of points.
func (s *sheet) text(x, y, size float64, bold bool, shade uint8, words string) {
	ttf := goregular.TTF
	if bold {
		ttf = gobold.TTF
	}
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: s.dpi})
	if err != nil {
		panic(err)
	}
	d := font.Drawer{Dst: s, Src: image.NewUniform(color.Gray{Y: shade}), Face: face, Dot: fixed.P(s.px(x), s.px(y))}
	d.DrawString(words)
}

// bar fills a rectangle given in inches.
func (s *sheet) bar(x0, y0, x1, y1 float64, shade uint8) {
	draw.Draw(s, image.Rect(s.px(x0), s.px(y0), s.px(x1), s.px(y1)), image.NewUniform(color.Gray{Y: shade}), image.Point{}, draw.Src)
}

// order draws an order with a dark header row, a ruled table and a shaded row.
func order(dpi float64) *sheet {
	s := newSheet(8.27, 11.69, dpi)
	s.text(0.8, 1, 20, true, 0, "Purchase Order")
	s.text(5.5, 1, 10, false, 0, "No. 4711-08, 2026-05-18")
	for i, line := range []string{"Harbour Tools Ltd.", "14 Quay Street", "Port Ellery PE4 2QJ", "Please deliver to the rear gate by half past three."} {
		s.text(0.8, 1.6+float64(i)*0.2, 10, false, 0, line)
	}
	s.bar(0.8, 3, 7.4, 3.25, 40)
	for i, head := range []string{"Pos", "Description", "Quantity", "Price", "Amount"} {
		s.text([]float64{0.9, 1.5, 4.4, 5.5, 6.5}[i], 3.18, 10, true, 255, head)
	}
	for row := range 8 {
		y := 3.5 + float64(row)*0.3
		if row == 2 {
			s.bar(0.8, y-0.2, 7.4, y+0.08, 225)
		}
		s.text(0.9, y, 10, false, 0, fmt.Sprint(row+1))
		s.text(1.5, y, 10, false, 0, []string{"Hex bolt M8 x 30, zinc plated", "Grey primer, 5 kg, quick drying", "Angle bracket, 90 degrees"}[row%3])
		s.text(4.4, y, 10, false, 0, fmt.Sprint(12*row+5))
		s.text(5.5, y, 10, false, 0, fmt.Sprintf("%d.%02d", 3*row+1, 7*row+5))
		s.text(6.5, y, 10, false, 0, fmt.Sprintf("%d,%03d.%02d", row+1, 37*row+101, 11*row+20))
	}
	for _, x := range []float64{0.8, 4.2, 7.4} {
		s.bar(x, 3, x+0.01, 5.8, 0)
	}
	s.bar(0.8, 5.8, 7.41, 5.81, 0)
	s.text(0.8, 9.5, 9, false, 0, "Goods are subject to inspection. Please quote our number in all letters.")
	return s
}

// seen returns a picture of w by h pixels that shows the sheet's pixel (x, y) at t(x, y), on a ground of the
// given shade.
func (s *sheet) seen(t doc.Transform, w, h int, ground func(x, y int) uint8) *image.Gray {
	back, ok := t.Inverse()
	if !ok {
		panic("not invertible")
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	at := func(x, y int) float64 { return float64(s.Pix[y*s.Stride+x]) }
	for y := range h {
		for x := range w {
			fx, fy := back.Apply(float64(x)+0.5, float64(y)+0.5)
			fx, fy = fx-0.5, fy-0.5
			x0, y0 := int(math.Floor(fx)), int(math.Floor(fy))
			if x0 < 0 || y0 < 0 || x0+1 >= s.Rect.Dx() || y0+1 >= s.Rect.Dy() {
				out.Pix[y*w+x] = ground(x, y)
				continue
			}
			fx, fy = fx-float64(x0), fy-float64(y0)
			v := (at(x0, y0)*(1-fx)+at(x0+1, y0)*fx)*(1-fy) + (at(x0, y0+1)*(1-fx)+at(x0+1, y0+1)*fx)*fy
			out.Pix[y*w+x] = uint8(v + 0.5)
		}
	}
	return out
}

func white(int, int) uint8 { return 255 }

// noisy returns the picture with noise of so many shades, the same at each call.
func noisy(src *image.Gray, shades float64) *image.Gray {
	r := rand.New(rand.NewPCG(1, 2))
	out := image.NewGray(src.Rect)
	for i, v := range src.Pix {
		out.Pix[i] = uint8(min(max(float64(v)*0.92+r.NormFloat64()*shades, 0), 255))
	}
	return out
}

func TestCleanStraightensSkew(t *testing.T) {
	for _, angle := range []float64{0, 0.3, -0.85, 1.7, -3.2, 4.6} {
		page := order(150)
		w, h := page.Rect.Dx(), page.Rect.Dy()
		turn, _, _ := rotation(w, h, 0, -angle)
		back, _ := turn.Inverse()
		picture := page.seen(back, w, h, white)
		got := Clean(&Picture{Gray: noisy(picture, 5), DPI: 150})
		// The page's x axis as seen in the picture shows the angle that was found.
		x0, y0 := got.View.Apply(0, 0)
		x1, y1 := got.View.Apply(100, 0)
		found := math.Atan2(y1-y0, x1-x0) * 180 / math.Pi
		if math.Abs(found-angle) > 0.06 {
			t.Errorf("Clean(page turned by %.2f degrees) found %.3f degrees", angle, found)
		}
	}
}

func TestCleanTurnsPagesUpright(t *testing.T) {
	page := order(150)
	for i := range 12 { // the more letters, the less doubt about the orientation
		page.text(0.8, 6.5+float64(i)*0.2, 10, false, 0, "All deliveries have to be booked at the gate at least two days before.")
	}
	for quarters := range 4 {
		w, h := page.Rect.Dx(), page.Rect.Dy()
		to, _, _ := rotation(w, h, 0, 0)
		pw, ph := w, h
		if quarters%2 != 0 {
			pw, ph = h, w
		}
		switch quarters {
		case 1:
			to = doc.Transform{0, -1, float64(h), 1, 0, 0, 0, 0, 1}
		case 2:
			to = doc.Transform{-1, 0, float64(w), 0, -1, float64(h), 0, 0, 1}
		case 3:
			to = doc.Transform{0, 1, 0, -1, 0, float64(w), 0, 0, 1}
		}
		got := Clean(&Picture{Gray: page.seen(to, pw, ph, white), DPI: 150})
		if got.OrientationDoubtful {
			t.Errorf("Clean(page turned by %d quarters) is in doubt", quarters)
		}
		// The sheet's top left corner as shown in the picture.
		wx, wy := to.Apply(0, 0)
		x, y := got.View.Apply(0, 0)
		k := 150.0 / 72
		if math.Hypot(x*k-wx, y*k-wy) > 8 {
			t.Errorf("Clean(page turned by %d quarters): its top left corner is at %.0f, %.0f of the picture, want %.0f, %.0f", quarters, x*k, y*k, wx, wy)
		}
	}
}

// TestCleanTurnsSmallAndPaleTables turns pages upright whose rows of pixels show few gaps, as the letters are
// pale or square.
func TestCleanTurnsSmallAndPaleTables(t *testing.T) {
	for _, c := range []struct {
		dpi, size float64
		shade     uint8
		cells     []string
	}{
		{150, 10, 0, []string{"1 111", "IIII", "HHH EEE", "MILE TILE"}},
		{100, 9, 160, []string{"1204", "Bolt M8 x 40", "350", "EA", "4.00", "90.50"}},
	} {
		page := newSheet(8.27, 11.69, c.dpi)
		for row := range 54 {
			for i, cell := range c.cells {
				page.text(0.8+float64(i)*1.3, 1+float64(row)/6, c.size, false, c.shade, cell)
			}
		}
		for _, turned := range []bool{false, true} {
			w, h := page.Rect.Dx(), page.Rect.Dy()
			picture := page.Gray
			if turned {
				picture = page.seen(doc.Transform{0, -1, float64(h), 1, 0, 0, 0, 0, 1}, h, w, white)
			}
			got := Clean(&Picture{Gray: picture, DPI: c.dpi})
			if side := math.Abs(got.View[0]) < 0.5; side != turned {
				t.Errorf("Clean(%q, turned: %v): turned %v", c.cells, turned, side)
			}
		}
	}
}

func TestCleanFlattensPhotos(t *testing.T) {
	page := order(150)
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	corners := quad{{110, 90}, {1230, 130}, {1280, 1700}, {60, 1650}}
	unit, _ := square(corners)
	to := unit.After(doc.Transform{1 / w, 0, 0, 0, 1 / h, 0, 0, 0, 1})
	for _, test := range []struct {
		name  string
		desk  int
		light func(x, y int) float64
	}{
		{"even light", 95, func(x, y int) float64 { return 1 }},
		{"lamp", 95, func(x, y int) float64 { return 1 - 0.35*float64(x)/1350 }},
		{"shadow", 95, func(x, y int) float64 {
			return 0.6 + 0.4/(1+math.Exp(float64(x+y-1700)/60))
		}},
		{"shadow down the sheet, darker than the desk", 150, func(x, y int) float64 {
			return 0.55 + 0.45/(1+math.Exp(float64(x-800)/6))
		}},
		{"blurred shadow down the sheet", 150, func(x, y int) float64 {
			return 0.55 + 0.45/(1+math.Exp((float64(x)-500-float64(y)/10)/25))
		}},
	} {
		picture := page.seen(to, 1350, 1800, func(x, y int) uint8 { return uint8(test.desk + (x*7+y*3)%11) })
		for y := range 1800 {
			for x := range 1350 {
				i := y*picture.Stride + x
				picture.Pix[i] = uint8(float64(picture.Pix[i]) * 0.95 * test.light(x, y))
			}
		}
		got := Clean(&Picture{Gray: noisy(picture, 3)})
		checkCorners(t, test.name, got, corners, 6)
	}
}

// checkCorners checks that a page's corners are at the given places of the picture, to within so many pixels.
func checkCorners(t *testing.T, name string, got *Page, want quad, within float64) {
	t.Helper()
	width, height, k := float64(got.Gray.Rect.Dx())*72/got.DPI, float64(got.Gray.Rect.Dy())*72/got.DPI, got.DPI/72
	for i, c := range [4]point{{0, 0}, {width, 0}, {width, height}, {0, height}} {
		x, y := got.View.Apply(c.x, c.y)
		if d := math.Hypot(x*k-want[i].x, y*k-want[i].y); d > within {
			t.Errorf("%s: corner %d of the page is at %.1f, %.1f of the picture, want %.0f, %.0f", name, i, x*k, y*k, want[i].x, want[i].y)
		}
	}
}

func TestCleanFindsCornersOfBentSheets(t *testing.T) {
	page := order(150)
	corners := quad{{110, 90}, {1230, 130}, {1280, 1700}, {60, 1650}}
	unit, _ := square(corners)
	to := unit.After(doc.Transform{1 / float64(page.Rect.Dx()), 0, 0, 0, 1 / float64(page.Rect.Dy()), 0, 0, 0, 1})
	flat := page.seen(to, 1350, 1800, func(x, y int) uint8 { return uint8(95 + (x*7+y*3)%11) })
	for _, rise := range []float64{-20, 20} {
		bent := image.NewGray(flat.Rect)
		for x := range 1350 {
			down := int(rise * math.Sin(math.Pi*min(max((float64(x)-85)/1170, 0), 1)))
			for y := range 1800 {
				bent.Pix[y*bent.Stride+x] = flat.Pix[min(max(y-down, 0), 1799)*flat.Stride+x]
			}
		}
		got := Clean(&Picture{Gray: noisy(bent, 3)})
		checkCorners(t, fmt.Sprintf("bent by %v pixels", rise), got, corners, 6)
	}
}

func TestCleanCutsNoPrintOffWithTheSheet(t *testing.T) {
	// A table's rule starts right where the picture cuts off the sheet; it must not be taken for the sheet's
	// side.
	page := order(150)
	page.bar(0.38, 1.2, 0.4, 10.6, 60)
	picture := page.seen(doc.Transform{1, 0, -40, 0.02, 1, 100, 0, 0, 1}, 1300, 2000, func(x, y int) uint8 { return uint8(95 + (x*7+y*3)%11) })
	got := Clean(&Picture{Gray: noisy(picture, 3)})
	checkCorners(t, "cut on the left", got, quad{{0, 101}, {1200, 125}, {1200, 1878}, {0, 1854}}, 6)
}

func TestCleanKeepsDarkHeads(t *testing.T) {
	// The letterhead and the foot are dark bands from edge to edge.
	page := order(150)
	page.bar(0, 0, 8.27, 0.7, 40)
	page.text(0.8, 0.45, 22, true, 255, "Harbour Tools")
	page.bar(0, 11.2, 8.27, 11.69, 60)
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	corners := quad{{110, 90}, {1230, 130}, {1280, 1700}, {60, 1650}}
	unit, _ := square(corners)
	to := unit.After(doc.Transform{1 / w, 0, 0, 0, 1 / h, 0, 0, 0, 1})
	for _, shade := range []int{15, 100, 160} {
		picture := page.seen(to, 1350, 1800, func(x, y int) uint8 { return uint8(shade + (x*7+y*3)%11) })
		got := Clean(&Picture{Gray: noisy(picture, 3)})
		checkCorners(t, fmt.Sprintf("on a desk of %d", shade), got, corners, 15)
	}
}

func TestCleanTellsPartsOfPages(t *testing.T) {
	// A photo of the items alone states no resolution, or the one that phones write by default.
	page := order(300)
	part := page.SubImage(image.Rect(page.px(0.5), page.px(3), page.px(4.5), page.px(6))).(*image.Gray)
	for _, told := range []float64{0, 72} {
		if got := Clean(&Picture{Gray: noisy(atOrigin(part), 3), DPI: told}).DPI; got < 220 || got > 400 {
			t.Errorf("told %v: a part of a page has %.0f dots per inch, want about 300", told, got)
		}
	}
	if got := Clean(&Picture{Gray: noisy(order(150).Gray, 3)}).DPI; got < 140 || got > 160 {
		t.Errorf("a whole page has %.0f dots per inch, want about 150", got)
	}
}

func TestCleanDrawsFewPixelsLarger(t *testing.T) {
	page := order(300)
	for _, test := range []struct{ dpi, want float64 }{{75, 150}, {150, 150}} {
		k := 300 / test.dpi
		less := page.seen(doc.Transform{1 / k, 0, 0, 0, 1 / k, 0, 0, 0, 1}, int(float64(page.Rect.Dx())/k), int(float64(page.Rect.Dy())/k), white)
		got := Clean(&Picture{Gray: smoothed(less)})
		if math.Abs(got.DPI-test.want) > 2 {
			t.Errorf("of %.0f dots per inch: the page has %.1f, want %.0f", test.dpi, got.DPI, test.want)
		}
		// The foot of the table must be at the same place.
		x, y := got.View.Apply(72*0.8, 72*5.8)
		if math.Abs(x-72*0.8) > 0.5 || math.Abs(y-72*5.8) > 0.5 {
			t.Errorf("of %.0f dots per inch: the view shows the foot of the table at %.1f, %.1f points, want %.1f, %.1f", test.dpi, x, y, 72*0.8, 72*5.8)
		}
		if !slices.ContainsFunc(got.Rules, func(r doc.Rule) bool {
			return !r.Vertical && math.Abs(r.X0-72*0.8) < 2 && math.Abs(r.X1-72*7.41) < 2 && math.Abs(r.MidY()-72*5.805) < 2
		}) {
			t.Errorf("of %.0f dots per inch: no rule at the foot of the table, only %v", test.dpi, got.Rules)
		}
	}
}

func TestCleanTakesNoLightForPaper(t *testing.T) {
	// A page that fills the picture, under a lamp that hardly reaches its foot.
	page := order(150)
	lit := image.NewGray(page.Rect)
	for y := range page.Rect.Dy() {
		light := 1 - 0.5*float64(y)/float64(page.Rect.Dy())
		for x := range page.Rect.Dx() {
			lit.Pix[y*lit.Stride+x] = uint8(light * float64(page.GrayAt(x, y).Y))
			if edge := min(x, page.Rect.Dx()-1-x, y, page.Rect.Dy()-1-y); edge < 8 {
				lit.Pix[y*lit.Stride+x] = uint8(60 + (x*7+y*3)%11)
			}
		}
	}
	got := Clean(&Picture{Gray: noisy(lit, 3)})
	if w, h := got.Gray.Rect.Dx(), got.Gray.Rect.Dy(); w < page.Rect.Dx()-24 || h < page.Rect.Dy()-24 {
		t.Errorf("the page is %d by %d pixels, want about %v", w, h, page.Rect.Size())
	}
}

func TestCleanLightsShadows(t *testing.T) {
	// A hand's shadow: a triangle with soft sides whose tip lies on the table.
	page := order(150)
	shaded := image.NewGray(page.Rect)
	for y := range page.Rect.Dy() {
		for x := range page.Rect.Dx() {
			in := (float64(y)/150 - 3.4 - 1.5*math.Abs(float64(x)/150-5.2)) / 0.35
			light := 0.95 - 0.3*min(max(in, 0), 1)
			shaded.Pix[y*shaded.Stride+x] = uint8(light * float64(page.GrayAt(x, y).Y))
		}
	}
	got := Clean(&Picture{Gray: noisy(shaded, 3), DPI: 150})
	grey := 0
	box := image.Rect(page.px(0.2), page.px(3.35), page.px(8), page.px(9))
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if page.GrayAt(x, y).Y == 255 && got.Gray.GrayAt(x, y).Y < ruleInk {
				grey++
			}
		}
	}
	if most := box.Dx() * box.Dy() / 200; grey > most {
		t.Errorf("%d pixels of ground are grey, want at most %d", grey, most)
	}
}

func TestCleanKeepsGrainOutOfDarkPhotos(t *testing.T) {
	page := order(150)
	dark := image.NewGray(page.Rect)
	for i, v := range page.Pix {
		dark.Pix[i] = 12 + v/5 // paper is at 63
	}
	got := Clean(&Picture{Gray: noisy(dark, 6), DPI: 150})
	// The lower third of the page is empty.
	box := image.Rect(page.px(1), page.px(6.5), page.px(7), page.px(9))
	grains := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if got.Gray.GrayAt(x, y).Y < blobInk {
				grains++
			}
		}
	}
	if grains > 20 {
		t.Errorf("%d pixels of bare ground are ink", grains)
	}
	box = image.Rect(page.px(6.45), page.px(3.3), page.px(7.38), page.px(5.7))
	ink, lost := 0, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if page.GrayAt(x, y).Y < 30 {
				if ink++; got.Gray.GrayAt(x, y).Y > 160 {
					lost++
				}
			}
		}
	}
	if lost*50 > ink {
		t.Errorf("%d of %d pixels of ink are lost", lost, ink)
	}
}

func TestCleanLeavesFlatPagesAlone(t *testing.T) {
	page := order(150)
	got := Clean(&Picture{Gray: page.Gray, DPI: 150})
	if got.View != doc.Identity {
		t.Errorf("Clean(upright page): View = %v, want the identity", got.View)
	}
	if got.Gray.Rect != page.Rect {
		t.Errorf("Clean(upright page) is %v, want %v", got.Gray.Rect, page.Rect)
	}
}

func TestCleanTellsRulesFromText(t *testing.T) {
	page := order(200)
	plain := Clean(&Picture{Gray: page.Gray, DPI: 200})
	count := func(vertical bool, x0, y0, x1, y1 float64) int {
		n := 0
		for _, r := range plain.Rules {
			if r.Vertical == vertical && math.Abs(r.X0-x0*72) < 2 && math.Abs(r.X1-x1*72) < 2 && math.Abs(r.Y0-y0*72) < 2 && math.Abs(r.Y1-y1*72) < 2 {
				n++
			}
		}
		return n
	}
	if count(false, 0.8, 5.8, 7.41, 5.81) != 1 {
		t.Errorf("the table's lower rule is not among %v", plain.Rules)
	}
	for _, x := range []float64{0.8, 4.2, 7.4} {
		if count(true, x, 3.25, x+0.01, 5.8) != 1 {
			t.Errorf("the table's rule at %.1f inches is not among %v", x, plain.Rules)
		}
	}
	for _, r := range plain.Rules {
		for y := int(r.Y0 * 200 / 72); y < int(r.Y1*200/72); y++ {
			for x := int(r.X0 * 200 / 72); x < int(r.X1*200/72); x++ {
				if v := plain.Gray.GrayAt(x, y).Y; v < 200 {
					t.Fatalf("the rule %v left ink of %d at %d, %d", r, v, x, y)
				}
			}
		}
	}
}

func TestCleanTakesLinesFromBeneathWords(t *testing.T) {
	// With few pixels, the line beneath words touches their feet.
	page := newSheet(8.27, 11.69, 110)
	words := []string{"Municipal Supply Office", "CORAZON D. PUNZALAN", "2023-06-0144", "the rear gate of the yard"}
	for i, w := range words {
		y := 1 + float64(i)
		page.text(1, y, 11, false, 0, w)
		page.bar(1, y+0.012, 3, y+0.024, 0)
		page.text(5, y, 11, false, 0, w) // and without a line
	}
	got := Clean(&Picture{Gray: smoothed(page.Gray), DPI: 110})
	k := got.DPI / 72
	lines := 0
	for _, r := range got.Rules {
		if r.X0 > 4*72 {
			t.Errorf("words without a line have one at %.0f, %.0f points", r.X0, r.Y0)
		}
		if !r.Vertical && r.X0 < 80 && r.X1 > 210 {
			lines++
		}
	}
	if lines != len(words) {
		t.Errorf("%d words have lines beneath them, want %d", lines, len(words))
	}
	for i := range words {
		// Right of the words nothing must be left of the line.
		y := int(float64(72*(1+i)) * k)
		for x := int(2.95 * 72 * k); x < int(3.1*72*k); x++ {
			for dy := range 5 {
				if v := got.Gray.GrayAt(x, y+dy).Y; v < ruleInk {
					t.Fatalf("line %d: ink of shade %d is left at %d, %d", i, v, x, y+dy)
				}
			}
		}
	}
}

func TestCleanTellsSlantingRules(t *testing.T) {
	// Paper fed askew, so that its sides are no longer at right angles: the page is levelled by its text, and
	// its vertical rules slant.
	for _, slant := range []float64{0.01, 0.02} {
		page := newSheet(8.27, 11.69, 200)
		for i := range 12 {
			page.text(1.2, 1.5+0.25*float64(i), 10, false, 0, "Terms of payment, delivery and acceptance of goods, see overleaf")
		}
		at := func(x float64, y int) float64 { return float64(page.px(x)) + slant*float64(y) }
		for _, x := range []float64{0.8, 6.5} {
			for y := page.px(1); y < page.px(5); y++ {
				for px := int(at(x, y)) - 2; px <= int(at(x, y))+2; px++ {
					cover := min(1, max(0, 1.5-math.Abs(float64(px)+0.5-at(x, y))))
					page.SetGray(px, y, color.Gray{Y: uint8(255 - 235*cover)})
				}
			}
		}
		got := Clean(&Picture{Gray: page.Gray, DPI: 200})
		upright := 0.0
		for _, r := range got.Rules {
			if r.Vertical {
				upright += r.Height()
				if r.Width() > 0.08*72 {
					t.Errorf("slant %v: the rule %v is no line", slant, r)
				}
			}
		}
		if upright < 7.6*72 || upright > 8.1*72 {
			t.Errorf("slant %v: Rules = %v, want two upright ones from top to bottom", slant, got.Rules)
		}
		for y := page.px(1.1); y < page.px(4.9); y++ {
			for _, x := range []float64{0.8, 6.5} {
				if v := got.Gray.GrayAt(int(at(x, y)), y).Y; v < 200 {
					t.Fatalf("slant %v: the rule at %v inches left ink of %d in row %d", slant, x, v, y)
				}
			}
		}
	}
}

func TestCleanTakesColoredMarksOffPrint(t *testing.T) {
	for _, ratio := range []image.YCbCrSubsampleRatio{image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio420} {
		page := order(200)
		picture := image.NewYCbCr(page.Rect, ratio)
		copy(picture.Y, page.Pix)
		for i := range picture.Cb {
			picture.Cb[i], picture.Cr[i] = 128, 128
		}
		// A ring of blue ink around an amount, as drawn with a pen.
		cx, cy, radius := float64(page.px(6.75)), float64(page.px(3.75)), float64(page.px(0.35))
		ring := func(x, y int) bool { return math.Abs(math.Hypot(float64(x)-cx, float64(y)-cy)-radius) < 2.5 }
		for y := range page.Rect.Dy() {
			for x := range page.Rect.Dx() {
				if ring(x, y) && page.GrayAt(x, y).Y > 60 {
					picture.Y[picture.YOffset(x, y)] = 75
					picture.Cb[picture.COffset(x, y)], picture.Cr[picture.COffset(x, y)] = 180, 108
				}
			}
		}
		gray := &image.Gray{Pix: slices.Clone(picture.Y), Stride: picture.YStride, Rect: page.Rect}
		got := Clean(&Picture{Gray: gray, Color: picture, DPI: 200})
		pen, left, ink, lost := 0, 0, 0, 0
		for y := int(cy - radius - 4); y < int(cy+radius+4); y++ {
			for x := int(cx - radius - 4); x < int(cx+radius+4); x++ {
				switch v, was := got.Gray.GrayAt(x, y).Y, page.GrayAt(x, y).Y; {
				case was == 255 && ring(x, y):
					if pen++; v < blobInk {
						left++
					}
				case was < 40:
					if ink++; v > 140 {
						lost++
					}
				}
			}
		}
		if 10*left > pen || 20*lost > ink {
			t.Errorf("%v: %d of %d pixels of the pen are left, and %d of %d of print lost", ratio, left, pen, lost, ink)
		}
	}
}

func TestCleanTellsBrokenRules(t *testing.T) {
	// A fax in low resolution loses parts of thin lines.
	page := newSheet(8.27, 11.69, 200)
	page.text(0.8, 2, 10, true, 0, "Terms of payment and delivery")
	r := rand.New(rand.NewPCG(3, 4))
	level, upright := page.px(2.1), page.px(0.7)
	for x := page.px(0.7); x < page.px(6); {
		n := 6 + r.IntN(16)
		draw.Draw(page, image.Rect(x, level, x+n, level+1), image.Black, image.Point{}, draw.Src)
		x += n + 1 + r.IntN(6)
	}
	for y := page.px(2.1); y < page.px(5); {
		n := 6 + r.IntN(16)
		draw.Draw(page, image.Rect(upright, y, upright+1, y+n), image.Black, image.Point{}, draw.Src)
		y += n + 1 + r.IntN(6)
	}
	before := page.Gray
	got := Clean(&Picture{Gray: before, DPI: 200})
	if len(got.Rules) != 2 || got.Rules[0].Vertical || !got.Rules[1].Vertical || got.Rules[0].Width() < 5*72 || got.Rules[1].Height() < 2.7*72 {
		t.Errorf("Rules = %v, want one across and one down", got.Rules)
	}
	for x := page.px(0.7) + 5; x < page.px(6); x++ {
		if v := got.Gray.GrayAt(x, level).Y; v < 200 {
			t.Fatalf("the rule left ink of %d at %d, %d", v, x, level)
		}
	}
	box := image.Rect(page.px(0.8), page.px(1.85), page.px(2.6), page.px(2.08))
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if before.GrayAt(x, y).Y < 60 && got.Gray.GrayAt(x, y).Y > 140 {
				t.Fatalf("the ink at %d, %d is lost", x, y)
			}
		}
	}
}

func TestCleanShowsLightTextDark(t *testing.T) {
	page := order(200)
	got := Clean(&Picture{Gray: noisy(page.Gray, 4), DPI: 200})
	// The same header row in black on white.
	want := newSheet(8.27, 11.69, 200)
	want.text(1.5, 3.18, 10, true, 0, "Description")
	box := image.Rect(want.px(1.45), want.px(3.02), want.px(2.6), want.px(3.23))
	wrong := differing(got.Gray, want.Gray, box, 0, 100)
	if area := box.Dx() * box.Dy(); wrong*100 > area {
		t.Errorf("%d of %d pixels of the head differ from dark text on white", wrong, area)
	}
	found := 0
	for _, f := range got.Fills {
		for _, y := range [2]float64{3, 3.8} {
			if math.Abs(f.X0-0.8*72) < 3 && math.Abs(f.X1-7.4*72) < 3 && math.Abs(f.Y0-(y+0.1*(y-3)/0.8)*72) < 8 {
				found++
			}
		}
	}
	if found != 2 {
		t.Errorf("Fills = %v, want the table's head and its shaded row", got.Fills)
	}
}

// differing counts the pixels of a box whose shades differ by more than the given number from those of the other
// picture. The box in got is so many rows (down) lower.
func differing(got, want *image.Gray, box image.Rectangle, down, by int) (n int) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if absInt(int(got.GrayAt(x, y+down).Y)-int(want.GrayAt(x, y).Y)) > by {
				n++
			}
		}
	}
	return n
}

// headWrong counts the pixels of a word in an order's dark header row that are not as in black on white, after
// the sheet was changed. As a change may bend it, the row may be up to 0.2 inches above or below its place.
func headWrong(t *testing.T, change func(*sheet) *image.Gray) (wrong, area int) {
	t.Helper()
	got := Clean(&Picture{Gray: noisy(change(order(200)), 4), DPI: 200})
	want := newSheet(8.27, 11.69, 200)
	want.text(1.5, 3.18, 10, true, 0, "Description")
	box := image.Rect(want.px(1.45), want.px(2.95), want.px(2.6), want.px(3.3))
	area = box.Dx() * box.Dy()
	wrong = area
	for down := -want.px(0.2); down <= want.px(0.2); down++ {
		wrong = min(wrong, differing(got.Gray, want.Gray, box, down, 120))
	}
	return wrong, area
}

// bent returns the sheet with its rows bent by so many pixels.
func (s *sheet) bent(by float64) *image.Gray {
	out := image.NewGray(s.Rect)
	for y := range s.Rect.Dy() {
		for x := range s.Rect.Dx() {
			off := float64(x-s.Rect.Dx()/2) / 700
			out.SetGray(x, y, s.GrayAt(x, max(y+int(by*(off*off-0.5)), 0)))
		}
	}
	return out
}

func TestCleanFollowsBentBars(t *testing.T) {
	wrong, area := headWrong(t, func(s *sheet) *image.Gray { return s.bent(35) })
	if wrong*100 > 2*area {
		t.Errorf("%d of %d pixels of the head of a bent page differ from dark text on white", wrong, area)
	}
}

func TestCleanFindsBarsInShadows(t *testing.T) {
	// The shadow lies across the header row, whose left end fades into it.
	wrong, area := headWrong(t, func(s *sheet) *image.Gray {
		s.shade(0.4, 2, 4, 6, 230)
		for x := s.px(0.7); x < s.px(1.06); x++ {
			v := uint8(230 - 180*(x-s.px(0.7))/s.px(0.36))
			draw.Draw(s, image.Rect(x, s.px(3.02), x+1, s.px(3.23)), image.NewUniform(color.Gray{Y: v}), image.Point{}, draw.Src)
		}
		return s.Gray
	})
	if wrong*100 > 2*area {
		t.Errorf("%d of %d pixels of the head in a shadow differ from dark text on white", wrong, area)
	}
}

// shade darkens the white pixels in the lower left half of a box (inches), except those of an order's header
// row.
func (s *sheet) shade(x0, y0, x1, y1 float64, shade uint8) {
	for y := s.px(y0); y < s.px(y1); y++ {
		for x := s.px(x0); x < s.px(x1); x++ {
			if s.Pix[y*s.Stride+x] == 255 && (y < s.px(3) || y > s.px(3.3)) && x-s.px(x0) < y-s.px(y0) {
				s.Pix[y*s.Stride+x] = shade
			}
		}
	}
}

func TestCleanTakesBarsAcrossThePage(t *testing.T) {
	for width := 8.27; width < 8.4; width += 0.01 { // with every remainder of cells at the right
		page := newSheet(width, 11.69, 100)
		page.bar(0, 3, width, 3.3, 60)
		page.text(0.9, 3.2, 10, true, 255, "Description")
		got := Clean(&Picture{Gray: page.Gray, DPI: 100})
		if v := got.Gray.GrayAt(got.Gray.Rect.Dx()-1, page.px(3.15)).Y; v < 200 {
			t.Errorf("on a page of %v pixels the end of a bar is %d, want ground", page.Rect.Size(), v)
		}
	}
}

func TestCleanKeepsRowsOfSmallLetters(t *testing.T) {
	words := "Requested consumers insurance commerce"
	for _, size := range []float64{5, 6, 7, 8} {
		for _, bold := range []bool{false, true} {
			page := order(200)
			page.text(0.8, 7, size, bold, 0, words)
			// As a coarse scanner sees it: blurred, each pixel the mean of four.
			small := &sheet{reduced(softened(page.Gray), 2), 100}
			box := image.Rect(small.px(0.8), small.px(6.9), small.px(0.8)+small.px(size*0.3), small.px(7.05))
			got := Clean(&Picture{Gray: small.Gray, DPI: 100})
			k := got.DPI / 100
			ink, lost := 0, 0
			for y := box.Min.Y; y < box.Max.Y; y++ {
				for x := box.Min.X; x < box.Max.X; x++ {
					if small.GrayAt(x, y).Y < 140 {
						if ink++; got.Gray.GrayAt(int((float64(x)+0.5)*k), int((float64(y)+0.5)*k)).Y > 200 {
							lost++
						}
					}
				}
			}
			if lost*50 > ink {
				t.Errorf("%d of %d pixels of text of %v points are lost, bold %v", lost, ink, size, bold)
			}
		}
	}
}

// softened returns the picture out of focus: each pixel is the mean of nine.
func softened(src *image.Gray) *image.Gray {
	return &image.Gray{Pix: blurred(src.Pix, src.Rect.Dx(), src.Rect.Dy(), 1), Stride: src.Stride, Rect: src.Rect}
}

func TestCleanKeepsPointsAndDropsDust(t *testing.T) {
	for _, dpi := range []float64{100, 150, 200, 300} {
		page := order(dpi)
		r := rand.New(rand.NewPCG(7, 9))
		dots := max(1, int(dpi/100))
		var dusts []image.Point
		for range 60 {
			// Below the table and above the closing line the page is empty.
			p := image.Pt(page.px(0.5+7*r.Float64()), page.px(6.2+2.8*r.Float64()))
			draw.Draw(page, image.Rectangle{p, p.Add(image.Pt(dots, dots))}, image.Black, image.Point{}, draw.Src)
			dusts = append(dusts, p)
		}
		before := order(dpi)
		got := Clean(&Picture{Gray: page.Gray, DPI: dpi})
		for _, p := range dusts {
			if v := got.Gray.GrayAt(p.X, p.Y).Y; v < 128 {
				t.Errorf("at %v dpi the speck at %v is still there: %d", dpi, p, v)
			}
		}
		// All ink of the amounts must still be there.
		box := image.Rect(page.px(6.45), page.px(3.3), page.px(7.38), page.px(5.7))
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				if before.GrayAt(x, y).Y < 60 && got.Gray.GrayAt(x, y).Y > 140 {
					t.Fatalf("at %v dpi the ink at %d, %d is lost", dpi, x, y)
				}
			}
		}
	}
}

func TestCleanKeepsFaintText(t *testing.T) {
	page := order(150)
	page.text(3.2, 10.8, 7, false, 150, "PO-206097 - page 2 / 2")
	got := Clean(&Picture{Gray: noisy(page.Gray, 3), DPI: 150})
	box := image.Rect(page.px(3.2), page.px(10.6), page.px(5), page.px(10.9))
	ink, lost := 0, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if page.GrayAt(x, y).Y < 180 {
				if ink++; got.Gray.GrayAt(x, y).Y > 200 {
					lost++
				}
			}
		}
	}
	if lost*100 > ink {
		t.Errorf("%d of %d pixels of faint text are lost", lost, ink)
	}
}

func TestCleanKeepsDashesOfPaleText(t *testing.T) {
	page := order(200)
	page.text(3.2, 10.8, 7, false, 190, "206097")
	page.bar(3.55, 10.75, 3.565, 10.76, 100)
	got := Clean(&Picture{Gray: page.Gray, DPI: 200})
	if v := got.Gray.GrayAt(page.px(3.555), page.px(10.755)).Y; v > 200 {
		t.Errorf("the dash behind pale digits is taken for dust: %d", v)
	}
}

// lost counts the ink in a part of the sheet (inches), and how much of it is missing on a page.
func (s *sheet) lost(got *Page, x0, y0, x1, y1 float64) (ink, lost int) {
	for y := s.px(y0); y < s.px(y1); y++ {
		for x := s.px(x0); x < s.px(x1); x++ {
			if s.GrayAt(x, y).Y < 180 {
				if ink++; got.Gray.GrayAt(x, y).Y > 200 {
					lost++
				}
			}
		}
	}
	return ink, lost
}

func TestCleanKeepsTopsOfCapitals(t *testing.T) {
	// The row of grey at the tops of capitals must not be taken for a broken rule.
	for _, size := range []float64{5, 5.3, 5.4, 5.8, 6, 7, 8} {
		page := order(200)
		page.text(0.8, 7, size, false, 0, "REPOSTERO CEREZO BEBEDERO FERROCARRIL")
		got := Clean(&Picture{Gray: noisy(page.Gray, 3), DPI: 200})
		if ink, lost := page.lost(got, 0.7, 6.8, 5, 7.1); lost*100 > ink {
			t.Errorf("%d of %d pixels of capitals of %.1f points are lost", lost, ink, size)
		}
	}
}

func TestCleanEndsRulesBeforeLetters(t *testing.T) {
	// The stem of the "I" is right beneath a table's vertical rule.
	page := order(200)
	page.text(1, 8, 12, false, 0, "Iffley Mill Limited")
	page.bar(1.03, 6.5, 1.035, 7.86, 0)
	page.bar(0.8, 7.855, 3, 7.865, 0)
	for _, r := range Clean(&Picture{Gray: page.Gray, DPI: 200}).Rules {
		if r.Vertical && r.Y0 > 6*72 && r.Y1 > 7.88*72 {
			t.Errorf("an upright rule ends at %.2f inches", r.Y1/72)
		}
	}
}

func TestCleanFindsThePageInAWindow(t *testing.T) {
	page := order(100)
	screen := image.NewGray(image.Rect(0, 0, page.Rect.Dx()+160, page.Rect.Dy()+120))
	draw.Draw(screen, screen.Rect, image.NewUniform(color.Gray{Y: 90}), image.Point{}, draw.Src)
	draw.Draw(screen, image.Rect(0, 0, screen.Rect.Dx(), 40), image.NewUniform(color.Gray{Y: 40}), image.Point{}, draw.Src)
	bar := &sheet{screen, 100}
	bar.text(0.3, 0.27, 10, false, 230, "order.pdf   1 / 1   100 %")
	draw.Draw(screen, page.Rect.Add(image.Pt(80, 70)), page, image.Point{}, draw.Src)
	got := Clean(&Picture{Gray: screen, DPI: 96})
	if w, h := got.Gray.Rect.Dx(), got.Gray.Rect.Dy(); absInt(w-page.Rect.Dx()) > 3 || absInt(h-page.Rect.Dy()) > 3 {
		t.Fatalf("Clean(screen) is %d by %d pixels, want %v", w, h, page.Rect.Size())
	}
	if x, y := got.View.Apply(0, 0); math.Hypot(x*got.DPI/72-80, y*got.DPI/72-70) > 3 {
		t.Errorf("the page begins at %.1f, %.1f of the screen, want 80, 70", x*got.DPI/72, y*got.DPI/72)
	}
}

func TestCleanIsDeterministic(t *testing.T) {
	page := noisy(order(100).Gray, 6)
	a, b := Clean(&Picture{Gray: page}), Clean(&Picture{Gray: page})
	if !bytes.Equal(a.Gray.Pix, b.Gray.Pix) || fmt.Sprint(a.Rules, a.Fills, a.View) != fmt.Sprint(b.Rules, b.Fills, b.View) {
		t.Error("Clean gives two pages of one picture")
	}
}

func TestTurned(t *testing.T) {
	p := Clean(&Picture{Gray: order(100).Gray, DPI: 100})
	back := p.Turned().Turned()
	if !bytes.Equal(p.Gray.Pix, back.Gray.Pix) || len(p.Rules) != len(back.Rules) {
		t.Error("Turned twice is another page")
	}
	x, y := back.View.Apply(10, 20)
	wx, wy := p.View.Apply(10, 20)
	if math.Hypot(x-wx, y-wy) > 1e-6 {
		t.Errorf("Turned twice: View(10, 20) = %v, %v, want %v, %v", x, y, wx, wy)
	}
}

func FuzzClean(f *testing.F) {
	f.Add(uint16(1), uint16(1), []byte{0})
	f.Add(uint16(17), uint16(240), []byte{255, 0, 3})
	f.Add(uint16(200), uint16(200), []byte("ground and ink"))
	f.Add(uint16(120), uint16(16), bytes.Repeat([]byte{255, 255, 255, 0}, 30))
	f.Fuzz(func(t *testing.T, w, h uint16, pix []byte) {
		if w == 0 || h == 0 || w > 250 || h > 250 || len(pix) == 0 || len(pix) > 1<<16 {
			return
		}
		g := image.NewGray(image.Rect(0, 0, int(w), int(h)))
		for i := range g.Pix {
			g.Pix[i] = pix[i%len(pix)]
		}
		page := Clean(&Picture{Gray: g})
		if !(page.DPI > 0) || page.Gray.Rect.Empty() {
			t.Errorf("Clean(%d by %d) = %v at %v dpi", w, h, page.Gray.Rect, page.DPI)
		}
	})
}

func BenchmarkClean(b *testing.B) {
	page := order(200)
	w, h := page.Rect.Dx(), page.Rect.Dy()
	turn, _, _ := rotation(w, h, 0, 1.1)
	for _, test := range []struct {
		name    string
		picture *image.Gray
	}{
		{"clean", page.Gray},
		{"scan", noisy(page.seen(turn, w, h, white), 5)},
	} {
		b.Run(test.name, func(b *testing.B) {
			b.SetBytes(int64(w * h))
			b.ReportAllocs()
			for b.Loop() {
				Clean(&Picture{Gray: test.picture, DPI: 200})
			}
		})
	}
}
