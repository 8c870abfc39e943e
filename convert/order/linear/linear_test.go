package linear

import (
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	names, weights := []string{"base", "sum of lines"}, []float64{-1.5, 0.25}
	text := Text(names, weights)
	if got, err := Parse(text, names); err != nil || !slices.Equal(got, weights) {
		t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, weights)
	}
	for _, bad := range []string{"", "base: 1\n", "base: 1\nsum of lines: one\n", "base"} {
		if _, err := Parse(bad, names); err == nil {
			t.Errorf("Parse(%q) = nil, want an error", bad)
		}
	}
}
