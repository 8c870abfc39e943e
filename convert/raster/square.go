package raster

import (
	"image"
	"math"
	"slices"
)

// squarish is the ratio of a pixel's sides up to which it is left as it is: fax machines
// have 204 by 196 pixels per inch.
const squarish = 1.05

// mostAspect is the greatest ratio of the sides of a pixel of real pages: fax machines
// have 204 by 98, and 204 by 391 pixels per inch.
const mostAspect = 3

// Fax machines of Group 3 in standard resolution (ITU-T T.4, 2.1 and 2.2): pixels per inch across, and the height of a
// pixel divided by its width.
const (
	faxDPI    = 204
	faxAspect = 204.0 / 98
)

// faxWidths is how many pixels a fax machine's lines have on paper of the widths of A4, B4 and A3.
var faxWidths = []int{1728, 2048, 2432}

// isFax reports whether a picture in black and white that does not state the size of its pixels has the size of a page that
// was faxed in standard resolution: it is as wide as a fax machine's line and, if its pixels were square, lower than a page
// in landscape.
func isFax(width, height int) bool {
	ratio := float64(height) / float64(width)
	return slices.Contains(faxWidths, width) && ratio > 0.55 && ratio < 0.7
}

// squareSize returns the size, once its pixels are made square, of a picture of width by height pixels. Aspect is the height
// of a pixel divided by its width, 0 if unknown. Square pixels are as dense as the stored ones in their denser direction.
func squareSize(width, height int, aspect float64) image.Point {
	switch {
	case aspect > squarish && aspect <= mostAspect:
		height = int(math.Round(float64(height) * aspect))
	case aspect < 1/squarish && aspect >= 1.0/mostAspect:
		width = int(math.Round(float64(width) / aspect))
	}
	return image.Pt(width, height)
}

// squarePicture returns the picture with square pixels. Size is its size with these before the canvas made it smaller.
func (c *canvas) squarePicture(dpi float64, size image.Point) *Picture {
	p := c.picture(0)
	if size != p.File {
		p.stretch(max(1, size.X/c.factor), max(1, size.Y/c.factor))
		p.File = size
	}
	p.DPI = plausible(dpi, size.X, size.Y) / float64(c.factor)
	return p
}

// stretch interpolates the picture to width by height pixels.
func (p *Picture) stretch(width, height int) {
	size := p.Gray.Rect.Size()
	p.Gray = plane{stretched(p.Gray.Pix, size, 1, image.Pt(width, height)), width, width, height}.gray()
	if color, ok := p.Color.(*image.RGBA); ok {
		p.Color = &image.RGBA{
			Pix:    stretched(color.Pix, size, 4, image.Pt(width, height)),
			Stride: 4 * width, Rect: p.Gray.Rect,
		}
	}
}

// stretched interpolates pixels of n bytes each, in rows without padding, to another size.
func stretched(pix []byte, from image.Point, n int, to image.Point) []byte {
	out := make([]byte, n*to.X*to.Y)
	left, right := neighbours(from.X, to.X)
	above, below := neighbours(from.Y, to.Y)
	for y := range to.Y {
		upper, lower := pix[above[y].at*from.X*n:], pix[below[y].at*from.X*n:]
		row := out[y*to.X*n:]
		for x := range to.X {
			l, r := left[x], right[x]
			for c := range n {
				i, j := l.at*n+c, r.at*n+c
				v := above[y].share*(l.share*int(upper[i])+r.share*int(upper[j])) +
					below[y].share*(l.share*int(lower[i])+r.share*int(lower[j]))
				row[x*n+c] = byte((v + shareUnit*shareUnit/2) / (shareUnit * shareUnit))
			}
		}
	}
	return out
}

// shareUnit is the sum of the shares of two neighbours.
const shareUnit = 256

// A neighbour is a pixel, and its share in the interpolated pixel beside it.
type neighbour struct{ at, share int }

// neighbours returns the pixels on both sides of each interpolated pixel of a row
// when from pixels become to.
func neighbours(from, to int) (before, behind []neighbour) {
	before, behind = make([]neighbour, to), make([]neighbour, to)
	for i := range to {
		at := (float64(i)+0.5)*float64(from)/float64(to) - 0.5
		at = min(max(at, 0), float64(from-1))
		j := int(at)
		share := int(math.Round((at - float64(j)) * shareUnit))
		before[i] = neighbour{j, shareUnit - share}
		behind[i] = neighbour{min(j+1, from-1), share}
	}
	return before, behind
}
