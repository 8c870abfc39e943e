package serve

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
)

// standard returns a result with the standard columns and the given number of lines, each with an
// order number and a description.
func standard(in convert.Input, lines string) *convert.Result {
	n, _ := strconv.Atoi(lines)
	r := &convert.Result{Filename: in.Filename, Mode: convert.ModeText, RowCount: n, Columns: order.Schema[:], Rows: []order.Row{}, Evidence: []order.RowEvidence{}}
	for i := range n {
		row := make(order.Row, order.NumFields)
		for f := range order.NumFields {
			row[f] = order.Property{Key: f.Key()}
		}
		row[order.PONumber].Value, row[order.Description].Value = "4500", "Item <"+strconv.Itoa(i+1)+">"
		r.Rows = append(r.Rows, row)
		r.Evidence = append(r.Evidence, order.RowEvidence{"po_number": {Page: 1, Box: doc.Box{X0: 1, Y0: 2, X1: 3, Y1: 4.5}, Confidence: 0.5, Words: []string{"4500"}}})
		r.Review = append(r.Review, review.Entry{Row: i, Key: "po_number", Code: review.LowConfidence, Message: "Look."})
	}
	r.Pictures = []convert.PagePicture{{
		Number: 1, Width: 100, Height: 200, MediaType: "image/png", Data: []byte("picture"),
		Words: []convert.PageWord{{Text: `<"1.234,50'>`}, {Text: "1.234,50", Box: doc.Box{X0: 1, Y0: 2, X1: 3, Y1: 4}}},
	}}
	return r
}

// tryOrder tries a document with the standard columns, and returns the path of its outcome.
func (v *visitor) tryOrder(t *testing.T, lines string) (path string) {
	t.Helper()
	a := v.upload(t, "/try", "file", "%PDF-order "+lines)
	path = a.Header.Get("Location")
	if page := v.follow(t, a); page.StatusCode != 200 || !strings.Contains(page.text, `href="`+path+`/correct"`) {
		t.Fatalf("trying an order = %d %s", page.StatusCode, page.text)
	}
	return path
}

// correction returns the form on a page as a browser would send it.
func (a *answer) correction(t *testing.T) url.Values {
	t.Helper()
	form := url.Values{}
	for _, m := range regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"|<input [^>]*?name="([^"]*)" value="([^"]*)"|<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)<`).FindAllStringSubmatch(a.text, -1) {
		for i := 1; i < len(m); i += 2 {
			if m[i] != "" {
				form.Add(m[i], html.UnescapeString(m[i+1]))
			}
		}
	}
	if len(form["po_number"]) == 0 {
		t.Fatalf("no form in a page of status %d: %s", a.StatusCode, a.text)
	}
	return form
}

// correct sends a form, and returns the page it leads to.
func (v *visitor) correct(t *testing.T, path string, form url.Values) *answer {
	t.Helper()
	return v.follow(t, v.request(t, "POST", path+"/correct", "application/x-www-form-urlencoded", strings.NewReader(form.Encode())))
}

// rows returns the rows that can be downloaded from a page.
func (a *answer) rows(t *testing.T) (rows []map[string]string) {
	t.Helper()
	var answer struct{ Rows []map[string]string }
	if err := json.Unmarshal([]byte(a.downloaded(t, "download-json")), &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Rows
}

// TestCorrect checks that rows can be corrected, used, and corrected again, all free of charge.
func TestCorrect(t *testing.T) {
	s := start(t, setup{})
	v := s.holder(t, "rich")
	path := v.tryOrder(t, "2")
	used := s.used(t, "rich")
	page := v.get(t, path+"/correct")
	for _, part := range []string{
		`value="Item &lt;1&gt;"`, `data-box="1 2 3 4.5" data-page="1" class="doubtful"`, path + `/pictures/1`, `&lt;\&#34;1.234,50&#39;`, `[1.0,2.0,2.0,2.0,&#34;1.234,50&#34;,&#34;1234.50&#34;,&#34;&#34;]`,
	} {
		if !strings.Contains(page.text, part) {
			t.Errorf("the form lacks %s: %s", part, page.text)
		}
	}
	if a := v.get(t, path+"/pictures/1"); a.StatusCode != 200 || a.text != "picture" || a.Header.Get("Content-Type") != "image/png" || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the picture is answered %d %q with %v", a.StatusCode, a.text, a.Header)
	}
	form := page.correction(t)
	form.Set("total", "1.234,50 €")
	form.Set("po_date", "31.12.2026")
	form.Set("currency", "€")
	form["line.quantity"] = []string{"", "", "7"} // of the empty row at the end
	form["line.description"][0] = "  <b>Bolt</b>\r\n M8 "
	corrected := v.correct(t, path, form)
	rows := corrected.rows(t)
	if len(rows) != 3 || rows[0]["description"] != "<b>Bolt</b> M8" || rows[1]["description"] != "Item <2>" || rows[2]["quantity"] != "7" ||
		rows[2]["total"] != "1234.50" || rows[0]["po_date"] != "2026-12-31" || rows[0]["currency"] != "EUR" || rows[2]["po_number"] != "4500" {
		t.Errorf("the corrected rows are %v", rows)
	}
	if strings.Contains(corrected.text, "<b>Bolt") || !strings.Contains(corrected.text, "Corrected.") || !strings.Contains(corrected.text, `id="b-0-po_number"`) {
		t.Errorf("the page of corrected rows is %s", corrected.text)
	}
	again := regexp.MustCompile(`href="([^"]*)/correct"`).FindStringSubmatch(corrected.text)[1]
	form = v.get(t, again+"/correct").correction(t)
	form["line.description"] = []string{"", "", "", ""}
	if rows := v.correct(t, again, form).rows(t); len(rows) != 1 || rows[0]["quantity"] != "7" {
		t.Errorf("the rows that were corrected again are %v", rows)
	}
	if after := s.used(t, "rich"); after != used {
		t.Errorf("correcting was charged %d times", after-used)
	}
}

