package convert

import "lineitem/convert/raster"

// Limits bound one conversion. In every field zero means the default.
type Limits struct {
	Bytes int // size of the document, bytes
	Pages int // pages of the document
	Words int // words of the document, over all pages
	// Pixels of an image file, width times height; of pages of a PDF file, which
	// are rendered no larger than is of use, as well.
	Pixels int
}

// DefaultLimits are the limits of a zero Limits.
var DefaultLimits = Limits{
	Bytes:  20 << 20,
	Pages:  500,
	Words:  1_000_000,
	Pixels: raster.DefaultPixels,
}

func (l Limits) withDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = DefaultLimits.Bytes
	}
	if l.Pages == 0 {
		l.Pages = DefaultLimits.Pages
	}
	if l.Words == 0 {
		l.Words = DefaultLimits.Words
	}
	if l.Pixels == 0 {
		l.Pixels = DefaultLimits.Pixels
	}
	return l
}
