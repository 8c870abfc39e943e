package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"lineitem/convert/order/samples"
	"lineitem/convert/order/tagging"
)

// The right classes of generated orders name nearly all of their cells, and say
// of each item that it begins once.
func TestAlign(t *testing.T) {
	found, orders := 0.0, 0
	for seed := range 40 {
		s := newSample(samples.Generated(seed))
		if s == nil {
			continue
		}
		found += s.found
		orders++
		for r := range s.lesson.Rows {
			row := &s.lesson.Rows[r]
			tagged := false
			for i := row.From; i < row.To; i++ {
				tagged = tagged || s.lesson.Words[i] != int8(tagging.Other)
			}
			if part := tagging.Part(s.lesson.Lines[r]); tagged != (part != tagging.Outside) {
				t.Fatalf("seed %d: row %d has words of an item: %v; its part is %d", seed, r, tagged, part)
			}
		}
	}
	if mean := found / float64(orders); mean < 0.95 {
		t.Errorf("of the cells of %d generated orders %.3f are found, want 0.95", orders, mean)
	}
}

// folder makes a folder of two orders, one of them with a fold.
func folder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"docs/anna-01.pdf", "docs/bela-02.pdf", "truth/anna-01.json", "truth/bela-02.json"} {
		data, err := os.ReadFile(filepath.Join("../../../../testdata/unseen", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "folds.tsv"), []byte("file\tfold\nbela-02.pdf\t1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

// The same orders give the same weights, and the fold that is held out is
// converted with them.
func TestTrainsTheSameTwice(t *testing.T) {
	orders := folder(t)
	var weights [2][]byte
	for i := range weights {
		file, results := filepath.Join(t.TempDir(), "weights.bin"), filepath.Join(t.TempDir(), "results.ndjson")
		var out, errors bytes.Buffer
		if status := run([]string{"-seeds", "3", "-epochs", "2", "-hold", "1", "-o", file, "-results", results, orders}, &out, &errors); status != 0 {
			t.Fatalf("train ends with %d: %s", status, &errors)
		}
		var err error
		if weights[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
		rows, err := os.ReadFile(results)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(rows, []byte("\n")) != 1 || !bytes.Contains(rows, []byte(`"bela-02.pdf"`)) {
			t.Errorf("the results are not those of the fold held out: %.200s", rows)
		}
	}
	if len(weights[0]) == 0 || !bytes.Equal(weights[0], weights[1]) {
		t.Errorf("the weights of the same orders differ, or are empty: %d and %d bytes", len(weights[0]), len(weights[1]))
	}
}
