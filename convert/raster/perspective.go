package raster

import (
	"math"

	"lineitem/convert/doc"
)

// rotation returns the transform from the pixels of an upright page to those of a
// picture of w by h pixels, and the page's size. The picture shows the page turned
// clockwise by quarter turns, and beyond that its lines fall to the right by so
// many degrees. The page and the picture have the same centre.
func rotation(w, h int, quarters int, degrees float64) (t doc.Transform, pw, ph int) {
	s, c := math.Sincos((float64(quarters)*90 + degrees) * math.Pi / 180)
	if quarters%2 != 0 {
		w, h = h, w
	}
	// What the skew turns out of the frame is margin, and what it turns into it
	// is small, so the page keeps the picture's size.
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
