package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/taught"
	"lineitem/convert/workerpool"
	"lineitem/quota"
)

// taughtPrefix is the beginning of documents that have layouts: "taught-a 1" has the
// layout "taught-a".
const taughtPrefix = "taught-"

// printOf returns the print of all documents of a layout.
func printOf(layout string, kind taught.MarkKind) taught.Fingerprint {
	const words = 40
	var print taught.Fingerprint
	for i := range words {
		h := fnv.New32a()
		fmt.Fprint(h, layout, i)
		print = append(print, taught.Mark{Word: h.Sum32(), X: uint16(i % 5 * 180), Y: uint16(i / 5 * 100), Kind: kind})
	}
	slices.SortFunc(print, func(a, b taught.Mark) int { return cmp.Compare(a.Word, b.Word) })
	return print
}

// find returns the layout of a scripted document, or nil if there is none.
func (scripted) find(ctx context.Context, in convert.Input) (name string, l *taught.Layout, err error) {
	name, _, _ = strings.Cut(strings.TrimPrefix(string(in.Data), "%PDF-"), " ")
	if in.Layouts != nil {
		l, err = in.Layouts.Find(ctx, printOf(name, taught.Any))
	}
	return name, l, err
}

// convertTaught converts a document to a row that states its layout.
func (c scripted) convertTaught(ctx context.Context, in convert.Input, word string) (*convert.Result, error) {
	_, l, err := c.find(ctx, in)
	if err != nil {
		return nil, err
	}
	cell := order.Property{Key: "po_number", Value: word}
	evidence := doc.Evidence{Page: 1, Confidence: 1, Words: []string{}}
	if l != nil {
		cell.Value = fmt.Sprint(word, " by ", l.ID, " of ", l.Examples)
		evidence.Layout = l.ID
	}
	r := &convert.Result{
		Filename: in.Filename, Mode: convert.ModeText, RowCount: 1,
		Columns: []order.Column{{Key: "po_number", Label: "PO #"}}, Rows: []order.Row{{cell}},
	}
	if in.Evidence {
		r.Evidence = []order.RowEvidence{{"po_number": evidence}}
	}
	return r, nil
}

// Learn returns a lesson with the document's layout, which counts the documents that
// it was learned from.
func (c scripted) Learn(ctx context.Context, in convert.Input, rows []map[string]string) (*taught.Lesson, error) {
	if _, err := c.Convert(ctx, convert.Input{Data: in.Data}); err != nil {
		return nil, err
	}
	name, l, err := c.find(ctx, in)
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0 || rows[0]["colour"] != "":
		return nil, &taught.RowsError{Reason: `row 1 has a column "colour", which there is not`}
	case l == nil:
		h := fnv.New64a()
		fmt.Fprint(h, name)
		l = &taught.Layout{Version: taught.Version, ID: fmt.Sprintf("ly_%016x", h.Sum64()), Fingerprint: printOf(name, taught.Wording)}
	}
	known := l.Examples
	l.Examples, l.Name = known+1, rows[0]["buyer"]
	lesson := &taught.Lesson{Layout: l, Unexplained: []taught.Unexplained{
		{Line: -1, Field: order.Supplier, Value: "Nobody"}, {Line: len(rows) - 1, Field: order.LineTotal, Value: "1.00"},
	}}
	if known > 0 {
		lesson.Contradictions = []string{"It stood elsewhere"}
	}
	return lesson, nil
}

// teach sends a document and its correct rows.
func (s *testServer) teach(t *testing.T, document string, fields ...field) *answer {
	t.Helper()
	contentType, body := parts("file", "%PDF-"+document, "rows", `[{"po_number":"1","buyer":"Acme A/S"}]`)
	return s.do(t, "POST", "/api/v1/layouts", body, append([]field{
		{"Authorization", "Bearer " + s.key}, {"Content-Type", contentType},
	}, fields...)...)
}

