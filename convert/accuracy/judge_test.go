package accuracy

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

// parseTruth parses a truth file, which must be valid.
func parseTruth(t testing.TB, text string) *Truth {
	t.Helper()
	truth, err := ParseTruth([]byte(text))
	if err != nil {
		t.Fatalf("ParseTruth(%s): %v", text, err)
	}
	return truth
}

// resultOf returns a result with the given rows.
func resultOf(rows ...Row) *Result { return &Result{Filename: "a.pdf", Rows: rows} }

// verdicts returns Judge's verdict on each cell that is not right.
func verdicts(d *Document) string {
	var out []string
	for _, c := range d.Cells {
		if c.Verdict != Right {
			out = append(out, fmt.Sprintf("%s %s (%s for %s)", c.Key, c.Verdict, c.Got, c.Want))
		}
	}
	return strings.Join(out, "; ")
}

// TestJudge judges documents small enough to be checked by hand.
func TestJudge(t *testing.T) {
	const order = `{"file":"a.pdf","medium":"text-pdf","rows":[
		{"po_number":"7","total":"12.00","item_code":"A","quantity":"2","line_total":"10"},
		{"po_number":"7","total":"12.00","item_code":"B","quantity":"1","line_total":"2"}]}`
	head := func(more Row) Row {
		r := Row{"po_number": "7", "total": "12"}
		for k, v := range more {
			r[k] = v
		}
		return r
	}
	a, b := Row{"item_code": "A", "quantity": "2", "line_total": "10"}, Row{"item_code": "B", "quantity": "1", "line_total": "2"}
	tests := []struct {
		name, truth              string
		got                      []Row
		right                    int
		faults                   string
		f1                       float64
		rowCount, core, allRight bool
	}{
		{"everything", order, []Row{head(a), head(b)}, 8, "", 1, true, true, true},
		{"nothing", order, nil, 0,
			"po_number missed ( for 7); total missed ( for 12.00); item_code missed ( for A); quantity missed ( for 2); line_total missed ( for 10); " +
				"item_code missed ( for B); quantity missed ( for 1); line_total missed ( for 2)", 0, false, false, false},
		// 7 right, 1 wrong: 2 * 7 / (8 + 8).
		{"a wrong cell", order, []Row{head(a), head(Row{"item_code": "C", "quantity": "1", "line_total": "2"})}, 7,
			"item_code wrong (C for B)", 0.875, true, false, false},
		// 8 right, 1 made up: 2 * 8 / (8 + 9).
		{"a cell made up, which is not core", order, []Row{head(a), head(Row{"item_code": "B", "quantity": "1", "line_total": "2", "unit": "EA"})}, 8,
			"unit made up (EA for )", 16.0 / 17, true, true, false},
		// 5 right of 8: 2 * 5 / (8 + 5).
		{"a row missed", order, []Row{head(b)}, 5,
			"item_code missed ( for A); quantity missed ( for 2); line_total missed ( for 10)", 10.0 / 13, false, false, false},
		{"a row too many", order, []Row{head(a), head(Row{"item_code": "X"}), head(b)}, 8,
			"item_code made up (X for )", 16.0 / 17, false, false, false},
		// Rows keep their order, so only one of them can be paired.
		{"rows exchanged", order, []Row{head(b), head(a)}, 5,
			"item_code missed ( for A); quantity missed ( for 2); line_total missed ( for 10); " +
				"item_code made up (A for ); quantity made up (2 for ); line_total made up (10 for )", 10.0 / 16, true, false, false},
		{"another reading", `{"file":"a.pdf","medium":"text-pdf","rows":[{"po_number":"7","unit":"pcs"}],
			"alternatives":{"*":{"unit":["box"],"tax":["1.5"]},"0":{"unit":["EA",""]}}}`,
			[]Row{{"po_number": "7", "unit": "EA", "tax": "1.50"}}, 3, "", 1, true, true, true},
		{"silence that is accepted is no cell", `{"file":"a.pdf","medium":"text-pdf","rows":[{"po_number":"7","unit":"pcs"}],
			"alternatives":{"0":{"unit":["EA",""]}}}`,
			[]Row{{"po_number": "7"}}, 1, "", 1, true, true, true},
		{"a row's own readings replace those of all rows", `{"file":"a.pdf","medium":"text-pdf","rows":[{"po_number":"7","quantity":"1","unit":"pcs"}],
			"alternatives":{"*":{"unit":["box"]},"0":{"unit":["EA"]}}}`,
			[]Row{{"po_number": "7", "quantity": "1", "unit": "box"}}, 2, "unit wrong (box for pcs)", 4.0 / 6, true, true, false},
		{"rows without a cell in common are two", `{"file":"a.pdf","medium":"text-pdf","rows":[{"po_number":"7","quantity":"1"}]}`,
			[]Row{{"po_number": "7", "quantity": "2"}}, 1, "quantity missed ( for 1); quantity made up (2 for )", 0.5, true, false, false},
		{"dates that differ belong to lines", `{"file":"a.pdf","medium":"text-pdf","rows":[
			{"po_number":"7","delivery_date":"2026-01-02","quantity":"1"},{"po_number":"7","delivery_date":"2026-01-03","quantity":"2"}]}`,
			[]Row{{"po_number": "7", "delivery_date": "2026-01-02", "quantity": "1"}, {"po_number": "7", "delivery_date": "2026-01-02", "quantity": "2"}},
			4, "delivery_date wrong (2026-01-02 for 2026-01-03)", 0.8, true, true, false},
		{"orders by their number, then by position", `{"file":"a.pdf","medium":"text-pdf","rows":[
			{"po_number":"1","total":"1"},{"po_number":"2","total":"2"},{"po_number":"3","total":"3"}]}`,
			[]Row{{"po_number": "8", "total": "1"}, {"po_number": "3", "total": "3"}, {"po_number": "9", "total": "9"}},
			3, "po_number wrong (8 for 1); po_number wrong (9 for 2); total wrong (9 for 2)", 0.5, true, false, false},
		{"an order too many", `{"file":"a.pdf","medium":"text-pdf","rows":[{"po_number":"1"}]}`,
			[]Row{{"po_number": "2", "tax": "5"}, {"po_number": "1"}}, 1, "po_number made up (2 for ); tax made up (5 for )", 0.5, false, false, false},
	}
	for _, tt := range tests {
		d := Judge(parseTruth(t, tt.truth), resultOf(tt.got...))
		if got := verdicts(d); got != tt.faults {
			t.Errorf("Judge of %s says\n%s\nwant\n%s", tt.name, got, tt.faults)
		}
		if got := Count(d.Cells)[Right]; got != tt.right {
			t.Errorf("Judge of %s finds %d cells right, want %d", tt.name, got, tt.right)
		}
		if math.Abs(d.F1-tt.f1) > 1e-12 || d.Count != tt.rowCount || d.Core != tt.core || d.Exact != tt.allRight {
			t.Errorf("Judge of %s: F1 %.4f, row count %t, core %t, exact %t, want %.4f, %t, %t, %t",
				tt.name, d.F1, d.Count, d.Core, d.Exact, tt.f1, tt.rowCount, tt.core, tt.allRight)
		}
	}
}

