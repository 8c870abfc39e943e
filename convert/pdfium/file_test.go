package pdfium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zlib"
	"github.com/tetratelabs/wazero"

	"lineitem/convert/compiled"
	"lineitem/convert/doc"
	"lineitem/convert/guestmemory"
	"lineitem/convert/pdftext"
	"lineitem/convert/raster"
	"lineitem/convert/testenv"
)

// shared returns PDFium, compiled once for all tests.
var shared = sync.OnceValue(func() *Library { return &Library{Cache: compiled.Cache()} })

// pdfOf returns a PDF of one page of 600 by 800 points. Its further objects are numbered from 10; page is
// added to the page's dictionary.
func pdfOf(content, page string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	object := func(n int, body string) { fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, body) }
	object(1, "<</Type/Catalog/Pages 2 0 R>>")
	object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</I 10 0 R>>/Font<</F 5 0 R>>>>"+page+">>")
	object(4, streamOf("", content))
	object(5, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	for i, o := range objects {
		object(10+i, o)
	}
	b.WriteString("trailer\n<</Root 1 0 R/Size 20>>\n%%EOF\n")
	return b.Bytes()
}

func streamOf(dict, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(data), data)
}

func openPDF(t testing.TB, data []byte) *File {
	t.Helper()
	p, err := shared().Open(context.Background(), data, raster.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p.(*File)
}

// drawing returns a page with a gradient and a dark, coloured block in its upper left corner.
func drawing(width, height int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{uint8(150 + 100*x/width), uint8(150 + 100*y/height), 250, 255}
			if x < width/4 && y < height/4 {
				c = color.NRGBA{20, 10, 120, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

// scanned returns a PDF whose page is a JPEG picture.
func scanned(t testing.TB, img image.Image, placement, page string) []byte {
	t.Helper()
	var data bytes.Buffer
	if err := jpeg.Encode(&data, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	size := img.Bounds().Size()
	return pdfOf("q "+placement+" cm /I Do Q", page, streamOf(fmt.Sprintf(
		"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode", size.X, size.Y), data.String()))
}

// TestPicture checks that pages are rendered upright, as displayed, at a resolution that suits their
// content.
func TestPicture(t *testing.T) {
	img := drawing(750, 1000) // 90 dpi on the page
	tests := []struct {
		name          string
		data          []byte
		width, height int
		dpi           float64
		dark          image.Point // of the dark corner
	}{
		{"text", pdfOf("BT /F 200 Tf 20 640 Td (M) Tj ET", ""), 1667, 2222, 200, image.Pt(110, 300)},
		{"a scan", scanned(t, img, "600 0 0 800 0 0", ""), 750, 1000, 90, image.Pt(20, 20)},
		{"a turned page", scanned(t, img, "600 0 0 800 0 0", "/Rotate 90"), 1000, 750, 90, image.Pt(980, 20)},
		{"a cropped page", scanned(t, img, "600 0 0 800 0 0", "/CropBox[0 400 300 800]"), 375, 500, 90, image.Pt(20, 20)},
		{"a small image", scanned(t, img, "60 0 0 80 0 720", ""), 1667, 2222, 200, image.Pt(10, 10)},
		{"a fine scan", scanned(t, drawing(2500, 3333), "300 0 0 400 0 0", "/CropBox[0 0 300 400]"), 1250, 1667, 300, image.Pt(20, 20)},
	}
	for _, tt := range tests {
		p, err := openPDF(t, tt.data).Picture(context.Background(), 1)
		if err != nil {
			t.Errorf("Picture of %s: %v", tt.name, err)
			continue
		}
		size := p.Gray.Rect.Size()
		if abs(size.X-tt.width) > 1 || abs(size.Y-tt.height) > 1 || abs(int(p.DPI-tt.dpi)) > 0 {
			t.Errorf("Picture of %s = %v at %v dpi, want (%d,%d) at %v", tt.name, size, p.DPI, tt.width, tt.height, tt.dpi)
		}
		if got := p.Gray.GrayAt(tt.dark.X, tt.dark.Y).Y; got > 80 {
			t.Errorf("Picture of %s is %d at %v, want dark", tt.name, got, tt.dark)
		}
		if got := p.Gray.GrayAt(size.X/2, size.Y/2).Y; got < 180 {
			t.Errorf("Picture of %s is %d in the middle, want light", tt.name, got)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// TestWordsAgreeWithOwnReader checks that PDFium's words are where our own reader finds them.
func TestWordsAgreeWithOwnReader(t *testing.T) {
	files, err := filepath.Glob("../../testdata/orders/*.pdf")
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents (%v)", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		own, layers, err := pdftext.ReadLayers(context.Background(), data, pdftext.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if layers[0].Glyphs == 0 {
			continue // a scan
		}
		file := openPDF(t, data)
		page := own.Pages[0]
		words, width, height, unknown, err := file.Words(context.Background(), 1)
		if err != nil {
			t.Errorf("Words(%s): %v", name, err)
			continue
		}
		if max(width-page.Width, page.Width-width, height-page.Height, page.Height-height) > 0.5 {
			t.Errorf("Words(%s) on %v by %v points, want %v by %v", name, width, height, page.Width, page.Height)
		}
		found := 0
		for _, w := range page.Words {
			for _, g := range words {
				if g.Text == w.Text && g.Turn == w.Turn && max(g.Box.X0-w.Box.X0, w.Box.X0-g.Box.X0, g.Baseline-w.Baseline, w.Baseline-g.Baseline) < 2 &&
					g.Size > 0.8*w.Size && g.Size < 1.25*w.Size {
					found++
					break
				}
			}
		}
		t.Logf("%s: %d of %d words agree, %.2f unknown", filepath.Base(name), found, len(page.Words), unknown)
		if found*100 < 85*len(page.Words) {
			t.Errorf("Words(%s): %d of %d words agree", name, found, len(page.Words))
		}
	}
}

// TestWordsWithoutFormatCharacters checks that characters without a shape, such as those that join letters
// or set the direction of writing, are left out and do not count as unknown.
func TestWordsWithoutFormatCharacters(t *testing.T) {
	font := "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 11 0 R>>"
	toUnicode := streamOf("", "1 begincodespacerange <00> <FF> endcodespacerange 4 beginbfchar <61> <0061> <62> <200C> <63> <200F> <64> <FEFF> endbfchar")
	data := bytes.Replace(pdfOf("BT /F 12 Tf 100 700 Td (abacad) Tj ET", "", font, toUnicode), []byte("/F 5 0 R"), []byte("/F 10 0 R"), 1)
	words, _, _, unknown, err := openPDF(t, data).Words(t.Context(), 1)
	if err != nil || len(words) != 1 || words[0].Text != "aaa" || unknown != 0 {
		t.Errorf("Words = %+v, %v unknown, %v, want aaa and none unknown", words, unknown, err)
	}
}

func TestOpenErrors(t *testing.T) {
	var format *doc.FormatError
	if _, err := shared().Open(context.Background(), []byte("%PDF-1.7\nnothing"), raster.Limits{}); !errors.As(err, &format) {
		t.Errorf("Open of nothing = %v, want a FormatError", err)
	}
	file := openPDF(t, pdfOf("", ""))
	if _, err := file.Picture(context.Background(), 2); !errors.As(err, &format) || format.Page != 2 {
		t.Errorf("Picture of a page that is not there = %v, want a FormatError", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := file.Picture(ended, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("Picture after the end = %v, want %v", err, context.Canceled)
	}
	file.Close()
	if _, err := file.Picture(context.Background(), 1); err == nil {
		t.Error("Picture of a closed file gives no error")
	}
}

// TestBombs checks that content that takes too much memory or too many pixels gives an error, and that other
// files are still rendered afterwards.
func TestBombs(t *testing.T) {
	testenv.Costly(t, "inflates gigabytes")
	if testing.Short() {
		t.Skip("inflates gigabytes")
	}
	const side = 20_000
	image := func(dict string, data []byte) string {
		return streamOf(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8", side, side)+dict, string(data))
	}
	const place = "q 600 0 0 800 0 0 cm /I Do Q"
	var format *doc.FormatError
	var limit *doc.LimitError
	tests := []struct {
		name string
		data []byte
		as   any
	}{
		{"an image of 400 megapixels", pdfOf(place, "", image("/Filter/FlateDecode", deflated(1<<20))), &limit},
		{"a content stream of 512 MiB", pdfOf("", "/Contents 10 0 R", streamOf("/Filter/FlateDecode", string(deflated(512<<20)))), &format},
	}
	for _, tt := range tests {
		file := openPDF(t, tt.data)
		began := time.Now()
		p, err := file.Picture(context.Background(), 1)
		if !errors.As(err, tt.as) {
			t.Errorf("Picture of %s (%d bytes) = %v, %v, want a %T", tt.name, len(tt.data), p, err, tt.as)
		}
		t.Logf("%s: %v after %v", tt.name, err, time.Since(began).Round(time.Millisecond))
		if _, err := openPDF(t, pdfOf("0 0 9 9 re f", "")).Picture(context.Background(), 1); err != nil {
			t.Errorf("Picture of another file after %s: %v", tt.name, err)
		}
	}
}

// TestPagesGiveMemoryBack checks that memory that PDFium takes for a page is freed after it, and all of it
// once the file is closed. Otherwise a long-running service would run out of memory.
func TestPagesGiveMemoryBack(t *testing.T) {
	testenv.Costly(t, "draws pages of 100 MiB")
	file := openPDF(t, pdfOf("", "/Contents 10 0 R", streamOf("/Filter/FlateDecode", string(deflated(100<<20))))) // of white space
	before := guestmemory.InUse()
	for range 3 {
		if _, err := file.Picture(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if got := guestmemory.InUse(); got > before {
		t.Errorf("after a page of 100 MiB guests have %d MiB of memory, want at most the %d MiB from before", got>>20, before>>20)
	}
	file = openPDF(t, pdfOf("0 0 9 9 re f", ""))
	opened := guestmemory.InUse()
	file.Close()
	if got := guestmemory.InUse(); got >= opened {
		t.Errorf("a file that is closed leaves guests %d MiB, want less than the %d MiB with it", got>>20, opened>>20)
	}
}

func deflated(n int) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	zeros := make([]byte, 1<<16)
	for ; n > 0; n -= len(zeros) {
		w.Write(zeros[:min(n, len(zeros))])
	}
	w.Close()
	return b.Bytes()
}

// TestCompilationCache checks that compiled code is kept on disk, so that a second process starts in a
// fraction of the time. Damage to the cache must cost time only, not the document.
func TestCompilationCache(t *testing.T) {
	testenv.Long(t, "compiles PDFium")
	folder := t.TempDir()
	start := func() {
		t.Helper()
		cache, err := wazero.NewCompilationCacheWithDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		defer cache.Close(context.Background())
		f := &Library{Cache: cache}
		defer f.Close()
		if err := f.Warm(); err != nil {
			t.Fatal(err)
		}
	}
	// kept returns the cache's files and when they were written.
	kept := func() map[string]time.Time {
		t.Helper()
		files := map[string]time.Time{}
		names, err := filepath.Glob(filepath.Join(folder, "*", "*"))
		for _, name := range names {
			info, statErr := os.Stat(name)
			if err = errors.Join(err, statErr); err == nil {
				files[name] = info.ModTime()
			}
		}
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files in the cache, %v", len(files), err)
		}
		return files
	}
	start()
	cold := kept()
	start()
	if warm := kept(); !maps.Equal(warm, cold) {
		t.Errorf("a second start writes %v, want what the first one wrote: %v", warm, cold)
	}
	for name := range cold {
		if err := os.Truncate(name, 1<<20); err != nil {
			t.Fatal(err)
		}
	}
	start()
}

func BenchmarkPicture(b *testing.B) {
	file := openPDF(b, scanned(b, drawing(1654, 2339), "600 0 0 800 0 0", ""))
	for b.Loop() {
		if _, err := file.Picture(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWords(b *testing.B) {
	data, err := os.ReadFile("../../testdata/orders/us-accounting.pdf")
	if err != nil {
		b.Fatal(err)
	}
	file := openPDF(b, data)
	for b.Loop() {
		if _, _, _, _, err := file.Words(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStart opens a file in a newly created library, with compiled code on disk.
func BenchmarkStart(b *testing.B) {
	folder := b.TempDir()
	start := func() {
		cache, err := wazero.NewCompilationCacheWithDir(folder)
		if err != nil {
			b.Fatal(err)
		}
		defer cache.Close(context.Background())
		f := &Library{Cache: cache}
		defer f.Close()
		p, err := f.Open(context.Background(), pdfOf("", ""), raster.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		p.Close()
	}
	start()
	for b.Loop() {
		start()
	}
}
