package confidence

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/gbdt"
	"lineitem/convert/order/schema"
)

func TestWeightsCanBeRead(t *testing.T) {
	w, err := parseWeights(stored)
	if err != nil {
		t.Fatalf("parseWeights of what the program carries: %v; fit them anew", err)
	}
	if again, _ := w.AppendBinary(nil); !bytes.Equal(again, stored) {
		t.Error("weights that were read are stored otherwise")
	}
	if w.Slope <= 0 {
		t.Errorf("slope = %g, want more than 0: higher scores are to mean higher probabilities", w.Slope)
	}
}

// TestNumFeatures checks that cells of the head and of lines have the same number of features.
func TestNumFeatures(t *testing.T) {
	var head schema.Cells
	lines := make([]schema.Cells, 1)
	head[schema.Buyer].Value, lines[0][schema.ItemCode].Value = "Brightwater Ltd", "AB-1042"
	s := newSheet(&Reading{Orders: []Order{{Head: &head, Lines: lines}}, FieldProbability: func(*doc.Word, schema.Field) float64 { return 0 }})
	o := &s.orders[0]
	for _, v := range []*view{o.head(schema.Buyer), o.head(schema.Total), o.at(0, schema.ItemCode), o.at(0, schema.Quantity)} {
		if got := s.describe(o, v, make([]float32, NumFeatures)); got != NumFeatures {
			t.Errorf("describe of line %d, field %v has %d features, want %d", v.line, v.field, got, NumFeatures)
		}
	}
}

// TestAdds checks whether all stated amounts, from the lines to the total, add up, apart from those
// that the total's arithmetic names.
func TestAdds(t *testing.T) {
	for _, c := range [...]struct {
		name                                  string
		subtotal, tax, shipping, total, proof string
		sums, chain                           bool
	}{
		{name: "subtotal, tax and freight", subtotal: "120.00", tax: "24.00", shipping: "6.00", total: "150.00", sums: true, chain: true},
		{name: "subtotal alone", subtotal: "120.00", total: "120.00", sums: true, chain: true},
		{name: "lines alone", total: "120.00", sums: true, chain: true},
		{name: "lines and tax", tax: "24.00", total: "144.00", sums: true, chain: true},
		{name: "a charge", subtotal: "120.00", tax: "24.00", total: "149.00", proof: "120.00 + 24.00 + 5.00 = 149.00", sums: true, chain: true},
		{name: "nothing leads to the total", subtotal: "120.00", tax: "24.00", total: "149.00", sums: true},
		{name: "a tax that is left out", subtotal: "120.00", tax: "24.00", total: "120.00", sums: true},
		{name: "a tax that is left out of the lines", tax: "24.00", total: "120.00", proof: "sum of lines = 120.00", sums: true},
		{name: "another subtotal", subtotal: "100.00", tax: "20.00", total: "120.00", chain: true},
	} {
		head := schema.Cells{
			schema.Subtotal: {Value: c.subtotal}, schema.Tax: {Value: c.tax}, schema.Shipping: {Value: c.shipping},
			schema.Total: {Value: c.total, Evidence: doc.Evidence{Proof: c.proof}},
		}
		o := orderView{Order: &Order{Head: &head, Lines: []schema.Cells{{schema.LineTotal: {Value: "70.00"}}, {schema.LineTotal: {Value: "50.00"}}}}}
		if sums, chain := o.addsUp(); sums != c.sums || chain != c.chain {
			t.Errorf("%s: adds = %t, %t, want %t, %t", c.name, sums, chain, c.sums, c.chain)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, test := range []struct{ p, want float64 }{{0, 0.001}, {0.0004, 0.001}, {0.12345, 0.123}, {0.98765, 0.988}, {0.9999, 0.999}, {1, 0.999}} {
		if got := rounded(test.p); got != test.want {
			t.Errorf("rounded(%g) = %g, want %g", test.p, got, test.want)
		}
	}
}

// TestScore checks that an order is trusted no more than its least probable column, and that each
// column counts.
func TestScore(t *testing.T) {
	sure, doubtful, worse := Score([]float64{0.99, 0.99}), Score([]float64{0.99, 0.8}), Score([]float64{0.9, 0.8})
	if !(sure > doubtful && doubtful > worse) {
		t.Errorf("Score of sure columns = %g, with a doubtful one %g, with two %g; want each less than the one before", sure, doubtful, worse)
	}
	if none := Score([]float64{0, 1}); math.IsInf(none, 0) || math.IsNaN(none) {
		t.Errorf("Score with an impossible column = %g, want a number", none)
	}
}

func FuzzParseWeights(f *testing.F) {
	f.Add(stored)
	f.Add(stored[:64])
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip()
		}
		if _, err := parseWeights(data); err != nil && !errors.As(err, new(*gbdt.FormatError)) {
			t.Fatalf("parseWeights(%x): %v, want a FormatError", data, err)
		}
	})
}
