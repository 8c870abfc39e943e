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
	// Cell is how many characters a value has at most, MostCell at most. What is
	// longer is cut: see Result.Cut.
	Cell int
	// Answer is how large a result is at most as JSON, bytes. One document may have
	// 500 pages full of lines and more; what is beyond was made to be large.
	Answer int
}

// MostCell is the largest limit of a value's characters: so long a value fits
// into a cell of a workbook, which holds 32,767 units of UTF-16.
const MostCell = 16_383

// DefaultLimits are the limits of a zero Limits.
var DefaultLimits = Limits{
	Bytes:  20 << 20,
	Pages:  500,
	Words:  1_000_000,
	Pixels: raster.DefaultPixels,
	Cell:   8_000, // ten times what descriptions of real orders have
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
