package plugins

import (
	"image"

	"lineitem/convert/segmentation"
)

// piece is a strip, or the part of a strip that is too wide for a guest.
type piece struct {
	strip  int // its number
	x      int // its first column in the strip
	pixels *image.Gray
}

// appendPieces cuts a strip into pieces that a guest can read.
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

// lightest finds the column with the least ink among those from x0 to before
// x1; of several the last.
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

// join puts together what was read in the pieces of each strip.
func join(pieces []piece, readings []segmentation.Reading, strips int) []segmentation.Reading {
	joined := make([]segmentation.Reading, strips)
	for i, p := range pieces {
		if p.x == 0 {
			joined[p.strip] = readings[i]
			continue
		}
		x := float32(p.x)
		// Hardly any word is as long as the range in which the cut was made.
		joined[p.strip] = append(joined[p.strip], segmentation.Glyph{Rune: ' ', X0: x, X1: x, Confidence: 1})
		for _, g := range readings[i] {
			g.X0 += x
			g.X1 += x
			joined[p.strip] = append(joined[p.strip], g)
		}
	}
	return joined
}
