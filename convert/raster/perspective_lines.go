package raster

import "math"

// point is a place in a picture, pixels.
type point struct {
	x, y float64
}

// line is a x + b y = c with a unit normal (a, b).
type line struct {
	a, b, c float64
}

// meet returns the point where two lines cross.
func (l line) meet(m line) (point, bool) {
	det := l.a*m.b - l.b*m.a
	if math.Abs(det) < 1e-6 {
		return point{}, false
	}
	return point{(l.c*m.b - l.b*m.c) / det, (l.a*m.c - l.c*m.a) / det}, true
}

// robustLine fits a line, upright or level, to most of the points, and returns it
// with the part of the points that lies within slack pixels of it. Pairs of points
// are tried in a fixed order: Fischler and Bolles, "Random sample consensus",
// 1981, but without randomness.
func robustLine(points []point, upright bool, slack float64) (best line, part float64) {
	n := len(points)
	if n < 12 {
		return line{}, 0
	}
	most := 0
	const tries = 16
	for i := range tries {
		for j := i + 3; j < tries; j++ {
			l, ok := through(points[i*(n-1)/(tries-1)], points[j*(n-1)/(tries-1)])
			if !ok || upright != (math.Abs(l.a) > math.Abs(l.b)) {
				continue
			}
			near := 0
			for _, p := range points {
				if math.Abs(l.a*p.x+l.b*p.y-l.c) <= slack {
					near++
				}
			}
			if near > most {
				most, best = near, l
			}
		}
	}
	if most == 0 {
		return line{}, 0
	}
	for range 2 {
		best = leastSquares(points, best, slack, upright)
	}
	return best, float64(most) / float64(n)
}

// through returns the line through two points, or false where they are less
// than a pixel apart.
func through(p, q point) (line, bool) {
	dx, dy := q.x-p.x, q.y-p.y
	d := math.Hypot(dx, dy)
	if d < 1 {
		return line{}, false
	}
	a, b := -dy/d, dx/d
	return line{a, b, a*p.x + b*p.y}, true
}

// leastSquares fits a line to the points within slack of another.
func leastSquares(points []point, l line, slack float64, upright bool) line {
	var n, su, sv, suu, suv float64
	for _, p := range points {
		if math.Abs(l.a*p.x+l.b*p.y-l.c) > slack {
			continue
		}
		u, v := p.x, p.y
		if upright {
			u, v = v, u
		}
		n, su, sv, suu, suv = n+1, su+u, sv+v, suu+u*u, suv+u*v
	}
	det := n*suu - su*su
	if n < 3 || det <= 0 {
		return l
	}
	slope := (n*suv - su*sv) / det
	offset := (sv - slope*su) / n
	d := math.Hypot(1, slope)
	if upright {
		return line{1 / d, -slope / d, offset / d}
	}
	return line{-slope / d, 1 / d, offset / d}
}
