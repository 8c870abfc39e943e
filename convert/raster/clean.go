package raster

import (
	"image"
	"math"

	"lineitem/convert/doc"
)

// Sizes by which the page is analysed.
const (
	analysedSide  = 1200    // longest side of the picture whose skew and turn are sought, pixels
	groundCell    = 0.02    // side of the ground's cells, inches
	groundWindowX = 0.13    // half the width of the neighbourhood whose median is the ground, inches
	groundWindowY = 0.07    // half its height, inches
	inkPart       = 0.71875 // greatest brightness of ink, in parts of its ground's
	grain         = 0.05    // noise of the ground above which a picture is smoothed, in parts of the ground's brightness
	noGrain       = 0.01    // noise up to which a picture has no grain that could be taken for pale letters, likewise
	leastPx       = 16      // a picture narrower or lower than this is not cleaned, pixels
)

// Clean makes a page from a picture: upright, straight and evenly lit, with the
// ground at 255, the ink at about 0 and the shades between kept. Light text on
// dark fills becomes dark on light. Ruling lines are removed from the page's
// pixels and listed apart.
func Clean(p *Picture) *Page {
	gray := atOrigin(p.Gray)
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	dpi := resolution(p.DPI, w, h)
	if w < leastPx || h < leastPx {
		return &Page{Gray: gray, DPI: dpi, View: doc.Identity, ViewDPI: dpi}
	}

	gray = unmarked(p, gray, dpi)
	k := max(1, (max(w, h)+analysedSide/2)/analysedSide)
	small := reduced(gray, k)
	t := doc.Identity
	if sheet, ok := sheetOf(small); ok {
		for i := range sheet {
			sheet[i].x *= float64(k)
			sheet[i].y *= float64(k)
		}
		if level, fw, fh, ok := sheet.refined(gray, 3*k+3).flat(); ok && fw >= leastPx && fh >= leastPx {
			t, w, h = level, fw, fh
			small = drawn(small, view{Transform: scaled(t, 1/float64(k))}, max(w/k, 1), max(h/k, 1), 0, nil)
			dpi = resolution(p.DPI, w, h)
		}
	}
	ink, busy := inkOf(small, dpi/float64(k), k)
	quarters, degrees, bend := orientation90(ink, dpi/float64(k))
	if bend == (doc.Bend{}) && math.Abs(degrees) < max(skewLeast, skewDrift/float64(max(w, h))*180/math.Pi) {
		degrees = 0
	}
	straight := view{Transform: doc.Identity, bend: bend.Scaled(float64(k))}
	if quarters != 0 || degrees != 0 {
		straight.Transform, w, h = rotation(w, h, quarters, degrees)
	}
	seen := view{t.After(straight.Transform), straight.bend}
	if seen != (view{Transform: doc.Identity}) {
		gray = drawn(gray, seen, w, h, quarters, busy.seen(straight, w, h, k))
	}

	page, blobs := flat(p, gray, seen, dpi, dpi)
	if close := closeUp(blobs, dpi); close > 0 && p.DPI < leastStatedDPI {
		dpi = close
		page, blobs = flat(p, gray, seen, dpi, dpi)
	}
	if dpi < leastStatedDPI && smallLettered(blobs) {
		const times = 2
		larger := doc.Transform{1.0 / times, 0, 0, 0, 1.0 / times, 0, 0, 0, 1}
		gray = warped(gray, view{Transform: larger}, times*gray.Rect.Dx(), times*gray.Rect.Dy(), nil)
		page, blobs = flat(p, gray, view{seen.After(larger), seen.bend.Scaled(times)}, times*dpi, dpi)
		dpi *= times
	}
	sure := uprightScore(blobs, dpi)
	page.OrientationDoubtful = math.Abs(sure) < doubtless
	// Of pages that lay on their side, half are upside down by now; of others,
	// hardly any.
	if sure < 0 && quarters != 0 || sure < -turnSure {
		page = page.Turned()
	}
	return page
}

