package segmentation

import (
	"math"
	"slices"
)

// curve is a line's baseline, y as a function of x in pixels: a cubic about the
// line's middle, because pages in photos are bent.
type curve struct {
	mid, half float64 // middle and half length along x
	at        float64 // y in the middle
	slope     float64
	bending   float64
	twist     float64
	outer     float64 // slope beyond the ends, which is the page's
}

func (c curve) y(x float64) float64 {
	d := max(-c.half, min(c.half, x-c.mid))
	return c.at + d*(c.slope+d*(c.bending+d*c.twist)) + (x-c.mid-d)*c.outer
}

// measures are a line's dimensions, derived from the letters of a chain.
type measures struct {
	baseline curve
	// tall is the height of the tallest letters, exceptions apart: of capitals,
	// digits and ascenders, or of small letters if there are no others.
	tall float64
	// hasXHeight reports whether small letters were seen beside tall ones, so that
	// tall is sure to be the height of capitals.
	hasXHeight bool
	// xHeight is the height of the small letters if hasXHeight.
	xHeight float64
	// capHeight is the height of capitals, as far as is known.
	capHeight float64
	// blobHeight is the median height of the blobs, weighted by width, pixels.
	blobHeight float64
	// columns is the number of columns with ink.
	columns int
}

// gauge measures chains. It reuses its scratch space.
type gauge struct {
	in         *ink
	slopes     slopes  // for lines that are too short to show their own
	tops, feet []int32 // of each column of a chain; feet are exclusive
	points     [][2]float64
}

// measure fits a chain's baseline and finds the heights of its letters.
func (g *gauge) measure(c *chain) {
	x0, x1 := c.outline(g)
	height := c.medianHeight(g.in)
	c.blobHeight = height
	mid := float64(x0+x1) / 2
	slope := g.slopes.at(mid, float64(c.y1))
	c.baseline = curve{mid: mid, half: float64(x1-x0) / 2, slope: slope, outer: slope}
	g.knots(x0, height)
	var feet float64
	c.baseline.at, feet = g.level(c, c.baseline.slope, x0, height)
	if float64(x1-x0) >= 6*height && len(g.points) >= 5 {
		// The line's own slope is better if more feet stand on it.
		own := steepness(g.points, slope)
		if at, n := g.level(c, own, x0, height); n > 1.1*feet {
			c.baseline.at, c.baseline.slope = at, own
		}
	}
	if float64(x1-x0) >= 15*height {
		g.bend(&c.baseline, x0, height)
	}
	g.heights(c, x0)
}

// outline finds the top and the foot of each of the chain's columns.
func (c *chain) outline(g *gauge) (x0, x1 int32) {
	x0, x1 = math.MaxInt32, 0
	for _, i := range c.blobs {
		b := &g.in.blobs[i]
		x0, x1 = min(x0, b.x0), max(x1, b.x1)
	}
	n := int(x1 - x0)
	g.tops = slices.Grow(g.tops[:0], n)[:n]
	g.feet = slices.Grow(g.feet[:0], n)[:n]
	for i := range g.tops {
		g.tops[i], g.feet[i] = math.MaxInt32, 0
	}
	for _, i := range c.blobs {
		b := &g.in.blobs[i]
		for _, k := range g.in.order[b.first:b.last] {
			r := &g.in.runs[k]
			for x := r.x0 - x0; x < r.x1-x0; x++ {
				g.tops[x] = min(g.tops[x], r.y)
				g.feet[x] = max(g.feet[x], r.y+1)
			}
		}
	}
	return x0, x1
}

// medianHeight returns the median height of the chain's blobs, weighted by their
// width.
func (c *chain) medianHeight(in *ink) float64 {
	type item struct{ h, w int32 }
	items := make([]item, len(c.blobs))
	total := int32(0)
	for i, n := range c.blobs {
		b := &in.blobs[n]
		items[i] = item{b.height(), b.width()}
		total += b.width()
	}
	slices.SortFunc(items, func(a, b item) int { return int(a.h - b.h) })
	sum := int32(0)
	for _, it := range items {
		if sum += it.w; 2*sum >= total {
			return float64(it.h)
		}
	}
	return 1
}

// knots collects likely points of the baseline: the y at which most feet stand,
// for each stretch about as wide as a letter.
func (g *gauge) knots(x0 int32, height float64) {
	g.points = g.points[:0]
	step := max(3, int(height))
	tolerance := int32(max(1, height/12))
	for at := 0; at < len(g.feet); at += step {
		part := g.feet[at:min(at+step, len(g.feet))]
		best, bestCount, sum := int32(0), 0, 0.0
		for _, f := range part {
			if f == 0 || f == best {
				continue
			}
			n, s := 0, 0.0
			for _, o := range part {
				if o != 0 && o >= f-tolerance && o <= f+tolerance {
					n++
					s += float64(o)
				}
			}
			if n > bestCount {
				best, bestCount, sum = f, n, s
			}
		}
		if 3*bestCount >= step {
			g.points = append(g.points, [2]float64{float64(x0) + float64(at) + float64(len(part))/2, sum / float64(bestCount)})
		}
	}
}

