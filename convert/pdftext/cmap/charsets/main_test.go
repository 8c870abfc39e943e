package main

import (
	"bytes"
	"os"
	"testing"
)

// TestTablesAreCurrent checks that the embedded tables are those that the command makes of the current golang.org/x/text.
func TestTablesAreCurrent(t *testing.T) {
	var want bytes.Buffer
	if err := write(&want); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../charsets.deflate")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("charsets.deflate is not what this command makes: run go generate ./convert/pdftext/cmap")
	}
}
