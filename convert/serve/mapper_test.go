package serve

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"lineitem/convert/table"
	"lineitem/convert/workerpool"
	"lineitem/quota"
)

// mapper sends a request for the account's mapper.
func (s *testServer) mapper(t testing.TB, method, module string, fields ...field) *answer {
	t.Helper()
	return s.do(t, method, "/api/v1/mapper", strings.NewReader(module), append([]field{
		{"Authorization", "Bearer " + s.key}, {"Content-Type", "application/wasm"},
	}, fields...)...)
}

// convert sends a document to be converted.
func (s *testServer) convert(t *testing.T, fields ...field) *answer {
	t.Helper()
	contentType, body := parts("file", "%PDF-order")
	return s.post(t, contentType, body, fields...)
}

// TestMapperOfAnAccount checks that the rows are the mapper's from its upload
// until its removal.
func TestMapperOfAnAccount(t *testing.T) {
	s := start(t, setup{})
	other := s.account(t, "other", quota.Pro)
	if a := s.mapper(t, "GET", ""); a.StatusCode != 404 || a.code(t) != "no_mapper" {
		t.Errorf("GET without a mapper = %d %s", a.StatusCode, a.text)
	}
	before := time.Now().Add(-time.Second)
	for _, method := range []string{"PUT", "GET"} {
		var ref quota.MapperRef
		a := s.mapper(t, method, map[string]string{"PUT": "first"}[method])
		err := json.Unmarshal([]byte(a.text), &ref)
		// The SHA-256 of "first".
		const hash = "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e"
		if a.StatusCode != 200 || err != nil || ref.Hash.String() != hash || ref.Size != 5 || ref.Set.Before(before.Truncate(time.Second)) {
			t.Errorf("%s = %d %s, want the SHA-256, the size and the time", method, a.StatusCode, a.text)
		}
		if a.Header.Get("RateLimit") == "" || a.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s has the header %v", method, a.Header)
		}
	}
	a := s.convert(t)
	if want := `"columns":[{"key":"mapper","label":"Mapper, itself"}],"rows":[{"mapper":"first"}]`; a.StatusCode != 200 || !strings.Contains(a.text, want) {
		t.Errorf("with a mapper the answer is %d %s, want %s", a.StatusCode, a.text, want)
	}
	if a := s.convert(t, field{"Accept", table.CSVMediaType}); a.StatusCode != 200 || !strings.HasSuffix(a.text, "mapper\r\nfirst\r\n") {
		t.Errorf("with a mapper the CSV is %d %q", a.StatusCode, a.text)
	}
	a = s.convert(t, field{"Accept", table.XLSXMediaType})
	book, err := excelize.OpenReader(strings.NewReader(a.text))
	if err != nil {
		t.Fatalf("with a mapper the XLSX is %d %.100q: %v", a.StatusCode, a.text, err)
	}
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetName(0))
	if want := [][]string{{"Mapper, itself"}, {"first"}}; err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("with a mapper the XLSX holds %q, %v, want %q", rows, err, want)
	}
	if a := s.convert(t, field{"Authorization", "Bearer " + other}); !strings.Contains(a.text, "po_number") {
		t.Errorf("another account's answer is %d %s", a.StatusCode, a.text)
	}
	s.mapper(t, "PUT", "second", field{"Content-Type", "application/octet-stream"})
	if a := s.convert(t); !strings.Contains(a.text, `"rows":[{"mapper":"second"}]`) {
		t.Errorf("with the next mapper the answer is %d %s", a.StatusCode, a.text)
	}
	for range 2 {
		if a := s.mapper(t, "DELETE", ""); a.StatusCode != 204 || a.text != "" {
			t.Errorf("DELETE = %d %s, want 204", a.StatusCode, a.text)
		}
	}
	if a := s.convert(t); !strings.Contains(a.text, "po_number") {
		t.Errorf("without a mapper again the answer is %d %s", a.StatusCode, a.text)
	}
	if n := s.used(t, "rich"); n != 5 {
		t.Errorf("five conversions and some uploads are charged %d times", n)
	}
	if log := s.log.String(); strings.Contains(log, "No contract") || !strings.Contains(log, `"mapper":"a7937b64`) {
		t.Errorf("the log does not tell the mapper's hash, or tells more: %s", log)
	}
}

