package pdftext

import (
	"math"

	"lineitem/convert/doc"
)

// matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f) (PDF 32000-1, 8.3.3).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// then returns the mapping by m followed by that by n: m × n.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d,
		m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// scale returns the factor by which lengths grow on average.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// box returns the smallest upright box that holds the mapped one.
func (m matrix) box(b doc.Box) doc.Box {
	x0, y0 := m.apply(b.X0, b.Y0)
	x1, y1 := m.apply(b.X1, b.Y1)
	x2, y2 := m.apply(b.X0, b.Y1)
	x3, y3 := m.apply(b.X1, b.Y0)
	return doc.Box{
		X0: min(x0, x1, x2, x3), Y0: min(y0, y1, y2, y3),
		X1: max(x0, x1, x2, x3), Y1: max(y0, y1, y2, y3),
	}
}

// finite reports whether all elements are numbers of moderate size.
func (m matrix) finite() bool {
	const most = 1e9
	for _, v := range [...]float64{m.a, m.b, m.c, m.d, m.e, m.f} {
		if !(math.Abs(v) < most) {
			return false
		}
	}
	return true
}
