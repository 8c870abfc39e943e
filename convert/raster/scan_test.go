package raster

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"testing"

	"lineitem/convert/pdftext"
)

// scanOf is the image that covers page 1 of a file, ok false where there is none.
func scanOf(t *testing.T, data []byte) (scan Scan, ok bool) {
	t.Helper()
	document, layers, err := pdftext.ReadLayers(context.Background(), data, pdftext.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := layers[0].Scan
	if s == nil {
		return Scan{}, false
	}
	scan = Scan{
		Data: s.Data, Width: s.Width, Height: s.Height, Components: s.Components, Orientation: s.Orientation,
		DPI: float64(s.Width) * 72 / document.Pages[0].Width,
	}
	if s.Orientation > 4 {
		scan.DPI = float64(s.Height) * 72 / document.Pages[0].Width
	}
	if f := s.Fax; f != nil {
		scan.Fax, scan.Group3, scan.ByteAlign, scan.Negative = true, f.K == 0, f.ByteAlign, f.BlackIs1 != f.Inverted
	}
	return scan, true
}

// What is taken out of a file is what PDFium shows.
func TestScanAgreesWithPDFium(t *testing.T) {
	files := map[string][]byte{}
	names, _ := filepath.Glob("../../testdata/pictures/*.pdf")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	img := drawing(600, 800)
	for _, turn := range []string{"0", "90", "180", "270"} {
		files["turned by "+turn] = scanned(t, img, "600 0 0 800 0 0", "/Rotate "+turn)
	}
	files["upside down"] = scanned(t, img, "-600 0 0 -800 600 800", "")
	files["mirrored"] = scanned(t, img, "-600 0 0 800 600 0", "")
	kinds := map[bool]int{}
	for name, data := range files {
		scan, ok := scanOf(t, data)
		if !ok {
			continue
		}
		kinds[scan.Fax]++
		got, err := DecodeScan(scan, Limits{})
		if err != nil {
			t.Errorf("DecodeScan(%s): %v", name, err)
			continue
		}
		want, err := openPDF(t, data).Picture(context.Background(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got.Gray.Rect != want.Gray.Rect || max(got.DPI-want.DPI, want.DPI-got.DPI) > 0.1 {
			t.Errorf("DecodeScan(%s) = %v at %v dpi, want %v at %v", name, got.Gray.Rect, got.DPI, want.Gray.Rect, want.DPI)
			continue
		}
		// Where the page is no whole number of pixels, PDFium smooths.
		if d := difference(got.Gray, want.Gray); d > 6 {
			t.Errorf("DecodeScan(%s) differs from what is shown by %.1f on the average", name, d)
		}
	}
	if kinds[true] == 0 || kinds[false] < 6 {
		t.Errorf("%d scans in fax coding and %d in JPEG were compared, want some and at least 6", kinds[true], kinds[false])
	}
}

// difference is the mean difference between two pictures, 0 to 255.
func difference(a, b *image.Gray) float64 {
	sum := 0
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			sum += abs(int(a.GrayAt(x, y).Y) - int(b.GrayAt(x, y).Y))
		}
	}
	return float64(sum) / float64(a.Rect.Dx()*a.Rect.Dy())
}

func FuzzDecodeScan(f *testing.F) {
	f.Add([]byte{0x26, 0xa0, 0x01, 0x00, 0x10, 0x01}, 8, 2, true, false, false)
	f.Add([]byte{0x00, 0x1b, 0x01}, 16, 1, true, true, true)
	f.Add(jpegOf(f, drawing(8, 8)), 8, 8, false, false, false)
	f.Fuzz(func(t *testing.T, data []byte, width, height int, fax, group3, align bool) {
		if len(data) > 1<<12 {
			return
		}
		for _, components := range []int{1, 3} {
			p, err := DecodeScan(Scan{
				Data: data, Width: width, Height: height, Components: components, Orientation: 6, DPI: 100,
				Fax: fax, Group3: group3, ByteAlign: align,
			}, Limits{Pixels: 1 << 16})
			if err == nil && p.Gray.Rect.Size() != image.Pt(height, width) {
				t.Errorf("%d by %d pixels become %v", width, height, p.Gray.Rect)
			}
		}
	})
}
