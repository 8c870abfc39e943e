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
	"lineitem/convert/order/review"
)

// ordered returns a result of lines with the standard columns. Each line gives its values as
// "key=value".
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

// TestCellsLeadToTheirBoxes checks that every cell that was read links to its box, and that cells read
// at one place share it.
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

// TestMissingEverywhere checks that a missing value is marked in each row and each order that lacks
// it, even if no row has a value for that column.
func TestMissingEverywhere(t *testing.T) {
	r := ordered("po_number=1 quantity=2", "po_number=1 quantity=1", "po_number=2 quantity=4")
	for _, c := range []review.Cell{{Row: 1, Key: "item_code"}, {Row: 2, Key: "item_code"}, {Row: 0, Key: "po_date"}, {Row: 2, Key: "po_date"}} {
		r.Review = append(r.Review, review.Entry{Row: c.Row, Key: c.Key, Code: review.Missing, Message: "It was not found."})
	}
	html := fragment(t, r)
	for _, want := range []string{
		`<td id="check-1" data-row="0" data-key="po_date" class="missing">`, `<td id="check-2" data-row="1" data-key="item_code" class="missing">`,
		`data-row="2" data-key="po_date" class="missing">`, `data-row="2" data-key="item_code" class="missing">`, "4 not found",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("Fragment lacks %s", want)
		}
	}
	if strings.Contains(html, "rows that are not shown") {
		t.Error("Fragment says that rows are not shown")
	}
}

// TestMarks checks that exactly the values named by the review are marked, each with its reason in
// words.
func TestMarks(t *testing.T) {
	r := ordered("po_number=1 quantity=2 unit_price=3.50 line_total=7.50 currency=EUR", "po_number=1 quantity=1 unit_price=0.10")
	r.Evidence[0]["currency"] = doc.Evidence{Confidence: 0.95}
	r.Evidence[1]["quantity"] = doc.Evidence{Page: 1, Box: doc.Box{X1: 9, Y1: 9}, Confidence: 0.2}
	r.Review = []review.Entry{
		{Row: 0, Key: "line_total", Code: review.LineUnproven, Message: "2 × 3.50 does not make 7.50.", Page: 1},
		{Row: 0, Key: "po_number", Code: review.TwoCandidates, Message: "It may be “7” instead.", Page: 1},
		{Row: 1, Key: "line_total", Code: review.Missing, Message: "It was not found."},
		{Row: 0, Key: "total", Code: review.Missing, Message: "No total was found."},
		{Row: 1, Code: review.UnreadWords, Message: "These words belong to no value: “<b>”.", Page: 1, Box: doc.Box{X0: 20, Y0: 300, X1: 90, Y1: 310}},
		{Row: 0, Code: review.SeveralOrders, Message: "The document holds several orders."},
	}
	html := fragment(t, r)
	for _, want := range []string{
		`data-key="line_total" data-confidence="0.98" class="unproven"><a href="#b-0-line_total" title="confidence 0.98; 2 × 3.50 does not make 7.50."`,
		`data-key="po_number" data-confidence="0.98" class="low"><a href="#b-0-po_number" title="confidence 0.98; It may be “7” instead.">1</a>`,
		`data-row="1" data-key="line_total" class="missing"><span title="It was not found."></span></td>`,
		`data-key="total" class="missing"><span title="No total was found."></span></dd>`,
		`data-key="currency" data-confidence="0.95" class="inferred"><span title="confidence 0.95; inferred, not read">EUR</span></td>`,
		`<li id="check-1"><a href="#b-r-4" title="These words belong to no value: “&lt;b&gt;”.">`, `<rect id="b-r-4" class="box low" x="18.5"`,
		`<li id="check-2">The document holds several orders.</li>`,
		"6 to look at:", "1 not sure", "1 amount not confirmed", "2 not found", "2 besides the values",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("Fragment lacks %s:\n%s", want, html)
		}
	}
	if strings.Contains(html, `data-row="1" data-key="quantity" data-confidence="0.2" class`) {
		t.Error("a value is marked that the review does not name")
	}
	r.Review = []review.Entry{}
	if html := fragment(t, r); strings.Contains(html, "check-1") || strings.Contains(html, "to look at") || strings.Contains(html, "Next to check") {
		t.Error("there is something to look at where the review names nothing")
	}
}

// TestValuesOfTheOrderStandOnce checks that values of a single order are shown once, above the rows,
// whose table has the columns of lines only. Of several orders these values are shown in the rows.
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

// TestConfidenceIsToldFirst checks that a title states a value's confidence and proof before the words
// as printed, which may be long.
func TestConfidenceIsToldFirst(t *testing.T) {
	r := ordered("line_total=7.00")
	e := r.Evidence[0]["line_total"]
	e.Words, e.Proof = strings.Fields(strings.Repeat("word ", 100)), "2 × 3.50 = 7.00"
	r.Evidence[0]["line_total"] = e
	if want := `title="confidence 0.98; 2 × 3.50 = 7.00; printed as “word word`; !strings.Contains(fragment(t, r), want) {
		t.Errorf("Fragment lacks %s", want)
	}
}

// TestValuesToCheckAreNumbered checks that the values to be checked are numbered in the order of the
// page, so that a user can step from one to the next: first those of the order, once, then those of
// the rows.
func TestValuesToCheckAreNumbered(t *testing.T) {
	r := ordered("po_number=1 quantity=2 unit_price=3.50 line_total=7.50", "po_number=1 quantity=1 unit_price=2.00 line_total=2.00")
	r.Review = []review.Entry{
		{Row: 1, Key: "quantity", Code: review.LowConfidence}, {Row: 0, Key: "line_total", Code: review.LineUnproven}, {Row: 0, Key: "po_number", Code: review.LowConfidence},
	}
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
}

// TestWhatIsMissingIsTold checks that a result without evidence, pictures or rows is shown as far as
// possible, and says what is missing.
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

// TestSizeIsBounded checks that the size of the page stays bounded, however much a document holds.
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
	if want := `class="long cut"`; strings.Count(html, want) != 1 { // so that the user is warned when copying it
		t.Errorf("Fragment of a value of 1 MiB has %d of %s, want one", strings.Count(html, want), want)
	}
	if most := 4 << 20; len(html) > most {
		t.Errorf("Fragment of 25000 rows has %d bytes, want at most %d", len(html), most)
	}
}

// TestFileIsSealed checks that nothing a document or a mapper says becomes markup, and that the file's
// content security policy allows its own style and script only.
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
	// All elements of the fragment must be closed.
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
