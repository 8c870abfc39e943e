package raster

import (
	"image"
	"math"
	"slices"
)

// bar is a rectangular fill with its edges told to the pixel, so that letters
// that stand close to them stay whole.
type bar struct {
	image.Rectangle       // that holds all of it
	top, low        []int // first row and row beyond the last, per column of the rectangle
	left, right     []int // first column and column beyond the last, per row of the rectangle
}

// barOf finds the edges of a fill near its cells' border, from which the median
// that found it may have eaten rx cells across and ry cells down.
func barOf(src *image.Gray, f *fill, step, rx, ry int) *bar {
	dx, dy := (rx+1)*step, (ry+1)*step
	b := &bar{Rectangle: image.Rect(f.box.Min.X-dx, f.box.Min.Y-dy, f.box.Max.X+dx, f.box.Max.Y+dy).Intersect(src.Rect)}
	at := func(x, y int) int { return int(src.Pix[y*src.Stride+x]) }
	turned := func(y, x int) int { return int(src.Pix[y*src.Stride+x]) }
	w, h := src.Rect.Dx(), src.Rect.Dy()
	b.top = edge(at, b.Min.X, b.Max.X, f.box.Min.Y, f.box, dy, h, -1)
	b.low = edge(at, b.Min.X, b.Max.X, f.box.Max.Y, f.box, dy, h, 1)
	across := image.Rect(f.box.Min.Y, f.box.Min.X, f.box.Max.Y, f.box.Max.X)
	b.left = edge(turned, b.Min.Y, b.Max.Y, f.box.Min.X, across, dx, w, -1)
	b.right = edge(turned, b.Min.Y, b.Max.Y, f.box.Max.X, across, dx, w, 1)
	return b
}

// reaching is how far a bar goes on to a side (-1 left, 1 right) of its box: to
// the last strip in which enough is as bright as the bar. Dense letters part
// bars in two.
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
			// Letters leave some of the bar to be seen between them.
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

// box is the rectangle that the edges are mostly at.
func (b *bar) box() image.Rectangle {
	return image.Rect(median(b.left), median(b.top), median(b.right), median(b.low))
}

func median(values []int) int {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// edge finds for each place from..to the border near about, at most reach away:
// the place before which (sign -1) or behind which (sign 1) the page is brighter
// than the fill. A fill that reaches the picture's edge ends there.
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
	// A bar's edge is straight, whatever letters and other bars do to some of
	// its stretches.
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

// outermost is the place of the outermost of the great steps, the first of which
// is at lo; about where there are none. Letters on a fill step as far as its
// edge does, but further in.
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
