package segmentation

import (
	"encoding/binary"
	"image"
	"math"
)

// A page's ink is held as horizontal runs, gathered into blobs: connected
// components by eight neighbours. Runs are a few per cent of the pixels, so
// whatever comes after costs little.

// tile is the side of the squares that share a threshold, pixels.
const tile = 16

const (
	leastContrast = 40   // least contrast of a tile that holds ink, out of 255
	inkShare      = 0.67 // ink is at least a third as dark as the darkest around
)

// run is a row's stretch of ink, [x0, x1).
type run struct {
	y, x0, x1 int32
	blob      int32
}

// blob is a connected piece of ink. Its runs are ink.order[first:last], top to
// bottom.
type blob struct {
	x0, y0, x1, y1 int32 // box; x1 and y1 are exclusive
	area           int32 // pixels
	first, last    int32
}

func (b *blob) width() int32  { return b.x1 - b.x0 }
func (b *blob) height() int32 { return b.y1 - b.y0 }

// ink is all the ink of a page.
type ink struct {
	width, height int
	runs          []run   // row by row, left to right
	rows          []int32 // row y is runs[rows[y]:rows[y+1]]
	blobs         []blob
	order         []int32 // indexes of runs, blob by blob
}

// findInk separates ink from ground and gathers it into blobs.
func findInk(g *image.Gray) *ink {
	in := &ink{width: g.Rect.Dx(), height: g.Rect.Dy()}
	in.trace(g, thresholds(g))
	in.gather()
	return in
}

// thresholds returns the shade below which a pixel is ink, for each tile, row by
// row; 0 where there is no ink. Shades follow the darkest ink nearby, so that
// grey print counts like black print.
func thresholds(g *image.Gray) []uint8 {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	tw, th := (w+tile-1)/tile, (h+tile-1)/tile
	darkest := make([]uint8, tw*th)
	for i := range darkest {
		darkest[i] = 255
	}
	for y := range h {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		out := darkest[y/tile*tw : (y/tile+1)*tw]
		for tx := range out {
			part := row[tx*tile : min((tx+1)*tile, w)]
			if len(part) == tile && binary.NativeEndian.Uint64(part)&binary.NativeEndian.Uint64(part[8:]) == math.MaxUint64 {
				continue // blank, as most of a page is
			}
			m := out[tx]
			for _, v := range part {
				m = min(m, v)
			}
			out[tx] = m
		}
	}
	limits := make([]uint8, tw*th)
	for ty := range th {
		for tx := range tw {
			if 255-int(darkest[ty*tw+tx]) < leastContrast {
				continue
			}
			m := uint8(255)
			for y := max(0, ty-1); y <= min(th-1, ty+1); y++ {
				for x := max(0, tx-1); x <= min(tw-1, tx+1); x++ {
					m = min(m, darkest[y*tw+x])
				}
			}
			limits[ty*tw+tx] = m + uint8(inkShare*float64(255-m))
		}
	}
	return limits
}

// trace finds the runs. The blob of each is its parent in a forest of touching
// runs.
func (in *ink) trace(g *image.Gray, limits []uint8) {
	tw := (in.width + tile - 1) / tile
	in.rows = make([]int32, in.height+1)
	for y := range in.height {
		row := g.Pix[y*g.Stride : y*g.Stride+in.width]
		first := len(in.runs)
		in.rows[y] = int32(first)
		start := -1
		for tx, limit := range limits[y/tile*tw : (y/tile+1)*tw] {
			x0 := tx * tile
			if limit == 0 {
				if start >= 0 {
					in.runs = append(in.runs, run{int32(y), int32(start), int32(x0), int32(len(in.runs))})
					start = -1
				}
				continue
			}
			for i, v := range row[x0:min(x0+tile, in.width)] {
				if v < limit {
					if start < 0 {
						start = x0 + i
					}
				} else if start >= 0 {
					in.runs = append(in.runs, run{int32(y), int32(start), int32(x0 + i), int32(len(in.runs))})
					start = -1
				}
			}
		}
		if start >= 0 {
			in.runs = append(in.runs, run{int32(y), int32(start), int32(in.width), int32(len(in.runs))})
		}
		if y > 0 {
			in.touch(int(in.rows[y-1]), first, len(in.runs))
		}
	}
	in.rows[in.height] = int32(len(in.runs))
}

// touch joins the runs [above, here) of one row with the runs [here, end) of the
// next where they touch.
func (in *ink) touch(above, here, end int) {
	for i, j := above, here; i < here && j < end; {
		a, b := &in.runs[i], &in.runs[j]
		if a.x0 <= b.x1 && a.x1 >= b.x0 {
			ra, rb := in.root(int32(i)), in.root(int32(j))
			in.runs[max(ra, rb)].blob = min(ra, rb)
		}
		if a.x1 < b.x1 {
			i++
		} else {
			j++
		}
	}
}

func (in *ink) root(i int32) int32 {
	for in.runs[i].blob != i {
		in.runs[i].blob = in.runs[in.runs[i].blob].blob
		i = in.runs[i].blob
	}
	return i
}

// gather numbers the blobs by their first run and orders the runs by blob.
func (in *ink) gather() {
	for i := range in.runs {
		r := &in.runs[i]
		if r.blob == int32(i) {
			r.blob = int32(len(in.blobs))
			in.blobs = append(in.blobs, blob{x0: r.x0, y0: r.y, x1: r.x1})
		} else {
			// A parent comes before its children, so it has the blob's number already.
			r.blob = in.runs[r.blob].blob
		}
		b := &in.blobs[r.blob]
		b.x0, b.x1, b.y1 = min(b.x0, r.x0), max(b.x1, r.x1), r.y+1
		b.area += r.x1 - r.x0
		b.last++
	}
	next := int32(0)
	for i := range in.blobs {
		b := &in.blobs[i]
		b.first, b.last, next = next, next, next+b.last
	}
	in.order = make([]int32, len(in.runs))
	for i := range in.runs {
		b := &in.blobs[in.runs[i].blob]
		in.order[b.last] = int32(i)
		b.last++
	}
}

// cut divides a blob between the rows y-1 and y and returns the number of the
// lower part.
func (in *ink) cut(number, y int32) int32 {
	b := &in.blobs[number]
	at := b.first
	for at < b.last && in.runs[in.order[at]].y < y {
		at++
	}
	lower := int32(len(in.blobs))
	in.blobs = append(in.blobs, blob{first: at, last: b.last})
	in.blobs[number].last = at
	for _, i := range in.order[at:in.blobs[lower].last] {
		in.runs[i].blob = lower
	}
	in.measure(number)
	in.measure(lower)
	return lower
}

// measure recomputes a blob's box and area.
func (in *ink) measure(number int32) {
	b := &in.blobs[number]
	b.area = 0
	for k, i := range in.order[b.first:b.last] {
		r := &in.runs[i]
		if k == 0 {
			b.x0, b.x1, b.y0 = r.x0, r.x1, r.y
		}
		b.x0, b.x1, b.y1 = min(b.x0, r.x0), max(b.x1, r.x1), r.y+1
		b.area += r.x1 - r.x0
	}
}
