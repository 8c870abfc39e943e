package convert_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"lineitem/convert"
	"lineitem/convert/hostile"
	"lineitem/convert/table"
	"lineitem/convert/testenv"
)

// TestLongValuesAreCut checks that values longer than Limits.Cell characters are
// cut to the same text in JSON, CSV and XLSX, and that the result says which
// columns were cut. Otherwise one document could make an answer of any size.
func TestLongValuesAreCut(t *testing.T) {
	testenv.Sequential(t)
	const letters, rows = 40_000, 20
	document := hostile.Amplified(letters, rows)
	for _, most := range []int{0, 1000, convert.MostCell + 1} {
		c := &convert.Converter{Limits: convert.Limits{Cell: most}}
		r, err := c.Convert(context.Background(), convert.Input{Filename: "a.pdf", Data: document, Evidence: true})
		if err != nil || len(r.Rows) != rows {
			t.Fatalf("Convert = %v, %v, want %d rows", r, err, rows)
		}
		want := min(most, convert.MostCell)
		if most == 0 {
			want = convert.DefaultLimits.Cell
		}
		column := slices.Index(r.Keys(), "ship_to")
		value := r.Record(rows - 1)[column]
		if n := utf8.RuneCountInString(value); n != want || !strings.HasPrefix(value, "Northern Metal Works Ltd, Triet") || !strings.HasSuffix(value, " […]") {
			t.Errorf("with a limit of %d an address of %d letters has %d characters, %.10s…%s, want %d that end in […]", most, letters, n, value, value[len(value)-10:], want)
		}
		if !slices.Equal(r.Cut, []string{"ship_to"}) || !r.Evidence[3]["ship_to"].Cut || *r.Verified {
			t.Errorf("with a limit of %d: cut = %q, in the evidence %t, verified %t; want it told, and not verified", most, r.Cut, r.Evidence[3]["ship_to"].Cut, *r.Verified)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if most := rows * (2*4*want + 8000); len(text) > most { // the value and its words, and everything else
			t.Errorf("the answer has %d bytes, want at most %d", len(text), most)
		}
		var asJSON struct{ Rows []map[string]string }
		if err := json.Unmarshal(text, &asJSON); err != nil || asJSON.Rows[5]["ship_to"] != value {
			t.Errorf("JSON has another value (%v)", err)
		}
		var b bytes.Buffer
		if err := table.NewCSV(&b, false).Write(r); err != nil {
			t.Fatal(err)
		}
		if records, err := csv.NewReader(&b).ReadAll(); err != nil || records[5][column] != value {
			t.Errorf("CSV has another value (%v)", err)
		}
		b.Reset()
		if err := table.WriteXLSX(context.Background(), &b, []*convert.Result{r}, false); err != nil {
			t.Fatal(err)
		}
		book, err := excelize.OpenReader(&b)
		if err != nil {
			t.Fatal(err)
		}
		if cells, err := book.GetRows(book.GetSheetName(0)); err != nil || cells[5][column] != value {
			t.Errorf("XLSX has another value (%v)", err)
		}
		book.Close()
	}
}
