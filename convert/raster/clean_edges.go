package raster

import (
	"image"
	"math"
	"slices"
)

// bar is a rectangular fill whose edges are known to the pixel, so that letters
// close to them stay whole.
type bar struct {
	image.Rectangle       // holds all of it
	top, bottom     []int // first row and row beyond the last, per column of the rectangle
	left, right     []int // first column and column beyond the last, per row of the rectangle
}

// barOf finds the edges of a fill near the border of its cells. The median filter
// that found these may have taken rx cells across and ry cells down off them.
func barOf(src *image.Gray, f *fill, step, rx, ry int) *bar {
	dx, dy := (rx+1)*step, (ry+1)*step
	b := &bar{Rectangle: image.Rect(f.box.Min.X-dx, f.box.Min.Y-dy, f.box.Max.X+dx, f.box.Max.Y+dy).Intersect(src.Rect)}
	at := func(x, y int) int { return int(src.Pix[y*src.Stride+x]) }
	turned := func(y, x int) int { return int(src.Pix[y*src.Stride+x]) }
	w, h := src.Rect.Dx(), src.Rect.Dy()
	b.top = edge(at, b.Min.X, b.Max.X, f.box.Min.Y, f.box, dy, h, -1)
	b.bottom = edge(at, b.Min.X, b.Max.X, f.box.Max.Y, f.box, dy, h, 1)
	across := image.Rect(f.box.Min.Y, f.box.Min.X, f.box.Max.Y, f.box.Max.X)
	b.left = edge(turned, b.Min.Y, b.Max.Y, f.box.Min.X, across, dx, w, -1)
	b.right = edge(turned, b.Min.Y, b.Max.Y, f.box.Max.X, across, dx, w, 1)
	return b
}

// reaching returns the column up to which a bar continues on a side (-1 left, 1
// right) of its box: the end of the last strip in which enough pixels are as
// bright as the bar (base, give or take slack). Dense letters may hide a part of
// the bar between.
func reaching(src *image.Gray, box image.Rectangle, base, slack int, dpi float64, side int) int {
	const strip = 4
	most := int(dpi) // the longest word to leap over
	x := box.Max.X
	if side < 0 {
		x = box.Min.X
	}
	last := x
	for absInt(x-last) <= most {
		from, to := x, x+strip
		if side < 0 {
			from, to = x-strip, x
		}
		if from < 0 || to > src.Rect.Dx() {
			break
		}
		alike, all := 0, 0
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for _, v := range src.Pix[y*src.Stride+from : y*src.Stride+to] {
				if all++; absInt(int(v)-base) <= slack {
					alike++
				}
			}
		}
		if alike*20 < all*7 {
			// Letters leave some of the bar visible between them.
			if alike*8 < all {
				break
			}
		} else {
			last = x + side*strip
		}
		x += side * strip
	}
	return last
}

// box returns the rectangle made by the medians of the bar's edges.
func (b *bar) box() image.Rectangle {
	return image.Rect(median(b.left), median(b.top), median(b.right), median(b.bottom))
}

func median(values []int) int {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// edge returns, for each place along a side in [from, to), where the fill ends:
// the place near about, at most reach away, before which (sign -1) or behind which
// (sign 1) the page is brighter than the fill. A fill that reaches the picture's
// edge ends there.
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
	var found []int // from box.Min.X on
	steps := make([]int, hi-lo+1)
	for s := box.Min.X; s < box.Max.X; s += stretch {
		for k := lo; k <= hi; k++ {
			d := 0
			for i := s; i < min(s+stretch, box.Max.X); i += 2 {
				d += at(i, k) - at(i, k-1)
				if k >= 2 && k+1 < size {
					d += at(i, k+1) - at(i, k-2)
				}
			}
			steps[k-lo] = d * sign
		}
		found = append(found, outermost(steps, lo, about, sign))
	}
	// A bar's edge is straight, even if letters and other bars disturb some
	// stretches of it.
	places := make([]point, len(found))
	for i, v := range found {
		places[i] = point{float64(i) + 0.5, float64(v)}
	}
	if l, part := robustLine(places, false, 1); part >= 0.5 {
		for i := range out {
			out[i] = int(math.Round((l.c - l.a*float64(from+i-box.Min.X)/stretch) / l.b))
		}
		return out
	}
	middle := median(found)
	for i := range out {
		out[i] = middle
	}
	return out
}

// outermost returns the place of the outermost strong step of brightness, where
// steps[0] is at place lo, or about if no step is positive. Letters on a fill make
// steps as strong as its edge does, but further in.
func outermost(steps []int, lo, about, sign int) int {
	best := slices.Max(steps)
	if best <= 0 {
		return about
	}
	strong := func(i int) bool {
		return steps[i]*10 >= best*7 && (i == 0 || steps[i] >= steps[i-1]) && (i+1 == len(steps) || steps[i] >= steps[i+1])
	}
	for i := range steps {
		if sign > 0 {
			i = len(steps) - 1 - i
		}
		if strong(i) {
			return lo + i
		}
	}
	return about
}
