package raster

import (
	"image"
	"slices"
)

// What is distinguished from print as a mark in coloured ink: a stamp, or a stroke of a
// pen, that lies over print that is black.
const (
	markColor = 18   // how far chroma is from the paper's at least
	markSide  = 0.2  // its height and width at least, inches: more than a line of print has
	markFull  = 0.35 // part of its box that it fills at most; what fills more is a fill or a picture
	markWide  = 0.6  // part of the picture's width or height that it takes at most
	markCross = 10   // places in which it meets black print at least
	markAlong = 0.25 // and these in parts of its area at most
	markLight = 0.42 // brightness of its ink in its own colour at least, in parts of the paper's
	markBlack = 0.45 // and that of black print at most
	markShade = 15   // how much darker its rim may be
	markReach = 0.03 // how far off bare paper is looked for, inches
)

// chroma is the colour of a picture at every other pixel along x and y.
type chroma struct {
	w, h   int
	cb, cr []byte
}

// chromaOf is the chroma of a picture that keeps it apart; nil of any other.
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

// middle is the value that half of all are below.
func middle(values []byte) int {
	var histogram [256]int
	for i := 0; i < len(values); i += 7 {
		histogram[values[i]]++
	}
	return int(quantile(&histogram, (len(values)+6)/7, 0.5))
}

// unmarked is the picture's grey without marks in coloured ink that lie over
// its print; the print beneath them stays. It is the grey itself where there
// are none.
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
			marks = append(marks, box.Inset(-side/2)) // with what print cuts off from it
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
// places, but not all along it: that is how dark letters in colour look.
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

// erase whitens what is coloured in a box, and the rim around it, but for
// what is black.
func (c *chroma) erase(out, gray *image.Gray, box image.Rectangle, colored *image.Gray, mb, mr, paper, reach int) {
	least := int(markLight * float64(paper))
	for y := max(box.Min.Y-1, 0); y < min(box.Max.Y+1, c.h); y++ {
		for x := max(box.Min.X-1, 0); x < min(box.Max.X+1, c.w); x++ {
			i := y*c.w + x
			limit := 0
			if colored.Pix[i] == 0 {
				// Of red, green and blue (ITU-T T.871) that which its ink has most of.
				cb, cr := int(c.cb[i])-mb, int(c.cr[i])-mr
				limit = least - max(1402*cr/1000, 1772*cb/1000, -(344*cb+714*cr)/1000)
			} else {
				ink, ok := besides(colored, gray, x, y)
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

// besides is the grey of the brightest coloured ink next to a place.
func besides(colored, gray *image.Gray, x, y int) (ink int, ok bool) {
	for j := max(y-1, 0); j <= min(y+1, colored.Rect.Dy()-1); j++ {
		for i := max(x-1, 0); i <= min(x+1, colored.Rect.Dx()-1); i++ {
			if colored.Pix[j*colored.Stride+i] == 0 {
				ink, ok = max(ink, int(gray.Pix[2*j*gray.Stride+2*i])), true
			}
		}
	}
	return ink, ok
}

// brightest is the brightness of the paper about a place.
func brightest(gray *image.Gray, at image.Point, reach int) (v byte) {
	b := image.Rect(at.X-reach, at.Y-reach, at.X+reach+1, at.Y+reach+1).Intersect(gray.Rect)
	for y := b.Min.Y; y < b.Max.Y; y += 2 {
		for x := b.Min.X; x < b.Max.X; x += 2 {
			v = max(v, gray.Pix[y*gray.Stride+x])
		}
	}
	return v
}
