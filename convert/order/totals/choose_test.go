package totals

import (
	"testing"

	"github.com/shopspring/decimal"
)

// readingOf is the reading of an order with the sum of its lines.
func readingOf(lines string) *Reading { return &Reading{Lines: decimal.RequireFromString(lines)} }

// Taxes and shipping of zero are stated, though no sum needs them.
func TestZeros(t *testing.T) {
	r := readingOf("100")
	r.Labelled = terms("subtotal", "100.00", "tax", "0.00", "shipping", "0.00", "total", "100.00")
	sums := Read(r)
	for kind, name := range map[Kind]string{Tax: "tax", Shipping: "shipping"} {
		if got := sums.Of(kind); len(got) != 1 || !got[0].Number.Value.IsZero() {
			t.Errorf("%s is %+v, want one of zero", name, got)
		}
	}
}

// What the lines make, and stands above a total that they do not make, is the subtotal,
// whatever it is called.
func TestSubtotalOfLines(t *testing.T) {
	for _, test := range []struct{ lines, subtotal string }{{"100", "100.00"}, {"90", ""}} {
		r := readingOf(test.lines)
		r.Labelled = terms("total", "128.00")
		r.Labelled[0].At.Segment.Y0, r.Labelled[0].At.Segment.Y1 = 40, 50
		row := terms("goods", "100.00")
		r.Rows = [][]Term{row}
		got := ""
		if s := Read(r).Subtotal; s != nil {
			got = s.Number.Text
		}
		if got != test.subtotal {
			t.Errorf("of lines that make %s the subtotal is %q, want %q", test.lines, got, test.subtotal)
		}
	}
}
