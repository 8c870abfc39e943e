package genre

import (
	"bytes"
	"testing"
)

func TestWeightsCanBeRead(t *testing.T) {
	w, err := parse(stored)
	if err != nil {
		t.Fatalf("parse of what the program carries: %v; fit them anew", err)
	}
	if again := w.AppendBinary(nil); !bytes.Equal(again, stored) {
		t.Error("weights that were read are stored as others; fit them anew")
	}
	if none := (Description{Features: make([]float64, numFeatures)}); none.Order(w) {
		t.Error("a document without any word or sign is taken for an order")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(stored)
	f.Add(stored[:len(stored)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := parse(data)
		if err != nil {
			return
		}
		if _, err := parse(w.AppendBinary(nil)); err != nil {
			t.Errorf("weights of %q are stored as what cannot be read: %v", data, err)
		}
	})
}
