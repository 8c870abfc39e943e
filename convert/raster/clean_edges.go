package raster

import (
	"image"
	"slices"
)

// bar is a rectangular fill with its edges told to the pixel, so that letters
// that stand close to them stay whole.
type bar struct {
	image.Rectangle       // that holds all of it
	top, low        []int // first row and row beyond the last, per column of the rectangle
	left, right     []int // first column and column beyond the last, per row of the rectangle
}

// barOf finds the edges of a fill near its cells' border. Each stretch of an
// edge lies where brightness steps most in the fill's sense; the median of
// neighbouring stretches keeps letters from moving it.
func barOf(src *image.Gray, f *fill, step int) *bar {
	b := &bar{Rectangle: f.box.Inset(-2 * step).Intersect(src.Rect)}
	at := func(x, y int) int { return int(src.Pix[y*src.Stride+x]) }
	turned := func(y, x int) int { return int(src.Pix[y*src.Stride+x]) }
	w, h := src.Rect.Dx(), src.Rect.Dy()
	b.top = edge(at, b.Min.X, b.Max.X, f.box.Min.Y, f.box, 2*step, h, -1)
	b.low = edge(at, b.Min.X, b.Max.X, f.box.Max.Y, f.box, 2*step, h, 1)
	across := image.Rect(f.box.Min.Y, f.box.Min.X, f.box.Max.Y, f.box.Max.X)
	b.left = edge(turned, b.Min.Y, b.Max.Y, f.box.Min.X, across, 2*step, w, -1)
	b.right = edge(turned, b.Min.Y, b.Max.Y, f.box.Max.X, across, 2*step, w, 1)
	return b
}

// edge finds for each place from..to the border nearest to about, at most reach
// away: the place before which (sign -1) or behind which (sign 1) the page is
// brighter than the fill. A fill that reaches the picture's edge ends there.
func edge(at func(along, across int) int, from, to, about int, box image.Rectangle, reach, size, sign int) []int {
	const stretch = 16
	out := make([]int, to-from)
	lo, hi := max(about-reach, 1), min(about+reach, size-1)
	if sign < 0 && about <= 1 {
		return out
	}
	if sign > 0 && about >= size-1 || lo >= hi {
		for i := range out {
			out[i] = about
		}
		return out
	}
	var found []int
	for s := from; s < to; s += stretch {
		end := min(s+stretch, to)
		best, where := 0, about
		if s+stretch > box.Min.X && s < box.Max.X {
			for k := lo; k <= hi; k++ {
				d := 0
				for i := max(s, box.Min.X); i < min(end, box.Max.X); i += 2 {
					d += at(i, k) - at(i, k-1)
					if k >= 2 && k+1 < size {
						d += at(i, k+1) - at(i, k-2)
					}
				}
				if d *= sign; d > best {
					best, where = d, k
				}
			}
		}
		found = append(found, where)
	}
	sorted := make([]int, 0, 5)
	for i := range found {
		sorted = append(sorted[:0], found[max(0, i-2):min(len(found), i+3)]...)
		slices.Sort(sorted)
		middle := sorted[len(sorted)/2]
		for x := i * stretch; x < min((i+1)*stretch, len(out)); x++ {
			out[x] = middle
		}
	}
	return out
}
