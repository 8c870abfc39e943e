package items

import (
	"testing"

	"lineitem/convert/doc"
)

// TestPartHeadings parts two headings that stand a blank from each other and
// are broken within their words, without hyphens.
func TestPartHeadings(t *testing.T) {
	word := func(x0, x1, y float64, text string) *doc.Word {
		return &doc.Word{Text: text, Size: 7, Baseline: y, Box: doc.Box{X0: x0, Y0: y - 5, X1: x1, Y1: y + 2}, Confidence: 0.99}
	}
	r := &reader{speller: tableSpeller}
	head := func(words ...*doc.Word) headCell { return r.newHeadCell(words, -1) }
	lines := [][]headCell{
		{head(word(300, 330, 100, "Menge")), head(word(399, 440, 100, "Einzelprei"), word(445, 471, 100, "Rabat")), head(word(490, 530, 100, "Gesamt"))},
		{head(word(415, 418, 108, "s")), head(word(468, 471, 108, "t"))},
	}
	parted, ok := r.partHeadings(lines)
	if !ok {
		t.Fatal("partHeadings parts no heading")
	}
	want := []columnKind{kindQuantity, kindPrice, kindDiscount, kindTotal}
	row := r.stackHeadings(parted)[0]
	if len(row) != len(want) {
		t.Fatalf("%d headings are read, want %d", len(row), len(want))
	}
	for i, c := range row {
		if c.known < 1 || c.meanings[0].kinds[0] != want[i] {
			t.Errorf("heading %d means %v and is known to %.2f, want %v", i, c.meanings, c.known, want[i])
		}
	}
}