// layout sends a request for the account's layouts, or for the one with the given ID.
func (s *testServer) layout(t *testing.T, method, id string, body []byte, fields ...field) *answer {
	t.Helper()
	path := "/api/v1/layouts"
	if id != "" {
		path += "/" + id
	}
	return s.do(t, method, path, bytes.NewReader(body), append([]field{{"Authorization", "Bearer " + s.key}}, fields...)...)
}

// poNumber converts a document and returns the only value of its row.
func (s *testServer) poNumber(t *testing.T, document string, fields ...field) string {
	t.Helper()
	a := s.postFile(t, "%PDF-"+document, fields...)
	var result struct{ Rows []map[string]string }
	if err := json.Unmarshal([]byte(a.text), &result); err != nil || len(result.Rows) != 1 {
		t.Errorf("converting %q = %d %s", document, a.StatusCode, a.text)
		return ""
	}
	return result.Rows[0]["po_number"]
}

// lesson parses the answer to a lesson.
func (a *answer) lesson(t *testing.T) (l taught.Report) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.text), &l); err != nil {
		t.Fatalf("the answer is %d %s", a.StatusCode, a.text)
	}
	return l
}

// TestTaughtLayouts checks that after one document is taught the next of its layout
// is read by it, and that everything is as before once the layout is removed. What is
// exported can be imported again, also into another account, which sees nothing of it
// before.
func TestTaughtLayouts(t *testing.T) {
	s := start(t, setup{})
	other := field{"Authorization", "Bearer " + s.account(t, "other", quota.Pro)}
	if got := s.poNumber(t, "taught-a 1"); got != "taught-a 1" {
		t.Errorf("before anything is taught the value is %q", got)
	}
	if a := s.layout(t, "GET", "", nil); a.StatusCode != 200 || a.text != `{"layouts":[]}`+"\n" {
		t.Errorf("the list of none is %d %s", a.StatusCode, a.text)
	}
	a := s.teach(t, "taught-a 1")
	first := a.lesson(t)
	want := `{"id":"` + first.ID + `","name":"Acme A/S","examples":1,"remarks":[],` +
		`"unexplained":[{"key":"supplier","value":"Nobody"},{"row":1,"key":"line_total","value":"1.00"}],"contradictions":[]}` + "\n"
	if a.StatusCode != 201 || a.Header.Get("Location") != "/api/v1/layouts/"+first.ID || a.text != want {
		t.Errorf("the first lesson = %d %v %s, want 201 %s", a.StatusCode, a.Header, a.text, want)
	}
	by := func(n int) string { return fmt.Sprint(" by ", first.ID, " of ", n) }
	if got := s.poNumber(t, "taught-a 2"); got != "taught-a 2"+by(1) {
		t.Errorf("a second document of the layout is read as %q", got)
	}
	if got := s.poNumber(t, "taught-b 1"); got != "taught-b 1" {
		t.Errorf("a document of another layout is read as %q", got)
	}
	if got := s.poNumber(t, "taught-a 2", other); got != "taught-a 2" {
		t.Errorf("a document of another account is read as %q", got)
	}
	contentType, body := parts("file", "%PDF-taught-a 3")
	marked := s.do(t, "POST", "/api/v1/convert?include=evidence", body, field{"Authorization", "Bearer " + s.key}, field{"Content-Type", contentType})
	if !strings.Contains(marked.text, `"layout":"`+first.ID+`"`) {
		t.Errorf("the evidence does not tell the layout: %s", marked.text)
	}
	a = s.teach(t, "taught-a 2")
	if l := a.lesson(t); a.StatusCode != 200 || a.Header.Get("Location") != "" || l.ID != first.ID || l.Examples != 2 || len(l.Contradictions) != 1 {
		t.Errorf("the second lesson = %d %s", a.StatusCode, a.text)
	}
	if got := s.poNumber(t, "taught-a 3"); got != "taught-a 3"+by(2) {
		t.Errorf("after the second lesson a document is read as %q", got)
	}
	testKeptLayout(t, s, first.ID, other)
	if used := s.used(t, "rich"); used != 7 {
		t.Errorf("the conversions are charged %d times, want 7", used)
	}
}

