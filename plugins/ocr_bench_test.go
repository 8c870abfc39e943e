package plugins

import (
	"context"
	"image"
	"math/rand/v2"
	"testing"
)

// columns is what a page of some 60 lines has.
const pageColumns, pageStrips = 35000, 60

// noise makes strips that hold no text: how long reading takes does not depend
// on what is in them.
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

// BenchmarkRecognize reads a page's strips. Bytes per second are columns per second.
func BenchmarkRecognize(b *testing.B) {
	o := NewOCR(Options{})
	defer o.Close(context.Background())
	page := noise(pageStrips, pageColumns/pageStrips, o.StripHeight())
	b.SetBytes(pageColumns)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := o.Recognize(b.Context(), page); err != nil {
			b.Fatal(err)
		}
	}
}
