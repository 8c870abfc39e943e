package raster

import "image"

// Sizes of dust, and of the room around it in which no letter may stand,
// inches. A decimal point has a digit within a third of that.
const (
	speckSize   = 0.02  // greatest width and height of a speck
	speckLetter = 0.032 // height of the smallest letter
	speckAcross = 0.12
	speckDown   = 0.05
)

// blobInk is the brightness below which pixels of a flattened page are ink when
// blobs are sought.
const blobInk = 150

// paleInk takes the place of blobInk for letters so pale that only pieces of their ink are darker than blobInk.
const paleInk = 225

// despeckle erases from the page those of the blobs that are specks and stand apart from
// all letters, which are sought among the blobs of another, perhaps paler ink. A point next
// to a digit, the dot of an i and an accent are never so small and alone.
func despeckle(page *image.Gray, blobs, letters []blob, dpi float64) {
	size, letter := max(1, int(speckSize*dpi)), speckLetter*dpi
	unit := max(1, int(dpi*0.02))
	w, h := page.Rect.Dx()/unit+1, page.Rect.Dy()/unit+1
	near := make([]bool, w*h)
	dx, dy := int(speckAcross*dpi), int(speckDown*dpi)
	for i := range letters {
		b := &letters[i]
		if float64(b.height()) < letter && float64(b.width()) < letter || b.height() > page.Rect.Dy()/4 || b.width() > page.Rect.Dx()/2 {
			continue
		}
		for y := max(b.y0-dy, 0) / unit; y <= min((b.y1+dy)/unit, h-1); y++ {
			row := near[y*w : (y+1)*w]
			for x := max(b.x0-dx, 0) / unit; x <= min((b.x1+dx)/unit, w-1); x++ {
				row[x] = true
			}
		}
	}
	for i := range blobs {
		b := &blobs[i]
		if b.width() > size || b.height() > size || near[(b.y0+b.y1)/2/unit*w+(b.x0+b.x1)/2/unit] {
			continue
		}
		const margin = 2 // its grey edge is erased, too
		if greyAround(page, image.Rect(b.x0, b.y0, b.x1, b.y1).Inset(-margin-1)) {
			continue // the darkest part of a faint letter
		}
		for y := max(b.y0-margin, 0); y < min(b.y1+margin, page.Rect.Dy()); y++ {
			row := page.Pix[y*page.Stride:][:page.Rect.Dx()]
			for x := max(b.x0-margin, 0); x < min(b.x1+margin, len(row)); x++ {
				row[x] = 255
			}
		}
	}
}

// greyAround reports whether the border of a rectangle crosses at least as much grey
// that is too light for a blob as the stroke of a letter has.
func greyAround(page *image.Gray, r image.Rectangle) bool {
	const stroke = 3 // pixels
	n := 0
	count := func(pix []byte) {
		for _, v := range pix {
			if v >= blobInk && v < 225 {
				n++
			}
		}
	}
	in := r.Intersect(page.Rect)
	for y := in.Min.Y; y < in.Max.Y && n < stroke; y++ {
		row := page.Pix[y*page.Stride:][in.Min.X:in.Max.X]
		if y == r.Min.Y || y == r.Max.Y-1 {
			count(row)
		} else {
			count(row[:1])
			count(row[len(row)-1:])
		}
	}
	return n >= stroke
}
