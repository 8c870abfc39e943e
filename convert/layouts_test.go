package convert_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"lineitem/convert"
	"lineitem/convert/accuracy"
	"lineitem/convert/testenv"
)

// TestManyLayouts checks that orders in many layouts are read as well as before.
// The bounds are lower for folders, such as blind, that no rule was written from.
func TestManyLayouts(t *testing.T) {
	tests := []struct {
		folder                string
		cells, core, verified float64 // least values, just below those reached; verified is the share of the verified documents that are right
		sure                  int     // the least number of verified documents
	}{
		{"../testdata/training", 0.985, 0.815, 0.97, 45},
		{"../testdata/blind", 0.99, 0.87, 0.90, 5},
		{"../testdata/fresh", 0.975, 0.90, 0.85, 9},
		{"../testdata/hard", 0.97, 0.65, 0.60, 3},
		{"../testdata/forms-held", 0.963, 0.54, 0.9, 15},
	}
	switch {
	case testing.Short():
		tests = tests[1:2]
	case !testenv.RequireAll():
		tests = tests[1:4] // the weights were fitted on the first folder, and the last has 351 documents
	}
	for _, tt := range tests {
		truths, err := accuracy.ReadTruths(filepath.Join(tt.folder, "truth"))
		if err != nil {
			t.Fatal(err)
		}
		docs := make([]*accuracy.Document, len(truths))
		var wait sync.WaitGroup
		slots := make(chan struct{}, 4)
		for i, truth := range truths {
			wait.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				docs[i] = accuracy.Judge(truth, converted(t, filepath.Join(tt.folder, "docs", truth.File)))
			})
		}
		wait.Wait()
		f, v := accuracy.Sum(docs), accuracy.Verify(docs)
		t.Logf("%s: %+v, %d verified, of these right %d", tt.folder, f, v.Verified, v.Right)
		if f.CellsF1 < tt.cells || f.CoreExact < tt.core {
			t.Errorf("%s: F1 of cells = %.3f, right in every core cell %.3f; want at least %.3f and %.3f", tt.folder, f.CellsF1, f.CoreExact, tt.cells, tt.core)
		}
		if v.Verified < tt.sure || v.Share() < tt.verified {
			t.Errorf("%s: %d of %d verified documents are right, want at least %d verified and %.2f of them right", tt.folder, v.Right, v.Verified, tt.sure, tt.verified)
		}
	}
}

func converted(t *testing.T, file string) *accuracy.Result {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return nil
	}
	r, err := new(convert.Converter).Convert(context.Background(), convert.Input{Filename: filepath.Base(file), Data: data, Evidence: true})
	if err != nil {
		t.Errorf("Convert(%s): %v", file, err)
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		t.Error(err)
		return nil
	}
	result := new(accuracy.Result)
	if err := json.Unmarshal(line, result); err != nil {
		t.Errorf("result of %s: %v", file, err)
		return nil
	}
	return result
}
