package segmentation

import (
	"cmp"
	"slices"
)

// Heights of rows that cannot be read.
const (
	leastReadable = 6    // pixels, where the page has larger text
	leastPrint    = 0.02 // height of capitals, inches: no print is smaller, but the dots of a halftone are
)

// removeNoise removes what is not text, compared with the size of the page's text:
// specks, rows of dust too small to be read, lone bars of bar codes and of rules.
func (f *finder) removeNoise() {
	f.chains = slices.DeleteFunc(f.chains, func(c chain) bool { return c.capHeight < leastPrint*f.dpi })
	type weighed struct {
		size    float64
		columns int
	}
	var all []weighed
	total := 0
	for i := range f.chains {
		c := &f.chains[i]
		all = append(all, weighed{c.capHeight, c.columns})
		total += c.columns
	}
	slices.SortFunc(all, func(a, b weighed) int { return cmp.Compare(a.size, b.size) })
	usual, sum := 0.0, 0
	for _, w := range all {
		if sum += w.columns; 2*sum >= total {
			usual = w.size
			break
		}
	}
	f.chains = slices.DeleteFunc(f.chains, func(c chain) bool {
		h := float64(c.y1 - c.y0)
		switch {
		case c.capHeight < 0.4*usual && h <= leastReadable:
			return true
		case len(c.blobs) > 2:
			return false
		case h < 0.6*usual && float64(c.x1-c.x0) < 0.6*usual:
			return true
		}
		return h > 1.5*usual && f.bars(c.blobs)
	})
}

// bars reports whether all blobs are solid upright bars.
func (f *finder) bars(blobs []int32) bool {
	for _, n := range blobs {
		b := &f.in.blobs[n]
		if float64(b.height()) < 2.5*float64(b.width()) || float64(b.area) < solidShare*float64(b.width()*b.height()) {
			return false
		}
	}
	return true
}
