package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The program's scorer agrees with the one that the environment variable
// LINEITEM_SCORER names, on results with faults of every kind.
func TestAccuracyScorer(t *testing.T) {
	scorer := os.Getenv("LINEITEM_SCORER")
	if scorer == "" {
		t.Skip("LINEITEM_SCORER names no other scorer to agree with")
	}
	const folder = "../../testdata/orders"
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no truth files in %s (%v)", folder, err)
	}
	var results bytes.Buffer
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var result struct {
			File     string              `json:"file"`
			Filename string              `json:"filename"`
			Rows     []map[string]string `json:"rows"`
		}
		if err := json.Unmarshal(text, &result); err != nil {
			t.Fatal(err)
		}
		result.Filename = result.File
		for k, row := range result.Rows {
			switch (i + k) % 7 {
			case 0:
				delete(row, "quantity")
			case 1:
				row["description"] += " and more"
			case 2:
				row["discount"] = "5.0%"
			case 3:
				row["item_code"], row["line_total"] = "X"+row["item_code"], "0"+row["line_total"]
			case 4:
				row["ship_to"] = strings.ToUpper(row["ship_to"])
				row["buyer"] = "The " + row["buyer"]
			case 5:
				row["po_number"] += "-1"
			}
		}
		if i%5 == 0 && len(result.Rows) > 2 {
			result.Rows = append(result.Rows[1:], result.Rows[0])
		}
		if i == 3 {
			continue // this document has no result
		}
		line, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		results.Write(append(line, '\n'))
	}
	file := filepath.Join(t.TempDir(), "results.ndjson")
	if err := os.WriteFile(file, results.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	args := []string{"accuracy", folder, "--results", file, "--scorer", scorer, "--by", "file", "--by", "lang", "--by", "medium"}
	if status := Run(args, nil, &stdout, &stderr); status != 0 {
		t.Errorf("lineitem %s ends with status %d, want 0:\n%s%s", strings.Join(args, " "), status, stdout.String(), stderr.String())
	}
}
