package training

import (
	"bytes"
	"io"
	"math"
	"sync/atomic"
	"testing"
)

// TestUsage checks that a command without folders, or with unknown flags, prints its
// usage.
func TestUsage(t *testing.T) {
	c := &Command{Name: "fit", Fit: func(*Settings, io.Writer) ([]byte, error) { panic("fitted to nothing") }}
	for _, args := range [][]string{nil, {"-check"}, {"-unknown", "folder"}} {
		var errors bytes.Buffer
		if status := c.Run(args, io.Discard, &errors); status != 2 || errors.Len() == 0 {
			t.Errorf("Run(%q) = %d and says %q, want 2 and why", args, status, &errors)
		}
	}
}

func TestEach(t *testing.T) {
	var sum atomic.Int64
	Each(100, func(i int) { sum.Add(int64(i)) })
	if sum.Load() != 99*100/2 {
		t.Errorf("Each(100) calls with indices that make %d, want %d", sum.Load(), 99*100/2)
	}
}

// TestLogistic checks that the log odds match how often examples are right, and that a
// sign that speaks in the wrong direction gets no weight.
func TestLogistic(t *testing.T) {
	var examples []Example
	for i := range 100 {
		e := Example{Features: []float64{0, 0}, Right: i%10 > 0}
		if i%10 > 0 {
			e.Features[0] = float64(i % 2)
		} else {
			e.Features[1] = 1
		}
		examples = append(examples, e)
	}
	weights := make([]float64, 2)
	base := Logistic{Ridge: 1, Sweeps: 200}.Fit(examples, weights)
	if base < 1 || weights[0] <= 0 || weights[1] != 0 || math.IsNaN(base) {
		t.Errorf("Fit = base %g, weights %g; want a high base, a weight of the first sign and none of the second", base, weights)
	}
}
