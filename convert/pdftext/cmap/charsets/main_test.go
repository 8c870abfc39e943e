package main

import (
	"os"
	"testing"

	"lineitem/convert/flate"
)

// TestTablesAreCurrent checks that the embedded tables are those that the command makes of the current golang.org/x/text.
func TestTablesAreCurrent(t *testing.T) {
	packed, err := os.ReadFile("../charsets.packed")
	if err != nil {
		t.Fatal(err)
	}
	if flate.Unpack(packed) != string(tables()) {
		t.Error("charsets.packed is not what this command makes: run go generate ./convert/pdftext/cmap")
	}
}
