package raster

import (
	"fmt"
	"math"

	"lineitem/convert/doc"
)

// Limits bound one picture. In every field zero means the default.
type Limits struct {
	// Pixels is the largest width times height that a file may announce. It is
	// checked before any of them is allocated.
	Pixels int
}

// DefaultPixels is 100 megapixels: an A3 page at 600 pixels per inch is 70.
const DefaultPixels = 100_000_000

// maxSide is the longest side of a picture, pixels: a strip of one row by 100
// million is no page.
const maxSide = 1 << 16

// working is about how many pixels a Picture has at most: a larger one is made
// smaller by a whole factor. An A4 page at 400 pixels per inch has 15.5 million.
const working = 16_000_000

func (l Limits) withDefaults() Limits {
	if l.Pixels <= 0 {
		l.Pixels = DefaultPixels
	}
	return l
}

// Check reports whether a picture of that size in pixels may be decoded. Errors are *doc.FormatError
// and *doc.LimitError.
func (l Limits) Check(width, height int) error {
	l = l.withDefaults()
	if width <= 0 || height <= 0 {
		return &doc.FormatError{Reason: fmt.Sprintf("the image is %d by %d pixels", width, height)}
	}
	if width > maxSide || height > maxSide {
		return &doc.LimitError{Limit: "pixels a side", Max: maxSide}
	}
	if width > l.Pixels/height {
		return &doc.LimitError{Limit: "pixels", Max: int64(l.Pixels)}
	}
	return nil
}

// Resolution is the one at which a page of width by height points is rendered, pixels per inch: dpi,
// or less where the picture would have more pixels than may be, or than are of use.
func (l Limits) Resolution(width, height, dpi float64) float64 {
	most := float64(min(working, l.withDefaults().Pixels))
	return min(dpi, 72*math.Sqrt(most/(width*height)), 72*maxSide/max(width, height))
}

// Reduction is the whole factor by which the picture is smaller than in its file.
func (p *Picture) Reduction() int { return reduction(p.File.X, p.File.Y) }

// reduction is the whole factor by which a picture of that size is made
// smaller, 1 for most.
func reduction(width, height int) int {
	n := 1
	for (width/n)*(height/n) > working {
		n++
	}
	return n
}