// mostSlope is the steepest slope of a line on a straightened page.
const mostSlope = 0.12

// steepness returns the median slope between points that are far apart (Theil
// and Sen), at most mostSlope, or otherwise if there are too few such points.
func steepness(points [][2]float64, otherwise float64) float64 {
	const most = 48
	step := max(1, len(points)/most)
	apart := (points[len(points)-1][0] - points[0][0]) / 4
	var slopes []float64
	for i := 0; i < len(points); i += step {
		for j := i + step; j < len(points); j += step {
			if dx := points[j][0] - points[i][0]; dx >= apart {
				slopes = append(slopes, (points[j][1]-points[i][1])/dx)
			}
		}
	}
	if len(slopes) < 3 {
		return otherwise
	}
	slices.Sort(slopes)
	return max(-mostSlope, min(mostSlope, slopes[len(slopes)/2]))
}

// level returns the y, in the chain's middle, of the line with the given slope on
// which most of its feet stand, and how many do.
func (g *gauge) level(c *chain, slope float64, x0 int32, height float64) (at, count float64) {
	flat := func(x float64, y int32) float64 { return float64(y) - slope*(x-c.baseline.mid) }
	lowest := math.MaxFloat64
	for i, f := range g.feet {
		if f != 0 {
			lowest = min(lowest, flat(float64(x0)+float64(i)+0.5, f))
		}
	}
	h := histogram{least: lowest}
	for i, f := range g.feet {
		if f != 0 {
			h.add(flat(float64(x0)+float64(i)+0.5, f), 1)
		}
	}
	// A letter's lowest point counts again, for most of its width, because most
	// columns of a "7" or "P" end above the baseline.
	widest := 1.1 // width of a blob that is a single letter, in its heights
	if len(c.blobs) <= 2 {
		widest = 1.7 // "m"
	}
	for _, n := range c.blobs {
		if b := &g.in.blobs[n]; float64(b.width()) <= widest*float64(b.height()) {
			h.add(flat(float64(b.x0+b.x1)/2, b.y1), 0.8*float64(b.width()))
		}
	}
	return h.peak(standsOn(height), math.Inf(-1), math.Inf(1))
}

// bend replaces the curve by a parabola fitted to the knots if more feet stand on that,
// and then by a cubic if still more do.
func (g *gauge) bend(c *curve, x0 int32, height float64) {
	feet := g.countStanding(*c, x0, height)
	for degree := 2; degree <= 3; degree++ {
		fitted, ok := g.fit(*c, degree, height)
		if !ok || c.departs(fitted) < standsOn(height) {
			continue
		}
		if n := g.countStanding(fitted, x0, height); n > 1.1*feet {
			*c, feet = fitted, n
		}
	}
}

// fit returns the curve of a degree that is fitted, by least squares, to the knots near
// c. ok is false if there are too few of them, or if it is too bent or too steep.
func (g *gauge) fit(c curve, degree int, height float64) (fitted curve, ok bool) {
	// The first round is wide, as the line may be much bent, and includes descenders.
	fitted = c
	for _, near := range [...]float64{1.2, 0.5, 0.25, 0.25} {
		var m [4][5]float64
		n := 0
		for _, p := range g.points {
			if math.Abs(p[1]-fitted.y(p[0])) > near*height {
				continue
			}
			n++
			// In hundreds of pixels, to keep the sums similar in magnitude.
			d := (p[0] - c.mid) / 100
			powers := [4]float64{1, d, d * d, d * d * d}
			for i := range degree + 1 {
				for j := range degree + 1 {
					m[i][j] += powers[i] * powers[j]
				}
				m[i][4] += powers[i] * p[1]
			}
		}
		if n < 4*degree || 2*n < len(g.points) {
			return c, false
		}
		k, ok := solve(m, degree+1)
		if !ok {
			return c, false
		}
		fitted.at, fitted.slope, fitted.bending, fitted.twist = k[0], k[1]/1e2, k[2]/1e4, k[3]/1e6
	}
	sag := max(math.Abs(fitted.bending), math.Abs(fitted.twist)*c.half) * c.half * c.half
	return fitted, sag < 2*height && math.Abs(fitted.slope) < mostSlope
}