func TestSame(t *testing.T) {
	const letters = "abcdefghijklmnopqrst" // 20 of them
	tests := []struct {
		key, want, got   string
		text, recognised bool // whether it is the same in a text PDF, and in a recognised document
	}{
		{"quantity", "1", "1.000", true, true},
		{"quantity", "1200", "1.2E3", true, true},
		{"quantity", "1200", "1_200", true, true},
		{"quantity", "0", "-0.0", true, true},
		{"quantity", "1", "01", true, true},
		{"quantity", "1", "-1", false, false},
		{"quantity", "1,5", " 1,5 ", true, true},
		{"quantity", "1,5", "1.5", false, false},
		{"total", "10.05", "10.50", false, false},
		{"unit_price", "1e999999999999", "1e999999999999", true, true},
		{"discount", "5 %", "5%", true, true},
		{"discount", "5", "5.00", true, true},
		{"discount", "5%", "5", false, false},
		{"discount", "5.0%", "5%", false, false},
		{"po_number", "ab 12.", "AB12", true, true},
		{"po_number", "0012", "12", false, false},
		{"unit", "Stk.", "stk", true, true},
		{"unit", "STRASSE", "straße", true, true},
		{"po_date", "2026-01-02", "2026-01-2", false, false},
		{"currency", "EUR", "eur", false, false},
		{"buyer", "Müller & Co. KG", "MÜLLER, CO KG", true, true},
		{"buyer", "-", ".", true, true},
		{"buyer", letters, "a" + letters, true, true},                 // 40/41 = 0.976
		{"buyer", letters, letters[:18] + "xy", false, true},          // 36/40 = 0.9
		{"buyer", letters, letters[:17] + "xyz", false, false},        // 34/40
		{"buyer", letters, letters[10:] + letters[:10], false, false}, // 20/40
		{"buyer", letters + letters[:19], letters + letters[:18] + "x", // 76/78 = 0.974
			true, true},
		{"buyer", "", "Acme", false, false},
	}
	for _, tt := range tests {
		for recognised, want := range map[bool]bool{false: tt.text, true: tt.recognised} {
			if got := newComparer(recognised).same(tt.key, tt.want, tt.got); got != want {
				t.Errorf("same(%s, %q, %q) = %t where recognised is %t, want %t", tt.key, tt.want, tt.got, got, recognised, want)
			}
		}
	}
}

