package main

import (
	"os"
	"testing"

	"lineitem/convert/flate"
)

// TestWordsAreCurrent checks that the embedded words are those of the files.
func TestWordsAreCurrent(t *testing.T) {
	want, err := joined("../words")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile("../words.packed")
	if err != nil {
		t.Fatal(err)
	}
	if flate.Unpack(packed) != string(want) {
		t.Error("words.packed does not hold the files: run go generate ./convert/order/lexicon")
	}
}
