package textline

import (
	"cmp"
	"math"
	"slices"

	"lineitem/convert/raster"
)

// Find finds the lines of text on a page, in reading order (rows from top to
// bottom, each from left to right), with strips of the given height in pixels.
//
// Letters are the page's connected components. They are linked to their
// neighbours, the chains measured by the columns of their letters (most feet
// stand on the baseline, the tops of capitals and of small letters make two
// peaks), and chains on one baseline joined up to the gap of a column or to a
// vertical rule. What one chain cannot tell, such as the size of a lone "1" or
// "-", its row and its surroundings do.
func Find(p *raster.Page, height int) []Line {
	if p == nil || p.Gray == nil || p.Gray.Rect.Empty() || height < 8 {
		return nil
	}
	return find(p).lines(p.Gray, height)
}

// find is Find up to the drawing of strips.
func find(p *raster.Page) *finder {
	in := findInk(p.Gray)
	f := &finder{in: in, gauge: gauge{in: in}, walls: walls(p)}
	f.chains = chains(in, f.walls)
	f.prune()
	f.measure()
	f.demote()
	f.join()
	f.demote() // dots that only together made a line
	f.part()
	f.mark()
	f.settle()
	f.weed()
	f.dashes()
	return f
}

// finder is the work on one page.
type finder struct {
	in     *ink
	gauge  gauge
	walls  []wall
	chains []chain
	loose  []int32 // blobs of no chain that may be marks
}

func walls(p *raster.Page) []wall {
	scale := p.DPI / 72
	var out []wall
	for _, r := range p.Rules {
		if r.Vertical {
			out = append(out, wall{r.MidX() * scale, r.Y0 * scale, r.Y1 * scale})
		}
	}
	return out
}

// prune keeps the widest chains when there are more than a page may have.
func (f *finder) prune() {
	const most = 4 * maxLines
	if len(f.chains) > most {
		slices.SortStableFunc(f.chains, func(a, b chain) int { return cmp.Compare(b.x1-b.x0, a.x1-a.x0) })
		f.chains = f.chains[:most]
	}
}

// measure measures every chain, the long ones first, as they tell the page's
// slope to the short.
func (f *finder) measure() {
	slices.SortStableFunc(f.chains, func(a, b chain) int { return cmp.Compare(b.x1-b.x0, a.x1-a.x0) })
	var slopes []float64
	for i := range f.chains {
		c := &f.chains[i]
		if i == 0 || float64(c.x1-c.x0) > 8*float64(c.y1-c.y0) {
			f.gauge.measure(c)
			slopes = append(slopes, c.base.slope)
			continue
		}
		break
	}
	if len(slopes) >= 3 {
		slices.Sort(slopes)
		f.gauge.slope = slopes[len(slopes)/2]
	}
	for i := range f.chains {
		f.gauge.measure(&f.chains[i])
	}
}

// index finds chains by the rows of pixels that they cross.
type index [][]int32

func (f *finder) index() index {
	x := make(index, f.in.height/shelfHeight+1)
	for i := range f.chains {
		c := &f.chains[i]
		for s := c.y0 / shelfHeight; s <= (c.y1-1)/shelfHeight; s++ {
			x[s] = append(x[s], int32(i))
		}
	}
	return x
}

// near calls visit with each chain that crosses the rows y0 to y1, once or more.
func (x index) near(y0, y1 float64, visit func(i int32)) {
	lo := max(0, min(len(x)-1, int(y0)/shelfHeight))
	hi := max(0, min(len(x)-1, int(y1)/shelfHeight))
	for s := lo; s <= hi; s++ {
		for _, i := range x[s] {
			visit(i)
		}
	}
}

