package inspect

import (
	"bytes"
	"encoding/xml"
	"fmt"
	unescape "html"
	"image"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// ordered is a result of lines with the standard columns, each line's values
// given by key as "key=value".
func ordered(lines ...string) *convert.Result {
	r := &convert.Result{
		Filename: "order <1>.pdf", Mode: convert.ModeText, RowCount: len(lines), Columns: order.Schema[:],
		Pictures: []convert.PagePicture{{Number: 1, Width: 612, Height: 792, Pixels: image.Pt(2, 2), MediaType: "image/png", Data: []byte("png")}},
	}
	for i, line := range lines {
		row, evidence := make(order.Row, order.NumFields), order.RowEvidence{}
		for f := range order.NumFields {
			row[f].Key = f.Key()
		}
		for field := range strings.FieldsSeq(line) {
			key, value, _ := strings.Cut(field, "=")
			for f := range order.NumFields {
				if f.Key() != key {
					continue
				}
				row[f].Value = value
				y := 100.0
				if f >= order.LineNumber && f <= order.LineTotal {
					y = 200 + 20*float64(i)
				}
				evidence[key] = doc.Evidence{
					Page: 1, Box: doc.Box{X0: 20 * float64(f), Y0: y, X1: 20*float64(f) + 15, Y1: y + 10}, Confidence: 0.98, Words: []string{value},
				}
			}
		}
		r.Rows, r.Evidence = append(r.Rows, row), append(r.Evidence, evidence)
	}
	return r
}

func fragment(t *testing.T, r *convert.Result) string {
	t.Helper()
	html, err := Fragment(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(html)
}

// Every cell that was read has a link to its box, and cells that were read at one
// place share it.
func TestCellsLeadToTheirBoxes(t *testing.T) {
	html := fragment(t, ordered("po_number=4711 quantity=2 unit_price=3.50 line_total=7.00", "po_number=4711 quantity=1 unit_price=2.00 line_total=2.00"))
	for _, want := range []string{
		`<td data-row="0" data-key="line_total" data-confidence="0.98"><a href="#b-0-line_total" title="confidence 0.98">7.00</a></td>`,
		`<td data-row="1" data-key="line_total" data-confidence="0.98"><a href="#b-1-line_total"`,
		`<dt>PO #</dt><dd data-row="0" data-key="po_number" data-confidence="0.98"><a href="#b-0-po_number"`,
		`<p class="absent">Stated nowhere: PO Date, Buyer / Customer, `,
		`<rect id="b-1-line_total" class="box" x="338.5" y="218.5" width="18" height="13"><title>Line Total: 2.00</title></rect>`,
		`<svg class="page" viewBox="0 0 612 792" role="img" aria-label="Page 1"><image href="data:image/png;base64,cG5n" width="612" height="792"`,
	} {
		if strings.Count(html, want) != 1 {
			t.Errorf("Fragment has %d of %s, want one", strings.Count(html, want), want)
		}
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if ids[m[1]] {
			t.Errorf("Fragment has the id %q twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if !ids[m[1]] {
			t.Errorf("Fragment leads to %q, which is not there", m[1])
		}
	}
}

// What is doubtful is marked, with the reason in words.
func TestMarks(t *testing.T) {
	unsure := ordered("quantity=2 unit_price=3.50 line_total=7.00 currency=EUR")
	e := unsure.Evidence[0]["quantity"]
	e.Confidence = 0.6204
	unsure.Evidence[0]["quantity"] = e
	unsure.Evidence[0]["currency"] = doc.Evidence{Confidence: 0.95}
	proven := ordered("line_total=7.00 subtotal=8.00")
	e = proven.Evidence[0]["subtotal"]
	e.Proof = "7.00 + 1.00 = 8.00"
	proven.Evidence[0]["subtotal"] = e
	tests := []struct {
		name   string
		result *convert.Result
		want   []string // of the HTML; with "!" before what it must not have
	}{
		{"low confidence", unsure, []string{
			`data-key="quantity" data-confidence="0.62" class="low"><a href="#b-0-quantity" title="low confidence: 0.62">2</a>`,
			`class="box low"`, `1 of low confidence`, `!unproven`,
		}},
		{"inferred", unsure, []string{`data-key="currency" data-confidence="0.95" class="inferred"><span title="confidence 0.95; inferred, not read">EUR</span></dd>`}},
		{"a line that does not add up", ordered("quantity=2 unit_price=3.50 line_total=7.50"), []string{
			`class="unproven"><a href="#b-0-line_total" title="confidence 0.98; 2 × 3.50 does not make 7.50"`, `1 amount does not add up`,
		}},
		{"a price per hundred", ordered("quantity=200 unit_price=3.50 line_total=7.00"), []string{"!unproven"}},
		{"a discount", ordered("quantity=2 unit_price=100 discount=10% line_total=180.00"), []string{"!unproven"}},
		{"a subtotal", ordered("line_total=7.00 subtotal=9.00", "line_total=3.00 subtotal=9.00"), []string{"the lines make 10, not 9.00", "1 amount does not"}},
		{"a total", ordered("line_total=7.00 tax=0.70 total=7.90"), []string{"lines, tax and freight make 7.7, not 7.90"}},
		{"sums that are right", ordered("line_total=7.00 subtotal=7.00 tax=0.70 shipping=2 total=9.70"), []string{"!unproven"}},
		{"lines that were not all read", ordered("line_total=7.00 total=9.70", "quantity=3 total=9.70"), []string{"!unproven"}},
		{"what is proven otherwise", proven, []string{"!unproven", "7.00 &#43; 1.00 = 8.00"}},
		{"two orders", ordered("po_number=1 line_total=7.00 total=7.00", "po_number=2 line_total=3.00 total=3.00"), []string{"!unproven", "!<dt>Total"}},
	}
	for _, tt := range tests {
		html := fragment(t, tt.result)
		for _, want := range tt.want {
			text, without := strings.CutPrefix(want, "!")
			if strings.Contains(html, text) == without {
				t.Errorf("%s: Fragment has %q: %t, want %t", tt.name, text, !without, without)
			}
		}
	}
}

// What belongs to the whole order stands once, above the rows, which have the
// columns of lines only; of several orders it stands in the rows.
func TestValuesOfTheOrderStandOnce(t *testing.T) {
	heads := func(r *convert.Result) (heads []string, facts int) {
		html := fragment(t, r)
		for _, m := range regexp.MustCompile(`<th scope="col" data-key="(\w+)">`).FindAllStringSubmatch(html, -1) {
			heads = append(heads, m[1])
		}
		return heads, strings.Count(html, "<dd ")
	}
	mapped := &convert.Result{
		Filename: "mapped.pdf", RowCount: 1, Columns: []order.Column{{Key: "own", Label: "Own"}}, Rows: []order.Row{{{Key: "own", Value: "1"}}},
	}
	for _, tt := range []struct {
		name   string
		result *convert.Result
		heads  []string
		facts  int
	}{
		{"one line", ordered("po_number=1 currency=EUR quantity=1 line_total=2.00 total=2.00"), []string{"quantity", "line_total"}, 3},
		{"two lines", ordered("po_number=1 quantity=1 line_total=2.00", "po_number=1 quantity=3"), []string{"quantity", "line_total"}, 1},
		{"two orders", ordered("po_number=1 currency=EUR quantity=1", "po_number=2 currency=EUR quantity=1"), []string{"quantity", "po_number"}, 1},
		{"an order without lines", ordered("po_number=1 total=2.00"), []string{"po_number", "total"}, 0},
		{"a mapper's", mapped, []string{"own"}, 0},
	} {
		if heads, facts := heads(tt.result); !slices.Equal(heads, tt.heads) || facts != tt.facts {
			t.Errorf("%s: the rows have the columns %q and %d values stand above, want %q and %d", tt.name, heads, facts, tt.heads, tt.facts)
		}
	}
}

// How sure a value is, and why, is told before how it is printed, which may be
// long.
func TestConfidenceIsToldFirst(t *testing.T) {
	r := ordered("line_total=7.00")
	e := r.Evidence[0]["line_total"]
	e.Words, e.Proof = strings.Fields(strings.Repeat("word ", 100)), "2 × 3.50 = 7.00"
	r.Evidence[0]["line_total"] = e
	if want := `title="confidence 0.98; 2 × 3.50 = 7.00; printed as “word word`; !strings.Contains(fragment(t, r), want) {
		t.Errorf("Fragment lacks %s", want)
	}
}

// Of an order that is not verified, what no order lacks and was not found is
// marked, and amounts that nothing confirms are counted.
func TestWhatIsNotFoundIsMarked(t *testing.T) {
	lines := []string{"po_number=1 buyer=B supplier=S item_code=7 description=D quantity=2 unit_price=3.50 line_total=7.00 total=9.00",
		"po_number=1 buyer=B supplier=S item_code=8 description=D unit_price=2.00 line_total=2.00 total=9.00"}
	r := ordered(lines...)
	for _, verified := range []bool{false, true} {
		r.Verified = &verified
		html := fragment(t, r)
		for _, want := range []string{
			`data-key="po_date" class="missing"><span title="not found, which is right only where the document states none"></span></dd>`,
			`data-row="1" data-key="quantity" class="missing"`, "2 not found", "No arithmetic confirms 2 line totals and the total.",
		} {
			if got := strings.Contains(html, want); got == verified {
				t.Errorf("of an order that is verified: %t, Fragment has %s: %t", verified, want, got)
			}
		}
	}
}

// Where no single value is known to be doubtful, that is said.
func TestOrdersWithoutMarksAreTold(t *testing.T) {
	r := ordered("po_number=1 po_date=2026-01-02 buyer=B supplier=S item_code=7 description=D quantity=2 unit_price=3.50 line_total=7.00 total=7.00")
	for _, verified := range []bool{false, true} {
		r.Verified = &verified
		if got := strings.Contains(fragment(t, r), "No value is marked, but"); got == verified {
			t.Errorf("of an order that is verified: %t, it is said that nothing is marked: %t", verified, got)
		}
	}
}

// The values that are to be checked are numbered as they stand on the page, so
// that one gets from one to the next: those of the order once, before the rows'.
func TestValuesToCheckAreNumbered(t *testing.T) {
	r := ordered("po_number=1 quantity=2 unit_price=3.50 line_total=7.50", "po_number=1 quantity=1 unit_price=2.00 line_total=2.00")
	for row, key := range map[int]string{0: "po_number", 1: "quantity"} {
		e := r.Evidence[row][key]
		e.Confidence = 0.5
		r.Evidence[row][key] = e
	}
	second := r.Evidence[1]["po_number"]
	second.Confidence = 0.5
	r.Evidence[1]["po_number"] = second
	html := fragment(t, r)
	var got []string
	for _, m := range regexp.MustCompile(`<(\w+) id="check-(\d)" data-row="(\d)" data-key="(\w+)"`).FindAllStringSubmatch(html, -1) {
		got = append(got, strings.Join(m[1:], " "))
	}
	if want := []string{"dd 1 0 po_number", "td 2 0 line_total", "td 3 1 quantity"}; !slices.Equal(got, want) {
		t.Errorf("to be checked are %q, want %q", got, want)
	}
	if !strings.Contains(html, `href="#check-1"`) {
		t.Error("nothing leads to the first value to be checked")
	}
	if html := fragment(t, ordered("po_number=1")); strings.Contains(html, "check-1") || strings.Contains(html, "Next to check") {
		t.Error("there is something to be checked where nothing is doubtful")
	}
}

// A result without evidence, without pictures or without rows is shown as far as
// it goes.
func TestWhatIsMissingIsTold(t *testing.T) {
	bare := ordered("line_total=7.00")
	bare.Evidence = nil
	without := ordered("line_total=7.00")
	without.Pictures[0].Data = nil
	elsewhere := ordered("line_total=7.00")
	elsewhere.Evidence[0]["line_total"] = doc.Evidence{Page: 9, Box: doc.Box{X1: 9, Y1: 9}, Confidence: 1}
	for want, r := range map[string]*convert.Result{
		"It is not told where the values were read.":                             bare,
		"Page 1: no picture":                                                     without,
		"Only the first page is shown; 1 of the values were read on later ones.": elsewhere,
		"No order was found in this document.":                                   {Filename: "empty.pdf", Mode: convert.ModeText},
	} {
		if html := fragment(t, r); !strings.Contains(html, want) {
			t.Errorf("Fragment does not say %q:\n%s", want, html)
		}
	}
}

// However much a document holds, what is shown of it is bounded.
func TestSizeIsBounded(t *testing.T) {
	var lines []string
	for i := range 25_000 {
		lines = append(lines, fmt.Sprintf("item_code=%d description=%s line_total=1.00", i, strings.Repeat("é", 30)))
	}
	r := ordered(lines...)
	r.Rows[0][order.Description].Value = strings.Repeat("word ", 1<<18)
	html := fragment(t, r)
	if want := "Only the first 500 rows are shown."; !strings.Contains(html, want) {
		t.Errorf("Fragment of 25000 rows does not say %q", want)
	}
	if want := `class="long cut"`; strings.Count(html, want) != 1 { // so that who copies it is told
		t.Errorf("Fragment of a value of 1 MiB has %d of %s, want one", strings.Count(html, want), want)
	}
	if most := 4 << 20; len(html) > most {
		t.Errorf("Fragment of 25000 rows has %d bytes, want at most %d", len(html), most)
	}
}

// Nothing that a document or a mapper says becomes markup, and the file lets
// nothing in but its own style and script.
func TestFileIsSealed(t *testing.T) {
	r := ordered(`po_number=</td><script>alert(1)</script> line_total=7.00`)
	r.Columns = append([]order.Column{}, r.Columns...)
	r.Columns[0].Label = `"><img src=//example.com>`
	r.Evidence[0]["line_total"] = doc.Evidence{Page: 1, Box: doc.Box{X1: 9, Y1: 9}, Words: []string{`" onmouseover="alert(1)`}}
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	if n := strings.Count(html, "<script"); n != 1 {
		t.Errorf("the file has %d scripts, want its own", n)
	}
	for _, never := range []string{"<img", `" onmouseover`, "ZgotmplZ", "unsafe-inline"} {
		if strings.Contains(html, never) {
			t.Errorf("the file has %s", never)
		}
	}
	_, policy, _ := strings.Cut(html, `<meta http-equiv="Content-Security-Policy" content="`)
	policy, _, _ = strings.Cut(policy, `"`)
	policy = unescape.UnescapeString(policy)
	for tag, text := range map[string]string{"style": Style, "script": Script} {
		if !strings.Contains(html, "<"+tag+">"+text+"</"+tag+">") {
			t.Errorf("the file's %s is not the one that its policy names", tag)
		}
		if want := tag + "-src " + hash(text) + ";"; !strings.Contains(policy, want) {
			t.Errorf("the file's policy is %q, want %s in it", policy, want)
		}
	}
	// The fragment's elements are all closed.
	d := xml.NewDecoder(strings.NewReader(strings.ReplaceAll(fragment(t, r), " hidden>", ` hidden="">`)))
	for {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the fragment is not well formed: %v", err)
		}
	}
}
