package raster

import "math"

// Skew is sought in two steps, by the projection profile: the page's rows are
// sharpest where they run along the lines of text. Compare Postl, "Detection of
// linear oblique structures and skew scan in digitized documents", 1986.
const (
	skewLimit  = 5.0   // greatest skew either way, degrees
	skewCoarse = 0.25  // step between the first tries, degrees
	skewFine   = 0.05  // step between the last tries, degrees
	skewLeast  = 0.05  // a smaller skew is not worth resampling the page, degrees,
	skewDrift  = 1.2   // nor is a smaller fall of a line across the page, pixels
	skewSharp  = 1.3   // least ratio of the best score to the mean score of a page with text,
	skewGain   = 1.02  // and to the score of no skew
	skewPoints = 40000 // about the greatest number of points, for the last tries
	skewFew    = 8000  // least number of points for the first tries, where there are as many
)

// skew estimates, from the feet of a mask, the angle of the lines of text to the
// horizontal in degrees: positive where they fall to the right, and 0 where no angle
// stands out.
func skew(xs, ys []int32, ink *mask) float64 {
	if len(xs) < 30 {
		return 0
	}
	p := profile{width: int64(ink.w), height: int64(ink.h), rows: make([]int32, ink.h+2*int(float64(ink.w)*math.Tan(skewLimit*1.2*math.Pi/180))+4)}
	var sum float64
	best, score, n := 0.0, -1.0, 0
	// A part of the points is enough for the first tries.
	few := min(max(len(xs)/skewFew, 1), 4)
	for i := range xs {
		if i%few == 0 {
			p.xs, p.ys = append(p.xs, xs[i]), append(p.ys, ys[i])
		}
	}
	for i := -int(skewLimit / skewCoarse); i <= int(skewLimit/skewCoarse); i++ {
		a := float64(i) * skewCoarse
		s := p.score(a)
		sum += s
		n++
		if s > score || s == score && math.Abs(a) < math.Abs(best) {
			best, score = a, s
		}
	}
	if score < skewSharp*sum/float64(n) {
		return 0
	}
	p.xs, p.ys = xs, ys
	// The peak of a wide page is narrower than the step of the first tries, so the
	// whole neighbourhood of the best one is tried again.
	const reach = 6
	var fine [2*reach + 1]float64
	top := 0
	for i := range fine {
		fine[i] = p.score(best + float64(i-reach)*skewFine)
		if fine[i] > fine[top] || fine[i] == fine[top] && absInt(i-reach) < absInt(top-reach) {
			top = i
		}
	}
	if fine[top] < skewGain*p.score(0) {
		return 0
	}
	degrees := best + float64(top-reach)*skewFine
	if top > 0 && top < len(fine)-1 {
		if curve := fine[top-1] - 2*fine[top] + fine[top+1]; curve < 0 {
			degrees += skewFine * (fine[top-1] - fine[top+1]) / (2 * curve)
		}
	}
	return degrees
}

// feet returns the places where ink ends downward, which crowd on baselines and
// under rules: at most about skewPoints of them, sampled evenly from the page.
func feet(ink *mask) (xs, ys []int32) {
	n := 0
	for y := 0; y+1 < ink.h; y++ {
		row, next := ink.row(y), ink.row(y+1)
		for x := nextInk(row, 0); x < len(row); x = nextInk(row, x+1) {
			if next[x] == 0 {
				n++
			}
		}
	}
	every := n/skewPoints + 1
	xs, ys = make([]int32, 0, n/every+1), make([]int32, 0, n/every+1)
	k := 0
	for y := 0; y+1 < ink.h; y++ {
		row, next := ink.row(y), ink.row(y+1)
		for x := nextInk(row, 0); x < len(row); x = nextInk(row, x+1) {
			if next[x] == 0 {
				// Counting continues from row to row, so no column is favoured.
				if k++; k == every {
					k = 0
					xs, ys = append(xs, int32(x)), append(ys, int32(y))
				}
			}
		}
	}
	return xs, ys
}

// profile counts points by inclined rows.
type profile struct {
	xs, ys        []int32
	width, height int64 // of the mask
	rows          []int32
}

// score returns the sum of the squared counts of rows inclined by so many degrees.
// The sharper the rows, the higher it is.
func (p *profile) score(degrees float64) float64 {
	clear(p.rows)
	// Fixed point with 20 bits of fraction; a point is shared by the two rows
	// it lies between, in eighths, so that the score is smooth in the angle.
	// Pixels lie on whole rows, which would favour a skew of 0, so points are moved
	// within their row by an amount that depends on the column.
	slope := int64(math.Round(math.Tan(degrees*math.Pi/180) * (1 << 20)))
	shift, width := (int64(len(p.rows))-p.height)/2, p.width
	for i, x := range p.xs {
		at := (int64(p.ys[i])+shift)<<20 + int64(x*5&7)<<17 - (int64(x)-width/2)*slope
		row, part := at>>20, int32(at>>17&7)
		if row < 0 || row+1 >= int64(len(p.rows)) {
			continue
		}
		p.rows[row] += 8 - part
		p.rows[row+1] += part
	}
	var sum float64
	for _, n := range p.rows {
		sum += float64(n) * float64(n)
	}
	return sum
}

func absInt(v int) int {
	if v < 0 {
		return -v
	}
	return v
}