// demote takes for marks what stands small within reach of larger letters:
// commas and full stops, accents, dots of large print, and rows of dots that
// lead from one column to the next.
func (f *finder) demote() {
	x := f.index()
	gone := make([]bool, len(f.chains))
	for i := range f.chains {
		c := &f.chains[i]
		h := float64(c.y1 - c.y0)
		few := len(c.blobs) <= 3 && float64(c.x1-c.x0) <= 4*h
		mx, my := float64(c.x0+c.x1)/2, float64(c.y0+c.y1)/2
		x.near(float64(c.y0)-h, float64(c.y1)+h, func(j int32) {
			d := &f.chains[j]
			if int(j) == i || gone[i] || gone[j] || h > 0.62*d.size {
				return
			}
			y := d.base.y(mx)
			if few {
				gone[i] = mx > float64(d.x0)-d.size && mx < float64(d.x1)+d.size &&
					my > y-1.45*d.size && my < y+0.4*d.size
			} else {
				gone[i] = h < 0.3*d.size && my > y-0.25*d.size && my < y+0.05*d.size &&
					float64(c.x0-d.x1) < d.size && float64(d.x0-c.x1) < d.size
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
		y := a.base.y(end)
		x.near(y-a.size, y, func(j int32) {
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

// continues tells whether b goes on with a's line to the right of it.
func (f *finder) continues(a, b *chain) bool {
	size := max(a.size, b.size)
	gap := float64(b.x0 - a.x1)
	if gap < -0.5*size || gap > columnGap*capsPerEm*size {
		return false
	}
	if ratio := size / min(a.size, b.size); ratio > 1.3 {
		// One may be small letters alone, or one letter.
		if ratio > 1.65 || a.mixed && b.mixed {
			return false
		}
	}
	x := float64(a.x1+b.x0) / 2
	if gap > size && a.mixed && b.mixed && (size > 1.1*min(a.size, b.size) || math.Abs(a.base.y(x)-b.base.y(x)) > 0.12*size) {
		return false // print of another size or on another row, in the next column
	}
	slip := math.Abs(a.base.y(x) - b.base.y(x))
	if slip > baselineSlip*min(a.size, b.size) {
		// A few letters alone, such as "gy", may stand below their line.
		overlap := float64(min(a.y1, b.y1) - max(a.y0, b.y0))
		if len(a.blobs) > 2 && len(b.blobs) > 2 || overlap < 0.6*float64(min(a.y1-a.y0, b.y1-b.y0)) || slip > 0.45*size {
			return false
		}
	}
	return !between(f.walls, &blob{x1: a.x1, y0: a.y0, y1: a.y1}, &blob{x0: b.x0, y0: b.y0, y1: b.y1})
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

// part cuts blobs in which letters of two lines touch, as a "g" and the "l"
// beneath it, and gives each piece to its line.
func (f *finder) part() {
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
					break
				}
				// What was given here is looked at again when its chain's turn
				// comes, which does no harm: it touches one line only.
				f.chains[upper].marks = append(f.chains[upper].marks, n)
				changed[upper], changed[lower] = true, true
				n = f.in.cut(n, y)
				last := lower
				if upper, lower = f.touched(x, n); upper < 0 {
					upper = -1
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

// mostRows is how many lines of text may hang together through touching
// letters.
const mostRows = 8

// touched finds the two topmost lines whose letters a blob reaches; -1 when
// there are no two.
func (f *finder) touched(x index, n int32) (upper, lower int32) {
	b := f.in.blobs[n]
	mid := float64(b.x0+b.x1) / 2
	var rows []int32
	x.near(float64(b.y0), float64(b.y1), func(j int32) {
		c := &f.chains[j]
		// One that touches may have misled its line about its size.
		size := min(c.size, 1.6*c.usual)
		if len(c.blobs) < 2 || float64(b.height()) < 1.5*size || float64(b.height()) > 2*mostRows*size {
			return
		}
		if float64(b.x0) > float64(c.x1)+size || float64(b.x1) < float64(c.x0)-size {
			return
		}
		y := c.base.y(mid)
		// At least the height of small letters must lie within.
		if y > float64(b.y1)+0.15*size || y-0.7*size < float64(b.y0) {
			return
		}
		rows = append(rows, j)
	})
	slices.SortFunc(rows, func(i, j int32) int {
		return cmp.Or(cmp.Compare(f.chains[i].base.y(mid), f.chains[j].base.y(mid)), cmp.Compare(i, j))
	})
	for _, j := range rows {
		if f.chains[j].base.y(mid)-f.chains[rows[0]].base.y(mid) > 1.1*f.chains[rows[0]].usual {
			return rows[0], j
		}
	}
	return -1, -1
}

// waist is the row between two lines where a blob has the least ink.
func (f *finder) waist(n int32, upper, lower *chain) int32 {
	b := &f.in.blobs[n]
	mid := float64(b.x0+b.x1) / 2
	from := int32(upper.base.y(mid) + 0.05*upper.size)
	to := int32(lower.base.y(mid) - 0.65*min(lower.size, 1.6*lower.usual))
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

// mark gives dots, dashes and accents to the lines that they stand on.
func (f *finder) mark() {
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
	// From left to right lines grow to the right, then the other way.
	slices.SortFunc(f.loose, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.in.blobs[a].x0, f.in.blobs[b].x0), cmp.Compare(a, b))
	})
	x := f.index()
	f.loose = f.adopt(x, f.loose)
	slices.Reverse(f.loose)
	f.loose = f.adopt(x, f.loose)
}

// adopt gives each mark to its nearest line and returns those left over.
func (f *finder) adopt(x index, marks []int32) (rest []int32) {
	for _, n := range marks {
		b := &f.in.blobs[n]
		mx, my := float64(b.x0+b.x1)/2, float64(b.y0+b.y1)/2
		best, bestCost := int32(-1), 1.0
		reach := 2 * float64(max(b.height(), 24))
		x.near(my-reach, my+reach, func(j int32) {
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

// belongs tells whether a mark may be the line's, and how far it lies off.
func (c *chain) belongs(b *blob, mx, my float64) (cost float64, ok bool) {
	if float64(b.height()) > 0.8*c.size || float64(b.width()) > 2.2*c.size || float64(b.area) < 0.008*c.size*c.size {
		return 0, false
	}
	aside := max(float64(c.x0-b.x1), float64(b.x0-c.x1), 0) / c.size
	y := c.base.y(mx)
	off := max(y-1.1*c.size-my, my-y-0.15*c.size, 0) / c.size
	if aside > 0.9 || off > 0.45 || aside > 0 && off > 0.15 {
		return 0, false
	}
	return aside + off, true
}

// settle decides the size of lines that cannot tell it themselves by those
// that can: first of their row, then of their surroundings.
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

// align puts a few letters on the baseline of their row: "gy" alone seems to
// stand below it, "7" and "PF" above.
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
		c.base = curve{mid: x, at: best, outer: f.gauge.slope}
		c.tall = best - top
		c.size = c.tall
	}
}

// sameRow and sameFont are how well sizes and baselines must agree, heights of
// capitals.
const (
	sameRow  = 0.2
	sameFont = 0.1
)

func (f *finder) settleOne(c *chain) {
	x := float64(c.x0+c.x1) / 2
	y := c.base.y(x)
	short := float64(c.columns) < 5*c.size
	// How much speaks for tall being the height of capitals, and for its being
	// that of small letters.
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
		// Small letters alone are rare: they count beside their like only.
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

// unreadable is the height of rows of which nothing can be read, pixels.
const unreadable = 6

// weed takes out what is no text beside the page's text: specks, rows of dust
// too small to be read, lone bars of bar codes and of rules.
func (f *finder) weed() {
	type weighed struct {
		size    float64
		columns int
	}
	var all []weighed
	total := 0
	for i := range f.chains {
		c := &f.chains[i]
		all = append(all, weighed{c.size, c.columns})
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
		case c.size < 0.4*usual && h <= unreadable:
			return true
		case len(c.blobs) > 2:
			return false
		case h < 0.6*usual && float64(c.x1-c.x0) < 0.6*usual:
			return true
		}
		return h > 1.5*usual && f.bars(c.blobs)
	})
}

// bars tells whether all blobs are solid upright bars.
func (f *finder) bars(blobs []int32) bool {
	for _, n := range blobs {
		b := &f.in.blobs[n]
		if float64(b.height()) < 2.5*float64(b.width()) || float64(b.area) < solidity*float64(b.width()*b.height()) {
			return false
		}
	}
	return true
}

// dashes makes lines of lone dashes that stand on a row of text.
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
		x.near(my, my, func(j int32) {
			c := &f.chains[j]
			if int(j) >= n {
				return
			}
			w, h := float64(b.width())/c.size, float64(b.height())/c.size
			y := (c.base.y(mx) - my) / c.size
			gap := max(float64(c.x0-b.x1), float64(b.x0-c.x1))
			if w > 0.25 && w < 1.6 && h > 0.05 && h < 0.3 && y > 0.15 && y < 0.7 && gap < bestGap {
				best, bestGap = int(j), gap
			}
		})
		if best < 0 || len(f.chains) >= maxLines {
			continue
		}
		c := chain{marks: []int32{l}, measures: f.chains[best].measures}
		c.base = curve{mid: mx, at: c.base.y(mx), outer: f.gauge.slope}
		c.box(f.in)
		f.chains = append(f.chains, c)
	}
}
