package tagging

import (
	"bytes"
	"testing"
)

// Weights that are stored and read again classify as before but for rounding to
// a byte each, and are then stored as the same bytes.
func TestStoredWeights(t *testing.T) {
	first, err := NewNet(5).AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	net, err := Parse(first)
	if err != nil {
		t.Fatalf("Parse of what AppendBinary wrote: %v", err)
	}
	second, err := net.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Error("weights that were read are stored as other bytes")
	}
	for _, bad := range [][]byte{nil, first[:len(first)-1], append(bytes.Clone(first), 0), bytes.Replace(first, magic, []byte("other"), 1)} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("Parse takes %d bytes that are no weights", len(bad))
		}
	}
}

// The program carries weights that can be read.
func TestCarriedWeights(t *testing.T) {
	if _, err := weights(); err != nil {
		t.Fatal(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(stored)
	f.Add(stored[:len(stored)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			return
		}
		net, err := Parse(data)
		if err != nil {
			return
		}
		net.Classify(lesson(t, 1).Graph)
	})
}