// flat makes a page from an upright and straight picture, gray, of resolution dpi. View maps the
// pixels of gray to those of p, whose resolution is viewDPI.
func flat(p *Picture, gray *image.Gray, view view, dpi, viewDPI float64) (page *Page, blobs []blob) {
	step := max(1, int(math.Round(dpi*groundCell)))
	g := groundOf(gray, step, max(1, int(dpi*groundWindowX)/step), max(1, int(dpi*groundWindowY)/step))
	grained := g.noise > noGrain
	if g.noise > grain { // photographed in too little light
		gray = smoothed(gray)
		g = groundOf(gray, step, max(1, int(dpi*groundWindowX)/step), max(1, int(dpi*groundWindowY)/step))
	}
	layers := layersOf(gray, g, dpi)
	page = &Page{Gray: layers.flattened(gray), DPI: dpi, View: resized(view.Transform, dpi/72, viewDPI/72), Bend: view.bend.Scaled(72 / dpi), ViewDPI: viewDPI}
	page.Rules = rulesOf(page.Gray, dpi)
	page.Fills = layers.reported(p, view, dpi)
	blobs = blobsOf(page.Gray, blobInk)
	letters := blobs
	if !grained {
		letters = blobsOf(page.Gray, paleInk) // there is no dust, but pale letters may be in pieces
	}
	despeckle(page.Gray, blobs, letters, dpi)
	return page, blobs
}

// CleanPart makes a page from a picture of part of a page. It does what Clean does, but does
// not turn or straighten the picture, and keeps marks in coloured ink: the picture must be
// upright and straight, as PDF.Part renders it.
func CleanPart(p *Picture) *Page {
	gray := atOrigin(p.Gray)
	if gray.Rect.Dx() < leastPx || gray.Rect.Dy() < leastPx {
		return &Page{Gray: gray, DPI: p.DPI, View: doc.Identity, ViewDPI: p.DPI}
	}
	page, _ := flat(p, gray, view{Transform: doc.Identity}, p.DPI, p.DPI)
	return page
}

// atOrigin returns the picture with contiguous rows and its corner at (0, 0).
func atOrigin(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if src.Rect.Min == (image.Point{}) && src.Stride == w {
		return src
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		copy(dst.Pix[y*w:(y+1)*w], src.Pix[y*src.Stride:])
	}
	return dst
}

// points converts a box of pixels to points.
func points(r image.Rectangle, dpi float64) doc.Box {
	k := 72 / dpi
	return doc.Box{X0: float64(r.Min.X) * k, Y0: float64(r.Min.Y) * k, X1: float64(r.Max.X) * k, Y1: float64(r.Max.Y) * k}
}

// scaled converts a transform between pixels to one between units of which k make a pixel.
func scaled(t doc.Transform, k float64) doc.Transform { return resized(t, 1/k, 1/k) }

// resized converts a transform between pixels to one between larger or smaller units: from is how
// many pixels the unit of its argument has, and to how many that of its result has.
func resized(t doc.Transform, from, to float64) doc.Transform {
	return doc.Transform{1 / to, 0, 0, 0, 1 / to, 0, 0, 0, 1}.After(t).After(doc.Transform{from, 0, 0, 0, from, 0, 0, 0, 1})
}

// resolution returns the resolution that a picture of w by h pixels states (told)
// if that makes a page whose longer side is 4 to 18 inches. Otherwise it returns
// the one that makes the page A4 or Letter, but at least 36 pixels per inch.
func resolution(told float64, w, h int) float64 {
	long, short := float64(max(w, h, 1)), float64(max(min(w, h), 1))
	if told > 0 && long/told >= 4 && long/told <= 18 {
		return told
	}
	if ratio := long / short; ratio < (297.0/210+11/8.5)/2 {
		return max(long/11, short/8.5, 36)
	}
	return max(long/11.69, 36)
}

