package raster

import (
	"fmt"
	"math"

	"lineitem/convert/doc"
)

// Limits bound the size of a picture. In every field zero means the default.
type Limits struct {
	// Pixels is the largest width times height that a file may state. It is
	// checked before memory for the pixels is allocated.
	Pixels int
}

// DefaultPixels is 100 megapixels: an A3 page at 600 pixels per inch is 70.
const DefaultPixels = 100_000_000

// maxSide is the greatest length of a picture's side, pixels: a strip of one row of
// 100 million pixels is not a page.
const maxSide = 1 << 16

// workingPixels is about the greatest number of pixels of a Picture: a larger one is made
// smaller by a whole factor. An A4 page at 400 pixels per inch has 15.5 million.
const workingPixels = 16_000_000

func (l Limits) withDefaults() Limits {
	if l.Pixels <= 0 {
		l.Pixels = DefaultPixels
	}
	return l
}

// Check returns an error if a picture of that size in pixels may not be decoded. Errors are
// *doc.FormatError and *doc.LimitError.
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

// Resolution returns the resolution at which a page of width by height points is rendered, pixels per
// inch: dpi, or less where the picture would have more pixels than are allowed or of use.
func (l Limits) Resolution(width, height, dpi float64) float64 {
	most := float64(min(workingPixels, l.withDefaults().Pixels))
	return min(dpi, 72*math.Sqrt(most/(width*height)), 72*maxSide/max(width, height))
}

// Reduction returns the whole factor by which the picture is smaller than in its file.
func (p *Picture) Reduction() int { return reduction(p.File.X, p.File.Y) }

// reduction returns the whole factor by which a picture of that size is made
// smaller, 1 for most.
func reduction(width, height int) int {
	n := 1
	for (width/n)*(height/n) > workingPixels {
		n++
	}
	return n
}
