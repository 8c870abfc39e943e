package genre

import (
	"strings"
	"testing"
)

func TestWeightsCanBeRead(t *testing.T) {
	w, err := Parse(stored)
	if err != nil {
		t.Fatalf("Parse of what the program carries: %v; fit them anew", err)
	}
	if again := w.String(); again != stored {
		t.Errorf("weights that were read are stored as\n%s\nwant\n%s", again, stored)
	}
	for k, v := range w.Signs {
		if v < 0 {
			t.Errorf("the weight of %q is %g, want none that is negative", names[k], v)
		}
	}
	if none := (Signs{}); none.Order(w) {
		t.Error("a document without any sign is taken for an order")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(stored)
	f.Add(strings.Replace(stored, "base", "case", 1))
	f.Add("items: NaN\n\n:")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := Parse(text)
		if err != nil {
			return
		}
		if _, err := Parse(w.String()); err != nil {
			t.Errorf("weights of %q are stored as %q, which cannot be read: %v", text, w, err)
		}
	})
}
