package layout

import (
	"math"
	"slices"

	"lineitem/convert/doc"
)

// Measures of bent paper.
const (
	bendPairs  = 40   // neighbouring words that tell how a page is bent, at least,
	bendReach  = 0.5  // and the part of its width that they lie in
	bendGap    = 2.5  // gap between two such words at most, ems
	bendLeast  = 0.12 // bend that is worth taking out, ems
	bendMost   = 0.3  // slope of a line at most
	bendProven = 0.6  // part of what the slopes differ by that the bend must explain
)

// Slopes are polynomials of x and y, of these degrees.
const (
	bendX     = 3
	bendY     = 1
	bendTerms = (bendX + 1) * (bendY + 1)
)

// bend is how far the lines of a page, of pixels of paper that did not lie flat,
// run down from where they would stand, were they level; no bend is zero
// everywhere. Places are points of the page.
type bend struct {
	slopes        [bendTerms]float64 // of x to the power i and y to j at i*(bendY+1)+j, as normal goes
	width, height float64
}

// normal is a place in parts of half the page, from its middle.
func (b *bend) normal(x, y float64) (nx, ny float64) {
	return 2*x/b.width - 1, 2*y/b.height - 1
}

// down is how far the line that is seen at a place stands lower there than in
// the middle of the page.
func (b *bend) down(x, y float64) float64 {
	if b.width == 0 {
		return 0
	}
	nx, ny := b.normal(min(max(x, 0), b.width), min(max(y, 0), b.height))
	sum, px := 0.0, nx
	for i := range bendX + 1 {
		py := 1.0
		for j := range bendY + 1 {
			sum += b.slopes[i*(bendY+1)+j] * px / float64(i+1) * py
			py *= ny
		}
		px *= nx
	}
	return sum * b.width / 2
}

// slope is a pair of neighbouring words of one line.
type slope struct {
	x, y, fall, weight float64
}

// bendOf finds how a page of pixels is bent by the words that follow each other
// in its lines. Each word was measured by itself, but there are many. What lies
// far apart in a bent line is found in it only when most of the bend is out:
// the rest is found by the page that is flat so far.
func bendOf(page *doc.Page) (b bend) {
	if !(page.Width > 0) || !(page.Height > 0) {
		return bend{}
	}
	const rounds = 3
	for round := range rounds {
		flat := *page
		flat.Words = slices.Clone(page.Words)
		gap, proven := bendGap, bendProven
		if round > 0 {
			b.flatten(&flat)
			gap, proven = math.Inf(1), 0
		}
		more, ok := slopesOf(&flat, trace(flat.Words), gap, proven)
		if !ok {
			break
		}
		b.width, b.height = page.Width, page.Height
		for i, s := range more.slopes {
			b.slopes[i] += s
		}
	}
	return b
}

// slopesOf finds the slopes of a page's lines by neighbouring words that are no
// further apart than gap, ems; ok is false where they show no bend, and where
// it explains less of what they differ by than proven.
func slopesOf(page *doc.Page, chains [][]*doc.Word, gap, proven float64) (b bend, ok bool) {
	b.width, b.height = page.Width, page.Height
	var pairs []slope
	var sizes []float64
	left, right := math.Inf(1), math.Inf(-1)
	for _, c := range chains {
		for i := 1; i < len(c); i++ {
			u, v := c[i-1], c[i]
			run := v.Box.MidX() - u.Box.MidX()
			if v.Box.X0-u.Box.X1 > gap*size(u) || run < size(u) || size(u) > oneSize*size(v) || size(v) > oneSize*size(u) {
				continue
			}
			if fall := (v.Baseline - u.Baseline) / run; math.Abs(fall) < bendMost {
				pairs = append(pairs, slope{(u.Box.MidX() + v.Box.MidX()) / 2, (u.Baseline + v.Baseline) / 2, fall, min(run, 8*size(u))})
				sizes = append(sizes, size(u))
				left, right = min(left, u.Box.X0), max(right, v.Box.X1)
			}
		}
	}
	if len(pairs) < bendPairs || right-left < bendReach*page.Width {
		return b, false
	}
	slices.Sort(sizes)
	// Words whose baseline was misjudged are left out the second time.
	for range 2 {
		if !b.fit(pairs) {
			return b, false
		}
		off := make([]float64, len(pairs))
		for i, p := range pairs {
			off[i] = math.Abs(p.fall-b.at(p.x, p.y)) * p.weight
		}
		sorted := slices.Sorted(slices.Values(off))
		limit := 3 * sorted[len(sorted)/2]
		kept := pairs[:0]
		for i, p := range pairs {
			if off[i] <= limit {
				kept = append(kept, p)
			}
		}
		pairs = kept
	}
	var all, rest float64
	for _, p := range pairs {
		d := p.fall - b.at(p.x, p.y)
		all, rest = all+p.weight*p.fall*p.fall, rest+p.weight*d*d
	}
	if !(rest <= (1-proven)*all) {
		return b, false
	}
	most := 0.0
	for i := range 9 {
		for j := range 9 {
			most = max(most, math.Abs(b.down(left+(right-left)*float64(i)/8, page.Height*float64(j)/8)))
		}
	}
	return b, most >= bendLeast*sizes[len(sizes)/2]
}

