// Package segmentation finds the lines of text on a page's pixels, cuts them into
// strips for a recogniser, and makes words of what the recogniser read.
package segmentation

import "image"

// Proportions of a strip, as shares of its height: a recogniser is trained on
// strips with these and gets no others.
const (
	StripCap      = 18.0 / 32 // height of capitals and digits
	StripBaseline = 24.0 / 32 // from the strip's top to the baseline
)

// Line is a line of text, or that part of one that stands in one column or
// table cell: words with no more than a few spaces between them.
type Line struct {
	Box       image.Rectangle // of its ink, pixels of the page
	Baseline  float64         // y, pixels of the page, at the middle of the box
	CapHeight float64         // height of capitals and digits, pixels of the page
	// Strip shows the line alone: 0 is ink, 255 ground, also where the page has
	// light text on a dark ground. Its height is the one that Find was given.
	Strip *image.Gray
	// Left is the page's x of the strip's column 0, and Scale the number of
	// page pixels per column of the strip.
	Left, Scale float64
	curve       curve // the baseline as Find found it
}

// Strips returns the strips of lines, in their order, for a recogniser.
func Strips(lines []Line) []*image.Gray {
	strips := make([]*image.Gray, len(lines))
	for i := range lines {
		strips[i] = lines[i].Strip
	}
	return strips
}

// Glyph is one character that a recogniser read.
type Glyph struct {
	Rune       rune
	X0, X1     float32 // columns of the strip
	Confidence float32 // in [0, 1]
}

// Reading is the text that a recogniser read in one strip, left to right. Words are
// separated by glyphs whose Rune is a space.
type Reading []Glyph
