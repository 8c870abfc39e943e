package pdfium

import (
	"context"
	"errors"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
)

// TestPart checks that a rendered part of a page equals that part of the whole page.
func TestPart(t *testing.T) {
	p := openPDF(t, pdfOf("1 0 0 rg 100 600 30 40 re f BT /F 60 Tf 200 640 Td (Mark) Tj ET", ""))
	ctx := context.Background()
	whole, err := p.Picture(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	part, err := p.Part(ctx, 1, 600, 800, doc.Box{X0: 90, Y0: 90, X1: 450, Y1: 216}, whole.DPI)
	if err != nil {
		t.Fatal(err)
	}
	if size := part.Gray.Rect.Size(); size.X != 1000 || size.Y != 350 || part.DPI != whole.DPI || part.Color == nil {
		t.Fatalf("Part is %v pixels at %g to the inch, in colour %t", size, part.DPI, part.Color != nil)
	}
	dark := 0
	for y := range 350 {
		for x := range 1000 {
			got, want := part.Gray.GrayAt(x, y).Y, whole.Gray.GrayAt(x+250, y+250).Y
			if abs(int(got)-int(want)) > 8 {
				t.Fatalf("pixel %d, %d of the part is %d, that of the page %d", x, y, got, want)
			}
			if got < 128 {
				dark++
			}
		}
	}
	if dark < 10_000 {
		t.Errorf("%d dark pixels", dark)
	}
	var format *doc.FormatError
	if _, err := p.Part(ctx, 1, 500, 800, doc.Box{X1: 100, Y1: 100}, 200); !errors.As(err, &format) {
		t.Errorf("Part of a page that is said to be smaller: %v, want a FormatError", err)
	}
}

// TestCleanPart checks that a cleaned part has dark ink on white ground, also where the page is
// light on dark, and that nothing is moved.
func TestCleanPart(t *testing.T) {
	p := openPDF(t, pdfOf("0 0 0.5 rg 100 600 400 80 re f 1 1 1 rg BT /F 40 Tf 130 625 Td (Mark) Tj ET", ""))
	picture, err := p.Part(context.Background(), 1, 600, 800, doc.Box{X0: 90, Y0: 90, X1: 550, Y1: 216}, 200)
	if err != nil {
		t.Fatal(err)
	}
	page := raster.CleanPart(picture)
	if page.Gray.Rect != picture.Gray.Rect || page.DPI != 200 {
		t.Fatalf("CleanPart is %v at %g pixels to the inch, want %v at 200", page.Gray.Rect, page.DPI, picture.Gray.Rect)
	}
	dark := func(x0, x1 float64) (n int) { // counts dark pixels between two x coordinates of the page, in points
		for y := range page.Gray.Rect.Dy() {
			for x := int((x0 - 90) * 200 / 72); x < int((x1-90)*200/72); x++ {
				if page.Gray.GrayAt(x, y).Y < 128 {
					n++
				}
			}
		}
		return n
	}
	if letters, ground := dark(125, 230), dark(250, 480); letters < 1000 || ground > letters/20 {
		t.Errorf("%d dark pixels in letters and %d in their ground", letters, ground)
	}
}
