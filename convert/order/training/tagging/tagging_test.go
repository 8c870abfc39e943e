package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"lineitem/convert/order/training/trainingtest"
)

// TestFitsTheSameTwice checks that the same orders give the same weights, and
// that the orders of the fold held out are converted with them.
func TestFitsTheSameTwice(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results.ndjson")
	trainingtest.FitsTheSameTwice(t, newCommand(), "-seeds", "2", "-epochs", "2", "-hold", trainingtest.Fold, "-results", results, trainingtest.Folder(t))
	rows, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(rows) {
		if !bytes.Contains(line, []byte(strconv.Quote(trainingtest.Held))) {
			t.Errorf("the results are not those of the fold held out: %.200s", line)
		}
	}
}