// testKeptLayout lists, exports, removes and imports a layout learned from two
// documents.
func testKeptLayout(t *testing.T, s *testServer, id string, other field) {
	t.Helper()
	list := s.layout(t, "GET", "", nil)
	var kept struct{ Layouts []Layout }
	if err := json.Unmarshal([]byte(list.text), &kept); err != nil || len(kept.Layouts) != 1 || kept.Layouts[0].ID != id ||
		kept.Layouts[0].Examples != 2 || kept.Layouts[0].Size == 0 || kept.Layouts[0].Created.IsZero() {
		t.Errorf("the list is %d %s", list.StatusCode, list.text)
	}
	export := s.layout(t, "GET", id, nil)
	if l, err := taught.Parse([]byte(export.text)); err != nil || l.ID != id {
		t.Errorf("the export is %d %s", export.StatusCode, export.text)
	}
	for _, method := range []string{"GET", "DELETE"} {
		if a := s.layout(t, method, id, nil, other); a.StatusCode != 404 || a.code(t) != "layout_not_found" {
			t.Errorf("%s by another account = %d %s", method, a.StatusCode, a.text)
		}
	}
	for _, status := range []int{204, 404} {
		if a := s.layout(t, "DELETE", id, nil); a.StatusCode != status {
			t.Errorf("DELETE = %d %s, want %d", a.StatusCode, a.text, status)
		}
	}
	if got := s.poNumber(t, "taught-a 3"); got != "taught-a 3" {
		t.Errorf("after the layout was removed a document is read as %q", got)
	}
	for _, who := range []field{{"Authorization", "Bearer " + s.key}, other} {
		for _, status := range []int{201, 200} {
			if a := s.layout(t, "PUT", id, []byte(export.text), who); a.StatusCode != status || !strings.Contains(a.text, `"examples":2`) {
				t.Errorf("PUT = %d %s, want %d", a.StatusCode, a.text, status)
			}
		}
		if got, want := s.poNumber(t, "taught-a 3", who), "taught-a 3 by "+id+" of 2"; got != want {
			t.Errorf("after the layout was imported a document is read as %q, want %q", got, want)
		}
	}
	if log := s.log.String(); strings.Contains(log, "Acme") || !strings.Contains(log, `"route":"/api/v1/layouts/{id}"`) || strings.Contains(log, `"route":"/api/v1/layouts/ly_`) {
		t.Errorf("the log does not name the route of layouts, or tells what is taught: %s", log)
	}
}

