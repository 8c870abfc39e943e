package raster

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"

	"lineitem/convert/doc"
	"lineitem/convert/raster/tiff"
)

// squarish is how much higher or wider than a square a pixel may be and is left as it
// is: fax machines have 204 by 196 pixels per inch.
const squarish = 1.05

// mostAspect is how much higher or wider pixels of real pages are at most: fax machines
// have 204 by 98, and 204 by 391.
const mostAspect = 3

// DecodeTIFF decodes a page of a TIFF file. What is transparent lies over white. Pixels
// that are not square, as those of fax machines, are made so, and the page is turned as
// its orientation says. A page of which at least half is there gives that, and white for
// the rest. Errors are those of Decode.
func DecodeTIFF(page *tiff.Page, limits Limits) (*Picture, error) {
	limits = limits.withDefaults()
	if err := limits.Check(page.Width, page.Height); err != nil {
		return nil, err
	}
	width, height := squareSize(page)
	if err := limits.Check(width, height); err != nil {
		return nil, err
	}
	c := newReducedCanvas(page.Width, page.Height, reduction(width, height))
	lost, err := page.Decode(func(row []byte) {
		if len(row) == page.Width {
			c.grayRow(row)
		} else {
			c.rgbRow(row)
		}
	}, decodePartJPEG)
	if err != nil {
		return nil, err
	}
	if there := 1 - float64(lost)/float64(page.Height); there < leastRead {
		return nil, cutOff(there)
	}
	p := c.picture(0)
	if p.File = image.Pt(width, height); width != page.Width || height != page.Height {
		p.stretch(max(1, width/c.factor), max(1, height/c.factor))
	}
	p.DPI = plausible(max(page.DPIX, page.DPIY), width, height) / float64(c.factor)
	return p.turned(orientation(page.Orientation)), nil
}

// squareSize is the size of a page with square pixels, as many as in the direction that
// has more of them.
func squareSize(page *tiff.Page) (width, height int) {
	switch a := page.Aspect; {
	case a > squarish && a <= mostAspect:
		return page.Width, int(math.Round(float64(page.Height) * a))
	case a < 1/squarish && a >= 1.0/mostAspect:
		return int(math.Round(float64(page.Width) / a)), page.Height
	}
	return page.Width, page.Height
}

// decodePartJPEG decodes a part of a page.
func decodePartJPEG(file []byte, pixels int) (image.Image, error) {
	head, err := parseJPEG(file)
	if err != nil {
		return nil, err
	}
	if err := (Limits{Pixels: pixels}).Check(head.width, head.height); err != nil {
		return nil, err
	}
	if len(head.scans) > maxScans {
		return nil, &doc.LimitError{Limit: "scans of a JPEG picture", Max: maxScans}
	}
	return jpeg.Decode(bytes.NewReader(file))
}

// stretch makes the picture so large, by interpolation.
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

// stretched interpolates between pixels of so many bytes, of which rows have no others.
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
				row[x*n+c] = byte((v + whole*whole/2) / (whole * whole))
			}
		}
	}
	return out
}

// whole is the sum of two shares.
const whole = 256

// A neighbour is a pixel, and its share in one that lies beside it.
type neighbour struct{ at, share int }

// neighbours are the pixels on both sides of each when so many become so many.
func neighbours(from, to int) (before, behind []neighbour) {
	before, behind = make([]neighbour, to), make([]neighbour, to)
	for i := range to {
		at := (float64(i)+0.5)*float64(from)/float64(to) - 0.5
		at = min(max(at, 0), float64(from-1))
		j := int(at)
		share := int(math.Round((at - float64(j)) * whole))
		before[i] = neighbour{j, whole - share}
		behind[i] = neighbour{min(j+1, from-1), share}
	}
	return before, behind
}
