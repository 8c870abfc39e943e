package segmentation

import (
	"cmp"
	"math"
	"slices"
)

// slopeAt is the slope of a line of text at a point, pixels.
type slopeAt struct{ x, y, slope float64 }

// slopes holds the slopes for lines that are too short to show their own: on bent paper
// they have the slope of the long lines near them, on flat paper the page's median slope.
type slopes struct {
	usual float64
	near  []slopeAt // nil if the page is flat
}

const (
	bentLeast  = 0.012 // the slopes of a bent page differ by more than this
	bentLines  = 24    // samples needed to tell that
	nearSlopes = 9     // the slope at a place is the median of this many nearest samples
	downFar    = 2     // vertical distances count this many times less: lines above one another run more alike than parts of one line
)

// sample appends a line's slopes in the middle of each of its thirds.
func (c *curve) sample(to []slopeAt) []slopeAt {
	for _, d := range [...]float64{-2 * c.half / 3, 0, 2 * c.half / 3} {
		to = append(to, slopeAt{c.mid + d, c.y(c.mid + d), c.slope + d*(2*c.bending+3*d*c.twist)})
	}
	return to
}

// set sets the slopes from samples of the page's long lines.
func (s *slopes) set(seen []slopeAt) {
	if len(seen) < 9 {
		return
	}
	sorted := slices.SortedFunc(slices.Values(seen), func(a, b slopeAt) int { return cmp.Compare(a.slope, b.slope) })
	n := len(sorted)
	s.usual = sorted[n/2].slope
	if n >= bentLines && sorted[n-1-n/8].slope-sorted[n/8].slope > bentLeast {
		s.near = seen
	}
}

// at returns the slope at a place.
func (s *slopes) at(x, y float64) float64 {
	if s.near == nil {
		return s.usual
	}
	var slope, away [nearSlopes]float64
	n := 0
	for i := range s.near {
		p := &s.near[i]
		d := math.Abs(p.x-x) + math.Abs(p.y-y)/downFar
		if n == nearSlopes && d >= away[n-1] {
			continue
		}
		k := min(n, nearSlopes-1)
		for ; k > 0 && away[k-1] > d; k-- {
			away[k], slope[k] = away[k-1], slope[k-1]
		}
		away[k], slope[k] = d, p.slope
		n = min(n+1, nearSlopes)
	}
	slices.Sort(slope[:n])
	return slope[n/2]
}