// TestBadLessons checks that what cannot be taught is refused with what to do, and
// changes nothing.
func TestBadLessons(t *testing.T) {
	s := start(t, setup{pool: workerpool.Config{Workers: 1}})
	const good = `[{"po_number":"1"}]`
	for _, test := range []struct {
		name   string
		parts  []string
		code   string
		detail string // a part of the detail
	}{
		{"no document", []string{"rows", good}, "missing_file", `"file"`},
		{"an empty document", []string{"file", "", "rows", good}, "empty_file", ""},
		{"a text", []string{"file", "hello", "rows", good}, "unsupported_type", ""},
		{"a broken document", []string{"file", "%PDF-malformed", "rows", good}, "unreadable_document", "Page 2"},
		{"a document that kills its worker", []string{"file", "%PDF-die", "rows", good}, "unreadable_document", ""},
		{"no rows", []string{"file", "%PDF-taught-a 1"}, "invalid_rows", `"rows"`},
		{"rows that are empty", []string{"file", "%PDF-taught-a 1", "rows", ""}, "invalid_rows", "no rows"},
		{"rows twice", []string{"file", "%PDF-taught-a 1", "rows", good, "rows", good}, "bad_request", "once"},
		{"rows that are no JSON", []string{"file", "%PDF-taught-a 1", "rows", "po_number\n1\n"}, "invalid_rows", "JSON"},
		{"rows that are cut", []string{"file", "%PDF-taught-a 1", "rows", `[{"po_number":`}, "invalid_rows", "ends too early"},
		{"rows that are texts", []string{"file", "%PDF-taught-a 1", "rows", `["1"]`}, "invalid_rows", "row 1"},
		{"values that are objects", []string{"file", "%PDF-taught-a 1", "rows", `[{},{"po_number":{}}]`}, "invalid_rows", "row 2"},
		{"unknown columns", []string{"file", "%PDF-taught-a 1", "rows", `[{"colour":"red"}]`}, "invalid_rows", "colour"},
		{"too many rows", []string{"file", "%PDF-taught-a 1", "rows", "[" + strings.Repeat(" ", maxRows) + "]"}, "invalid_rows", "4 MiB"},
	} {
		contentType, body := parts(test.parts...)
		a := s.do(t, "POST", "/api/v1/layouts", body, field{"Authorization", "Bearer " + s.key}, field{"Content-Type", contentType})
		if a.StatusCode != 400 || a.code(t) != test.code || !strings.Contains(strings.ToLower(a.detail()), strings.ToLower(test.detail)) {
			t.Errorf("%s = %d %s, want 400 %s with %q", test.name, a.StatusCode, a.text, test.code, test.detail)
		}
	}
	for name, body := range map[string]string{
		"rows that are a number": `{"file_base64":"` + encode("%PDF-taught-a 1") + `","rows":7}`,
		"no rows as JSON":        `{"file_base64":"` + encode("%PDF-taught-a 1") + `"}`,
		"rows that are null":     `{"file_base64":"` + encode("%PDF-taught-a 1") + `","rows":null}`,
		"rows that are too many": `{"file_base64":"` + encode("%PDF-taught-a 1") + `","rows":[` + strings.Repeat(" ", maxRows) + `]}`,
	} {
		a := s.do(t, "POST", "/api/v1/layouts", strings.NewReader(body), field{"Authorization", "Bearer " + s.key}, field{"Content-Type", "application/json"})
		if a.StatusCode != 400 || a.code(t) != "invalid_rows" {
			t.Errorf("%s = %d %s, want 400 invalid_rows", name, a.StatusCode, a.text)
		}
	}
	if a := s.layout(t, "GET", "", nil); a.text != `{"layouts":[]}`+"\n" {
		t.Errorf("after bad lessons the layouts are %s", a.text)
	}
	if used := s.used(t, "rich"); used != 0 {
		t.Errorf("lessons are charged %d times", used)
	}
}

// TestBadLayouts checks that data that is not a layout, or is another layout, is not
// imported.
func TestBadLayouts(t *testing.T) {
	s := start(t, setup{})
	id := s.teach(t, "taught-a 1").lesson(t).ID
	export := s.layout(t, "GET", id, nil).text
	for name, test := range map[string]struct {
		id, body string
		fields   []field
		status   int
		code     string
	}{
		"no layout":           {id, "{}", nil, 400, "invalid_layout"},
		"nothing":             {id, "", nil, 400, "invalid_layout"},
		"half a layout":       {id, export[:len(export)/2], nil, 400, "invalid_layout"},
		"two layouts":         {id, export + export, nil, 400, "invalid_layout"},
		"another ID":          {"ly_0123456789abcdef", export, nil, 400, "invalid_layout"},
		"another version":     {id, strings.Replace(export, `"version":1`, `"version":999`, 1), nil, 400, "invalid_layout"},
		"a large layout":      {id, strings.Repeat(" ", taught.MaxBytes+1), nil, 413, "file_too_large"},
		"a compressed layout": {id, export, []field{{"Content-Encoding", "gzip"}}, 400, "bad_request"},
		"no key":              {id, export, []field{{"Authorization", ""}}, 401, "missing_key"},
	} {
		if a := s.layout(t, "PUT", test.id, []byte(test.body), test.fields...); a.StatusCode != test.status || a.code(t) != test.code {
			t.Errorf("PUT of %s = %d %s, want %d %s", name, a.StatusCode, a.text, test.status, test.code)
		}
	}
	if again := s.layout(t, "GET", id, nil).text; again != export {
		t.Errorf("after bad imports the layout is %s, want %s", again, export)
	}
}

