package raster

import (
	"bytes"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"lineitem/convert/doc"
)

// mottled returns a picture of random shades, the same at each call.
func mottled(w, h int) *image.Gray {
	r := rand.New(rand.NewPCG(3, 5))
	out := image.NewGray(image.Rect(0, 0, w, h))
	for i := range out.Pix {
		out.Pix[i] = uint8(r.Uint32())
	}
	return out
}

func TestWarpedInterpolates(t *testing.T) {
	src := mottled(120, 90)
	keys := func(x float64) float64 {
		switch x = math.Abs(x); {
		case x < 1:
			return 1.5*x*x*x - 2.5*x*x + 1
		case x < 2:
			return -0.5*x*x*x + 2.5*x*x - 4*x + 2
		}
		return 0
	}
	turn, _, _ := rotation(120, 90, 0, 2)
	for _, to := range []doc.Transform{
		turn,
		{0.9, 0, 3.3, 0, 1.1, 0.7, 0, 0, 1},
		{1, 0.05, 2, -0.03, 1, 4, 1e-4, 2e-4, 1},
	} {
		got := warped(src, view{Transform: to}, 120, 80, nil)
		for y := range 80 {
			for x := range 120 {
				sx, sy := to.Apply(float64(x)+0.5, float64(y)+0.5)
				sx, sy = sx-0.5, sy-0.5
				if sx < 20 || sy < 4 || sx > 95 || sy > 84 {
					continue // near the picture's edge
				}
				want := 0.0
				for j := int(sy) - 1; j <= int(sy)+2; j++ {
					for i := int(sx) - 1; i <= int(sx)+2; i++ {
						want += keys(sx-float64(i)) * keys(sy-float64(j)) * float64(src.Pix[j*src.Stride+i])
					}
				}
				want = min(max(want, 0), 255)
				// Places are rounded to a 64th of a pixel, which is up to 6 shades
				// here, as neighbouring pixels have nothing in common.
				if d := float64(got.Pix[y*got.Stride+x]) - want; math.Abs(d) > 8 {
					t.Fatalf("warped by %v at %d, %d = %d, want %.1f", to, x, y, got.Pix[y*got.Stride+x], want)
				}
			}
		}
	}
}

func TestDrawnTurnsAndMovesExactly(t *testing.T) {
	src := mottled(70, 50)
	to, w, h := rotation(70, 50, 1, 0)
	got := drawn(src, view{Transform: to}, w, h, 1, nil)
	if got.Rect != image.Rect(0, 0, 50, 70) {
		t.Fatalf("turned by a quarter: %v", got.Rect)
	}
	for y := range h {
		for x := range w {
			if g, s := got.GrayAt(x, y), src.GrayAt(69-y, x); g != s {
				t.Fatalf("turned by a quarter: (%d, %d) = %d, want %d", x, y, g.Y, s.Y)
			}
		}
	}
	part := drawn(src, view{Transform: doc.Transform{1, 0, 7, 0, 1, 9, 0, 0, 1}}, 30, 20, 0, nil)
	if want := atOrigin(src.SubImage(image.Rect(7, 9, 37, 29)).(*image.Gray)); !bytes.Equal(part.Pix, want.Pix) {
		t.Error("a part of a picture is not as it was there")
	}
}

func TestWordsOfPixels(t *testing.T) {
	src := mottled(61, 7)
	for _, limit := range []uint{0, 1, 100, 128, 129, 200, 254, 255, 256} {
		for from := range 20 {
			for y := range 7 {
				row := bytes.Clone(src.Pix[y*61+from : (y+1)*61])
				for i := range row {
					row[i] |= 0xf8 // bright, so that all pixels reach some of the limits
				}
				least := uint(255)
				for _, v := range row {
					least = min(least, uint(v))
				}
				if got := allAtLeast(row, limit); got != (least >= limit) {
					t.Fatalf("allAtLeast(%v, %d) = %v", row, limit, got)
				}
			}
		}
	}
	for n := range 40 {
		row, ink := bytes.Repeat([]byte{255}, 40), make([]byte, 40)
		row[n], ink[n] = 254, 1
		for from := range 40 {
			want := n
			if from > n {
				want = 40
			}
			if got := skipWhite(row, from); got != want {
				t.Fatalf("skipWhite from %d with ink at %d = %d", from, n, got)
			}
			if got := nextInk(ink, from); got != want {
				t.Fatalf("nextInk from %d with ink at %d = %d", from, n, got)
			}
		}
	}
	for _, k := range []int{1, 2, 3, 5} {
		got := reduced(src, k)
		for y := range got.Rect.Dy() {
			for x := range got.Rect.Dx() {
				sum := 0
				for j := range k {
					for i := range k {
						sum += int(src.GrayAt(x*k+i, y*k+j).Y)
					}
				}
				if want := (sum + k*k/2) / (k * k); int(got.GrayAt(x, y).Y) != want {
					t.Fatalf("reduced by %d: (%d, %d) = %d, want %d", k, x, y, got.GrayAt(x, y).Y, want)
				}
			}
		}
	}
}

func TestCleanMakesBentLinesLevel(t *testing.T) {
	page := order(150)
	w, h := page.Rect.Dx(), page.Rect.Dy()
	for _, rise := range []float64{-12, 0, 12} {
		bent := image.NewGray(image.Rect(0, 0, w, h))
		down := func(x float64) float64 { return rise * math.Sin(math.Pi*x/float64(w)) }
		for x := range w {
			for y := range h {
				bent.Pix[y*bent.Stride+x] = page.Pix[min(max(y-int(math.Round(down(float64(x)))), 0), h-1)*page.Stride+x]
			}
		}
		got := Clean(&Picture{Gray: noisy(bent, 3), DPI: 150})
		if flat := got.Bend == (doc.Bend{}); flat != (rise == 0) {
			t.Errorf("bent by %v pixels: no bend is %v", rise, flat)
		}
		// The same line must be seen at both ends and, following the bend, in the
		// middle.
		for _, y := range []float64{200, 400, 600} {
			for _, x := range []float64{100, 300, 500} {
				_, seen := got.View.Apply(x, got.Bend.Seen(x, y))
				_, middle := got.View.Apply(297, got.Bend.Seen(297, y))
				if want := (down(x*150/72) - down(297*150/72)) * 72 / 150; math.Abs(seen-middle-want) > 1 {
					t.Errorf("bent by %v pixels: at %.0f, %.0f it is seen %.1f points lower than in the middle, want %.1f", rise, x, y, seen-middle, want)
				}
				if turned := got.Turned(); math.Abs(turned.Bend.Down(595-x, 842-y)+got.Bend.Down(x, y)) > 0.2 {
					t.Errorf("bent by %v pixels: turned, the page is bent otherwise", rise)
				}
			}
		}
	}
}
