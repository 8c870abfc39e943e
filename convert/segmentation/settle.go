package segmentation

import (
	"math"
)

// settle decides the size of lines whose own letters do not show it: it puts
// short ones on the baseline of their row, then goes by the sizes of lines in
// the same row and in the surroundings.
func (f *finder) settle() {
	for i := range f.chains {
		c := &f.chains[i]
		if c.mixed && float64(c.columns) > 4*max(c.size, c.usual) {
			continue
		}
		f.align(c)
		f.settleOne(c)
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
		if d == c || d.columns < 2*c.columns || !d.mixed && d.columns < 4*int(d.size) || float64(c.columns) > 4*d.size {
			continue
		}
		y := d.base.y(x)
		gap := max(float64(d.x0-c.x1), float64(c.x0-d.x1))
		if gap > 40*d.size || gap >= bestGap || foot < y-0.1*d.size || foot > y+0.4*d.size ||
			y-top < 0.6*d.size || y-top > 1.4*d.size {
			continue
		}
		best, bestGap = y, gap
	}
	if off := math.Abs(c.base.y(x) - best); bestGap < math.MaxFloat64 && off > 0.1*(best-top) {
		c.base = curve{mid: x, at: best, outer: f.gauge.slopes.at(x, best)}
		c.tall = best - top
		c.size = c.tall
	}
}

// sameRow is how far the baselines of one row may differ, in heights of capitals,
// and sameFont how far the sizes of one font may differ, as a share. settleOne
// weighs the evidence for a line's size by them.
const (
	sameRow  = 0.2
	sameFont = 0.1
)

// settleOne decides one line's size.
func (f *finder) settleOne(c *chain) {
	x := float64(c.x0+c.x1) / 2
	y := c.base.y(x)
	short := float64(c.columns) < 5*c.size
	// The evidence for tall being the height of capitals, and for its being that
	// of small letters.
	var capital, small, capitalSize, smallSize float64
	for i := range f.chains {
		d := &f.chains[i]
		if d == c || !d.mixed && d.columns < 8*int(d.size) {
			continue
		}
		dx := max(0, float64(d.x0-c.x1), float64(c.x0-d.x1)) / d.size
		dy := math.Abs(d.base.y(x)-y) / d.size
		if dx > 60 || dy > 12 {
			continue
		}
		weight := math.Exp(-dx/20 - dy/2)
		if dy < sameRow && dx < 40 {
			weight *= 3
		}
		if r := c.tall / d.size; math.Abs(r-1) < sameFont {
			capital += weight
			capitalSize += weight * d.size
		}
		// Lines of small letters alone are rare: only lines close by are evidence.
		if d.mixed && (dy < sameRow && dx < 40 || dy < 3 && dx < 2) {
			if r := c.tall / d.low; math.Abs(r-1) < sameFont {
				small += weight
				smallSize += weight * d.size
			}
		}
	}
	switch {
	case c.mixed:
	case small > 2*capital:
		c.size = smallSize / small
	case capital > 0 && short:
		c.size = capitalSize / capital
	}
}
