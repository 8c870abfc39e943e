package layout

import "testing"

// TestRightToLeftLines checks that words written from right to left are in
// reading order, in segments and in lines.
func TestRightToLeftLines(t *testing.T) {
	for _, tt := range []struct{ seen, shape, text string }{
		{"הזמנה מספר", "מספר הזמנה", "מספר הזמנה"},
		{"4711 הזמנה מספר", "מספר הזמנה 4711", "מספר הזמנה 4711"},
		{"Order 4711", "Order 4711", "Order 4711"},
	} {
		p := newSheet().text(50, 100, tt.seen).analyze()
		if got := p.shape(); got != tt.shape {
			t.Errorf("%q is read as %q, want %q", tt.seen, got, tt.shape)
		}
		if got := p.Lines[0].Text(); got != tt.text {
			t.Errorf("the line %q is read as %q, want %q", tt.seen, got, tt.text)
		}
	}
	// Columns follow one another from right to left.
	p := newSheet().text(50, 100, "4711").text(300, 100, "הזמנה מספר").analyze()
	if got, want := p.Lines[0].Text(), "מספר הזמנה 4711"; got != want {
		t.Errorf("the line is read as %q, want %q", got, want)
	}
}
