package confidence

import (
	"bytes"
	"errors"
	"testing"

	"lineitem/convert/order/boost"
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
	for k, v := range w.Signs {
		if v < 0 {
			t.Errorf("sign %d adds trust, want none that does: weight %g", k, -v)
		}
	}
	if w.Slope <= 0 {
		t.Errorf("slope = %g, want more than 0: higher scores are to mean higher probabilities", w.Slope)
	}
}

func TestRounded(t *testing.T) {
	for _, test := range []struct{ p, want float64 }{{0, 0.001}, {0.0004, 0.001}, {0.12345, 0.123}, {0.98765, 0.988}, {0.9999, 0.999}, {1, 0.999}} {
		if got := rounded(test.p); got != test.want {
			t.Errorf("rounded(%g) = %g, want %g", test.p, got, test.want)
		}
	}
}

func TestShape(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"AB-1042", "a-0"}, {"4711", "0"}, {"Hex bolt  M8", "a a a0"}, {"1.5/2", "0.0/0"},
	} {
		if got := shape(test.text); got != test.want {
			t.Errorf("shape(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// A sign against an order never makes it more trusted.
func TestSignsLowerOdds(t *testing.T) {
	w := weights()
	none := make([]float64, numSigns)
	least := w.Odds(none)
	for k := range none[:numWeighed] {
		some := make([]float64, numSigns)
		some[k] = 1
		if got := w.Odds(some); got > least {
			t.Errorf("Odds with sign %d = %g, more than %g without it", k, got, least)
		}
	}
}

// Each sign has a name of its own.
func TestSignsNamed(t *testing.T) {
	known := map[string]Sign{}
	for k := range numSigns {
		if other, is := known[k.String()]; is || k.String() == "" {
			t.Errorf("sign %d is named %q, as sign %d", k, k, other)
		}
		known[k.String()] = k
	}
	if f, ok := TextsOdd.Field(); !ok || f != schema.Description {
		t.Errorf("TextsOdd.Field() = %v, %t, want descriptions", f, ok)
	}
	if _, ok := ManyLines.Field(); ok {
		t.Error("ManyLines is about a column, want none")
	}
}

func FuzzParseWeights(f *testing.F) {
	f.Add(stored)
	f.Add(stored[:64])
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip()
		}
		if _, err := parseWeights(data); err != nil && !errors.As(err, new(*boost.FormatError)) {
			t.Fatalf("parseWeights(%x): %v, want a FormatError", data, err)
		}
	})
}
