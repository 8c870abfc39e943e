package convert

import "lineitem/convert/raster"

// Limits bound one conversion. In every field zero means the default.
type Limits struct {
	Bytes int // size of the document, bytes
	Pages int // pages of the document
	Words int // words of the document, over all pages
	// Pixels of an image file, width times height; also of rendered pages of a PDF file,
	// which are rendered no larger than is useful.
	Pixels int
	// Cell is the greatest number of characters of a value, at most MostCell. Longer
	// values are cut: see Result.Cut.
	Cell int
	// Answer is the greatest size of a result as JSON, bytes. The default has room for a document of
	// 500 full pages and more; anything beyond was made to be large.
	Answer int
}

// MostCell is the largest limit on a value's characters: a value of that length still fits
// into a cell of a workbook, which holds 32,767 UTF-16 code units.
const MostCell = 16_383

// DefaultLimits are the limits of a zero Limits.
var DefaultLimits = Limits{
	Bytes:  20 << 20,
	Pages:  500,
	Words:  1_000_000,
	Pixels: raster.DefaultPixels,
	Cell:   8_000, // ten times the longest descriptions in real orders
	Answer: 32 << 20,
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
	if l.Cell == 0 {
		l.Cell = DefaultLimits.Cell
	}
	if l.Answer == 0 {
		l.Answer = DefaultLimits.Answer
	}
	l.Cell = min(l.Cell, MostCell)
	return l
}
