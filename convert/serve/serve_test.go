package serve

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/table"
	"lineitem/convert/testenv"
	"lineitem/convert/ubl"
	"lineitem/convert/workerpool"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/problem"
)

// TestMain makes the test binary its own worker.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		if err := workerpool.Work(scripted{}, workerpool.Bounds{Memory: 128 << 20}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	testenv.Together(8)
	os.Exit(m.Run())
}

// scripted is a converter in a real worker; the documents say what happens to them.
type scripted struct{}

func (c scripted) Convert(ctx context.Context, in convert.Input) (*convert.Result, error) {
	if in.Mapper != nil {
		code, err := in.Mapper.Load(ctx)
		if err != nil {
			return nil, err
		}
		return c.mapped(in, string(code))
	}
	word := strings.TrimSpace(strings.TrimPrefix(string(in.Data), "%PDF-"))
	switch word {
	case "sleep":
		time.Sleep(300 * time.Millisecond)
	case "sleep 1s":
		time.Sleep(time.Second)
	case "spin":
		select {}
	case "late":
		time.Sleep(1500 * time.Millisecond)
		os.Exit(9)
	case "die":
		os.Exit(9)
	case "killed":
		if p, err := os.FindProcess(os.Getpid()); err == nil {
			p.Kill()
		}
		select {}
	case "eat":
		for held := [][]byte{}; ; held = append(held, make([]byte, 1<<20)) {
		}
	case "malformed":
		return nil, &doc.FormatError{Page: 2, Reason: "no page tree"}
	case "unsupported":
		return nil, &doc.UnsupportedError{Feature: "reading png images"}
	case "encrypted":
		return nil, &doc.EncryptedError{}
	case "pages":
		return nil, &doc.LimitError{Limit: "pages", Max: 500}
	case "words":
		return nil, &doc.LimitError{Limit: "words", Max: 1000}
	case "bytes":
		return nil, &doc.LimitError{Limit: "bytes", Max: 1000}
	case "broken":
		return nil, errors.New("cannot find secret-marker")
	}
	if strings.HasPrefix(word, taughtPrefix) {
		return c.convertTaught(ctx, in, word)
	}
	if lines, ok := strings.CutPrefix(word, "order "); ok {
		return standard(in, lines), nil
	}
	rows := 1
	if number, ok := strings.CutSuffix(word, " rows"); ok {
		rows, _ = strconv.Atoi(number)
	}
	r := &convert.Result{
		Filename: in.Filename, Mode: convert.ModeText, RowCount: rows,
		Columns: []order.Column{{Key: "po_number", Label: "PO #"}, {Key: "total", Label: "Total"}},
		Rows:    []order.Row{{{Key: "po_number", Value: word}, {Key: "total", Value: fmt.Sprint(len(in.Data))}}},
	}
	for len(r.Rows) < rows {
		r.Rows = append(r.Rows, r.Rows[0])
	}
	if in.Evidence {
		r.Evidence = []order.RowEvidence{{"total": {Page: 1, Confidence: 1, Words: []string{word}}}}
	}
	return r, nil
}

// mapped converts a document with a module that says what happens.
func (scripted) mapped(in convert.Input, module string) (*convert.Result, error) {
	switch module {
	case "die":
		os.Exit(9)
	case "spin":
		select {}
	case "exit", "fails on documents":
		return nil, &doc.MapperError{Reason: "exited with status 3", Stderr: "no such <field>\n"}
	case "refuse":
		return nil, &doc.MapperError{Message: "No contract number."}
	}
	return &convert.Result{
		Filename: in.Filename, Mode: convert.ModeText, RowCount: 1,
		Columns: []order.Column{{Key: "mapper", Label: "Mapper, itself"}}, Rows: []order.Row{{{Key: "mapper", Value: module}}},
	}, nil
}

// Try accepts some modules although they fail on documents.
func (c scripted) Try(ctx context.Context, m *convert.Module) error {
	code, err := m.Load(ctx)
	if err != nil || strings.HasPrefix(string(code), "fails") || string(code) == "refuse" {
		return err
	}
	_, err = c.mapped(convert.Input{}, string(code))
	return err
}

