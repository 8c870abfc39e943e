package segmentation

import (
	"cmp"
	"math"
	"slices"
)

// demoteToMarks removes chains that are small and within reach of larger letters, so
// that their blobs become marks: commas and full stops, accents, dots of large
// print, and rows of dots that lead from one column to the next.
func (f *finder) demoteToMarks() {
	x := f.index()
	gone := make([]bool, len(f.chains))
	for i := range f.chains {
		c := &f.chains[i]
		h := float64(c.y1 - c.y0)
		few := len(c.blobs) <= 3 && float64(c.x1-c.x0) <= 4*h
		mx, my := float64(c.x0+c.x1)/2, float64(c.y0+c.y1)/2
		x.visitRows(float64(c.y0)-h, float64(c.y1)+h, func(j int32) {
			d := &f.chains[j]
			if int(j) == i || gone[i] || gone[j] || h > 0.62*d.capHeight {
				return
			}
			y := d.baseline.y(mx)
			if few {
				gone[i] = mx > float64(d.x0)-d.capHeight && mx < float64(d.x1)+d.capHeight &&
					my > y-1.45*d.capHeight && my < y+0.4*d.capHeight
			} else {
				gone[i] = h < 0.3*d.capHeight && my > y-0.25*d.capHeight && my < y+0.05*d.capHeight &&
					float64(c.x0-d.x1) < d.capHeight && float64(d.x0-c.x1) < d.capHeight && f.dotted(c)
			}
		})
	}
	kept := f.chains[:0]
	for i := range f.chains {
		if !gone[i] {
			kept = append(kept, f.chains[i])
		}
	}
	f.chains = kept
}

// dotted reports whether most letters of a chain are dots, unlike a line of small print
// beside a large logo.
func (f *finder) dotted(c *chain) bool {
	dots := 0
	for _, n := range c.blobs {
		b := &f.in.blobs[n]
		if w, h := b.width(), b.height(); max(w, h) <= 2*min(w, h) && 5*b.area >= 3*w*h {
			dots++
		}
	}
	return 4*dots >= 3*len(c.blobs)
}

// assignMarks gives dots, dashes and accents to the lines that they stand on.
func (f *finder) assignMarks() {
	taken := make([]bool, len(f.in.blobs))
	for i := range f.chains {
		for _, n := range f.chains[i].blobs {
			taken[n] = true
		}
	}
	for i := range f.in.blobs {
		if !taken[i] && f.in.blobs[i].height() <= mostLetter && f.in.blobs[i].width() <= 2*mostLetter {
			f.loose = append(f.loose, int32(i))
		}
	}
	// Lines grow with their marks: to the right in the first pass, then to the left.
	slices.SortFunc(f.loose, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.in.blobs[a].x0, f.in.blobs[b].x0), cmp.Compare(a, b))
	})
	x := f.index()
	f.loose = f.assignNearest(x, f.loose)
	slices.Reverse(f.loose)
	f.loose = f.assignNearest(x, f.loose)
}

// assignNearest gives each mark to its nearest line and returns those left over.
func (f *finder) assignNearest(x index, marks []int32) (rest []int32) {
	for _, n := range marks {
		b := &f.in.blobs[n]
		mx, my := float64(b.x0+b.x1)/2, float64(b.y0+b.y1)/2
		best, bestCost := int32(-1), 1.0
		reach := 2 * float64(max(b.height(), 24))
		x.visitRows(my-reach, my+reach, func(j int32) {
			c := &f.chains[j]
			if cost, ok := c.belongs(b, mx, my); ok && cost < bestCost {
				best, bestCost = j, cost
			}
		})
		if best < 0 {
			rest = append(rest, n)
			continue
		}
		c := &f.chains[best]
		c.marks = append(c.marks, n)
		c.x0, c.y0, c.x1, c.y1 = min(c.x0, b.x0), min(c.y0, b.y0), max(c.x1, b.x1), max(c.y1, b.y1)
	}
	return rest
}

// belongs reports whether a mark may belong to the line, and returns its distance
// from the line, in heights of capitals.
func (c *chain) belongs(b *blob, mx, my float64) (cost float64, ok bool) {
	if float64(b.height()) > 0.8*c.capHeight || float64(b.width()) > 2.2*c.capHeight || float64(b.area) < 0.008*c.capHeight*c.capHeight {
		return 0, false
	}
	aside := max(float64(c.x0-b.x1), float64(b.x0-c.x1), 0) / c.capHeight
	y := c.baseline.y(mx)
	off := max(y-1.1*c.capHeight-my, my-y-0.15*c.capHeight, 0) / c.capHeight
	if aside > 0.9 || off > 0.45 || aside > 0 && off > 0.15 {
		return 0, false
	}
	return aside + off, true
}

// dashes makes a line of each lone dash that stands in a row of text.
func (f *finder) dashes() {
	x := f.index()
	n := len(f.chains)
	for _, l := range f.loose {
		b := &f.in.blobs[l]
		if !b.isFlat() {
			continue
		}
		mx, my := float64(b.x0+b.x1)/2, float64(b.y0+b.y1)/2
		best, bestGap := -1, math.MaxFloat64
		x.visitRows(my, my, func(j int32) {
			c := &f.chains[j]
			if int(j) >= n {
				return
			}
			w, h := float64(b.width())/c.capHeight, float64(b.height())/c.capHeight
			y := (c.baseline.y(mx) - my) / c.capHeight
			gap := max(float64(c.x0-b.x1), float64(b.x0-c.x1))
			if w > 0.25 && w < 1.6 && h > 0.05 && h < 0.3 && y > 0.15 && y < 0.7 && gap < bestGap {
				best, bestGap = int(j), gap
			}
		})
		if best < 0 || len(f.chains) >= maxLines {
			continue
		}
		c := chain{marks: []int32{l}, measures: f.chains[best].measures}
		c.baseline = curve{mid: mx, at: c.baseline.y(mx), outer: f.gauge.slopes.at(mx, c.baseline.y(mx))}
		c.box(f.in)
		f.chains = append(f.chains, c)
	}
}
