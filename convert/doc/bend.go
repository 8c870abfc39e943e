package doc

import (
	"math"
	"slices"
)

// Slopes are polynomials of x and y of these degrees.
const (
	bendX     = 3
	bendY     = 2
	bendTerms = (bendX + 1) * (bendY + 1)
)

// Bend describes how the text lines of a photographed or scanned page are bent because the
// paper did not lie flat: how far they run down from where they would be if they were
// level. The zero value is no bend. Places are in points of the page, or in any other unit.
type Bend struct {
	Slopes        [bendTerms]float64 // coefficients of x to the power i and y to the power j at i*(bendY+1)+j, in the coordinates of normal
	Width, Height float64            // of the page
}

// Slope is how steeply a line falls at a place, and the weight of that observation.
type Slope struct {
	X, Y, Fall, Weight float64
}

// normal returns a place in units of half the page's size, relative to its middle.
func (b *Bend) normal(x, y float64) (nx, ny float64) {
	return 2*x/b.Width - 1, 2*y/b.Height - 1
}

// Down returns how much lower the line seen at a place stands there than in
// the middle of the page.
func (b *Bend) Down(x, y float64) float64 {
	if b.Width == 0 {
		return 0
	}
	nx, ny := b.normal(min(max(x, 0), b.Width), min(max(y, 0), b.Height))
	sum, px := 0.0, nx
	for i := range bendX + 1 {
		py := 1.0
		for j := range bendY + 1 {
			sum += b.Slopes[i*(bendY+1)+j] * px / float64(i+1) * py
			py *= ny
		}
		px *= nx
	}
	return sum * b.Width / 2
}

// Most returns the greatest distance by which any line runs off, up or down, between these x.
func (b *Bend) Most(left, right float64) (most float64) {
	for i := range 9 {
		for j := range 9 {
			most = max(most, math.Abs(b.Down(left+(right-left)*float64(i)/8, b.Height*float64(j)/8)))
		}
	}
	return most
}

// At returns the slope at a place.
func (b *Bend) At(x, y float64) (fall float64) {
	for i, t := range b.terms(x, y) {
		fall += t * b.Slopes[i]
	}
	return fall
}

func (b *Bend) terms(x, y float64) (t [bendTerms]float64) {
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

// fit fits the slopes by weighted least squares. Regularisation keeps the coefficients
// small where few lines determine them, and those with a power of y above degree at 0.
func (b *Bend) fit(seen []Slope, degree int) bool {
	var m [bendTerms][bendTerms + 1]float64
	total := 0.0
	for _, p := range seen {
		t := b.terms(p.X, p.Y)
		total += p.Weight
		for i := range t {
			for j := range t {
				m[i][j] += p.Weight * t[i] * t[j]
			}
			m[i][bendTerms] += p.Weight * t[i] * p.Fall
		}
	}
	for i := range bendTerms {
		m[i][i] += 0.002 * total
		if i%(bendY+1) > degree {
			m[i][i] += 1e6 * total
		}
	}
	// Gauss-Jordan elimination; the matrix is positive definite.
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
		b.Slopes[i] = m[i][bendTerms] / m[i][i]
	}
	return true
}

// Fit fits the slopes twice. After each fit it drops the outliers, such as
// words whose baseline was misjudged. It returns the slopes that are kept, in the same memory.
func (b *Bend) Fit(seen []Slope, degree int) (kept []Slope, ok bool) {
	for range 2 {
		if !b.fit(seen, degree) {
			return nil, false
		}
		off := make([]float64, len(seen))
		for i, p := range seen {
			off[i] = math.Abs(p.Fall-b.At(p.X, p.Y)) * p.Weight
		}
		sorted := slices.Sorted(slices.Values(off))
		limit := 3 * sorted[len(sorted)/2]
		kept = seen[:0]
		for i, p := range seen {
			if off[i] <= limit {
				kept = append(kept, p)
			}
		}
		seen = kept
	}
	return kept, true
}

// And returns the bend combined with rest, which remains on the page that b has flattened.
func (b Bend) And(rest Bend) Bend {
	for i, s := range b.Slopes {
		rest.Slopes[i] += s
	}
	return rest
}

// Seen returns the y at which a place of the flat page appears on the bent one.
func (b *Bend) Seen(x, y float64) float64 { return y + b.Down(x, y+b.Down(x, y)) }

// Bent returns where a box of the flat page appears on the bent one.
func (b *Bend) Bent(box Box) Box {
	d := b.Seen(box.MidX(), box.MidY()) - box.MidY()
	box.Y0, box.Y1 = box.Y0+d, box.Y1+d
	return box
}

// Scaled returns the bend in another unit, of which k make one of the present unit.
func (b Bend) Scaled(k float64) Bend {
	b.Width, b.Height = b.Width*k, b.Height*k
	return b
}

// Turned returns the bend of the page turned by 180 degrees.
func (b Bend) Turned() Bend {
	for i := range b.Slopes {
		if (i/(bendY+1)+i%(bendY+1))%2 != 0 {
			b.Slopes[i] = -b.Slopes[i]
		}
	}
	return b
}