// departs returns the greatest distance between two baselines of one line, pixels.
func (c *curve) departs(from curve) float64 {
	const places = 12
	most := 0.0
	for i := range places + 1 {
		x := c.mid + c.half*(2*float64(i)/places-1)
		most = max(most, math.Abs(c.y(x)-from.y(x)))
	}
	return most
}

// standsOn returns how far from a baseline the feet of letters on it may be, pixels.
func standsOn(height float64) float64 { return max(0.75, height/14) }

// countStanding returns the number of columns whose feet are on a curve.
func (g *gauge) countStanding(c curve, x0 int32, height float64) float64 {
	n := 0
	for i, f := range g.feet {
		if f != 0 && math.Abs(float64(f)-c.y(float64(x0)+float64(i)+0.5)) < standsOn(height) {
			n++
		}
	}
	return float64(n)
}

// solve solves n linear equations, whose right-hand sides are in the last column.
func solve(m [4][5]float64, n int) (k [4]float64, ok bool) {
	for i := range n {
		if math.Abs(m[i][i]) < 1e-9 {
			return k, false
		}
		for r := i + 1; r < n; r++ {
			f := m[r][i] / m[i][i]
			for j := i; j < 5; j++ {
				m[r][j] -= f * m[i][j]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		k[i] = m[i][4]
		for j := i + 1; j < n; j++ {
			k[i] -= m[i][j] * k[j]
		}
		k[i] /= m[i][i]
	}
	return k, true
}

// heights finds how tall the chain's letters are above its baseline.
func (g *gauge) heights(c *chain, x0 int32) {
	h := histogram{}
	c.columns = 0
	above := func(i int) float64 { return c.baseline.y(float64(x0)+float64(i)+0.5) - float64(g.tops[i]) }
	most := 0.0
	for i := range g.tops {
		if g.feet[i] == 0 {
			continue
		}
		c.columns++
		// What rises far above the line belongs to the line above as well.
		if v := above(i); v < 2.2*c.blobHeight {
			h.add(v, 1)
			most = max(most, v)
		}
	}
	// Tall letters: the peak near the height that the tallest few columns reach,
	// as one tall bracket must not decide.
	n := float64(c.columns)
	from := h.quantile(max(2, 0.02*n))
	var talls, lows float64
	c.tall, talls = h.peak(max(0.75, from/16), 0.88*from, 1.06*from)
	if c.tall <= 0 {
		c.tall = max(1, most)
	}
	c.xHeight, lows = h.peak(max(0.75, c.tall/24), 0.60*c.tall, 0.86*c.tall)
	// Accents on a few capitals make a third height above those of capitals and
	// of small letters.
	lower, lowers := h.peak(max(0.75, c.xHeight/24), 0.60*c.xHeight, 0.86*c.xHeight)
	if talls < 0.08*n && lows >= 0.03*n && lowers >= 0.2*n && lowers > 1.5*lows {
		c.tall, c.xHeight, lows = c.xHeight, lower, lowers
	}
	// A few letters may look mixed by chance, as "17" does.
	c.hasXHeight = lows >= 0.2*n && n >= 3*max(c.tall, c.blobHeight)
	c.capHeight = c.tall
}

// histogram counts values in bins of half a pixel.
type histogram struct {
	least  float64
	counts []float64
	sums   []float64
}

const bin = 0.5

func (h *histogram) add(v, weight float64) {
	i := int((v - h.least) / bin)
	if i < 0 || i > 4*mostLetter {
		return
	}
	for len(h.counts) <= i {
		h.counts = append(h.counts, 0)
		h.sums = append(h.sums, 0)
	}
	h.counts[i] += weight
	h.sums[i] += weight * v
}

// peak returns the mean and the number of the values in the fullest window, reach
// to either side, between lo and hi.
func (h *histogram) peak(reach, lo, hi float64) (at, count float64) {
	n := int(reach/bin + 0.5)
	first, last := 0, len(h.counts)-1
	for first < last && h.least+float64(first)*bin < lo {
		first++
	}
	for last > first && h.least+float64(last)*bin > hi {
		last--
	}
	for i := first; i <= last; i++ {
		var c, s float64
		for k := max(first, i-n); k <= min(last, i+n); k++ {
			c += h.counts[k]
			s += h.sums[k]
		}
		if c > count {
			at, count = s/c, c
		}
	}
	return at, count
}

// quantile returns the value that the n greatest reach, 0 if there are fewer.
func (h *histogram) quantile(n float64) float64 {
	var sum float64
	for i := len(h.counts) - 1; i >= 0; i-- {
		if sum += h.counts[i]; sum >= n {
			return h.least + (float64(i)+0.5)*bin
		}
	}
	return 0
}
