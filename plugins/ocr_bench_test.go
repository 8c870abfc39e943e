package plugins

import (
	"context"
	"image"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
)

// pageColumns is about how many columns the strips of a page with some 60 lines have together.
const pageColumns = 35000

// noise returns strips of random pixels, which hold no text.
func noise(strips, width, height int) []*image.Gray {
	r := rand.New(rand.NewPCG(1, 2))
	page := make([]*image.Gray, strips)
	for i := range page {
		page[i] = image.NewGray(image.Rect(0, 0, width, height))
		for j := range page[i].Pix {
			page[i].Pix[j] = byte(r.Uint32())
		}
	}
	return page
}

// printedPage prints lines until they have pageColumns columns. The first recognizer is
// sure of them, so that the second one reads none.
func printedPage(b *testing.B, height int) []*image.Gray {
	var page []*image.Gray
	for columns := 0; columns < pageColumns; columns += page[len(page)-1].Rect.Dx() {
		page = append(page, printLine(b, goregular.TTF, printed[len(page)%len(printed)], height))
	}
	return page
}

// BenchmarkRecognize reads a page's strips. The bytes per second that it reports are columns per second.
func BenchmarkRecognize(b *testing.B) {
	o := NewOCR(Options{})
	defer o.Close(context.Background())
	page := printedPage(b, o.StripHeight())
	b.SetBytes(pageColumns)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := o.Recognize(b.Context(), page); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(o.free[0].memory.Size()), "bytes/instance")
}

// BenchmarkCompile makes a recognizer ready to use, compiling it ("cold") or with the compiled
// module on the disk ("warm").
func BenchmarkCompile(b *testing.B) {
	run := func(b *testing.B, folder string) {
		for b.Loop() {
			cache, err := OpenCache(folder)
			if err != nil {
				b.Fatal(err)
			}
			o := NewOCR(Options{Cache: cache})
			if err := o.Check(b.Context()); err != nil {
				b.Fatal(err)
			}
			o.Close(b.Context())
			cache.Close(b.Context())
		}
	}
	b.Run("cold", func(b *testing.B) { run(b, "") })
	b.Run("warm", func(b *testing.B) { run(b, b.TempDir()) })
}

// BenchmarkInstantiate makes one more instance of the recognizer, which lays out its weights in its memory.
func BenchmarkInstantiate(b *testing.B) {
	o := NewOCR(Options{})
	defer o.Close(context.Background())
	if err := o.Check(b.Context()); err != nil {
		b.Fatal(err)
	}
	var size uint32
	for b.Loop() {
		r, err := newRecognizer(b.Context(), &o.guest)
		if err != nil {
			b.Fatal(err)
		}
		size = r.memory.Size()
		r.close(b.Context())
	}
	b.ReportMetric(float64(size), "bytes/instance")
}