func TestLayoutLimit(t *testing.T) {
	s := start(t, setup{quota: quota.Limits{Layouts: 2}})
	for _, document := range []string{"taught-a 1", "taught-b 1"} {
		if a := s.teach(t, document); a.StatusCode != 201 {
			t.Errorf("teaching %q = %d %s", document, a.StatusCode, a.text)
		}
	}
	a := s.teach(t, "taught-c 1")
	if a.StatusCode != 409 || a.code(t) != "layout_limit" || !strings.Contains(a.detail(), "2 layouts") {
		t.Errorf("teaching a third layout = %d %s", a.StatusCode, a.text)
	}
	if a := s.teach(t, "taught-a 2"); a.StatusCode != 200 {
		t.Errorf("refining a layout at the limit = %d %s", a.StatusCode, a.text)
	}
}

// TestLessonsAreUncharged checks that lessons count as requests and as uncharged
// time, but not as conversions.
func TestLessonsAreUncharged(t *testing.T) {
	s := start(t, setup{quota: quota.Limits{PerMinute: 2}})
	if a := s.teach(t, "sleep"); a.StatusCode != 201 {
		t.Errorf("a lesson = %d %s", a.StatusCode, a.text)
	}
	status, err := s.admin.Account(t.Context(), "rich")
	if err != nil || status.Uncharged.Reset == 0 || status.Allowance.Used != 0 {
		t.Errorf("after a lesson the account is %+v, %v, want uncharged time and no conversion", status, err)
	}
	if a := s.layout(t, "GET", "", nil); a.StatusCode != 200 {
		t.Errorf("the list = %d %s", a.StatusCode, a.text)
	}
	if a := s.teach(t, "taught-a 1"); a.StatusCode != 429 || a.code(t) != "rate_limited" || a.Header.Get("Retry-After") == "" {
		t.Errorf("a lesson beyond the rate = %d %s", a.StatusCode, a.text)
	}
}

// TestEndlessLessons checks that a lesson that takes too long is stopped, and counts
// as uncharged time.
func TestEndlessLessons(t *testing.T) {
	s := start(t, setup{pool: workerpool.Config{Timeout: time.Second}})
	if a := s.teach(t, "spin"); a.StatusCode != 504 || a.code(t) != "conversion_timeout" {
		t.Errorf("a lesson that never ends = %d %s", a.StatusCode, a.text)
	}
	status, err := s.admin.Account(t.Context(), "rich")
	if err != nil || status.Uncharged.Remaining >= status.Uncharged.Quota {
		t.Errorf("after a lesson that never ends the account has %+v, %v", status.Uncharged, err)
	}
	if a := s.layout(t, "GET", "", nil); a.text != `{"layouts":[]}`+"\n" {
		t.Errorf("after a lesson that never ends the layouts are %s", a.text)
	}
}

// second starts another node on the same accounts.
func (s *testServer) second(t *testing.T) *testServer {
	t.Helper()
	node := *s
	node.server = New(s.server.config)
	node.Server = httptest.NewServer(node.server)
	t.Cleanup(node.Close)
	return &node
}

// TestNodesAreTaughtAtOnce checks that two nodes taught at the same time lose
// nothing, and that each knows at once what the other was taught.
func TestNodesAreTaughtAtOnce(t *testing.T) {
	one := start(t, setup{pool: workerpool.Config{Workers: 2, Queue: 100}})
	two := one.second(t)
	const lessons = 8
	var wg sync.WaitGroup
	for n, node := range []*testServer{one, two} {
		for i := range lessons {
			wg.Go(func() {
				if a := node.teach(t, fmt.Sprint("taught-shared ", i)); a.StatusCode/100 != 2 {
					t.Errorf("teaching the same layout = %d %s", a.StatusCode, a.text)
				}
			})
			wg.Go(func() {
				if a := node.teach(t, fmt.Sprintf("taught-%d-%d 1", n, i)); a.StatusCode != 201 {
					t.Errorf("teaching another layout = %d %s", a.StatusCode, a.text)
				}
			})
		}
	}
	wg.Wait()
	for _, node := range []*testServer{one, two} {
		if got := node.poNumber(t, "taught-shared x"); !strings.HasSuffix(got, fmt.Sprint(" of ", 2*lessons)) {
			t.Errorf("after %d lessons on two nodes a document is read as %q", 2*lessons, got)
		}
		for n := range 2 {
			for i := range lessons {
				if got := node.poNumber(t, fmt.Sprintf("taught-%d-%d x", n, i)); !strings.HasSuffix(got, " of 1") {
					t.Errorf("a document of layout %d of node %d is read as %q", i, n, got)
				}
			}
		}
	}
	id := one.teach(t, "taught-shared 1").lesson(t).ID
	if a := two.layout(t, "DELETE", id, nil); a.StatusCode != 204 {
		t.Errorf("DELETE on the other node = %d %s", a.StatusCode, a.text)
	}
	if got := one.poNumber(t, "taught-shared x"); got != "taught-shared x" {
		t.Errorf("after another node forgot its layout a document is read as %q", got)
	}
}