// Measures of pictures of part of a page, whose text is larger than that of a whole page.
const (
	leastStatedDPI = 120  // least stated resolution that is believed, as programs write lower ones by default, dots per inch
	usualLetter    = 0.08 // height of most letters of a page, inches
	closeUpLeast   = 1.5  // least height of the letters of part of a page, in parts of that,
	closeUpMost    = 4    // and greatest
	closeUpLetters = 40   // how many letters are needed to tell
)

// smallLetter is the height, in pixels, of most letters of a page below which the page is drawn with
// more pixels. Otherwise things that only few pixels separate, such as letters from each other and from
// rules, would run together.
const smallLetter = 10

// smallLettered reports whether most letters of a page have few pixels.
func smallLettered(blobs []blob) bool {
	const least = 3 // height of what may be a letter, pixels
	height, ok := letterHeight(blobs, least)
	return ok && height < smallLetter
}

// letterHeight returns the median height, in pixels, of the blobs that may be letters and are at
// least so high; ok is false where there are few of them.
func letterHeight(blobs []blob, least int) (height float64, ok bool) {
	var heights [256]int
	n := 0
	for i := range blobs {
		b := &blobs[i]
		if h := b.height(); h >= least && h < len(heights) && b.width() <= 3*h && h <= 6*b.width() {
			heights[h]++
			n++
		}
	}
	return quantile(&heights, n, 0.5), n >= closeUpLetters
}

// closeUp returns the resolution of a picture that shows part of a page, estimated from the height of
// its letters; 0 for any other picture.
func closeUp(blobs []blob, dpi float64) float64 {
	height, ok := letterHeight(blobs, 6)
	times := height / (usualLetter * dpi)
	if !ok || times < closeUpLeast {
		return 0
	}
	return dpi * min(times, closeUpMost)
}

// inkOf returns the ink in a picture that was made smaller by k, and the squares
// where anything, ink or not, stands out from the ground.
func inkOf(src *image.Gray, dpi float64, k int) (ink *mask, busy *tiles) {
	// Ink need not be known to the pixel, so the cells are twice as large as usual.
	step := max(1, int(math.Round(dpi*2*groundCell)))
	g := groundOf(src, step, max(1, int(dpi*groundWindowX)/step), max(1, int(dpi*groundWindowY)/step))
	m := newMask(src.Rect.Dx(), src.Rect.Dy())
	busy = newTiles(m.w, m.h, max(tileSide/2, tileSide/k))
	line := make([]byte, m.w)
	const part, faint = uint32(inkPart * 256), 16 // parts of 256 of the ground's brightness
	for y := range m.h {
		g.row(y, 0, line)
		in, out := src.Pix[y*src.Stride:][:m.w], m.row(y)
		flags := busy.busy[y/busy.side*busy.w:]
		for c := 0; c*busy.side < m.w; c++ {
			differs := uint32(0)
			for x := c * busy.side; x < min((c+1)*busy.side, m.w); x++ {
				v, base := uint32(in[x])<<8, uint32(line[x])
				// The sign of a difference is its uppermost bit.
				out[x] = byte((v - base*part) >> 31)
				differs |= v - base*(256-faint) | base*(256+faint) - v
			}
			if differs>>31 != 0 {
				flags[c] = true
			}
		}
	}
	return m, busy
}

// orientation90 returns by how many quarter turns clockwise the text is turned (0
// or 1, as up and down look alike here), its skew beyond that, in degrees, and how the
// lines are bent once both are undone, in pixels.
func orientation90(ink *mask, dpi float64) (quarters int, degrees float64, b doc.Bend) {
	turned, sure := sideways(ink, dpi)
	if turned && sure > 0.1 {
		quarters, ink = 1, ink.turned().turned().turned()
	}
	xs, ys := feet(ink)
	degrees = skew(xs, ys, ink)
	return quarters, degrees, bendOf(xs, ys, ink, degrees)
}
