package raster

import (
	"encoding/binary"
	"image"
	"math"
)

// blob is an 8-connected patch of ink.
type blob struct {
	x0, y0, x1, y1 int // x1 and y1 excluded
	area           int
	darkest        byte
}

func (b *blob) width() int  { return b.x1 - b.x0 }
func (b *blob) height() int { return b.y1 - b.y0 }

// skipWhite returns the first place from x on where a row of pixels is not white,
// or the row's length. Most of a flattened page is white, so it compares eight
// pixels at a time.
func skipWhite(row []byte, x int) int {
	for x < len(row) && row[x] == 255 {
		if x++; x&7 == 0 {
			for x+8 <= len(row) && binary.NativeEndian.Uint64(row[x:]) == math.MaxUint64 {
				x += 8
			}
		}
	}
	return x
}

// blobsOf returns the patches of pixels darker than ink, in the order of their
// first rows.
func blobsOf(page *image.Gray, ink byte) []blob {
	type span struct{ from, to, id int32 }
	var above, here []span
	var blobs []blob
	var parent []int32
	find := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	w, h := page.Rect.Dx(), page.Rect.Dy()
	for y := range h {
		row := page.Pix[y*page.Stride:][:w]
		here = here[:0]
		k := 0
		for x := skipWhite(row, 0); x < w; x = skipWhite(row, x+1) {
			if row[x] >= ink {
				continue
			}
			from, darkest := x, row[x]
			for x++; x < w && row[x] < ink; x++ {
				darkest = min(darkest, row[x])
			}
			s := span{int32(from), int32(x), -1}
			for k < len(above) && above[k].to < s.from {
				k++
			}
			for j := k; j < len(above) && above[j].from <= s.to; j++ {
				id := find(above[j].id)
				switch {
				case s.id < 0:
					s.id = id
				case s.id != id:
					a, b := min(s.id, id), max(s.id, id)
					parent[b] = a
					into, from := &blobs[a], &blobs[b]
					into.x0, into.y0 = min(into.x0, from.x0), min(into.y0, from.y0)
					into.x1, into.y1 = max(into.x1, from.x1), max(into.y1, from.y1)
					into.area += from.area
					into.darkest = min(into.darkest, from.darkest)
					s.id = a
				}
			}
			if s.id < 0 {
				s.id = int32(len(blobs))
				parent = append(parent, s.id)
				blobs = append(blobs, blob{x0: from, y0: y, x1: x, y1: y + 1, darkest: 255})
			}
			b := &blobs[s.id]
			b.x0, b.x1, b.y1 = min(b.x0, from), max(b.x1, x), y+1
			b.area += x - from
			b.darkest = min(b.darkest, darkest)
			here = append(here, s)
		}
		above, here = here, above
	}
	out := blobs[:0]
	for i := range blobs {
		if parent[i] == int32(i) {
			out = append(out, blobs[i])
		}
	}
	return out
}
