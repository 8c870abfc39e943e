package raster

import (
	"math"
	"slices"

	"lineitem/convert/doc"
)

// Measures of bent paper.
const (
	bendSlant   = 3.5  // greatest slope of a bent line, degrees
	bendCoarse  = 0.25 // step between tries, degrees: the first are twice as far apart, later ones half and a quarter as far
	bendPoints  = 40   // least number of places where ink ends downward (feet) in a window
	bendWindows = 12   // least number of windows that tell how a page is bent
	bendSharp   = 1.1  // least ratio of a window's best score to its mean score where it has text
	bendLeast   = 2.5  // least distance by which a line must run off for it to be made level, pixels,
	bendGain    = 1.05 // and least ratio by which that has to raise the score of the page's rows
)

// bendOf estimates how the text lines of a page are bent. It rotates the feet of the page's mask, xs and
// ys, back by the skew (degrees), in place, and finds for each window of the page the direction in which
// its rows are sharpest. The windows grow as the page becomes flat.
func bendOf(xs, ys []int32, ink *mask, degrees float64) (b doc.Bend) {
	s, c := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(ink.w)/2, float64(ink.h)/2
	for i := range xs {
		x, y := float64(xs[i])-cx, float64(ys[i])-cy
		xs[i], ys[i] = int32(math.Round(cx+c*x+s*y)), int32(math.Round(cy-s*x+c*y))
	}
	level := slices.Clone(ys)
	w, h := float64(ink.w), float64(ink.h)
	// A part of the points is enough for the first tries.
	few := min(max(len(xs)/skewFew, 1), 4)
	for _, round := range [...]struct {
		width, slant, step float64
		every              int
	}{{0.18, bendSlant, 2 * bendCoarse, few}, {0.3, 1, bendCoarse / 2, 1}, {0.5, 0.5, bendCoarse / 4, 1}} {
		rest := doc.Bend{Width: w, Height: h}
		seen := windows(xs, level, w, h, round.width, round.slant, round.step, round.every)
		if len(seen) < bendWindows {
			break
		}
		if _, ok := rest.Fit(seen, 2); !ok {
			break
		}
		if b = b.And(rest); b.Most(0, w) < bendLeast {
			return doc.Bend{}
		}
		for i, x := range xs {
			level[i] = int32(math.Round(float64(ys[i]) - b.Down(float64(x), float64(ys[i]))))
		}
		if before, after := pageProfile(xs, ys, w, h), pageProfile(xs, level, w, h); after.score(0) < bendGain*before.score(0) {
			return doc.Bend{}
		}
	}
	return b
}

// windows returns the slopes of the rows in windows of the page whose width is given in parts of
// the page's. It tries directions up to slant degrees either way, step degrees apart, and counts one
// point in so many (every).
func windows(xs, ys []int32, w, h, width, slant, step float64, every int) (seen []doc.Slope) {
	const height, down = 0.14, 0.1 // height of windows, and distance from one to the next, in parts of the page's height
	tries := int(slant / step)
	for top := 0.0; top < 1-height/2; top += down {
		for left := 0.0; left <= 1-width+0.01; left += width / 2 {
			x0, y0 := int32(left*w), int32(top*h)
			x1, y1 := x0+int32(width*w), y0+int32(height*h)
			p := profile{width: int64(x1 - x0), height: int64(y1 - y0)}
			for i := 0; i < len(xs); i += every {
				if x := xs[i]; x >= x0 && x < x1 && ys[i] >= y0 && ys[i] < y1 {
					p.xs, p.ys = append(p.xs, x-x0), append(p.ys, ys[i]-y0)
				}
			}
			if len(p.xs)*every < bendPoints {
				continue
			}
			p.rows = make([]int32, p.height+p.width/8+4)
			scores := make([]float64, 2*tries+1)
			sum, best := 0.0, 0
			for i := range scores {
				scores[i] = p.score(float64(i-tries) * step)
				if sum += scores[i]; scores[i] > scores[best] {
					best = i
				}
			}
			sharp := scores[best] * float64(len(scores)) / sum
			if best == 0 || best == 2*tries || sharp < bendSharp {
				continue
			}
			a, c := scores[best-1], scores[best+1]
			angle := (float64(best-tries) + (a-c)/(2*(a-2*scores[best]+c))) * step
			seen = append(seen, doc.Slope{X: float64(x0+x1) / 2, Y: float64(y0+y1) / 2,
				Fall: math.Tan(angle * math.Pi / 180), Weight: math.Sqrt(float64(len(p.xs))) * min(sharp-1, 1)})
		}
	}
	return seen
}

// pageProfile returns a profile of the points of a page.
func pageProfile(xs, ys []int32, w, h float64) *profile {
	return &profile{xs: xs, ys: ys, width: int64(w), height: int64(h), rows: make([]int32, int(h)+int(w)/8+4)}
}