const operatorLayout = "ly_00000000000000ff"

// fixed finds the operator's layout for every document of one layout.
type fixed struct {
	name string
	err  error
}

func (f fixed) Find(_ context.Context, p taught.Fingerprint) (*taught.Layout, error) {
	if f.err == nil && slices.Equal(p, printOf(f.name, taught.Any)) {
		return &taught.Layout{Version: taught.Version, ID: operatorLayout, Name: "Operator's", Examples: 9, Fingerprint: printOf(f.name, taught.Wording)}, nil
	}
	return nil, f.err
}

// TestLayoutsOfTheOperator checks that the operator's layouts apply to all accounts,
// after the accounts' own.
func TestLayoutsOfTheOperator(t *testing.T) {
	s := start(t, setup{config: Config{Layouts: fixed{name: "taught-a"}}})
	if got, want := s.poNumber(t, "taught-a 1"), "taught-a 1 by "+operatorLayout+" of 9"; got != want {
		t.Errorf("with the operator's layouts a document is read as %q, want %q", got, want)
	}
	if a := s.teach(t, "taught-b 1"); a.StatusCode != 201 {
		t.Errorf("teaching = %d %s", a.StatusCode, a.text)
	}
	if got, want := s.poNumber(t, "taught-a 1"), "taught-a 1 by "+operatorLayout+" of 9"; got != want {
		t.Errorf("beside an own layout a document is read as %q, want %q", got, want)
	}
	// What the account teaches becomes a layout of its own, learned from the
	// beginning.
	if l := s.teach(t, "taught-a 1").lesson(t); l.ID == operatorLayout || l.Examples != 1 {
		t.Errorf("teaching a layout of the operator's = %+v", l)
	}
	if got := s.poNumber(t, "taught-a 1"); !strings.HasSuffix(got, " of 1") {
		t.Errorf("with an own layout of the kind a document is read as %q", got)
	}
	broken := start(t, setup{config: Config{Layouts: fixed{err: errors.New("the folder is gone")}}})
	if a := broken.postFile(t, "%PDF-taught-a 1"); a.StatusCode != 500 {
		t.Errorf("with layouts that cannot be looked up = %d %s", a.StatusCode, a.text)
	}
	if used := broken.used(t, "rich"); used != 0 {
		t.Errorf("what failed was charged %d times", used)
	}
}

// TestUnreadableLayouts checks that layouts that this program cannot read are skipped
// and logged.
func TestUnreadableLayouts(t *testing.T) {
	s := start(t, setup{})
	good := s.teach(t, "taught-a 1").lesson(t)
	if _, err := s.admin.ImportLayout(t.Context(), "rich", quota.Layout{ID: "ly_newer", Data: []byte(`{"version":999}`)}); err != nil {
		t.Fatal(err)
	}
	if got, want := s.poNumber(t, "taught-a 2"), "taught-a 2 by "+good.ID+" of 1"; got != want {
		t.Errorf("beside a layout that cannot be read a document is read as %q, want %q", got, want)
	}
	if !strings.Contains(s.log.String(), "cannot read a layout") {
		t.Error("the log does not tell of it")
	}
}