// TestMatching checks that the longest common run counts, and what is common on
// either side of it.
func TestMatching(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"abc", "", 0},
		{"abcd", "bcde", 3},
		{"xaby", "abxy", 3},         // ab, and y
		{"ab cd ef", "ef ab cd", 5}, // "ab cd"; the rest is on opposite sides
		{"private Thread currentThread;", "private volatile Thread currentThread;", 29},
		{"tide", "diet", 1}, // of equally long runs the first in a counts: t, with nothing common beside it
		{"diet", "tide", 2}, // d, and e after it
	}
	for _, tt := range tests {
		if got := matching([]rune(tt.a), []rune(tt.b)); got != tt.want {
			t.Errorf("matching(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestPerfectIsOne checks that a result equal to its truth is right in every
// figure, and that the order of a row's members and of the files does not matter.
func TestPerfectIsOne(t *testing.T) {
	truth := parseTruth(t, `{"file":"a.pdf","rows":[
		{"po_number":"1","buyer":"Ä","ship_to":"x, y","quantity":"1","description":"one two"},
		{"po_number":"1","buyer":"Ä","ship_to":"x, y","quantity":"2","description":"one two"},
		{"po_number":"2","quantity":"2"},{"quantity":"3"}]}`)
	d := Judge(truth, resultOf(truth.Rows...))
	if f := Sum([]*Document{d}); f != (Figures{1, 1, 1, 1, 1, 1, 1, 1, 1}) {
		t.Errorf("Sum of a perfect document = %+v, want 1 everywhere; faults: %s", f, verdicts(d))
	}
	missing := Judge(truth, nil)
	if f := Sum([]*Document{missing}); f != (Figures{Docs: 1}) {
		t.Errorf("Sum of a document without a result = %+v, want 0 everywhere", f)
	}
	if a, b := Sum([]*Document{d, missing}), Sum([]*Document{missing, d}); a != b {
		t.Errorf("Sum depends on the order of documents: %+v and %+v", a, b)
	}
	if g := Groups([]*Document{d, missing}, func(t *Truth) string { return t.Trait("lang") }); len(g) != 2 || g[0].Name != "?" || g[0].Figures != g[1].Figures {
		t.Errorf("Groups by a trait that nothing has = %+v, want ? and ALL with the same figures", g)
	}
}

// TestExchange checks that exchanging truth and result exchanges missed and
// made-up cells.
func TestExchange(t *testing.T) {
	a := []Row{{"po_number": "1", "item_code": "x", "unit": "EA"}, {"po_number": "1", "item_code": "y"}}
	b := []Row{{"po_number": "1", "item_code": "x"}, {"po_number": "1", "item_code": "y", "quantity": "4", "unit": "m"}, {"po_number": "1", "item_code": "z"}}
	judged := func(want, got []Row) Counts {
		text, err := json.Marshal(map[string]any{"file": "a.pdf", "rows": want})
		if err != nil {
			t.Fatal(err)
		}
		return Count(Judge(parseTruth(t, string(text)), resultOf(got...)).Cells)
	}
	there, back := judged(a, b), judged(b, a)
	if there[Missed], there[MadeUp] = there[MadeUp], there[Missed]; there != back {
		t.Errorf("exchanged, the counts are %v, want %v", back, there)
	}
	if there.F1() != back.F1() {
		t.Errorf("exchanged, F1 is %v, want %v", back.F1(), there.F1())
	}
}

func TestWriteTable(t *testing.T) {
	half := Judge(parseTruth(t, `{"file":"a.pdf","medium":"image","rows":[{"po_number":"1","quantity":"1"}]}`), resultOf(Row{"po_number": "1", "quantity": "2"}))
	whole := Judge(parseTruth(t, `{"file":"b.pdf","medium":"text-pdf","rows":[{"po_number":"1","quantity":"1"}]}`), resultOf(Row{"po_number": "1", "quantity": "1.0"}))
	var out strings.Builder
	if err := WriteTable(&out, []*Document{half, whole}, "medium"); err != nil {
		t.Fatal(err)
	}
	if err := WriteColumns(&out, []*Document{half, whole}); err != nil {
		t.Fatal(err)
	}
	const want = `medium                   docs answered header_f1 line_f1 cells_f1 doc_f1 row_count core_exact exact
image                       1    1.000     1.000   0.000    0.500  0.500     1.000      0.000 0.000
text-pdf                    1    1.000     1.000   1.000    1.000  1.000     1.000      1.000 1.000
ALL                         2    1.000     1.000   0.500    0.750  0.750     1.000      0.500 0.500
column F1: po_number 1.000  quantity 0.500
`
	if out.String() != want {
		t.Errorf("WriteTable and WriteColumns write\n%s\nwant\n%s", out.String(), want)
	}
}

func TestParseTruth(t *testing.T) {
	truth := parseTruth(t, `{"file":"a.pdf","lang":"de","pages":2,"rotated":true,"none":null,"list":[1],"rows":[]}`)
	for name, want := range map[string]string{"lang": "de", "pages": "2", "rotated": "true", "none": "?", "list": "?", "file": "a.pdf", "template": "?"} {
		if got := truth.Trait(name); got != want {
			t.Errorf("Trait(%q) = %q, want %q", name, got, want)
		}
	}
	for _, bad := range []string{``, `[]`, `{}`, `{"file":"a.pdf"}`, `{"file":"","rows":[]}`, `{"file":"../a.pdf","rows":[]}`, `{"file":"b\\a.pdf","rows":[]}`,
		`{"file":"..","rows":[]}`, `{"file":"a.pdf","rows":[{"quantity":1}]}`, `{"file":"a.pdf","rows":{}}`, `{"file":"a.pdf","rows":[` + strings.Repeat("{},", mostTruthRows) + `{}]}`} {
		if _, err := ParseTruth([]byte(bad)); err == nil {
			t.Errorf("ParseTruth(%.60q) gives no error", bad)
		}
	}
}

func FuzzParseTruth(f *testing.F) {
	f.Add([]byte(`{"file":"a.pdf","medium":"image","rows":[{"po_number":"1","quantity":"1"},{"po_number":"1","description":"x y"}],"alternatives":{"*":{"unit":["",""]},"0":{"tax":["1"]}}}`))
	f.Add([]byte(`{"file":"a.pdf","rows":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		truth, err := ParseTruth(data)
		if err != nil {
			return
		}
		// A truth's own rows are right under every reading.
		d := Judge(truth, resultOf(truth.Rows...))
		if len(truth.Rows) > 0 && (!d.Exact || d.F1 != 1) {
			t.Errorf("a result equal to its truth has F1 %v: %s", d.F1, verdicts(d))
		}
		if nothing := Judge(truth, nil); nothing.F1 != 0 || nothing.Exact {
			t.Errorf("no result has F1 %v", nothing.F1)
		}
	})
}
