package raster

import (
	"image"
	"slices"
)

// What tells a mark in coloured ink from print: a stamp, or a stroke of a pen, that lies
// over black print.
const (
	markColor = 18   // least difference of its chroma from the paper's
	markSide  = 0.2  // least height and width, inches: more than a line of print has
	markFull  = 0.35 // greatest part of its box that it fills; what fills more is a fill or a picture
	markWide  = 0.6  // greatest part of the picture's width or height that it takes
	markCross = 10   // least number of places in which it meets black print,
	markAlong = 0.25 // and greatest, in parts of its area
	markLight = 0.42 // least brightness of its ink in its own colour, in parts of the paper's brightness
	markBlack = 0.45 // greatest brightness of black print, likewise
	markShade = 15   // how much darker its rim may be than its ink
	markReach = 0.03 // how far off bare paper is looked for, inches
)

// chroma is the colour of a picture at every other pixel along x and y.
type chroma struct {
	w, h   int
	cb, cr []byte
}

// chromaOf returns the chroma of a picture that stores it apart from brightness; nil for any other.
func chromaOf(p *Picture) *chroma {
	c := &chroma{w: p.Gray.Rect.Dx() / 2, h: p.Gray.Rect.Dy() / 2}
	img, ok := p.Color.(*image.YCbCr)
	if !ok || c.w == 0 || c.h == 0 {
		return nil
	}
	c.cb, c.cr = make([]byte, c.w*c.h), make([]byte, c.w*c.h)
	across, down := subsampling(img.SubsampleRatio)
	for y := range c.h {
		row := 2 * y / down * img.CStride
		cb, cr := c.cb[y*c.w:][:c.w], c.cr[y*c.w:][:c.w]
		switch across {
		case 2:
			copy(cb, img.Cb[row:])
			copy(cr, img.Cr[row:])
		default:
			for x := range cb {
				cb[x], cr[x] = img.Cb[row+2*x/across], img.Cr[row+2*x/across]
			}
		}
	}
	return c
}

// middle returns the median of every seventh value.
func middle(values []byte) int {
	var histogram [256]int
	for i := 0; i < len(values); i += 7 {
		histogram[values[i]]++
	}
	return int(quantile(&histogram, (len(values)+6)/7, 0.5))
}

// unmarked returns the picture's grey without marks in coloured ink that lie over
// its print; the print beneath them stays. It returns gray itself if there are no
// such marks.
func unmarked(p *Picture, gray *image.Gray, dpi float64) *image.Gray {
	c := chromaOf(p)
	if c == nil {
		return gray
	}
	mb, mr := middle(c.cb), middle(c.cr)
	colored := image.NewGray(image.Rect(0, 0, c.w, c.h))
	n := 0
	for i := range colored.Pix {
		if absInt(int(c.cb[i])-mb) < markColor && absInt(int(c.cr[i])-mr) < markColor {
			colored.Pix[i] = 255
		} else {
			n++
		}
	}
	if n < markCross || 3*n > len(colored.Pix) {
		return gray
	}
	paper := middle(gray.Pix)
	blobs := blobsOf(colored, 1)
	side := int(markSide * dpi / 2)
	var marks []image.Rectangle
	for i := range blobs {
		b := &blobs[i]
		w, h := b.width(), b.height()
		if w < side || h < side || float64(w) > markWide*float64(c.w) || float64(h) > markWide*float64(c.h) || float64(b.area) > markFull*float64(w*h) {
			continue
		}
		if box := image.Rect(b.x0, b.y0, b.x1, b.y1); c.crosses(b, colored, gray, byte(markBlack*float64(paper))) {
			marks = append(marks, box.Inset(-side/2)) // including the parts that print cuts off from it
		}
	}
	if len(marks) == 0 {
		return gray
	}
	out := image.NewGray(gray.Rect)
	copy(out.Pix, gray.Pix)
	for i := range blobs {
		b := &blobs[i]
		box := image.Rect(b.x0, b.y0, b.x1, b.y1)
		if slices.ContainsFunc(marks, func(m image.Rectangle) bool {
			return 2*box.Intersect(m).Dx()*box.Intersect(m).Dy() >= box.Dx()*box.Dy()
		}) {
			c.erase(out, gray, box, colored, mb, mr, paper, max(2, int(markReach*dpi)))
		}
	}
	return out
}

