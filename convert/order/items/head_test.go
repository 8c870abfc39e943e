package items

import (
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// TestLineAboveHead reads a head whose lines go on beneath another that looks a
// little like one.
func TestLineAboveHead(t *testing.T) {
	text := `
Tax Exempt? Y        Tax Exempt ID: E-2044        Replenishment Option: Standard
Line-  Item/Description              Quantity UOM      PO Price   Extended
Sch                                                                    Amt
1- 1   Tube, rack of                      4.00 CS         10.00      40.00
       25 pieces
2- 1   Pipet                              6.00 CS          5.00      30.00`
	want := "1- 1|Tube, rack of 25 pieces|4.00|CS|40.00\n2- 1|Pipet|6.00|CS|30.00"
	if got := itemsOf(text, schema.LineNumber, schema.Description, schema.Quantity, schema.Unit, schema.LineTotal); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}

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
