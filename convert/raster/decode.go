package raster

import (
	"fmt"
	"image"
	"math"

	"lineitem/convert/doc"
)

// Decode reads an image file: PNG, JPEG or WebP. Transparent pixels are laid over
// white. Pictures are turned as their EXIF orientation says. Of a file that
// holds several pictures, the first is read. Of a file that is cut off, Decode
// returns what is there, and white below it, if that is at least half of the
// picture.
//
// Errors are *doc.FormatError, *doc.LimitError (found from the file's header,
// before the picture is decoded) and *doc.UnsupportedError.
func Decode(data []byte, kind doc.Kind, limits Limits) (*Picture, error) {
	limits = limits.withDefaults()
	switch kind {
	case doc.PNG:
		return decodePNG(data, limits)
	case doc.JPEG:
		return decodeJPEG(data, limits)
	case doc.WebP:
		return decodeWebP(data, limits)
	}
	return nil, &doc.UnsupportedError{Feature: "reading " + string(kind) + " images"}
}

// leastRead is the least part of a picture that is worth reading.
const leastRead = 0.5

// cutOff returns the error for a picture of which only part, less than leastRead, can be decoded.
func cutOff(part float64) error {
	return &doc.FormatError{Reason: fmt.Sprintf("the image is cut off or damaged: only %d %% of it can be decoded", int(100*part))}
}

// Sizes of pages that a stated resolution may result in, inches along the longer
// side. Cameras, and programs that do not know the resolution, write 72 or 96.
const (
	smallestPage = 2.5
	largestPage  = 24
)

// plausible returns the resolution that a file states, pixels per inch, or 0 where
// it is implausible or would make a page of implausible size.
func plausible(dpi float64, width, height int) float64 {
	long := float64(max(width, height))
	if !(dpi >= 20 && dpi <= 2400) || long/dpi < smallestPage || long/dpi > largestPage {
		return 0
	}
	return dpi
}

// perMeter converts a resolution from pixels per metre to pixels per inch, rounded to tenths.
func perMeter(n float64) float64 { return math.Round(n*0.0254*10) / 10 }

// plane is one channel of a picture: bytes, row by row.
type plane struct {
	pix           []byte
	stride        int
	width, height int
}

func newPlane(width, height int) plane {
	return plane{make([]byte, width*height), width, width, height}
}

func (p plane) row(y int) []byte { return p.pix[y*p.stride : y*p.stride+p.width] }

func (p plane) gray() *image.Gray {
	return &image.Gray{Pix: p.pix[:p.stride*p.height], Stride: p.stride, Rect: image.Rect(0, 0, p.width, p.height)}
}

// reduced returns the plane made smaller by averaging n by n pixels, width by
// height pixels in all. With n = 1 it returns the plane itself if nothing has to
// be cut off.
func (p plane) reduced(n, width, height int) plane {
	if n == 1 && p.stride == width && p.height == height {
		return p
	}
	out := newPlane(width, height)
	sums := make([]uint32, width)
	for y := range height {
		if n == 1 {
			copy(out.row(y), p.row(min(y, p.height-1)))
			continue
		}
		clear(sums)
		for dy := range n {
			row := p.row(min(y*n+dy, p.height-1))
			for x := range width {
				at := x * n
				if at+n > len(row) { // a row of chroma may be a sample short
					sums[x] += uint32(n) * uint32(row[len(row)-1])
					continue
				}
				for _, v := range row[at : at+n] {
					sums[x] += uint32(v)
				}
			}
		}
		to, area := out.row(y), uint32(n*n)
		for x := range to {
			to[x] = uint8((sums[x] + area/2) / area)
		}
	}
	return out
}

// turned returns the plane turned as the orientation says (1 to 8; see orientation).
func (p plane) turned(o orientation) plane {
	if o <= upright {
		return p
	}
	width, height := p.width, p.height
	if o.sideways() {
		width, height = height, width
	}
	out := newPlane(width, height)
	for y := range p.height {
		row := p.row(y)
		// Where the row's first pixel goes, and how far it is to the next.
		at, step := o.place(p.width, p.height, y)
		for _, v := range row {
			out.pix[at] = v
			at += step
		}
	}
	return out
}

// orientation says how a stored picture is to be shown (TIFF 6.0, Orientation;
// EXIF 2.32): which sides of the shown picture its row 0 and its column 0 are.
type orientation int

const (
	upright    orientation = 1 // top, left
	mirrored   orientation = 2 // top, right
	upsideDown orientation = 3 // bottom, right
	flipped    orientation = 4 // bottom, left
	transposed orientation = 5 // left, top
	turnedCW   orientation = 6 // right, top: to be turned clockwise
	transverse orientation = 7 // right, bottom
	turnedCCW  orientation = 8 // left, bottom: to be turned counter-clockwise
)

// Sideways reports whether the width and height of a picture change places when it is shown with orientation o, which
// is numbered as in TIFF and EXIF: 1 to 8.
func Sideways(o int) bool { return orientation(o).sideways() }

// sideways is the function Sideways.
func (o orientation) sideways() bool { return o >= transposed && o <= turnedCCW }

// place returns where the first pixel of row y of a picture of width by height
// pixels goes in the turned one, as an index into its pixels, and the step from
// there to where the next pixel goes.
func (o orientation) place(width, height, y int) (at, step int) {
	switch o {
	case mirrored:
		return y*width + width - 1, -1
	case upsideDown:
		return (height-1-y)*width + width - 1, -1
	case flipped:
		return (height - 1 - y) * width, 1
	case transposed:
		return y, height
	case turnedCW:
		return height - 1 - y, height
	case transverse:
		return (width-1)*height + height - 1 - y, -height
	case turnedCCW:
		return (width-1)*height + y, -height
	}
	return y * width, 1
}
