package handwriting_test

import (
	"context"
	"image"
	"os"
	"slices"
	"testing"

	"lineitem/convert/compiled"
	"lineitem/convert/doc"
	"lineitem/convert/handwriting"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
	"lineitem/plugins"
)

// TestFilledForms checks that the print of a form filled in by hand is read, and hardly any handwriting. The
// pictures were made by the command training: each with handwriting and before it was filled in (pages 10003 and
// 10005).
func TestFilledForms(t *testing.T) {
	const (
		leastPrint = 0.75 // least share of the words of the empty form that are read on the filled one
		mostNoise  = 0.45 // largest share of handwriting and misread print that is taken for print
	)
	for _, name := range []string{"memo", "form"} {
		before, written := parted(t, "testdata/"+name+"-print.jpg")
		if len(written) > len(before)/20 {
			t.Errorf("%s: of the empty form %d places are taken for handwriting, and %d words for print", name, len(written), len(before))
		}
		print, written := parted(t, "testdata/"+name+".jpg")
		kept, noise := 0, slices.Clone(print)
		for _, word := range before {
			if i := slices.Index(noise, word); i >= 0 {
				kept++
				noise = slices.Delete(noise, i, i+1)
			}
		}
		t.Logf("%s: %d of %d printed words, %d others, %d places of handwriting", name, kept, len(before), len(noise), len(written))
		if float64(kept) < leastPrint*float64(len(before)) {
			t.Errorf("%s: %d of the %d printed words are read, want %g", name, kept, len(before), leastPrint)
		}
		if float64(len(noise)) > mostNoise*float64(len(noise)+len(written)) {
			t.Errorf("%s: %d words are read that are not printed, and %d places left out, want at most %g of them read: %q", name, len(noise), len(written), mostNoise, noise)
		}
	}
}

// parted returns the printed words read from a picture, and the places of handwriting.
func parted(t *testing.T, file string) ([]string, []doc.Box) {
	t.Helper()
	clean, lines, words := read(t, file)
	print, written := handwriting.Part(clean, lines, words)
	var texts []string
	for _, w := range print {
		texts = append(texts, w.Text)
	}
	return texts, written
}

func read(t testing.TB, file string) (*raster.Page, []segmentation.Line, []segmentation.Word) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := raster.Decode(data, doc.JPEG, raster.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	recognizer := plugins.NewOCR(plugins.Options{Cache: compiled.Cache()})
	clean := raster.Clean(picture)
	lines := segmentation.Find(clean, recognizer.StripHeight())
	readings, err := recognizer.Recognize(context.Background(), segmentation.Strips(lines))
	if err != nil {
		t.Fatal(err)
	}
	return clean, lines, segmentation.Words(clean, lines, readings)
}

// TestNothingToTell checks that pages without words, and words without ink, are handled.
func TestNothingToTell(t *testing.T) {
	page := &raster.Page{Gray: image.NewGray(image.Rect(0, 0, 9, 9)), DPI: 72}
	if print, written := handwriting.Part(page, nil, nil); print != nil || written != nil {
		t.Errorf("Part of a page without words = %v, %v", print, written)
	}
	strip := image.NewGray(image.Rect(0, 0, 20, 32))
	for i := range strip.Pix {
		strip.Pix[i] = 255
	}
	lines := []segmentation.Line{{Strip: strip, CapHeight: 18, Scale: 1}}
	words := []segmentation.Word{
		{Word: doc.Word{Text: "A", Box: doc.Box{X1: 9, Y1: 9}}, To: 20},
		{Word: doc.Word{Text: "B", Box: doc.Box{X0: -50, Y0: -50, X1: 900, Y1: 900}}, From: -5, To: 900},
		{Word: doc.Word{Text: ""}, From: 9, To: 3},
	}
	if print, written := handwriting.Part(page, lines, words); len(print)+len(written) != len(words) {
		t.Errorf("Part of %d words gives %d of print and %d of handwriting", len(words), len(print), len(written))
	}
}

func BenchmarkPart(b *testing.B) {
	clean, lines, words := read(b, "testdata/form.jpg")
	for b.Loop() {
		handwriting.Part(clean, lines, words)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(words)), "µs/word")
}
