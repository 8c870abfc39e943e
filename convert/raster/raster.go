// Package raster makes clean page pixels from images and from PDF pages:
// upright, straight and evenly lit, with dark text on a light ground, and with
// the ruling lines separated from the text.
package raster

import (
	"image"

	"lineitem/convert/doc"
)

// Picture is a page's pixels as they are stored or rendered.
type Picture struct {
	// Gray is the picture in shades of grey, 0 black. Its bounds begin at (0, 0).
	Gray *image.Gray
	// Color is the same picture in colour, nil where it has none.
	Color image.Image
	// DPI is the resolution in pixels per inch; 0 when the file does not state it.
	DPI float64
	// File is the size of the picture in its file, turned as it is displayed and with
	// square pixels; where that is large, Gray is smaller by a whole factor. It is the zero
	// value where none of Decode, DecodeTIFF and DecodeScan made the picture.
	File image.Point
}

// Page is a cleaned page. Its pixel (x, y) stands at the point
// (x, y) * 72 / DPI of the page.
type Page struct {
	// Gray holds the text alone: 0 ink, 255 ground, upright and straight.
	Gray *image.Gray
	// DPI is the resolution of Gray, pixels per inch; estimated where the
	// picture does not state it.
	DPI   float64
	Rules []doc.Rule // ruling lines, points
	Fills []doc.Fill // coloured or grey grounds, points
	// View maps points of the page to points of the picture as it was stored
	// (pixels * 72 / ViewDPI).
	View doc.Transform
	// Bend is how the lines were bent before they were made flat, in points of the page. A
	// point (x, y) of the page is seen in the picture where View maps (x, Bend.Seen(x, y)).
	Bend doc.Bend
	// ViewDPI is the resolution of that picture, pixels per inch: less than DPI where
	// letters have so few pixels that the page was drawn with more.
	ViewDPI float64
	// OrientationDoubtful says that the outlines of the page's letters do not rule out that it is
	// upside down: the page that Turned returns may be the one to read.
	OrientationDoubtful bool
}
