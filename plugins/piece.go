package plugins

import (
	"image"

	"lineitem/convert/segmentation"
)

// piece is a strip, or a part of a strip that is too wide for a guest.
type piece struct {
	strip  int // the strip's number
	x      int // its first column in the strip
	pixels *image.Gray
}

// appendPieces appends a strip, cut into pieces that are not too wide for a guest.
func appendPieces(pieces []piece, strip *image.Gray, number int) []piece {
	whole := strip.Rect
	for x := whole.Min.X; ; {
		rest := image.Rect(x, whole.Min.Y, whole.Max.X, whole.Max.Y)
		if rest.Dx() > maxStripWidth {
			rest.Max.X = lightest(strip, x+maxStripWidth*7/8, x+maxStripWidth)
		}
		pieces = append(pieces, piece{number, x - whole.Min.X, strip.SubImage(rest).(*image.Gray)})
		if x = rest.Max.X; x >= whole.Max.X {
			return pieces
		}
	}
}

// lightest returns the column with the least ink in [x0, x1), the last one if there
// are several.
func lightest(strip *image.Gray, x0, x1 int) int {
	best, most := x0, -1
	for x := x0; x < x1; x++ {
		light := 0
		for y := strip.Rect.Min.Y; y < strip.Rect.Max.Y; y++ {
			light += int(strip.GrayAt(x, y).Y)
		}
		if light >= most {
			best, most = x, light
		}
	}
	return best
}

// join joins the readings of each strip's pieces, with a space at each cut.
func join(pieces []piece, readings []segmentation.Reading, strips int) []segmentation.Reading {
	joined := make([]segmentation.Reading, strips)
	for i, p := range pieces {
		if p.x == 0 {
			joined[p.strip] = readings[i]
			continue
		}
		x := float32(p.x)
		// The cut is probably between words: hardly any word is as long as the range
		// in which its place was chosen.
		joined[p.strip] = append(joined[p.strip], segmentation.Glyph{Rune: ' ', X0: x, X1: x, Confidence: 1})
		for _, g := range readings[i] {
			g.X0 += x
			g.X1 += x
			joined[p.strip] = append(joined[p.strip], g)
		}
	}
	return joined
}
