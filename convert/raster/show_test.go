package raster

import (
	"bytes"
	"image"
	"image/color"
	_ "image/jpeg"
	_ "image/png"
	"math/rand/v2"
	"os"
	"testing"

	"lineitem/convert/doc"
)

// TestShowKeepsColours checks that a picture that is reduced for display keeps
// its colours, whatever its colour model.
func TestShowKeepsColours(t *testing.T) {
	rect := image.Rect(0, 0, 1800, 2400)
	gray, rgba := image.NewGray(rect), image.NewRGBA(rect)
	ycc := image.NewYCbCr(rect, image.YCbCrSubsampleRatio420)
	left, right := color.RGBA{0xff, 0x22, 0x22, 0xff}, color.RGBA{0x22, 0x22, 0xcc, 0xff}
	for y := range 2400 {
		for x := range 1800 {
			c := left
			if x >= 900 {
				c = right
			}
			rgba.SetRGBA(x, y, c)
			gray.Pix[y*gray.Stride+x] = luma(c.R, c.G, c.B)
			l, cb, cr := color.RGBToYCbCr(c.R, c.G, c.B)
			ycc.Y[ycc.YOffset(x, y)], ycc.Cb[ycc.COffset(x, y)], ycc.Cr[ycc.COffset(x, y)] = l, cb, cr
		}
	}
	shade := func(c color.RGBA) color.RGBA {
		l := luma(c.R, c.G, c.B)
		return color.RGBA{l, l, l, 0xff}
	}
	for name, tt := range map[string]struct {
		picture     *Picture
		left, right color.RGBA
	}{
		"grey":  {&Picture{Gray: gray, DPI: 220}, shade(left), shade(right)},
		"RGBA":  {&Picture{Gray: gray, Color: rgba, DPI: 220}, left, right},
		"YCbCr": {&Picture{Gray: gray, Color: ycc, DPI: 220}, left, right},
	} {
		s, err := Show(tt.picture)
		if err != nil {
			t.Fatal(err)
		}
		if want := image.Pt(900, 1200); s.Size != want || s.MediaType != "image/png" {
			t.Errorf("%s: Show = %v as %s, want %v as PNG", name, s.Size, s.MediaType, want)
		}
		shown, _, err := image.Decode(bytes.NewReader(s.Data))
		if err != nil {
			t.Fatal(err)
		}
		for x, want := range map[int]color.RGBA{0: tt.left, 440: tt.left, 460: tt.right, 899: tt.right} {
			got := color.RGBAModel.Convert(shown.At(x, 600)).(color.RGBA)
			// The tolerance is half a step between shades, and what YCbCr loses.
			if far(got.R, want.R) > 11 || far(got.G, want.G) > 11 || far(got.B, want.B) > 11 {
				t.Errorf("%s: the shown picture has %v at %d, want %v", name, got, x, want)
			}
		}
	}
}

func far(a, b uint8) int { return absInt(int(a) - int(b)) }

// TestShowIsBounded checks that photographs are stored as JPEG, and that a
// picture is reduced until its file is small enough.
func TestShowIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	photo := image.NewGray(image.Rect(0, 0, 200, 260))
	for i := range photo.Pix {
		photo.Pix[i] = uint8(100 + 60*(i%200)/200 + random.IntN(12))
	}
	if s, err := Show(&Picture{Gray: photo}); err != nil || s.MediaType != "image/jpeg" || s.Size != image.Pt(200, 260) {
		t.Errorf("Show of an uneven ground = %v as %s (%v), want JPEG of 200 by 260", s.Size, s.MediaType, err)
	}
	rect := image.Rect(0, 0, 1600, 1600)
	noise := image.NewRGBA(rect)
	for i := range noise.Pix {
		noise.Pix[i] = uint8(random.Uint32())
	}
	s, err := Show(&Picture{Gray: image.NewGray(rect), Color: noise, DPI: 100})
	if err != nil || len(s.Data) > shownBytes || s.Size.X < 400 {
		t.Errorf("Show of noise = %v in %d bytes (%v), want at most %d bytes", s.Size, len(s.Data), err, shownBytes)
	}
	for _, size := range []image.Point{{1, 1}, {1, 60000}, {60000, 1}} {
		if s, err := Show(&Picture{Gray: image.NewGray(image.Rectangle{Max: size})}); err != nil || max(s.Size.X, s.Size.Y) > shownSide {
			t.Errorf("Show of %v pixels = %v (%v), want at most %d", size, s.Size, err, shownSide)
		}
	}
}

func BenchmarkShow(b *testing.B) {
	data, err := os.ReadFile("../../testdata/pictures/french-clean.png")
	if err != nil {
		b.Fatal(err)
	}
	picture, err := Decode(data, doc.PNG, Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(picture.Gray.Pix)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Show(picture); err != nil {
			b.Fatal(err)
		}
	}
}