// at is the slope at a place.
func (b *bend) at(x, y float64) (fall float64) {
	for i, t := range b.terms(x, y) {
		fall += t * b.slopes[i]
	}
	return fall
}

func (b *bend) terms(x, y float64) (t [bendTerms]float64) {
	nx, ny := b.normal(x, y)
	px := 1.0
	for i := range bendX + 1 {
		py := 1.0
		for j := range bendY + 1 {
			t[i*(bendY+1)+j] = px * py
			py *= ny
		}
		px *= nx
	}
	return t
}

// fit finds the slopes by weighted least squares, those of high degree held
// small where few words show them.
func (b *bend) fit(pairs []slope) bool {
	var m [bendTerms][bendTerms + 1]float64
	total := 0.0
	for _, p := range pairs {
		t := b.terms(p.x, p.y)
		total += p.weight
		for i := range t {
			for j := range t {
				m[i][j] += p.weight * t[i] * t[j]
			}
			m[i][bendTerms] += p.weight * t[i] * p.fall
		}
	}
	for i := range bendTerms {
		m[i][i] += 0.002 * total
	}
	// Gauss and Jordan's elimination; the matrix is positive definite.
	for i := range bendTerms {
		if !(m[i][i] > 1e-12) {
			return false
		}
		for k := range bendTerms {
			if k == i {
				continue
			}
			f := m[k][i] / m[i][i]
			for j := i; j <= bendTerms; j++ {
				m[k][j] -= f * m[i][j]
			}
		}
	}
	for i := range bendTerms {
		b.slopes[i] = m[i][bendTerms] / m[i][i]
	}
	return true
}

// flatten moves the words, rules and fills of a page to where they would stand
// on flat paper. The page is the caller's own copy but for its rules and fills.
func (b *bend) flatten(page *doc.Page) {
	for i := range page.Words {
		w := &page.Words[i]
		d := b.down(w.Box.MidX(), w.Baseline)
		w.Baseline, w.Box.Y0, w.Box.Y1 = w.Baseline-d, w.Box.Y0-d, w.Box.Y1-d
	}
	page.Rules = slices.Clone(page.Rules)
	for i := range page.Rules {
		r := &page.Rules[i]
		if r.Vertical {
			r.Y0, r.Y1 = r.Y0-b.down(r.MidX(), r.Y0), r.Y1-b.down(r.MidX(), r.Y1)
			continue
		}
		// A bent rule's box is as high as its bend.
		least, most := math.Inf(1), math.Inf(-1)
		for k := range 9 {
			d := b.down(r.X0+r.Width()*float64(k)/8, r.MidY())
			least, most = min(least, d), max(most, d)
		}
		middle := r.MidY() - (least+most)/2
		half := max(r.Height()-(most-least), min(r.Height(), 0.5)) / 2
		r.Y0, r.Y1 = middle-half, middle+half
	}
	page.Fills = slices.Clone(page.Fills)
	for i := range page.Fills {
		f := &page.Fills[i]
		d := b.down(f.MidX(), f.MidY())
		f.Y0, f.Y1 = f.Y0-d, f.Y1-d
	}
}

// bent is where a box of the flat page is seen on the bent one.
func (b *bend) bent(box doc.Box) doc.Box {
	d := b.down(box.MidX(), box.MidY())
	d = b.down(box.MidX(), box.MidY()+d)
	box.Y0, box.Y1 = box.Y0+d, box.Y1+d
	return box
}
