package pdfium

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"testing"

	"lineitem/convert/pdftext"
	"lineitem/convert/raster"
)

// scanOf returns the image that covers page 1 of a file, or ok false where there
// is none.
func scanOf(t *testing.T, data []byte) (scan raster.Scan, ok bool) {
	t.Helper()
	document, layers, err := pdftext.ReadLayers(context.Background(), data, pdftext.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := layers[0].Scan
	if s == nil {
		return raster.Scan{}, false
	}
	scan = raster.Scan{
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

// TestScanAgreesWithPDFium checks that a scan taken directly from a file looks as
// PDFium shows the page.
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
		got, err := raster.DecodeScan(scan, raster.Limits{})
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
		// Where the page is not a whole number of pixels, PDFium smooths.
		if d := difference(got.Gray, want.Gray); d > 6 {
			t.Errorf("DecodeScan(%s) differs from what is shown by %.1f on the average", name, d)
		}
	}
	if kinds[true] == 0 || kinds[false] < 6 {
		t.Errorf("%d scans in fax coding and %d in JPEG were compared, want some and at least 6", kinds[true], kinds[false])
	}
}

// difference returns the mean difference between two pictures, 0 to 255.
func difference(a, b *image.Gray) float64 {
	sum := 0
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			sum += abs(int(a.GrayAt(x, y).Y) - int(b.GrayAt(x, y).Y))
		}
	}
	return float64(sum) / float64(a.Rect.Dx()*a.Rect.Dy())
}
