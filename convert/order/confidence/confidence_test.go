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

// A cell of the head has as many features as one of a line.
func TestNumFeatures(t *testing.T) {
	var head schema.Cells
	lines := make([]schema.Cells, 1)
	head[schema.Buyer].Value, lines[0][schema.ItemCode].Value = "Brightwater Ltd", "AB-1042"
	s := newSheet(&Reading{Orders: []Order{{Head: &head, Lines: lines}}, Opinion: func(*doc.Word, schema.Field) float64 { return 0 }})
	o := &s.orders[0]
	for _, v := range []*view{o.head(schema.Buyer), o.head(schema.Total), o.at(0, schema.ItemCode), o.at(0, schema.Quantity)} {
		if got := s.describe(o, v, make([]float32, NumFeatures)); got != NumFeatures {
			t.Errorf("describe of line %d, field %v has %d features, want %d", v.line, v.field, got, NumFeatures)
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

// An order is not more trusted than its least probable column, and each column counts.
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
