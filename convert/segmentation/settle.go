package segmentation

import (
	"math"
)

// settleSizes decides the size of lines whose own letters do not show it: it puts
// short ones on the baseline of their row, then goes by the sizes of lines in
// the same row and in the surroundings.
func (f *finder) settleSizes() {
	for i := range f.chains {
		c := &f.chains[i]
		if c.hasXHeight && float64(c.columns) > 4*max(c.capHeight, c.blobHeight) {
			continue
		}
		f.align(c)
		f.settleSize(c)
	}
}

// align puts a line of a few letters on the baseline of its row: "gy" alone seems
// to stand below it, "7" and "PF" above.
func (f *finder) align(c *chain) {
	x := float64(c.x0+c.x1) / 2
	top, foot := float64(c.y0), float64(c.y1)
	best, bestGap := 0.0, math.MaxFloat64
	for i := range f.chains {
		d := &f.chains[i]
		if d == c || d.columns < 2*c.columns || !d.hasXHeight && d.columns < 4*int(d.capHeight) || float64(c.columns) > 4*d.capHeight {
			continue
		}
		y := d.baseline.y(x)
		gap := max(float64(d.x0-c.x1), float64(c.x0-d.x1))
		if gap > 40*d.capHeight || gap >= bestGap || foot < y-0.1*d.capHeight || foot > y+0.4*d.capHeight ||
			y-top < 0.6*d.capHeight || y-top > 1.4*d.capHeight {
			continue
		}
		best, bestGap = y, gap
	}
	if off := math.Abs(c.baseline.y(x) - best); bestGap < math.MaxFloat64 && off > 0.1*(best-top) {
		c.baseline = curve{mid: x, at: best, outer: f.gauge.slopes.at(x, best)}
		c.tall = best - top
		c.capHeight = c.tall
	}
}

// sameRow is how far the baselines of one row may differ, in heights of capitals,
// and sameFont how far the sizes of one font may differ, as a share. settleSize
// weighs the evidence for a line's size by them.
const (
	sameRow  = 0.2
	sameFont = 0.1
)

// settleSize decides one line's size.
func (f *finder) settleSize(c *chain) {
	x := float64(c.x0+c.x1) / 2
	y := c.baseline.y(x)
	short := float64(c.columns) < 5*c.capHeight
	// The evidence for tall being the height of capitals, and for its being that
	// of small letters.
	var capital, small, capitalSize, smallSize float64
	for i := range f.chains {
		d := &f.chains[i]
		if d == c || !d.hasXHeight && d.columns < 8*int(d.capHeight) {
			continue
		}
		dx := max(0, float64(d.x0-c.x1), float64(c.x0-d.x1)) / d.capHeight
		dy := math.Abs(d.baseline.y(x)-y) / d.capHeight
		if dx > 60 || dy > 12 {
			continue
		}
		weight := math.Exp(-dx/20 - dy/2)
		if dy < sameRow && dx < 40 {
			weight *= 3
		}
		if r := c.tall / d.capHeight; math.Abs(r-1) < sameFont {
			capital += weight
			capitalSize += weight * d.capHeight
		}
		// Lines of small letters alone are rare: only lines close by are evidence.
		if d.hasXHeight && (dy < sameRow && dx < 40 || dy < 3 && dx < 2) {
			if r := c.tall / d.xHeight; math.Abs(r-1) < sameFont {
				small += weight
				smallSize += weight * d.capHeight
			}
		}
	}
	switch {
	case c.hasXHeight:
	case small > 2*capital:
		c.capHeight = smallSize / small
	case capital > 0 && short:
		c.capHeight = capitalSize / capital
	}
}
