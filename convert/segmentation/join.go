package segmentation

import (
	"cmp"
	"math"
	"slices"
)

// join joins chains that continue each other on one baseline.
func (f *finder) join() {
	slices.SortFunc(f.chains, func(a, b chain) int {
		return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.y0, b.y0), cmp.Compare(a.x1, b.x1))
	})
	x := f.index()
	set := newSets(len(f.chains))
	for i := range f.chains {
		a := &f.chains[i]
		best, bestGap := int32(-1), math.MaxFloat64
		end := float64(a.x1)
		y := a.baseline.y(end)
		x.visitRows(y-a.capHeight, y, func(j int32) {
			b := &f.chains[j]
			if j <= int32(i) {
				return
			}
			if gap := float64(b.x0 - a.x1); gap < bestGap && f.continues(a, b) {
				best, bestGap = j, gap
			}
		})
		if best >= 0 {
			set.join(int32(i), best)
		}
	}
	f.merge(set)
}

// continues reports whether b continues a's line to the right.
func (f *finder) continues(a, b *chain) bool {
	size := max(a.capHeight, b.capHeight)
	gap := float64(b.x0 - a.x1)
	if gap < -0.5*size || gap > columnGap*capsPerEm*size {
		return false
	}
	if ratio := size / min(a.capHeight, b.capHeight); ratio > 1.3 {
		// One of them may be small letters alone, or a single letter.
		if ratio > 1.65 || a.hasXHeight && b.hasXHeight {
			return false
		}
	}
	x := float64(a.x1+b.x0) / 2
	if gap > size && a.hasXHeight && b.hasXHeight && (size > 1.1*min(a.capHeight, b.capHeight) || math.Abs(a.baseline.y(x)-b.baseline.y(x)) > 0.12*size) {
		return false // print of another size or on another row, in the next column
	}
	slip := math.Abs(a.baseline.y(x) - b.baseline.y(x))
	if slip > baselineSlip*min(a.capHeight, b.capHeight) {
		// A few letters alone, such as "gy", may stand below their line.
		overlap := float64(min(a.y1, b.y1) - max(a.y0, b.y0))
		if len(a.blobs) > 2 && len(b.blobs) > 2 || overlap < 0.6*float64(min(a.y1-a.y0, b.y1-b.y0)) || slip > 0.45*size {
			return false
		}
	}
	return !ruleBetween(f.rules, &blob{x1: a.x1, y0: a.y0, y1: a.y1}, &blob{x0: b.x0, y0: b.y0, y1: b.y1})
}

// merge makes one chain of each set and measures those that changed.
func (f *finder) merge(set sets) {
	at := make([]int, len(f.chains))
	changed := make([]bool, len(f.chains))
	kept := f.chains[:0]
	for i := range f.chains {
		root := int(set.root(int32(i)))
		if root == i {
			at[i] = len(kept)
			kept = append(kept, f.chains[i])
			continue
		}
		to := &kept[at[root]]
		to.blobs = append(to.blobs, f.chains[i].blobs...)
		changed[at[root]] = true
	}
	f.chains = kept
	for i := range f.chains {
		if changed[i] {
			f.chains[i].box(f.in)
			f.gauge.measure(&f.chains[i])
		}
	}
}

// splitBlobs cuts blobs in which letters of two lines touch, such as a "g" and the "l"
// beneath it, and gives each piece to its line.
func (f *finder) splitBlobs() {
	x := f.index()
	changed := make([]bool, len(f.chains))
	for i := range f.chains {
		kept := f.chains[i].blobs[:0]
		for _, n := range f.chains[i].blobs {
			upper, lower := f.touched(x, n)
			if upper < 0 {
				kept = append(kept, n)
				continue
			}
			changed[i] = true
			for upper >= 0 {
				y := f.waist(n, &f.chains[upper], &f.chains[lower])
				if b := &f.in.blobs[n]; y <= b.y0 || y >= b.y1 {
					kept = append(kept, n)
					break
				}
				// Until all chains are done the pieces are kept as marks, which are
				// not looked at again: each touches one line only.
				f.chains[upper].marks = append(f.chains[upper].marks, n)
				changed[upper], changed[lower] = true, true
				n = f.in.cut(n, y)
				last := lower
				if upper, lower = f.touched(x, n); upper < 0 {
					f.chains[last].marks = append(f.chains[last].marks, n)
				}
			}
		}
		f.chains[i].blobs = kept
	}
	left := f.chains[:0]
	for i := range f.chains {
		c := &f.chains[i]
		c.blobs = append(c.blobs, c.marks...)
		c.marks = nil
		if len(c.blobs) == 0 {
			continue
		}
		if changed[i] {
			c.box(f.in)
			f.gauge.measure(c)
		}
		left = append(left, *c)
	}
	f.chains = left
}

// mostRows is the largest number of lines of text that touching letters may
// connect.
const mostRows = 8

// touched returns the two topmost lines whose letters a blob reaches, -1 and -1
// if there are not two.
func (f *finder) touched(x index, n int32) (upper, lower int32) {
	b := f.in.blobs[n]
	mid := float64(b.x0+b.x1) / 2
	var rows []int32
	x.visitRows(float64(b.y0), float64(b.y1), func(j int32) {
		c := &f.chains[j]
		// A blob that touches another line may have made its own line seem taller.
		size := min(c.capHeight, 1.6*c.blobHeight)
		if len(c.blobs) < 2 || float64(b.height()) < 1.5*size || float64(b.height()) > 2*mostRows*size {
			return
		}
		if float64(b.x0) > float64(c.x1)+size || float64(b.x1) < float64(c.x0)-size {
			return
		}
		y := c.baseline.y(mid)
		// At least the height of small letters must lie within the blob.
		if y > float64(b.y1)+0.15*size || y-0.7*size < float64(b.y0) {
			return
		}
		rows = append(rows, j)
	})
	slices.SortFunc(rows, func(i, j int32) int {
		return cmp.Or(cmp.Compare(f.chains[i].baseline.y(mid), f.chains[j].baseline.y(mid)), cmp.Compare(i, j))
	})
	for _, j := range rows {
		if f.chains[j].baseline.y(mid)-f.chains[rows[0]].baseline.y(mid) > 1.1*f.chains[rows[0]].blobHeight {
			return rows[0], j
		}
	}
	return -1, -1
}

// waist returns the row between two lines in which a blob has the least ink.
func (f *finder) waist(n int32, upper, lower *chain) int32 {
	b := &f.in.blobs[n]
	mid := float64(b.x0+b.x1) / 2
	from := int32(upper.baseline.y(mid) + 0.05*upper.capHeight)
	to := int32(lower.baseline.y(mid) - 0.65*min(lower.capHeight, 1.6*lower.blobHeight))
	from, to = max(from, b.y0+1), min(max(to, from+1), b.y1-1)
	if from >= to {
		return from
	}
	count := make([]int32, to-from)
	for _, i := range f.in.order[b.first:b.last] {
		if r := &f.in.runs[i]; r.y >= from && r.y < to {
			count[r.y-from] += r.x1 - r.x0
		}
	}
	best := 0
	for i, c := range count {
		if c <= count[best] {
			best = i
		}
	}
	return from + int32(best)
}
