package neural

import (
	"slices"
	"testing"
)

func TestShape(t *testing.T) {
	for _, c := range []struct {
		word      string
		run, most int
		want      string
	}{
		{"2024-11-03", 1, 8, "99-99-99"},
		{"Quantity:", 1, 8, "Aa:"},
		{"Quantity:", 2, 8, "Aaa:"},
		{"AB--1", 1, 8, "A-9"},
		{"a1b2c3d4e5", 2, 8, "a9a9a9a9"},
		{"", 2, 8, ""},
	} {
		if got := Shape(c.word, c.run, c.most); got != c.want {
			t.Errorf("Shape(%q, %d, %d) = %q, want %q", c.word, c.run, c.most, got, c.want)
		}
	}
}

func TestFeatures(t *testing.T) {
	var f Features
	f.Add(0.5, 2)
	f.Flag(true, false)
	if want := (Features{0.5, 2, 1, 0}); !slices.Equal(f, want) {
		t.Errorf("features are %v, want %v", f, want)
	}
}
