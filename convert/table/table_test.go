package table

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
)

// result returns a conversion's result with the standard columns. Each row states some of them.
func result(name string, rows ...map[order.Field]string) *convert.Result {
	r := &convert.Result{Filename: name, Mode: convert.ModeText, RowCount: len(rows), Columns: order.Schema[:], Rows: []order.Row{}}
	for _, values := range rows {
		row := make(order.Row, order.NumFields)
		for f := range order.NumFields {
			row[f] = order.Property{Key: f.Key(), Value: values[f]}
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

func writeXLSX(t testing.TB, results []*convert.Result, names bool) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteXLSX(context.Background(), &b, results, names); err != nil {
		t.Fatalf("WriteXLSX = %v, want none", err)
	}
	return b.Bytes()
}

func openXLSX(t testing.TB, data []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("the workbook does not open: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// shown returns the cells as a spreadsheet shows them, each row padded to the width of the header.
func shown(t testing.TB, f *excelize.File) [][]string {
	t.Helper()
	if got, want := f.GetSheetList(), []string{sheet}; !slices.Equal(got, want) {
		t.Errorf("sheets = %q, want %q", got, want)
	}
	rows, err := f.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		for len(rows[i]) < len(rows[0]) {
			rows[i] = append(rows[i], "")
		}
	}
	return rows
}

func labels() []string {
	var all []string
	for _, c := range order.Schema {
		all = append(all, c.Label)
	}
	return all
}

// awkward lists values that cells must not change, whatever their column.
var awkward = []string{
	"00010", "1e5", "1234567890123456789", "=1+1", "+49 30 1234", "-7", "- zinc plated", "@SUM(A1)", "\tx", "true", "1/2", "12:30",
	"2026-03-31", "0.1", "12.50", "-0.00", "1.23456789012345678", "007", ".5", "5.", "1,234.50", "5%", "NaN", "Inf", "0x10",
	"1899-12-31", "1900-02-28", "1900-03-01", "2026-02-30", "9999-12-31", `"quoted"`, "'quoted", "a & b <c>", "_x0041_", "_x005F_x0041_",
	"Straße, 東京, 🔩", " spaces ", "two\nlines", strings.Repeat("x", 1000),
}

// TestXLSXShowsWhatJSONSays checks that the sheet shows every value as JSON states it, in any
// column.
func TestXLSXShowsWhatJSONSays(t *testing.T) {
	var rows []map[order.Field]string
	for _, value := range awkward {
		row := map[order.Field]string{}
		for f := range order.NumFields {
			row[f] = value
		}
		rows = append(rows, row)
	}
	r := result("a.pdf", rows...)
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var wanted struct{ Rows []map[string]string }
	if err := json.Unmarshal(text, &wanted); err != nil {
		t.Fatal(err)
	}
	data := writeXLSX(t, []*convert.Result{r}, false)
	f := openXLSX(t, data)
	got := shown(t, f)
	if !slices.Equal(got[0], labels()) {
		t.Errorf("header = %q, want %q", got[0], labels())
	}
	if len(got) != len(wanted.Rows)+1 {
		t.Fatalf("%d rows, want %d and a header", len(got), len(wanted.Rows))
	}
	for i, row := range wanted.Rows {
		for j, c := range order.Schema {
			if got[i+1][j] != row[c.Key] {
				t.Errorf("%s of %q shows %q", c.Key, row[c.Key], got[i+1][j])
			}
		}
	}
	if sheetXML(t, data, "<f>") {
		t.Error("there is a formula in the sheet")
	}
}

// sheetXML reports whether the sheet's XML contains a string.
func sheetXML(t *testing.T, data []byte, s string) bool {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	part, err := z.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer part.Close()
	text, err := io.ReadAll(part)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(text), s)
}

// TestXLSXTypes checks that quantities, amounts and dates are stored as numbers that users can
// calculate with, and everything else as text.
func TestXLSXTypes(t *testing.T) {
	tests := []struct {
		field order.Field
		value string
		raw   string // as stored
		style string // the number format
	}{
		{order.Quantity, "12", "12", "0"},
		{order.Quantity, "-3", "-3", "0"},
		{order.UnitPrice, "0.0500", "0.05", "0.0000"},
		{order.LineTotal, "1234.50", "1234.5", "0.00"},
		{order.Total, "123456789012.345", "123456789012.345", "0.000"},
		{order.Discount, "5", "5", "0"},
		{order.PODate, "2026-03-31", "46112", "yyyy-mm-dd"},
		{order.DeliveryDate, "1900-03-01", "61", "yyyy-mm-dd"},
		{order.DeliveryDate, "1900-02-28", "", "@"},
		{order.DeliveryDate, "soon", "", "@"},
		{order.Discount, "5%", "", "@"},
		{order.Quantity, "1 000", "", "@"},
		{order.Total, "1234567890123456", "", "@"},
		{order.LineNumber, "00010", "", "@"},
		{order.ItemCode, "4711", "", "@"},
		{order.PONumber, "4500123", "", "@"},
		{order.Description, "=HYPERLINK(\"http://example.com\")", "", "@"},
	}
	for _, tt := range tests {
		data := writeXLSX(t, []*convert.Result{result("a.pdf", map[order.Field]string{tt.field: tt.value})}, false)
		f := openXLSX(t, data)
		cell, _ := excelize.CoordinatesToCellName(int(tt.field)+1, 2)
		want, wantType := tt.raw, excelize.CellTypeUnset // a number: cells without a type
		if tt.raw == "" {
			want, wantType = tt.value, excelize.CellTypeInlineString
		}
		got, err := f.GetCellValue(sheet, cell, excelize.Options{RawCellValue: true})
		gotType, _ := f.GetCellType(sheet, cell)
		if err != nil || got != want || gotType != wantType {
			t.Errorf("%s %q is stored as %q of type %v (%v), want %q of type %v", tt.field.Key(), tt.value, got, gotType, err, want, wantType)
		}
		if format := numberFormat(t, f, cell); format != tt.style {
			t.Errorf("%s %q has the format %q, want %q", tt.field.Key(), tt.value, format, tt.style)
		}
		if shown := shown(t, f)[1][tt.field]; shown != tt.value {
			t.Errorf("%s %q shows %q", tt.field.Key(), tt.value, shown)
		}
	}
}

func numberFormat(t *testing.T, f *excelize.File, cell string) string {
	t.Helper()
	id, err := f.GetCellStyle(sheet, cell)
	if err != nil {
		t.Fatal(err)
	}
	style, err := f.GetStyle(id)
	if err != nil {
		t.Fatal(err)
	}
	if style.CustomNumFmt != nil {
		return *style.CustomNumFmt
	}
	return map[int]string{1: "0", 2: "0.00", 49: "@"}[style.NumFmt]
}

func TestXLSXHeader(t *testing.T) {
	long := strings.Repeat("long ", 40)
	f := openXLSX(t, writeXLSX(t, []*convert.Result{result("a.pdf", map[order.Field]string{order.PONumber: "7", order.Description: long})}, false))
	id, _ := f.GetCellStyle(sheet, "A1")
	if style, err := f.GetStyle(id); err != nil || style.Font == nil || !style.Font.Bold {
		t.Errorf("the header is not bold (%v)", err)
	}
	if panes, err := f.GetPanes(sheet); err != nil || !panes.Freeze || panes.YSplit != 1 || panes.XSplit != 0 {
		t.Errorf("panes = %+v (%v), want the first row frozen", panes, err)
	}
	if got, err := f.GetSheetDimension(sheet); err != nil || got != "A1:V2" {
		t.Errorf("dimension = %s (%v), want A1:V2", got, err)
	}
	filter := ""
	for _, name := range f.GetDefinedName() {
		filter += name.Name + " " + name.RefersTo
	}
	if want := "_xlnm._FilterDatabase 'Purchase orders'!$A$1:$V$2"; filter != want {
		t.Errorf("filter = %s, want %s", filter, want)
	}
	for column, want := range map[string]float64{"A": float64(len("PO #") + arrow + padding), "C": float64(len("Buyer / Customer") + arrow + padding), "M": maxWidth + padding} {
		if got, err := f.GetColWidth(sheet, column); err != nil || got != want {
			t.Errorf("width of column %s = %v (%v), want %v", column, got, err, want)
		}
	}
}

// TestXLSXOfSeveral checks that several documents share a sheet, each row with its document's
// name. Columns that only some documents have come last.
func TestXLSXOfSeveral(t *testing.T) {
	other := &convert.Result{
		Filename: "b.pdf", RowCount: 1,
		Columns: []order.Column{{Key: "cost_centre", Label: "Cost centre"}, {Key: "po_number", Label: "PO #"}},
		Rows:    []order.Row{{{Key: "cost_centre", Value: "0042"}, {Key: "po_number", Value: "8"}}},
	}
	first := result("=a.pdf", map[order.Field]string{order.PONumber: "7"}, map[order.Field]string{order.PONumber: "7"})
	got := shown(t, openXLSX(t, writeXLSX(t, []*convert.Result{first, result("none.pdf"), other}, true)))
	wantHead := append(append([]string{"File"}, labels()...), "Cost centre")
	if !slices.Equal(got[0], wantHead) {
		t.Errorf("header = %q, want %q", got[0], wantHead)
	}
	var rows []string
	for _, row := range got[1:] {
		rows = append(rows, fmt.Sprint(row[0], " ", row[1], " ", row[len(row)-1]))
	}
	if want := []string{"=a.pdf 7 ", "=a.pdf 7 ", "b.pdf 8 0042"}; !slices.Equal(rows, want) {
		t.Errorf("rows = %q, want %q", rows, want)
	}
}

func TestXLSXOfNothing(t *testing.T) {
	if got := shown(t, openXLSX(t, writeXLSX(t, []*convert.Result{result("a.pdf")}, false))); len(got) != 1 || !slices.Equal(got[0], labels()) {
		t.Errorf("a result without rows = %q, want the header only", got)
	}
	openXLSX(t, writeXLSX(t, nil, false))
}

func TestXLSXIsDeterministic(t *testing.T) {
	r := []*convert.Result{result("a.pdf", map[order.Field]string{
		order.UnitPrice: "1.5", order.Quantity: "2", order.LineTotal: "3.00", order.Tax: "0.1234", order.PODate: "2026-01-02",
	})}
	first := writeXLSX(t, r, true)
	for range 10 {
		if !bytes.Equal(writeXLSX(t, r, true), first) {
			t.Fatal("the same results gave other bytes")
		}
	}
}

// TestXLSXStaysOffTheDisk checks that results are not stored in temporary files, however large
// they are.
func TestXLSXStaysOffTheDisk(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, folder)
	}
	row := map[order.Field]string{}
	for f := range order.NumFields {
		row[f] = strings.Repeat("x", 1000)
	}
	r := result("a.pdf", row)
	for len(r.Rows) < 1000 { // 22 MB, more than the library by default keeps in memory
		r.Rows = append(r.Rows, r.Rows[0])
	}
	inspect := writerFunc(func(p []byte) (int, error) {
		if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
			t.Errorf("the folder for temporary files holds %v (%v), want nothing", entries, err)
		}
		return len(p), nil
	})
	if err := WriteXLSX(context.Background(), inspect, []*convert.Result{r}, false); err != nil {
		t.Fatal(err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestXLSXFails(t *testing.T) {
	many := &convert.Result{Columns: order.Schema[:], Rows: make([]order.Row, MaxRows+1)}
	var tooMany *RowsError
	if err := WriteXLSX(context.Background(), io.Discard, []*convert.Result{many}, false); !errors.As(err, &tooMany) || tooMany.Rows != MaxRows+1 {
		t.Errorf("WriteXLSX of %d rows = %v, want a RowsError", MaxRows+1, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := WriteXLSX(ctx, io.Discard, []*convert.Result{result("a.pdf", nil)}, false); !errors.Is(err, context.Canceled) {
		t.Errorf("WriteXLSX under a cancelled context = %v, want %v", err, context.Canceled)
	}
	full := errors.New("disk full")
	err := WriteXLSX(context.Background(), writerFunc(func([]byte) (int, error) { return 0, full }), []*convert.Result{result("a.pdf")}, false)
	if !errors.Is(err, full) {
		t.Errorf("WriteXLSX on a full disk = %v, want %v", err, full)
	}
}

func writeCSV(t *testing.T, names bool, results ...*convert.Result) string {
	t.Helper()
	var b strings.Builder
	c := NewCSV(&b, names)
	for _, r := range results {
		if err := c.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestCSV(t *testing.T) {
	columns := []order.Column{{Key: "po_number", Label: "PO #"}, {Key: "description", Label: "Description"}}
	one := &convert.Result{Filename: "a.pdf", Columns: columns, Rows: []order.Row{
		{{Key: "po_number", Value: "7"}, {Key: "description", Value: `Bolt, 3" <zinc>`}},
		{{Key: "po_number", Value: "7"}, {Key: "description", Value: ""}},
	}}
	none := &convert.Result{Filename: "b.pdf", Columns: columns, Rows: []order.Row{}}
	if got, want := writeCSV(t, false, one), "po_number,description\r\n7,\"Bolt, 3\"\" <zinc>\"\r\n7,\r\n"; got != want {
		t.Errorf("CSV = %q, want %q", got, want)
	}
	want := "filename,po_number,description\r\na.pdf,7,\"Bolt, 3\"\" <zinc>\"\r\na.pdf,7,\r\n"
	if got := writeCSV(t, true, none, one); got != want {
		t.Errorf("CSV of several = %q, want %q", got, want)
	}
	odd := &convert.Result{Filename: "a\xff.pdf", Columns: columns[:1], Rows: []order.Row{{{Key: "po_number", Value: "7"}}}}
	if got, want := writeCSV(t, true, odd), "filename,po_number\r\na\uFFFD.pdf,7\r\n"; got != want {
		t.Errorf("CSV of a file whose name is no text = %q, want %q", got, want)
	}
}

// columns returns a result of one row from pairs of keys and values.
func columns(name string, pairs ...string) *convert.Result {
	r := &convert.Result{Filename: name, RowCount: 1, Rows: make([]order.Row, 1)}
	for i := 0; i < len(pairs); i += 2 {
		r.Columns = append(r.Columns, order.Column{Key: pairs[i], Label: strings.ToTitle(pairs[i][:1]) + pairs[i][1:]})
		r.Rows[0] = append(r.Rows[0], order.Property{Key: pairs[i], Value: pairs[i+1]})
	}
	return r
}

// TestCSVOfOtherColumns checks that a value is written under its key, whichever columns a document
// has and in whatever order. A document with a column that the header lacks is refused as a whole,
// and others may follow.
func TestCSVOfOtherColumns(t *testing.T) {
	var b strings.Builder
	c := NewCSV(&b, true)
	for _, r := range []*convert.Result{
		columns("a.pdf", "x", "1", "y", "2", "z", "3"), columns("b.pdf", "z", "30", "x", "10", "y", "20"), columns("c.pdf", "y", "200"),
	} {
		if err := c.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	var refused *ColumnError
	if err := c.Write(columns("d.pdf", "x", "1", "cost_centre", "2")); !errors.As(err, &refused) || refused.Key != "cost_centre" {
		t.Errorf("Write of a column that the header lacks = %v, want a ColumnError of cost_centre", err)
	}
	if err := c.Write(&convert.Result{Columns: []order.Column{{Key: "cost_centre"}}}); err != nil {
		t.Errorf("Write of such a column without rows = %v, want none", err)
	}
	if err := c.Write(columns("e.pdf", "x", "5")); err != nil {
		t.Errorf("Write after a document that was refused = %v, want none", err)
	}
	want := "filename,x,y,z\r\na.pdf,1,2,3\r\nb.pdf,10,20,30\r\nc.pdf,,200,\r\ne.pdf,5,,\r\n"
	if got := b.String(); got != want {
		t.Errorf("CSV = %q, want %q", got, want)
	}
}

// TestColumnsOfTheSameNames checks that a mapper's columns may have the names of columns that are
// added: both are kept, and the added ones get other headings.
func TestColumnsOfTheSameNames(t *testing.T) {
	r := columns("order.pdf", "filename", "scan.tif", "verified", "by Ann", "review", "2026", "review_2", "none")
	r.Verified, r.Review = new(true), []review.Entry{{Row: 0, Code: review.Missing, Message: "Look."}}
	with := WithReview(r)
	want := [][]string{
		{"filename_2", "filename", "verified", "review", "review_2", "verified_2", "review_3"},
		{"order.pdf", "scan.tif", "by Ann", "2026", "none", "true", "Look. (missing)"},
	}
	csv := strings.Join(want[0], ",") + "\r\n" + strings.Join(want[1], ",") + "\r\n"
	if got := writeCSV(t, true, with); got != csv {
		t.Errorf("CSV = %q, want %q", got, csv)
	}
	want[0] = []string{"File", "Filename", "Verified", "Review", "Review_2", "Verified (2)", "Review (2)"}
	if rows := shown(t, openXLSX(t, writeXLSX(t, []*convert.Result{with}, true))); !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("the sheet shows %q, want %q", rows, want)
	}
	labelled := &convert.Result{Filename: "order.pdf", Columns: []order.Column{{Key: "scan", Label: "File"}}, Rows: []order.Row{{{Key: "scan", Value: "scan.tif"}}}}
	want = [][]string{{"File (2)", "File"}, {"order.pdf", "scan.tif"}}
	if rows := shown(t, openXLSX(t, writeXLSX(t, []*convert.Result{labelled}, true))); !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("the sheet shows %q, want %q", rows, want)
	}
	want = [][]string{{"Filename"}, {"scan.tif"}}
	if rows := shown(t, openXLSX(t, writeXLSX(t, []*convert.Result{columns("order.pdf", "filename", "scan.tif")}, false))); !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("without names the sheet shows %q, want %q", rows, want)
	}
}

// TestCSVHoldsNoFormulas checks that what a spreadsheet could take for a formula becomes text, and
// that numbers and everything else are unchanged.
func TestCSVHoldsNoFormulas(t *testing.T) {
	for value, want := range map[string]string{
		"=1+1": "'=1+1", "+1+1": "'+1+1", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "\t=1+1": "'\t=1+1", "\r=1": "'\r=1", " =1": "' =1",
		"＝1+1": "'＝1+1", "- zinc plated": "'- zinc plated", "+49 30 1234": "'+49 30 1234", "-": "-", "-12.50": "-12.50", "-7": "-7",
		"12.50": "12.50", "00010": "00010", "A=1": "A=1", "a@b": "a@b", "": "", "x-1": "x-1", "'=1": "'=1", "-1e5": "'-1e5",
	} {
		if got := guarded([]string{value})[0]; got != want {
			t.Errorf("guarded(%q) = %q, want %q", value, got, want)
		}
	}
	r := result("=a.pdf", map[order.Field]string{order.Description: "=1+1", order.LineTotal: "-12.50"})
	if got := writeCSV(t, true, r); !strings.Contains(got, "\r\n'=a.pdf,") || !strings.Contains(got, ",'=1+1,") || !strings.Contains(got, ",-12.50,") {
		t.Errorf("CSV = %q, want an apostrophe before the formulas only", got)
	}
}

// BenchmarkXLSX writes an order of 1,000 rows, about 30 pages.
func BenchmarkXLSX(b *testing.B) {
	row := map[order.Field]string{}
	for f := range order.NumFields {
		row[f] = "some words in a cell"
	}
	row[order.Quantity], row[order.UnitPrice], row[order.LineTotal], row[order.PODate] = "12", "2.50", "30.00", "2026-03-31"
	r := result("a.pdf", row)
	for len(r.Rows) < 1000 {
		r.Rows = append(r.Rows, r.Rows[0])
	}
	b.ReportAllocs()
	for b.Loop() {
		writeXLSX(b, []*convert.Result{r}, false)
	}
}

// TestReview checks that with a review a table states for each row whether its document is
// verified and what to look at, and that a workbook colours these cells and notes why.
func TestReview(t *testing.T) {
	r := result("a.pdf", map[order.Field]string{order.PONumber: "7", order.Total: "4.00"}, map[order.Field]string{order.PONumber: "7", order.Total: "4.00"})
	r.Verified = new(false)
	r.Review = []review.Entry{
		{Row: 0, Key: "total", Code: review.TotalUnproven, Message: "The lines make 3, not 4.00."},
		{Row: 1, Key: "buyer", Code: review.Missing, Message: "It was not found."},
		{Row: 1, Code: review.UnreadWords, Message: "Look."},
	}
	with := WithReview(r)
	var csv bytes.Buffer
	if err := NewCSV(&csv, false).Write(with); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{",verified,review\r\n", `,false,"total: The lines make 3, not 4.00. (total_unproven)"`, ",false,buyer: It was not found. (missing); Look. (unread_words)\r\n"} {
		if !strings.Contains(csv.String(), want) {
			t.Errorf("CSV lacks %q:\n%s", want, &csv)
		}
	}
	f := openXLSX(t, writeXLSX(t, []*convert.Result{with}, false))
	rows := shown(t, f)
	if head := rows[0][len(rows[0])-2:]; !slices.Equal(head, []string{"Verified", "Review"}) {
		t.Errorf("the last columns are %q", head)
	}
	f.GetStyle(0) // reads the styles
	notes, err := f.GetComments(sheet)
	if err != nil || len(notes) != 2 {
		t.Fatalf("notes = %v, %v, want two", notes, err)
	}
	for i, want := range []struct {
		row, column int
		text        string
	}{{2, int(order.Total) + 1, "The lines make 3, not 4.00."}, {3, int(order.Buyer) + 1, "It was not found."}} {
		cell, _ := excelize.CoordinatesToCellName(want.column, want.row)
		if notes[i].Cell != cell || !strings.Contains(notes[i].Text, want.text) {
			t.Errorf("note %d is %q at %s, want %q at %s", i, notes[i].Text, notes[i].Cell, want.text, cell)
		}
		id, err := f.GetCellStyle(sheet, cell)
		if err != nil {
			t.Fatal(err)
		}
		// GetStyle reports no colours without a theme.
		if fill := f.Styles.Fills.Fill[*f.Styles.CellXfs.Xf[id].FillID].PatternFill; fill.PatternType != "solid" || fill.FgColor == nil || fill.FgColor.RGB != "FF"+doubtful {
			t.Errorf("%s is not coloured: %+v", cell, fill)
		}
	}
	if got := rows[1][order.Total]; got != "4.00" {
		t.Errorf("a coloured amount shows %q, want 4.00", got)
	}
}

// TestShapeBlocks checks that all blocks of 1024 in which the boxes of notes are numbered are
// listed.
func TestShapeBlocks(t *testing.T) {
	for n, want := range map[int]string{1: "1", 1023: "1", 1024: "1,2", 2047: "1,2", 2048: "1,2,3"} {
		if got := shapeBlocks(n); got != want {
			t.Errorf("shapeBlocks(%d) = %q, want %q", n, got, want)
		}
	}
	r := result("a.pdf")
	for i := range 1500 {
		r.Rows = append(r.Rows, order.Row{{Key: order.Total.Key(), Value: "4.00"}})
		r.Review = append(r.Review, review.Entry{Row: i, Key: order.Total.Key(), Code: review.LowConfidence, Message: "Look."})
	}
	data := writeXLSX(t, []*convert.Result{r}, false)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	drawing, err := fs.ReadFile(z, "xl/drawings/vmlDrawing1.vml")
	if err != nil || !bytes.Contains(drawing, []byte(`<o:idmap v:ext="edit" data="1,2"/>`)) || !bytes.Contains(drawing, []byte(`id="_x0000_s2524"`)) {
		t.Errorf("the drawing of 1,500 notes begins %.400s, %v, want the blocks 1,2", drawing, err)
	}
}
