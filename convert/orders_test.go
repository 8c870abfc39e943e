package convert

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

// wanted is what a careful reader would read in a document of testdata.
type wanted struct {
	Rows []map[string]string
	// Alternatives are further readings that count as right, by row ("*" for
	// every row) and column. An empty string allows the value to be missing.
	Alternatives map[string]map[string][]string
}

// accepts reports whether got is a right reading of a cell.
func (w *wanted) accepts(row int, key, got string) bool {
	readings := []string{w.Rows[row][key]}
	for _, rows := range []string{"*", strconv.Itoa(row)} {
		readings = append(readings, w.Alternatives[rows][key]...)
	}
	return slices.ContainsFunc(readings, func(want string) bool { return sameReading(want, got) })
}

// sameReading reports whether a and b are equal: as decimals with as many leading
// zeros if both are numbers, else ignoring case and blanks.
func sameReading(a, b string) bool {
	if x, err := decimal.NewFromString(a); err == nil {
		if y, err := decimal.NewFromString(b); err == nil {
			return x.Equal(y) && leadingZeros(a) == leadingZeros(b)
		}
	}
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	return strings.EqualFold(bare(a), bare(b))
}

// leadingZeros counts the leading zeros, to tell codes apart that are equal as
// numbers: 00010 and 10.
func leadingZeros(s string) int { return len(s) - len(strings.TrimLeft(s, "0")) }

// TestOrders checks that each document in testdata gives the rows that were
// written down for it.
func TestOrders(t *testing.T) {
	for _, in := range testDocuments(t) {
		t.Run(in.Filename, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("../testdata/orders", strings.TrimSuffix(in.Filename, ".pdf")+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var want wanted
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			got, err := new(Converter).Convert(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Rows) != len(want.Rows) {
				t.Fatalf("Convert(%s) has %d rows, want %d", in.Filename, len(got.Rows), len(want.Rows))
			}
			for i, row := range got.Rows {
				for _, cell := range row {
					if !want.accepts(i, cell.Key, cell.Value) {
						t.Errorf("Convert(%s) row %d: %s = %q, want %q", in.Filename, i+1, cell.Key, cell.Value, want.Rows[i][cell.Key])
					}
				}
			}
		})
	}
}
