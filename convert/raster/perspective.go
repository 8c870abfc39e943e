package raster

import (
	"math"

	"lineitem/convert/doc"
)

// rotation maps pixels of an upright page to those of a picture whose lines
// fall by so many degrees to the right, after quarter turns of the page
// clockwise have made the picture; both are centred. The page's size is given.
func rotation(w, h int, quarters int, degrees float64) (t doc.Transform, pw, ph int) {
	s, c := math.Sincos((float64(quarters)*90 + degrees) * math.Pi / 180)
	if quarters%2 != 0 {
		w, h = h, w
	}
	// What the skew turns out of the old frame is margin; what it turns in
	// is small. The page keeps the picture's size.
	pw, ph = w, h
	cx, cy := float64(pw)/2, float64(ph)/2
	px, py := cx, cy
	if quarters%2 != 0 {
		px, py = cy, cx
	}
	return doc.Transform{
		c, -s, px - c*cx + s*cy,
		s, c, py - s*cx - c*cy,
		0, 0, 1,
	}, pw, ph
}
