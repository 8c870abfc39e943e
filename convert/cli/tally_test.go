package cli

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/batch"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
	tables "lineitem/convert/table"
)

// However large a folder is, the report on it is short, but every failure is
// reported.
func TestTallyOfMany(t *testing.T) {
	var out bytes.Buffer
	told := tally{w: &out, progress: new(batch.Progress)}
	verified := false
	doubtful := convert.Result{RowCount: 1, Columns: order.Schema[:], Verified: &verified, Review: []review.Entry{
		{Row: 2, Key: "total", Code: review.TotalUnproven, Message: "The lines make 3, not 4."}, {Message: "more"},
	}}
	for i := range 25 {
		file := batch.File{Path: fmt.Sprintf("%02d", i)}
		told.failure(file, &batch.SkippedError{Reason: "hidden"})
		told.failure(file, errors.New("damaged"))
		told.converted++
		told.judged(file, &doubtful, false)
	}
	told.end()
	text := out.String()
	for what, want := range map[string]int{
		": skipped: hidden\n":                        10,
		": damaged\n":                                25,
		"lineitem: 15 more were skipped\n":           1,
		"lineitem: 25 of 50 documents could not be":  1,
		": row 3, Total: The lines make 3, not 4.\n": 10,
		"lineitem: not verified: 09: row 3, Total":   1,
		"lineitem: 15 more are not verified\n":       1,
		"lineitem inspect FILE -o page.html shows":   1,
	} {
		if got := strings.Count(text, what); got != want {
			t.Errorf("of a large folder %q is told %d times, want %d:\n%s", what, got, want, text)
		}
	}
}

// A count of one is reported in the singular.
func TestTallyOfOneMore(t *testing.T) {
	var out bytes.Buffer
	told := tally{w: &out, progress: new(batch.Progress)}
	verified := false
	partial := convert.Result{RowCount: 1, Verified: &verified, Review: []review.Entry{{Message: "It is doubtful."}},
		Columns: order.Schema[:], Rows: []order.Row{{{Key: "po_number", Value: "4711"}, {Key: "quantity", Value: "few"}}}}
	for range mostNames + 1 {
		told.failure(batch.File{}, &batch.SkippedError{Reason: "hidden"})
		told.judged(batch.File{}, &partial, true)
		told.incomplete(batch.File{}, &partial)
	}
	told.end()
	text := out.String()
	for what, want := range map[string]int{
		"Required by UBL 2.1": 10,
		"Left out, as UBL has no place for it: quantity of line 1.\n": 10,
		"lineitem: 1 more was skipped\n":                              1,
		"lineitem: 1 more is not verified\n":                          1,
		"lineitem: 1 more order cannot be stated completely in UBL\n": 1,
	} {
		if got := strings.Count(text, what); got != want {
			t.Errorf("of a folder with one document more than is told %q is told %d times, want %d:\n%s", what, got, want, text)
		}
	}
}

// A document without an order is listed like others that are not verified. A table has
// no place for it, so then it is reported at once, and only once.
func TestTallyWithoutOrders(t *testing.T) {
	verified := false
	letter := convert.Result{Verified: &verified, Review: []review.Entry{review.NoOrder()}}
	order := convert.Result{RowCount: 1, Verified: &verified, Review: []review.Entry{{Message: "It is doubtful."}}}
	for _, tt := range []struct {
		table bool
		want  map[string]int
	}{
		{false, map[string]int{"letter": 5, "not verified: letter: No order was found in the document.": 5, "not verified: order": 5, "12 more are not verified": 1}},
		{true, map[string]int{"letter": 11, "letter: no order was found, so there are no rows": 11, "not verified: order": 10, "1 more is not verified": 1}},
	} {
		var out bytes.Buffer
		told := tally{w: &out, progress: new(batch.Progress)}
		for i := range 22 {
			if i%2 == 0 {
				told.judged(batch.File{Path: "letter"}, &letter, tt.table)
			} else {
				told.judged(batch.File{Path: "order"}, &order, tt.table)
			}
		}
		told.end()
		for what, want := range tt.want {
			if got := strings.Count(out.String(), what); got != want {
				t.Errorf("with a table: %t, %q is told %d times, want %d:\n%s", tt.table, what, got, want, &out)
			}
		}
		if told.unverified != 22 {
			t.Errorf("with a table: %t, %d documents are not verified, want 22", tt.table, told.unverified)
		}
	}
}

// A document with columns for which the CSV file has no place counts as failed; the others are converted.
func TestTallyOfOtherColumns(t *testing.T) {
	var out bytes.Buffer
	told := tally{w: &out, progress: new(batch.Progress), converted: 2}
	if err := told.written(batch.File{Path: "b.pdf"}, &tables.ColumnError{Key: "cost_centre"}); err != nil || told.failed != 1 || told.converted != 1 {
		t.Errorf("a document of other columns gives %v, %d failed and %d converted, want one of each and no error", err, told.failed, told.converted)
	}
	if want := `lineitem: b.pdf: its column "cost_centre" is not one of the first document's`; !strings.HasPrefix(out.String(), want) {
		t.Errorf("it is told as %q, want %q", &out, want)
	}
	full := errors.New("disk full")
	if err := told.written(batch.File{}, full); err != full {
		t.Errorf("another error becomes %v, want %v", err, full)
	}
}

func TestNamesOfStrangers(t *testing.T) {
	for path, want := range map[string]string{
		"inbox/Bestellung Nr. 7 ä.pdf": "inbox/Bestellung Nr. 7 ä.pdf",
		`C:\inbox\a.pdf`:               `C:\inbox\a.pdf`,
		"a\x1b[2J.pdf":                 `"a\x1b[2J.pdf"`,
		"a\nlineitem: all well":        `"a\nlineitem: all well"`,
		"a\u202efdp.exe":               `"a\u202efdp.exe"`,
		"a\xff.pdf":                    `"a\xff.pdf"`,
	} {
		if got := nameOf(batch.File{Path: path}); got != want {
			t.Errorf("nameOf(%q) = %s, want %s", path, got, want)
		}
	}
}

// With --strict the exit status says that a document is not verified, and standard error
// says why; --review writes that into the table.
func TestStrictAndReview(t *testing.T) {
	sure, doubtful := filepath.Join("..", "..", "testdata", "orders", "swiss-letter.pdf"), filepath.Join("..", "..", "testdata", "training", "docs", "bela-14.pdf")
	for _, tt := range []struct {
		args     []string
		status   int
		out, err string
	}{
		{[]string{"convert", "--strict", sure}, 0, `"rowCount"`, ""},
		{[]string{"convert", "--strict", doubtful}, 3, `"rowCount"`, "bela-14.pdf: "},
		{[]string{"convert", "--review", "--format", "csv", sure, doubtful}, 0, ",verified,review", "lineitem: not verified: "},
		{[]string{"convert", "--review", sure}, 2, "", "--review is for CSV and XLSX"},
	} {
		var out, told bytes.Buffer
		if status := Run(tt.args, nil, &out, &told); status != tt.status || !strings.Contains(out.String(), tt.out) || !strings.Contains(told.String(), tt.err) {
			t.Errorf("lineitem %s = %d\n%.200s\n%s\nwant status %d, %q and %q", strings.Join(tt.args, " "), status, &out, &told, tt.status, tt.out, tt.err)
		}
		if strings.Contains(out.String(), `"review"`) {
			t.Errorf("lineitem %s tells what to look at, which nobody asked for", strings.Join(tt.args, " "))
		}
	}
}
