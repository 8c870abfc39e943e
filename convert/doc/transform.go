package doc

// Transform is a projective map of the plane in homogeneous coordinates, a
// 3 by 3 matrix row by row: (x, y) goes to ((t0 x + t1 y + t2) / w,
// (t3 x + t4 y + t5) / w) with w = t6 x + t7 y + t8. The zero value maps
// everything to itself.
type Transform [9]float64

// Identity maps everything to itself.
var Identity = Transform{1, 0, 0, 0, 1, 0, 0, 0, 1}

// Apply maps one point.
func (t Transform) Apply(x, y float64) (float64, float64) {
	if t == (Transform{}) {
		return x, y
	}
	w := t[6]*x + t[7]*y + t[8]
	return (t[0]*x + t[1]*y + t[2]) / w, (t[3]*x + t[4]*y + t[5]) / w
}

// Box returns the smallest upright box that holds the mapped box.
func (t Transform) Box(b Box) Box {
	if t == (Transform{}) {
		return b
	}
	x, y := t.Apply(b.X0, b.Y0)
	out := Box{x, y, x, y}
	for _, c := range [...][2]float64{{b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := t.Apply(c[0], c[1])
		out = Box{min(out.X0, x), min(out.Y0, y), max(out.X1, x), max(out.Y1, y)}
	}
	return out
}

// After returns the transform that maps first by u and then by t.
func (t Transform) After(u Transform) Transform {
	if t == (Transform{}) {
		return u
	}
	if u == (Transform{}) {
		return t
	}
	var out Transform
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				out[3*r+c] += t[3*r+k] * u[3*k+c]
			}
		}
	}
	return out
}

// Inverse returns the transform that undoes t; ok is false if there is none.
func (t Transform) Inverse() (inverse Transform, ok bool) {
	if t == (Transform{}) {
		return t, true
	}
	minor := func(r, c int) float64 {
		r1, r2 := (r+1)%3, (r+2)%3
		c1, c2 := (c+1)%3, (c+2)%3
		return t[3*r1+c1]*t[3*r2+c2] - t[3*r1+c2]*t[3*r2+c1]
	}
	det := t[0]*minor(0, 0) + t[1]*minor(0, 1) + t[2]*minor(0, 2)
	if det == 0 {
		return Identity, false
	}
	for r := range 3 {
		for c := range 3 {
			inverse[3*c+r] = minor(r, c) / det
		}
	}
	return inverse, true
}