// TestBadUploads checks that a module that cannot be used is refused with the
// reason, and that the account keeps its previous one.
func TestBadUploads(t *testing.T) {
	s := start(t, setup{config: Config{Module: 1000}})
	s.mapper(t, "PUT", "good")
	tests := []struct {
		name, module string
		fields       []field
		status       int
		code, detail string
	}{
		{name: "fails", module: "exit", status: 400, code: "mapper_failed",
			detail: "The mapper exited with status 3. Its standard error ends with: no such <field>"},
		{name: "kills its worker", module: "die", status: 400, code: "mapper_failed", detail: "The mapper crashed the converter (exit status 9)."},
		{name: "empty", status: 400, code: "empty_file"},
		{name: "too large", module: strings.Repeat("x", 1001), status: 413, code: "file_too_large", detail: "The module is larger than 1000 bytes."},
		{name: "a form", module: "good", fields: []field{{"Content-Type", "application/x-www-form-urlencoded"}}, status: 400, code: "bad_request"},
		{name: "compressed", module: "good", fields: []field{{"Content-Encoding", "gzip"}}, status: 400, code: "bad_request"},
		{name: "without a key", module: "good", fields: []field{{"Authorization", ""}}, status: 401, code: "missing_key"},
		{name: "with a wrong key", module: "good", fields: []field{{"Authorization", "Bearer li_x"}}, status: 401, code: "invalid_key"},
	}
	for _, test := range tests {
		a := s.mapper(t, "PUT", test.module, test.fields...)
		if a.StatusCode != test.status || a.code(t) != test.code || test.detail != "" && a.detail() != test.detail {
			t.Errorf("PUT of a module that is %s = %d %s, want %d %s %q", test.name, a.StatusCode, a.text, test.status, test.code, test.detail)
		}
		if a := s.convert(t); !strings.Contains(a.text, `{"mapper":"good"}`) {
			t.Errorf("after a module that is %s the answer is %d %s", test.name, a.StatusCode, a.text)
		}
	}
	unknownLength := io.MultiReader(strings.NewReader(strings.Repeat("x", 1001)))
	if a := s.do(t, "PUT", "/api/v1/mapper", unknownLength, field{"Authorization", "Bearer " + s.key}); a.StatusCode != 413 || a.code(t) != "file_too_large" {
		t.Errorf("PUT of what is too large and does not say so = %d %s, want 413", a.StatusCode, a.text)
	}
	if a := s.do(t, "POST", "/api/v1/mapper", nil); a.StatusCode != 405 {
		t.Errorf("POST = %d, want 405", a.StatusCode)
	}
}

// TestMapperThatFailsIsNotCharged checks that a failing mapper costs nothing,
// also under an Idempotency-Key.
func TestMapperThatFailsIsNotCharged(t *testing.T) {
	s := start(t, setup{})
	for _, test := range []struct{ module, detail string }{
		{"fails on documents", "The mapper exited with status 3. Its standard error ends with: no such <field>"},
		{"refuse", "The mapper says: No contract number."},
	} {
		if a := s.mapper(t, "PUT", test.module); a.StatusCode != 200 {
			t.Fatalf("PUT = %d %s", a.StatusCode, a.text)
		}
		for _, fields := range [][]field{nil, {{"Idempotency-Key", "one"}}, {{"Idempotency-Key", "one"}}} {
			a := s.convert(t, fields...)
			if a.StatusCode != 400 || a.code(t) != "mapper_failed" || a.detail() != test.detail {
				t.Errorf("with the module %q the answer is %d %s, want 400 mapper_failed %q", test.module, a.StatusCode, a.text, test.detail)
			}
		}
	}
	if n := s.used(t, "rich"); n != 0 {
		t.Errorf("the account was charged %d times, want never", n)
	}
	s.mapper(t, "PUT", "good")
	for range 2 {
		if a := s.convert(t, field{"Idempotency-Key", "one"}); a.StatusCode != 200 {
			t.Errorf("with another mapper the repetition is %d %s", a.StatusCode, a.text)
		}
	}
	if n := s.used(t, "rich"); n != 1 {
		t.Errorf("one document that was converted twice under one key is charged %d times, want once", n)
	}
	if log := s.log.String(); strings.Contains(log, "<field>") || strings.Contains(log, "contract number") {
		t.Errorf("the log holds what the mapper wrote:\n%s", log)
	}
}

// TestUploadsAreRateLimited checks that mapper requests count towards the
// requests per minute, but use up nothing that is paid for.
func TestUploadsAreRateLimited(t *testing.T) {
	s := start(t, setup{quota: quota.Limits{PerMinute: 2}})
	s.mapper(t, "PUT", "good")
	s.mapper(t, "GET", "")
	for _, method := range []string{"PUT", "GET", "DELETE"} {
		a := s.mapper(t, method, "good")
		if a.StatusCode != 429 || a.code(t) != "rate_limited" || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s beyond the window = %d %s, want 429", method, a.StatusCode, a.text)
		}
	}
	if n := s.used(t, "rich"); n != 0 {
		t.Errorf("the account was charged %d times, want never", n)
	}
}

// TestMappersDoNotMix checks that each account gets the rows of its own mapper,
// whatever runs at the same time.
func TestMappersDoNotMix(t *testing.T) {
	s := start(t, setup{pool: workerpool.Config{Workers: 3, Queue: 200}})
	keys := make([]string, 5)
	for i := range keys {
		keys[i] = s.account(t, fmt.Sprint("account-", i), quota.Pro)
		if a := s.mapper(t, "PUT", fmt.Sprint("mapper ", i), field{"Authorization", "Bearer " + keys[i]}); a.StatusCode != 200 {
			t.Fatalf("PUT = %d %s", a.StatusCode, a.text)
		}
	}
	var wg sync.WaitGroup
	for n := range 60 {
		wg.Go(func() {
			i := n % len(keys)
			a := s.convert(t, field{"Authorization", "Bearer " + keys[i]})
			if want := fmt.Sprintf(`"rows":[{"mapper":"mapper %d"}]`, i); !strings.Contains(a.text, want) {
				t.Errorf("the answer of account %d is %d %s, want %s", i, a.StatusCode, a.text, want)
			}
		})
	}
	wg.Wait()
}