// testServer is a server in which everything is real except the converter.
type testServer struct {
	*httptest.Server
	server *Server
	pool   *workerpool.Pool
	gate   *quota.Gate
	admin  *quota.Admin
	key    string // of an account with the plan pro
	log    *syncBuffer
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

type setup struct {
	config Config
	pool   workerpool.Config
	quota  quota.Limits
}

func start(t testing.TB, in setup) *testServer {
	t.Helper()
	s := &testServer{log: new(syncBuffer)}
	log := slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	store, err := badgerstore.Open(t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if in.quota.PerMinute == 0 {
		in.quota.PerMinute = 1000
	}
	if in.quota.AtOnce == 0 {
		in.quota.AtOnce = 1000
	}
	options := quota.Options{Limits: in.quota, PasswordMemory: 64}
	s.gate, s.admin = quota.NewGate(store, options), quota.NewAdmin(store, options)
	s.key = s.account(t, "rich", quota.Pro)
	in.pool.Args, in.pool.Log, in.pool.Memory = []string{"lineitem", "worker"}, log, 128<<20
	s.pool = workerpool.New(in.pool)
	t.Cleanup(func() { s.pool.Close() })
	in.config.Converter, in.config.Gate, in.config.Admin, in.config.Log = s.pool, s.gate, s.admin, log
	s.server = New(in.config)
	s.Server = httptest.NewServer(s.server)
	t.Cleanup(s.Close)
	return s
}

func (s *testServer) account(t testing.TB, id string, plan quota.Plan) (key string) {
	t.Helper()
	if _, err := s.admin.AddAccount(context.Background(), quota.NewAccount{ID: id, Plan: plan}); err != nil {
		t.Fatal(err)
	}
	key, _, err := s.admin.NewKey(context.Background(), id, "test")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// used returns how many conversions an account was charged for.
func (s *testServer) used(t testing.TB, id string) int {
	t.Helper()
	a, err := s.admin.Account(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	if a.Open != 0 {
		t.Errorf("account %s has %d reservations open, want none", id, a.Open)
	}
	return int(a.Allowance.Used)
}

type field struct{ name, value string }

// post sends a body to the endpoint.
func (s *testServer) post(t testing.TB, contentType string, body io.Reader, fields ...field) *answer {
	t.Helper()
	return s.do(t, "POST", "/api/v1/convert", body, append([]field{
		{"Authorization", "Bearer " + s.key}, {"Content-Type", contentType},
	}, fields...)...)
}

func (s *testServer) do(t testing.TB, method, path string, body io.Reader, fields ...field) *answer {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fields {
		r.Header.Set(f.name, f.value)
		if f.value == "" {
			r.Header.Del(f.name)
		}
	}
	response, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return &answer{response, string(text)}
}

type answer struct {
	*http.Response
	text string
}

// code returns a problem's code, or "" for other answers. It checks what all problems
// have in common.
func (a *answer) code(t testing.TB) string {
	t.Helper()
	if a.StatusCode == 200 {
		return ""
	}
	var p problem.Problem
	if err := json.Unmarshal([]byte(a.text), &p); err != nil {
		t.Fatalf("the body of a %d is %q: %v", a.StatusCode, a.text, err)
	}
	if got, want := a.Header.Get("Content-Type"), "application/problem+json"; got != want {
		t.Errorf("Content-Type of a %d = %q, want %q", a.StatusCode, got, want)
	}
	if p.Status != a.StatusCode || p.Type != "about:blank" || p.Title != http.StatusText(p.Status) || p.Detail == "" {
		t.Errorf("problem = %+v with status %d", p, a.StatusCode)
	}
	if p.RequestID == "" || p.RequestID != a.Header.Get("X-Request-Id") {
		t.Errorf("the problem's id is %q, the field's %q", p.RequestID, a.Header.Get("X-Request-Id"))
	}
	return p.Code
}

func (a *answer) detail() string {
	var p problem.Problem
	json.Unmarshal([]byte(a.text), &p)
	return p.Detail
}

// parts returns a multipart body of names and contents. A part named "file" gets a
// file name.
func parts(namesAndContents ...string) (contentType string, body *bytes.Buffer) {
	body = new(bytes.Buffer)
	w := multipart.NewWriter(body)
	for i := 0; i < len(namesAndContents); i += 2 {
		var part io.Writer
		if name := namesAndContents[i]; name == "file" {
			part, _ = w.CreateFormFile(name, "order.pdf")
		} else {
			part, _ = w.CreateFormField(name)
		}
		io.WriteString(part, namesAndContents[i+1])
	}
	w.Close()
	return w.FormDataContentType(), body
}

func (s *testServer) postFile(t testing.TB, document string, fields ...field) *answer {
	t.Helper()
	contentType, body := parts("file", document)
	return s.post(t, contentType, body, fields...)
}

func encode(document string) string { return base64.StdEncoding.EncodeToString([]byte(document)) }

func TestBothFormsGiveTheSpecifiedMembers(t *testing.T) {
	s := start(t, setup{})
	const want = `{"filename":"order.pdf","mode":"text","rowCount":1,` +
		`"columns":[{"key":"po_number","label":"PO #"},{"key":"total","label":"Total"}],` +
		`"rows":[{"po_number":"4500","total":"9"}]}` + "\n"
	file := s.postFile(t, "%PDF-4500")
	text := s.post(t, "application/json; charset=utf-8",
		strings.NewReader(`{"file_base64":"`+encode("%PDF-4500")+`","filename":"order.pdf","media_type":"application/pdf"}`))
	marked := s.post(t, "application/json",
		strings.NewReader("\ufeff"+`{"filename":"order.pdf","more":[1,{}],"file_base64":"`+encode("%PDF-4500")+`"}`))
	for name, a := range map[string]*answer{"multipart": file, "JSON": text, "JSON with a mark and more members": marked} {
		if a.StatusCode != 200 || a.text != want {
			t.Errorf("%s form = %d %s, want 200 %s", name, a.StatusCode, a.text, want)
		}
		for _, f := range []field{
			{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"},
		} {
			if got := a.Header.Get(f.name); got != f.value {
				t.Errorf("%s form: %s = %q, want %q", name, f.name, got, f.value)
			}
		}
	}
}

func TestRenderings(t *testing.T) {
	s := start(t, setup{})
	contentType, form := parts("file", "%PDF-7")
	body := form.String()
	tests := []struct {
		query, accept string
		status        int
		want          string // a part of the body
	}{
		{"?include=evidence", "", 200, `"evidence":[{"total":{"page":1,`},
		{"", "text/csv", 200, "po_number,total\r\n7,6\r\n"},
		{"", "text/csv, application/json;q=0.5", 200, "po_number,total\r\n"},
		{"", "text/csv;q=0.5, application/json", 200, `"rowCount":1`},
		{"", "text/*;q=0.9, */*;q=0.1", 200, "po_number,total\r\n"},
		{"", "*/*", 200, `"rowCount":1`},
		{"", "image/png", 200, `"rowCount":1`},
		{"?include=everything", "", 400, "bad_request"},
		{"?include=evidence", "text/csv", 400, "bad_request"},
		{"?include=evidence", table.XLSXMediaType, 400, "bad_request"},
		{"", table.XLSXMediaType, 200, "PK\x03\x04"},
		{"", table.XLSXMediaType + ", */*;q=0.8", 200, "PK\x03\x04"},
		{"", "application/*, " + table.XLSXMediaType, 200, `"rowCount":1`},
		{"", "application/json;q=0, application/*;q=0.1", 200, "PK\x03\x04"},
		{"", "application/vnd.ms-excel", 200, `"rowCount":1`},
		{"", ubl.MediaType, 200, "<cbc:ID>7</cbc:ID>"},
		{"", "application/xml, application/json", 200, `"rowCount":1`},
		{"?include=evidence", ubl.MediaType, 400, "bad_request"},
	}
	for _, tt := range tests {
		a := s.do(t, "POST", "/api/v1/convert"+tt.query, strings.NewReader(body),
			field{"Authorization", "bearer " + s.key}, field{"Content-Type", contentType}, field{"Accept", tt.accept})
		if a.StatusCode != tt.status || !strings.Contains(a.text, tt.want) {
			t.Errorf("%q with Accept %q = %d %s, want %d with %q", tt.query, tt.accept, a.StatusCode, a.text, tt.status, tt.want)
		}
	}
}

// TestUnknownQueries checks that a query that is not understood is refused with the
// names that exist, and that nothing is charged or changed.
func TestUnknownQueries(t *testing.T) {
	s := start(t, setup{})
	contentType, form := parts("file", "%PDF-7")
	tests := []struct{ method, target, want string }{
		{"POST", "/api/v1/convert?includes=evidence", `There is no query parameter "includes"; this address takes include.`},
		{"POST", "/api/v1/convert?include=evidence&pretty", `There is no query parameter "pretty"; this address takes include.`},
		{"POST", "/api/v1/convert?format=csv", `There is no query parameter "format"; this address takes include. To get CSV, XLSX or XML, use the header field Accept.`},
		{"POST", "/api/v1/convert?" + strings.Repeat("x", 50), `There is no query parameter "` + strings.Repeat("x", 40) + `…"; this address takes include.`},
		{"POST", "/api/v1/convert?include=%zz", "The query is not well formed: percent-encode reserved characters (%26 for &)."},
		{"PUT", "/api/v1/mapper?name=mine", `There is no query parameter "name"; this address takes none.`},
		{"GET", "/api/v1/mapper?all=1", `There is no query parameter "all"; this address takes none.`},
		{"DELETE", "/api/v1/mapper?id=1", `There is no query parameter "id"; this address takes none.`},
	}
	for _, tt := range tests {
		a := s.do(t, tt.method, tt.target, bytes.NewReader(form.Bytes()),
			field{"Authorization", "Bearer " + s.key}, field{"Content-Type", contentType})
		if a.code(t) != "bad_request" || a.detail() != tt.want {
			t.Errorf("%s %s = %d %s, want 400 bad_request %q", tt.method, tt.target, a.StatusCode, a.text, tt.want)
		}
	}
	if used := s.used(t, "rich"); used != 0 {
		t.Errorf("%d conversions were charged, want none", used)
	}
	if a := s.do(t, "GET", "/healthz?probe=1", nil); a.StatusCode != 200 {
		t.Errorf("GET /healthz?probe=1 = %d %s, want 200: probes add what they like", a.StatusCode, a.text)
	}
}

// TestXLSX checks that the workbook shows the same as the JSON of the same document.
func TestXLSX(t *testing.T) {
	s := start(t, setup{config: Config{SheetRows: 2}})
	var want struct {
		Columns []order.Column
		Rows    []map[string]string
	}
	if err := json.Unmarshal([]byte(s.postFile(t, "%PDF-=00010").text), &want); err != nil {
		t.Fatal(err)
	}
	accept := field{"Accept", table.XLSXMediaType}
	a := s.postFile(t, "%PDF-=00010", accept)
	for _, f := range []field{
		{"Content-Type", table.XLSXMediaType}, {"Content-Disposition", `attachment; filename="order.xlsx"`},
		{"Content-Length", fmt.Sprint(len(a.text))},
	} {
		if got := a.Header.Get(f.name); got != f.value {
			t.Errorf("%s = %q, want %q", f.name, got, f.value)
		}
	}
	book, err := excelize.OpenReader(strings.NewReader(a.text))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil || len(rows) != len(want.Rows)+1 {
		t.Fatalf("%d rows (%v), want %d and the header", len(rows), err, len(want.Rows))
	}
	for j, c := range want.Columns {
		if rows[0][j] != c.Label || rows[1][j] != want.Rows[0][c.Key] {
			t.Errorf("column %d is %q with %q, want %q with %q", j, rows[0][j], rows[1][j], c.Label, want.Rows[0][c.Key])
		}
	}
	if a := s.postFile(t, "%PDF-3 rows", accept); a.code(t) != "bad_request" || !strings.Contains(a.detail(), "3 rows") {
		t.Errorf("too many rows = %d %s, want 400 bad_request", a.StatusCode, a.text)
	}
	if a := s.postFile(t, "%PDF-1", field{"Accept", "text/csv"}); a.Header.Get("Content-Disposition") != `attachment; filename="order.csv"` {
		t.Errorf("Content-Disposition of CSV = %s", a.Header.Get("Content-Disposition"))
	}
	if used := s.used(t, "rich"); used != 3 {
		t.Errorf("%d conversions were charged, want 3: those that succeeded", used)
	}
}

func TestAttachment(t *testing.T) {
	for _, tt := range [][2]string{
		{"order.pdf", `attachment; filename="order.xlsx"`},
		{"PO 45.12", `attachment; filename="PO 45.12.xlsx"`},
		{"scan.JPEG", `attachment; filename="scan.xlsx"`},
		{"document", `attachment; filename="document.xlsx"`},
		{".pdf", `attachment; filename="document.xlsx"`},
		{" .. ", `attachment; filename="document.xlsx"`},
		{`a"b<c>.pdf`, `attachment; filename="a_b_c_.xlsx"`},
		{"a;b=c%41.pdf", `attachment; filename="a;b=c_41.xlsx"; filename*=UTF-8''a%3Bb%3Dc%2541.xlsx`},
		{"Bestellung Nº 7 – Müller.pdf", `attachment; filename="Bestellung N_ 7 _ M_ller.xlsx"; ` +
			`filename*=UTF-8''Bestellung%20N%C2%BA%207%20%E2%80%93%20M%C3%BCller.xlsx`},
		{"invoice\u202efdp.exe.pdf", `attachment; filename="invoicefdp.exe.xlsx"`},
	} {
		got := attachment(tt[0], ".xlsx")
		if got != tt[1] {
			t.Errorf("attachment(%q) = %s, want %s", tt[0], got, tt[1])
		}
		if _, params, err := mime.ParseMediaType(got); err != nil || params["filename"] != safeName(tt[0])+".xlsx" {
			t.Errorf("a client reads %s as %q (%v)", got, params["filename"], err)
		}
	}
}

// TestRefusals checks that every kind of wrong request gets its status and code, and
// costs nothing.
func TestRefusals(t *testing.T) {
	t.Parallel() // this test mostly waits
	s := start(t, setup{config: Config{Bytes: 64 << 10}, pool: workerpool.Config{Timeout: testenv.Patience}})
	multi := func(namesAndContents ...string) func() (string, io.Reader) {
		return func() (string, io.Reader) {
			contentType, body := parts(namesAndContents...)
			return contentType, body
		}
	}
	text := func(body string) func() (string, io.Reader) {
		return func() (string, io.Reader) { return "application/json", strings.NewReader(body) }
	}
	raw := func(contentType, body string) func() (string, io.Reader) {
		return func() (string, io.Reader) { return contentType, strings.NewReader(body) }
	}
	large := "%PDF-" + strings.Repeat("x", 64<<10)
	tests := []struct {
		name   string
		body   func() (string, io.Reader)
		status int
		code   string
		detail string // a part of the detail
	}{
		{"malformed", multi("file", "%PDF-malformed"), 400, "unreadable_document", "Page 2: no page tree."},
		{"crashing", multi("file", "%PDF-die"), 400, "unreadable_document", "crashed the converter"},
		{"eating memory", multi("file", "%PDF-eat"), 400, "unreadable_document", "more than 128 MiB of memory"},
		{"killed from outside", multi("file", "%PDF-killed"), 503, "unavailable", "try again"},
		{"encrypted", multi("file", "%PDF-encrypted"), 400, "encrypted_document", "password"},
		{"too many pages", multi("file", "%PDF-pages"), 400, "too_many_pages", "500 pages"},
		{"too many words", multi("file", "%PDF-words"), 400, "unreadable_document", "1000 words"},
		{"unsupported", multi("file", "%PDF-unsupported"), 400, "unsupported_type", "png"},
		{"unknown kind", multi("file", "just text"), 400, "unsupported_type", "PDF, PNG, JPEG, WebP, TIFF or XML"},
		{"unknown fault", multi("file", "%PDF-broken"), 500, "internal_error", "The service failed"},
		{"empty", multi("file", ""), 400, "empty_file", "empty"},
		{"empty base64", text(`{"file_base64":""}`), 400, "empty_file", "empty"},
		{"no file part", multi("other", "x"), 400, "missing_file", `"file"`},
		{"no parts", multi(), 400, "missing_file", `"file"`},
		{"two files", multi("file", "%PDF-a", "file", "%PDF-b"), 400, "bad_request", "one document"},
		{"both forms in multipart", multi("file", "%PDF-a", "file_base64", "JVBERi0x"), 400, "bad_request", "file_base64"},
		{"both forms in JSON", text(`{"file":"x","file_base64":"JVBERi0x"}`), 400, "bad_request", "file_base64"},
		{"no file_base64", text(`{"filename":"a.pdf"}`), 400, "missing_file", "file_base64"},
		{"null file_base64", text(`{"file_base64":null}`), 400, "missing_file", "file_base64"},
		{"number as file_base64", text(`{"file_base64":7}`), 400, "bad_request", "string"},
		{"number as filename", text(`{"file_base64":"JVBERi0x","filename":7}`), 400, "bad_request", `"filename"`},
		{"not base64", text(`{"file_base64":"%PDF-1.7"}`), 400, "bad_request", "base64"},
		{"two documents in JSON", text(`{"file_base64":"JVBERi0x","file_base64":"JVBERi0x"}`), 400, "bad_request", "more than once"},
		{"data URL without base64", text(`{"file_base64":"data:application/pdf,abc"}`), 400, "bad_request", "base64"},
		{"not JSON", text(`{"file_base64":`), 400, "bad_request", "JSON"},
		{"JSON array", text(`[]`), 400, "bad_request", "JSON object"},
		{"trailing JSON", text(`{"file_base64":"JVBERi0x"}{}`), 400, "bad_request", "JSON"},
		{"empty body", text(``), 400, "bad_request", "JSON"},
		{"cut multipart", raw("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n%PDF"), 400, "bad_request", "ends too early"},
		{"no boundary", raw("multipart/form-data", "x"), 400, "bad_request", "multipart/form-data"},
		{"other type", raw("application/pdf", "%PDF-1.7"), 400, "bad_request", "multipart/form-data"},
		{"no type", raw("", "%PDF-1.7"), 400, "bad_request", "multipart/form-data"},
		{"large file", multi("file", large), 413, "file_too_large", "larger than 64 KiB"},
		{"large base64", text(`{"file_base64":"` + encode(large) + `"}`), 413, "file_too_large", "larger"},
		{"large by a byte, in JSON", text(`{"file_base64":"` + encode(large[:64<<10+1]) + `"}`), 413, "file_too_large", "larger"},
		{"large by a byte", multi("file", large[:64<<10+1]), 413, "file_too_large", "larger"},
		{"large rest", multi("other", large+large+large, "file", "%PDF-a"), 413, "file_too_large", "larger"},
		{"long header of a part", raw("multipart/form-data; boundary=b", "--b\r\nX: "+strings.Repeat("x", maxPartHeader)+"\r\n\r\n\r\n--b--"), 400, "bad_request", "header of a form part"},
		{"long filename", text(`{"file_base64":"JVBERi0x","filename":"` + strings.Repeat("x", maxText) + `"}`), 400, "bad_request", "too long"},
		{"large of another type", raw("application/pdf", large+large+large), 413, "file_too_large", "larger"},
	}
	for _, tt := range tests {
		contentType, body := tt.body()
		a := s.post(t, contentType, body)
		if code := a.code(t); a.StatusCode != tt.status || code != tt.code || !strings.Contains(a.detail(), tt.detail) {
			t.Errorf("%s = %d %s, want %d %s with %q", tt.name, a.StatusCode, a.text, tt.status, tt.code, tt.detail)
		}
		if a.Header.Get("RateLimit") == "" {
			t.Errorf("%s: no RateLimit field", tt.name)
		}
	}
	if a := s.post(t, "application/json", strings.NewReader("\x1f\x8b"), field{"Content-Encoding", "gzip"}); a.code(t) != "bad_request" || !strings.Contains(a.detail(), "Content-Encoding") {
		t.Errorf("a compressed body = %d %s, want 400 bad_request", a.StatusCode, a.text)
	}
	// Without a Content-Length the limit is noticed while reading.
	for name, body := range map[string]func() (string, io.Reader){
		"large file, chunked": multi("file", large), "large JSON, chunked": text(`{"file_base64":"` + encode(large+large) + `"}`),
	} {
		contentType, r := body()
		if a := s.post(t, contentType, io.MultiReader(r)); a.code(t) != "file_too_large" || a.StatusCode != 413 {
			t.Errorf("%s = %d %s, want 413 file_too_large", name, a.StatusCode, a.text)
		}
	}
	// A document of exactly the limit is accepted in both forms.
	exact := large[:64<<10]
	if a := s.postFile(t, exact); a.StatusCode != 200 {
		t.Errorf("a document of exactly the limit = %d %s, want 200", a.StatusCode, a.text)
	}
	if a := s.post(t, "application/json", strings.NewReader(`{"file_base64":"`+encode(exact)+`"}`)); a.StatusCode != 200 {
		t.Errorf("a document of exactly the limit in JSON = %d %s, want 200", a.StatusCode, a.text)
	}
	if used := s.used(t, "rich"); used != 2 {
		t.Errorf("%d conversions were charged, want 2: those that succeeded", used)
	}
	if log := s.log.String(); strings.Count(log, "secret-marker") != 1 || strings.Contains(log, "order.pdf") {
		// The text of an unknown error must be logged for the operator, once.
		t.Errorf("the log holds too much:\n%s", log)
	}
}

// TestEndlessDocument checks that a document that never ends is stopped, without
// affecting others, and costs nothing.
func TestEndlessDocument(t *testing.T) {
	testenv.WithTime(t, func(t testing.TB, limit time.Duration) {
		s := start(t, setup{pool: workerpool.Config{Timeout: limit}})
		a := s.postFile(t, "%PDF-spin")
		if code := a.code(t); a.StatusCode != 504 || code != "conversion_timeout" || !strings.Contains(a.detail(), "longer than "+limit.String()) {
			t.Errorf("a document that never ends = %d %s, want 504 conversion_timeout", a.StatusCode, a.text)
		}
		if a := s.postFile(t, "%PDF-4500"); a.StatusCode != 200 {
			t.Errorf("a document after that = %d %s, want 200", a.StatusCode, a.text)
		}
		if used := s.used(t, "rich"); used != 1 {
			t.Errorf("%d conversions were charged, want 1", used)
		}
	})
}

func TestBase64Spellings(t *testing.T) {
	s := start(t, setup{})
	document := "%PDF-\xfb\xff\xfe?"
	std, url := base64.StdEncoding.EncodeToString([]byte(document)), base64.URLEncoding.EncodeToString([]byte(document))
	for _, spelling := range []string{
		std, url, strings.TrimRight(std, "="), strings.TrimRight(url, "="),
		"data:application/pdf;base64," + std, "data:;base64, " + std,
		std[:4] + `\r\n` + std[4:] + `\n`, "  " + std + " ",
		strings.ReplaceAll(std, "/", `\/`), strings.ReplaceAll(std, "+", `\u002b`), strings.ReplaceAll(std, "=", `\u003d`),
	} {
		a := s.post(t, "application/json", strings.NewReader(`{"file_base64":"`+spelling+`"}`))
		if want := fmt.Sprintf(`"total":"%d"`, len(document)); a.StatusCode != 200 || !strings.Contains(a.text, want) {
			t.Errorf("file_base64 %q = %d %s, want 200 with %s", spelling, a.StatusCode, a.text, want)
		}
	}
	for _, spelling := range []string{"JVBE===", "JVBERi0=x", "JVBERi0!", `JVBERi0\b`, `JVBERi0\u00e9`, "J"} {
		a := s.post(t, "application/json", strings.NewReader(`{"file_base64":"`+spelling+`"}`))
		if code := a.code(t); code != "bad_request" {
			t.Errorf("file_base64 %q = %d %s, want 400 bad_request", spelling, a.StatusCode, a.text)
		}
	}
}

func TestFilenames(t *testing.T) {
	for _, tt := range [][2]string{
		{"order.pdf", "order.pdf"}, {"", "document"}, {"../../etc/passwd", "passwd"}, {`C:\orders\Bestellung Nº 7.pdf`, "Bestellung Nº 7.pdf"},
		{"a\x00b\r\n.pdf", "ab.pdf"}, {"a\xff.pdf", "a�.pdf"}, {"folder/", "document"},
		{strings.Repeat("é", 200), strings.Repeat("é", 127)},
	} {
		if got := cleanName(tt[0]); got != tt[1] {
			t.Errorf("cleanName(%q) = %q, want %q", tt[0], got, tt[1])
		}
	}
}

func TestKeys(t *testing.T) {
	s := start(t, setup{})
	mistyped := s.key[:len(s.key)-1] + "_"
	tests := []struct {
		authorization, code, challenge string
	}{
		{"", "missing_key", `Bearer realm="lineitem"`},
		{"Basic " + s.key, "missing_key", `Bearer realm="lineitem"`},
		{"Bearer", "missing_key", `Bearer realm="lineitem"`},
		{"Bearer " + mistyped, "invalid_key", `Bearer realm="lineitem", error="invalid_token"`},
		{"Bearer " + quota.NewKey(), "invalid_key", `Bearer realm="lineitem", error="invalid_token"`},
	}
	for _, tt := range tests {
		a := s.postFile(t, "%PDF-1", field{"Authorization", tt.authorization})
		if code := a.code(t); a.StatusCode != 401 || code != tt.code || a.Header.Get("WWW-Authenticate") != tt.challenge {
			t.Errorf("Authorization %.12q = %d %s %q, want 401 %s %q", tt.authorization, a.StatusCode, code, a.Header.Get("WWW-Authenticate"), tt.code, tt.challenge)
		}
		if a.Header.Get("RateLimit") != "" {
			t.Errorf("Authorization %.12q: RateLimit fields for a stranger", tt.authorization)
		}
	}
	for _, key := range []string{s.key, mistyped} {
		if strings.Contains(s.log.String(), key) {
			t.Error("the log holds a key")
		}
	}
}

func TestLimits(t *testing.T) {
	s := start(t, setup{quota: quota.Limits{PerMinute: 4, FreePerDay: 2}})
	s.key = s.account(t, "poor", quota.Free)
	for i, want := range []int{200, 400, 200, 402, 429} {
		document := "%PDF-1"
		if want == 400 {
			document = "%PDF-malformed" // counts towards the rate limit, but is not charged
		}
		a := s.postFile(t, document)
		if a.StatusCode != want {
			t.Fatalf("request %d = %d %s, want %d", i+1, a.StatusCode, a.text, want)
		}
		if got, want := a.Header.Get("RateLimit-Policy"), `"minute";q=4;w=60, "day";q=1000;w=86400`; got != want {
			t.Errorf("request %d: RateLimit-Policy = %s, want %s", i+1, got, want)
		}
		if got, want := a.Header.Get("RateLimit"), fmt.Sprintf(`"minute";r=%d;t=`, max(0, 3-i)); !strings.HasPrefix(got, want) {
			t.Errorf("request %d: RateLimit = %s, want %s...", i+1, got, want)
		}
		retry := a.Header.Get("Retry-After")
		switch want {
		case 402:
			if code := a.code(t); code != "payment_required" || retry != "" {
				t.Errorf("402 has code %q and Retry-After %q, want payment_required and none", code, retry)
			}
		case 429:
			if code := a.code(t); code != "rate_limited" || retry == "" || retry == "0" {
				t.Errorf("429 has code %q and Retry-After %q, want rate_limited and a time", code, retry)
			}
		}
	}
	if used := s.used(t, "poor"); used != 2 {
		t.Errorf("%d conversions were charged, want 2", used)
	}
}

func TestIdempotencyKey(t *testing.T) {
	s := start(t, setup{})
	repeat := field{"Idempotency-Key", "order-7"}
	for i := range 3 {
		if a := s.postFile(t, "%PDF-1", repeat); a.StatusCode != 200 {
			t.Errorf("request %d = %d %s, want 200", i+1, a.StatusCode, a.text)
		}
	}
	if a := s.postFile(t, "%PDF-2", repeat); a.code(t) != "bad_request" || !strings.Contains(a.detail(), "Idempotency-Key") {
		t.Errorf("another document = %d %s, want 400 bad_request", a.StatusCode, a.text)
	}
	if used := s.used(t, "rich"); used != 1 {
		t.Errorf("%d conversions were charged, want 1", used)
	}
}

func TestAddresses(t *testing.T) {
	s := start(t, setup{})
	for _, tt := range []struct {
		method, path string
		status       int
		want         string // the code of a problem, or the body
		allow        string
	}{
		{"GET", "/healthz", 200, "ok\n", ""},
		{"HEAD", "/healthz", 200, "", ""},
		{"GET", "/api/v1/convert", 405, "method_not_allowed", "OPTIONS, POST"},
		{"DELETE", "/healthz", 405, "method_not_allowed", "GET, HEAD, OPTIONS"},
		{"POST", "/api/v1/convert/", 404, "not_found", ""},
		{"OPTIONS", "/api/v1/convert", 200, "", "OPTIONS, POST"},
		{"GET", "/api/v1/", 404, "not_found", ""},
		{"GET", "/secret-marker", 404, "not_found", ""},
	} {
		a := s.do(t, tt.method, tt.path, nil)
		got := a.text
		if a.StatusCode != 200 {
			got = a.code(t)
		}
		if a.StatusCode != tt.status || got != tt.want || a.Header.Get("Allow") != tt.allow {
			t.Errorf("%s %s = %d %q Allow %q, want %d %q Allow %q", tt.method, tt.path, a.StatusCode, got, a.Header.Get("Allow"), tt.status, tt.want, tt.allow)
		}
	}
	if strings.Contains(s.log.String(), "secret-marker") {
		t.Error("the log holds an address that strangers chose")
	}
}

func TestFullQueue(t *testing.T) {
	s := start(t, setup{pool: workerpool.Config{Workers: 1, Queue: -1}})
	var both sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for range 4 {
		both.Go(func() {
			a := s.postFile(t, "%PDF-sleep")
			mu.Lock()
			defer mu.Unlock()
			statuses[a.StatusCode]++
			if a.StatusCode == 503 && (a.code(t) != "busy" || a.Header.Get("Retry-After") == "") {
				t.Errorf("503 = %s, Retry-After %q, want busy and a time", a.text, a.Header.Get("Retry-After"))
			}
		})
	}
	both.Wait()
	if statuses[200] < 1 || statuses[503] < 1 || statuses[200]+statuses[503] != 4 {
		t.Errorf("four requests for one worker without a queue = %v, want 200 and 503", statuses)
	}
	if used := s.used(t, "rich"); used != statuses[200] {
		t.Errorf("%d conversions were charged, want %d", used, statuses[200])
	}
}

// raw opens a connection and sends the head of a request whose body is still to come.
func raw(t *testing.T, s *testServer, addr string, length int, fields string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(testenv.Patience))
	fmt.Fprintf(conn, "POST /api/v1/convert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n%s\r\n", s.key, length, fields)
	return conn
}

// TestEarly413 checks that a body that is too large is refused before any of it is
// sent.
func TestEarly413(t *testing.T) {
	s := start(t, setup{})
	conn := raw(t, s, s.Listener.Addr().String(), 100<<20, "Expect: 100-continue\r\n")
	line := make([]byte, len("HTTP/1.1 413"))
	if _, err := io.ReadFull(conn, line); err != nil || string(line) != "HTTP/1.1 413" {
		t.Errorf("the answer to a body of 100 MiB that is announced = %q (%v), want 413", line, err)
	}
}

// TestRefusalsDoNotWait checks that a request is refused without waiting for its
// body.
func TestRefusalsDoNotWait(t *testing.T) {
	s := start(t, setup{})
	s.key = quota.NewKey() // not the key of any account
	for _, length := range []int{1000, 1 << 20} {
		conn := raw(t, s, s.Listener.Addr().String(), length, "")
		conn.SetReadDeadline(time.Now().Add(testenv.Patience))
		line := make([]byte, len("HTTP/1.1 401"))
		if _, err := io.ReadFull(conn, line); err != nil || string(line) != "HTTP/1.1 401" {
			t.Errorf("the answer before a body of %d bytes with a wrong key = %q (%v), want 401", length, line, err)
		}
	}
}

// runReal serves s's handler with Run, as the program does.
func runReal(t *testing.T, s *testServer) (addr string, stop context.CancelFunc, done chan error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	done = make(chan error, 1)
	go func() { done <- s.server.Run(ctx, l) }()
	return l.Addr().String(), stop, done
}

func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel() // this test mostly waits
	s := start(t, setup{config: Config{HeaderTimeout: 300 * time.Millisecond, UploadTimeout: time.Second}})
	addr, _, _ := runReal(t, s)

	body := raw(t, s, addr, 1000, "")
	io.WriteString(body, `{"file_base64":"`)
	text, _ := io.ReadAll(body)
	if !bytes.HasPrefix(text, []byte("HTTP/1.1 400")) || !bytes.Contains(text, []byte("did not arrive in time")) {
		t.Errorf("the answer to half a body = %q, want 400", text)
	}

	header, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer header.Close()
	io.WriteString(header, "POST /api/v1/convert HTTP/1.1\r\nHost: x\r\n")
	header.SetDeadline(time.Now().Add(testenv.Patience))
	if _, err := io.ReadAll(header); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("a connection with half a header is still open")
	}

	// A conversion may end after the deadline of the upload.
	document := `{"file_base64":"` + encode("%PDF-sleep 1s") + `"}`
	slow := raw(t, s, addr, len(document), "Connection: close\r\n")
	time.Sleep(200 * time.Millisecond)
	io.WriteString(slow, document)
	if text, err := io.ReadAll(slow); !bytes.HasPrefix(text, []byte("HTTP/1.1 200")) {
		t.Errorf("a conversion that ends after the upload's deadline = %q (%v), want 200", text, err)
	}
	if used := s.used(t, "rich"); used != 1 {
		t.Errorf("%d conversions were charged, want 1", used)
	}
}

// TestClientHangsUp checks that a client that hangs up is not charged.
func TestClientHangsUp(t *testing.T) {
	s := start(t, setup{})
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	contentType, body := parts("file", "%PDF-spin")
	r, _ := http.NewRequestWithContext(ctx, "POST", s.URL+"/api/v1/convert", body)
	r.Header.Set("Authorization", "Bearer "+s.key)
	r.Header.Set("Content-Type", contentType)
	if _, err := s.Client().Do(r); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Do = %v, want %v", err, context.DeadlineExceeded)
	}
	waitFor(t, func() bool { return strings.Contains(s.log.String(), "client_gone") })
	if used := s.used(t, "rich"); used != 0 {
		t.Errorf("%d conversions were charged, want none", used)
	}
}

func TestShutdownDrains(t *testing.T) {
	s := start(t, setup{config: Config{DrainDelay: 100 * time.Millisecond}})
	addr, stop, done := runReal(t, s)
	document := `{"file_base64":"` + encode("%PDF-sleep") + `"}`
	inFlight := raw(t, s, addr, len(document), "")
	io.WriteString(inFlight, document)
	waitFor(t, func() bool { return s.server.memory.inUse() > 0 })
	stop()
	waitFor(t, s.server.draining.Load)
	if a := s.postFile(t, "%PDF-1"); a.code(t) != "busy" || a.StatusCode != 503 || a.Header.Get("Retry-After") == "" {
		t.Errorf("a request while draining = %d %s, want 503 busy", a.StatusCode, a.text)
	}
	if a := s.do(t, "GET", "/healthz", nil); a.StatusCode != 503 || a.text != "draining\n" {
		t.Errorf("GET /healthz while draining = %d %q, want 503 draining", a.StatusCode, a.text)
	}
	text, _ := io.ReadAll(inFlight)
	if !bytes.HasPrefix(text, []byte("HTTP/1.1 200")) {
		t.Errorf("the request in flight = %q, want 200", text)
	}
	if err := <-done; err != nil {
		t.Errorf("Run = %v, want none", err)
	}
	if used := s.used(t, "rich"); used != 1 {
		t.Errorf("%d conversions were charged, want 1", used)
	}
}

// TestShutdownIsBounded checks that requests that do not finish while the server
// drains are answered 503, and cost nothing.
func TestShutdownIsBounded(t *testing.T) {
	s := start(t, setup{config: Config{DrainTimeout: 200 * time.Millisecond}})
	addr, stop, done := runReal(t, s)
	document := `{"file_base64":"` + encode("%PDF-spin") + `"}`
	inFlight := raw(t, s, addr, len(document), "")
	io.WriteString(inFlight, document)
	waitFor(t, func() bool { return s.server.memory.inUse() > 0 })
	stop()
	text, _ := io.ReadAll(inFlight)
	if !bytes.HasPrefix(text, []byte("HTTP/1.1 503")) || !bytes.Contains(text, []byte("shutting down")) {
		t.Errorf("the request that did not finish = %q, want 503", text)
	}
	if err := <-done; err != nil {
		t.Errorf("Run = %v, want none", err)
	}
	if used := s.used(t, "rich"); used != 0 {
		t.Errorf("%d conversions were charged, want none", used)
	}
}

func waitFor(t *testing.T, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(testenv.Patience); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("what was waited for did not happen within %v", testenv.Patience)
		}
	}
}

