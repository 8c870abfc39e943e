package layout

import (
	"testing"

	"lineitem/convert/doc"
)

// TestRaised checks that a raised figure is joined to the unit before it, and that figures after
// a number, on the baseline or in full size are left alone.
func TestRaised(t *testing.T) {
	word := func(text string, x, baseline, size float64) doc.Word {
		box := doc.Box{X0: x, Y0: baseline - 0.7*size, X1: x + 0.6*size*float64(len(text)), Y1: baseline}
		return doc.Word{Text: text, Box: box, Baseline: baseline, Size: size, Confidence: 0.9}
	}
	for _, c := range []struct {
		before       string
		up, size     float64
		text, figure string
	}{
		{"m", 4, 6, "m²", "2"},
		{"lfm", 4, 6, "lfm³", "3"},
		{"40", 4, 6, "40", "2"},
		{"m", 0, 6, "m", "2"},
		{"m", 4, 10, "m", "2"},
		{"m", 4, 6, "m", "4"},
	} {
		unit := word(c.before, 50, 100, 10)
		figure := word(c.figure, unit.Box.X1+0.5, 100-c.up, c.size)
		page := doc.Page{Width: 600, Height: 800, Source: doc.Pixels, Words: []doc.Word{unit, figure}}
		p := Analyze(&doc.Document{Pages: []doc.Page{page}})[0]
		if p.Words[0].Text != c.text {
			t.Errorf("%q before %q, %.0f points higher and of size %.0f, is read as %q, want %q", c.before, c.figure, c.up, c.size, p.Words[0].Text, c.text)
		}
		if page.Words[0].Text != c.before {
			t.Errorf("Analyze changed the document's word %q", c.before)
		}
	}
}