// crosses reports whether black print lies beside a patch of colour in enough
// places, but not all along it, as with dark coloured letters.
func (c *chroma) crosses(b *blob, colored, gray *image.Gray, black byte) bool {
	n := 0
	for y := max(b.y0, 1); y < min(b.y1, c.h-1); y++ {
		for x := max(b.x0, 1); x < min(b.x1, c.w-1); x++ {
			i := y*c.w + x
			if colored.Pix[i] == 0 || gray.Pix[2*y*gray.Stride+2*x] > black {
				continue
			}
			if colored.Pix[i-1]&colored.Pix[i+1]&colored.Pix[i-c.w]&colored.Pix[i+c.w] == 0 {
				n++
			}
		}
	}
	return n >= markCross && float64(n) <= markAlong*float64(b.area)
}

// erase gives what is coloured in a box, and the rim around it, the brightness of
// the paper nearby, but leaves what is black.
func (c *chroma) erase(out, gray *image.Gray, box image.Rectangle, colored *image.Gray, mb, mr, paper, reach int) {
	least := int(markLight * float64(paper))
	for y := max(box.Min.Y-1, 0); y < min(box.Max.Y+1, c.h); y++ {
		for x := max(box.Min.X-1, 0); x < min(box.Max.X+1, c.w); x++ {
			i := y*c.w + x
			limit := 0
			if colored.Pix[i] == 0 {
				// The ink is compared in the channel that it has most of: red, green or
				// blue (ITU-T T.871).
				cb, cr := int(c.cb[i])-mb, int(c.cr[i])-mr
				limit = least - max(1402*cr/1000, 1772*cb/1000, -(344*cb+714*cr)/1000)
			} else {
				ink, ok := inkBeside(colored, gray, x, y)
				if !ok {
					continue
				}
				limit = ink - markShade
			}
			for _, at := range [4]image.Point{{X: 2 * x, Y: 2 * y}, {X: 2*x + 1, Y: 2 * y}, {X: 2 * x, Y: 2*y + 1}, {X: 2*x + 1, Y: 2*y + 1}} {
				if k := at.Y*gray.Stride + at.X; int(gray.Pix[k]) >= limit {
					out.Pix[k] = brightest(gray, at, reach)
				}
			}
		}
	}
}

// inkBeside returns the grey of the brightest coloured ink next to a place; ok is
// false if there is none.
func inkBeside(colored, gray *image.Gray, x, y int) (ink int, ok bool) {
	for j := max(y-1, 0); j <= min(y+1, colored.Rect.Dy()-1); j++ {
		for i := max(x-1, 0); i <= min(x+1, colored.Rect.Dx()-1); i++ {
			if colored.Pix[j*colored.Stride+i] == 0 {
				ink, ok = max(ink, int(gray.Pix[2*j*gray.Stride+2*i])), true
			}
		}
	}
	return ink, ok
}

// brightest returns the brightness of the paper around a place: the greatest
// within reach pixels of it.
func brightest(gray *image.Gray, at image.Point, reach int) (v byte) {
	b := image.Rect(at.X-reach, at.Y-reach, at.X+reach+1, at.Y+reach+1).Intersect(gray.Rect)
	for y := b.Min.Y; y < b.Max.Y; y += 2 {
		for x := b.Min.X; x < b.Max.X; x += 2 {
			v = max(v, gray.Pix[y*gray.Stride+x])
		}
	}
	return v
}
