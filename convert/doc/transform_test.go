package doc

import (
	"math"
	"testing"
)

func TestTransform(t *testing.T) {
	slanted := Transform{0.9, 0.1, 5, -0.05, 1.1, 7, 0.0001, 0.0002, 1}
	inverse, ok := slanted.Inverse()
	if !ok {
		t.Fatal("Inverse of a regular transform not found")
	}
	for _, p := range [...][2]float64{{0, 0}, {100, 0}, {0, 800}, {595, 842}} {
		x, y := inverse.After(slanted).Apply(p[0], p[1])
		if math.Abs(x-p[0]) > 1e-9 || math.Abs(y-p[1]) > 1e-9 {
			t.Errorf("there and back, %v becomes (%v, %v)", p, x, y)
		}
	}
	if _, ok := (Transform{1, 2, 3, 2, 4, 6, 0, 0, 1}).Inverse(); ok {
		t.Error("a singular transform has an inverse")
	}
	b := Box{10, 20, 30, 40}
	if got := (Transform{}).Box(b); got != b {
		t.Errorf("the zero transform maps %v to %v", b, got)
	}
	quarter := Transform{0, -1, 100, 1, 0, 0, 0, 0, 1} // a quarter turn clockwise
	if got, want := quarter.Box(b), (Box{60, 10, 80, 30}); got != want {
		t.Errorf("turned, %v becomes %v, want %v", b, got, want)
	}
}