// TestWrongCorrectionsAreTold checks that values that cannot be used are reported with their
// places, and that the user's input is kept.
func TestWrongCorrectionsAreTold(t *testing.T) {
	s := start(t, setup{})
	v := s.holder(t, "rich")
	path := v.tryOrder(t, "1")
	form := v.get(t, path+"/correct").correction(t)
	form.Set("delivery_date", "some day")
	form["line.quantity"][0] = "a few"
	form.Set("currency", "shells")
	a := v.correct(t, path, form)
	for _, part := range []string{"Delivery Date: “some day” is not a date", "Qty in row 1: “a few” is not a number", "Currency: “shells” is not a currency", `value="a few"`} {
		if a.StatusCode != 422 || !strings.Contains(a.text, part) {
			t.Errorf("wrong values are answered %d without %s: %s", a.StatusCode, part, a.text)
		}
	}
	broken := func(change func(form url.Values)) url.Values {
		form := v.get(t, path+"/correct").correction(t)
		change(form)
		return form
	}
	for name, form := range map[string]url.Values{
		"no values":               {},
		"a column less":           broken(func(f url.Values) { f.Del("line.unit") }),
		"more heads than orders":  broken(func(f url.Values) { f.Add("buyer", "x") }),
		"a line of no order":      broken(func(f url.Values) { f.Set("line.order", "7") }),
		"a line of no number":     broken(func(f url.Values) { f["line.from"][0] = "x" }),
		"an unknown mode":         broken(func(f url.Values) { f.Set("mode", "guessed") }),
		"a name longer than any":  broken(func(f url.Values) { f.Set("filename", strings.Repeat("x", 300)) }),
		"a form larger than any":  broken(func(f url.Values) { f.Set("buyer", strings.Repeat("x", 3<<20)) }),
		"a value longer than any": broken(func(f url.Values) { f.Set("buyer", strings.Repeat("x", 9000)) }),
	} {
		if a := v.correct(t, path, form); a.StatusCode < 400 || a.StatusCode >= 500 || a.alert() == "" && !strings.Contains(a.text, `role="alert"`) {
			t.Errorf("%s is answered %d: %s", name, a.StatusCode, a.text)
		}
	}
}

// TestCorrectionsOutliveTheirDocument checks that corrected rows can be used even when the
// document is no longer kept.
func TestCorrectionsOutliveTheirDocument(t *testing.T) {
	t.Parallel() // this test mostly waits
	s := start(t, setup{config: Config{ResultTime: 3 * time.Second}})
	v := s.holder(t, "rich")
	a := v.upload(t, "/try", "file", "%PDF-order 1")
	path := a.Header.Get("Location")
	form := v.get(t, path+"/correct").correction(t)
	for v.get(t, path).StatusCode != 404 {
		time.Sleep(20 * time.Millisecond)
	}
	want(t, "the form of a document that is gone", v.get(t, path+"/correct"), 404, "")
	want(t, "its picture", v.get(t, path+"/pictures/1"), 404, "")
	form.Set("buyer", "Acme")
	if rows := v.correct(t, path, form).rows(t); len(rows) != 1 || rows[0]["buyer"] != "Acme" {
		t.Errorf("the rows of a document that is gone are %v", rows)
	}
}

// TestCorrectionsAreTheHoldersOwn checks that nobody else sees a document or its form, and that
// only a limited number of rows can be corrected.
func TestCorrectionsAreTheHoldersOwn(t *testing.T) {
	s := start(t, setup{})
	v := s.holder(t, "rich")
	path := v.tryOrder(t, "1")
	other := s.visitor()
	other.send(t, "/sign-in", "account", "rich", "password", password)
	for _, page := range []string{"/correct", "/pictures/1"} {
		want(t, page+" in another browser", other.get(t, path+page), 404, "")
		want(t, page+" for a stranger", s.visitor().get(t, path+page), 303, "/sign-in")
	}
	want(t, "a picture that does not exist", v.get(t, path+"/pictures/2"), 404, "")
	want(t, "a picture of no number", v.get(t, path+"/pictures/x"), 404, "")
	a := v.upload(t, "/try", "file", "%PDF-order 301")
	if page := v.follow(t, a); strings.Contains(page.text, "/correct") {
		t.Errorf("a page with 301 rows leads to a form in which they are corrected")
	}
	want(t, "the form with 301 rows", v.get(t, a.Header.Get("Location")+"/correct"), 404, "")
	a = v.upload(t, "/try", "file", "%PDF-1")
	want(t, "the form with other columns", v.get(t, a.Header.Get("Location")+"/correct"), 404, "")
}

// TestCorrectHoldsMemory checks that correcting takes part of the request memory, and gives it
// back.
func TestCorrectHoldsMemory(t *testing.T) {
	s := start(t, setup{})
	v := s.holder(t, "rich")
	path := v.tryOrder(t, "2")
	form := v.get(t, path+"/correct").correction(t)
	// A request may hold its memory until shortly after its answer was received.
	released := func() { waitFor(t, func() bool { return s.server.memory.inUse() == 0 }) }
	released()
	s.server.memory.max = 5 << 10
	want(t, "the form without memory", v.get(t, path+"/correct"), 400, "")
	want(t, "using it without memory", v.correct(t, path, form), 400, "")
	s.server.memory.max = Defaults.RequestMemory
	want(t, "using it", v.correct(t, path, form), 200, "")
	released()
}