// TestPanic checks that a panic is answered 500, and that its value does not reach
// the log.
func TestPanic(t *testing.T) {
	s := start(t, setup{})
	s.server.router.HandlerFunc("GET", "/panic", func(http.ResponseWriter, *http.Request) { panic("secret-marker") })
	a := s.do(t, "GET", "/panic", nil)
	if code := a.code(t); a.StatusCode != 500 || code != "internal_error" {
		t.Errorf("a panic = %d %s, want 500 internal_error", a.StatusCode, a.text)
	}
	if log := s.log.String(); !strings.Contains(log, "TestPanic") || strings.Contains(log, "secret-marker") {
		t.Errorf("the log does not tell where the panic was, or tells its value:\n%s", log)
	}
}

// TestLog checks that the lines of the log are JSON with the request's ID, and hold
// nothing secret.
func TestLog(t *testing.T) {
	s := start(t, setup{})
	a := s.postFile(t, "%PDF-secret-marker", field{"X-Request-Id", "chosen by a stranger"})
	found := false
	for line := range strings.Lines(s.log.String()) {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Errorf("the log holds %q: %v", line, err)
		}
		if entry["id"] == a.Header.Get("X-Request-Id") {
			found = entry["status"] == 200.0 && entry["account"] == "rich" && entry["rows"] == 1.0 && entry["kind"] == "pdf"
		}
	}
	if !found {
		t.Errorf("the log does not tell of the request:\n%s", s.log)
	}
	s.do(t, strings.Repeat("STRANGER", 100), "/api/v1/convert", nil)
	for _, secret := range []string{s.key, "secret-marker", "order.pdf", "stranger", "STRANGER"} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}
