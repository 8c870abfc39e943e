package openapi_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"

	"lineitem/convert/order/taught"
	"lineitem/convert/table"
	"lineitem/convert/ubl"
	"lineitem/quota"
)

// A trial is a request with the answer it must get.
type trial struct {
	name    string
	request request
	status  int
	code    string // the code of a problem, or else the media type
	outside bool   // whether the request violates the document
}

// run sends the requests and reports answers that differ from those expected.
func (c *contract) run(t *testing.T, s *testServer, trials []trial) {
	t.Helper()
	for _, tt := range trials {
		o, conforms := c.exchange(t, s, tt.request)
		if o.status != tt.status || o.code != tt.code {
			t.Errorf("%s = %d %s, want %d %s", tt.name, o.status, o.code, tt.status, tt.code)
		}
		if (conforms != nil) != tt.outside {
			t.Errorf("%s: that the request is as the document says is told as %v, want an error: %v", tt.name, conforms, tt.outside)
		}
	}
}

// multi returns a conversion request in multipart form. parts are names and
// contents.
func multi(key, mediaType string, parts ...string) request {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i < len(parts); i += 2 {
		header := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf("form-data; name=%q; filename=%q", parts[i], "Auftrag Nº 7.pdf")}}
		if mediaType != "" {
			header.Set("Content-Type", mediaType)
		}
		part, _ := w.CreatePart(header) // cannot fail, as it writes to memory
		part.Write([]byte(parts[i+1]))
	}
	w.Close()
	return request{"POST", "/api/v1/convert", map[string]string{
		"Authorization": "Bearer " + key, "Content-Type": w.FormDataContentType(),
	}, body.Bytes()}
}

// text returns a conversion request in JSON.
func text(key, body string) request {
	return request{"POST", "/api/v1/convert", map[string]string{
		"Authorization": "Bearer " + key, "Content-Type": "application/json",
	}, []byte(body)}
}

// taughtAs changes a conversion request to a lesson.
func taughtAs(r request) request {
	r.path = "/api/v1/layouts"
	return r
}

// with returns the request with a header field set; an empty one is left out when
// sent.
func (r request) with(name, value string) request {
	header := map[string]string{name: value}
	for n, v := range r.header {
		if n != name {
			header[n] = v
		}
	}
	r.header = header
	return r
}

// at returns the request with a query appended.
func (r request) at(query string) request {
	r.path += query
	return r
}

// mapper returns a request for the account's mapper.
func mapper(key, method string, module []byte) request {
	r := request{method, "/api/v1/mapper", map[string]string{"Authorization": "Bearer " + key}, module}
	if method == "PUT" {
		return r.with("Content-Type", "application/wasm")
	}
	return r
}

// account returns a request for the state of the account.
func account(key string) request {
	return request{"GET", "/api/v1/account", map[string]string{"Authorization": "Bearer " + key}, nil}
}

// lesson returns a request to learn, in multipart form. parts are names and
// contents.
func lesson(key string, parts ...string) request {
	return taughtAs(multi(key, "application/octet-stream", parts...))
}

// layout returns a request for the account's layouts, or for the one with the
// given ID.
func layout(key, method, id string, body []byte) request {
	r := request{method, "/api/v1/layouts", map[string]string{"Authorization": "Bearer " + key}, body}
	if id != "" {
		r.path += "/" + id
	}
	if method == "PUT" {
		return r.with("Content-Type", jsonMediaType)
	}
	return r
}

const jsonMediaType = "application/json"

// TestAnswersAreAsDocumented checks that real requests get every status, code and
// media type in the OpenAPI document, that the answers conform to it, and that no
// request gets any other answer. Otherwise programs written from the document
// would break.
func TestAnswersAreAsDocumented(t *testing.T) {
	c := loadContract(t)
	s := start(t)
	key := s.account(t, "rich", quota.Pro, quota.Limits{})
	order := string(read(t, "orders/german-letter.pdf"))
	document := base64.StdEncoding.EncodeToString([]byte(order))
	pdf := func(parts ...string) request { return multi(key, "application/pdf", parts...) }
	file := pdf("file", order)
	answered := httptest.NewRecorder()
	s.server.ServeHTTP(answered, s.new(t, file))
	rows := answered.Body.String()
	exported, err := newOtherLayout().Encode()
	if err != nil {
		t.Fatal(err)
	}
	large := append(exported[:len(exported)-1:len(exported)-1], `,"more":"`+strings.Repeat("x", taught.MaxBytes)+`"}`...)
	tooLong := strings.Repeat("x", http.DefaultMaxHeaderBytes+8<<10)
	c.run(t, s, []trial{
		{"a form", file, 200, jsonMediaType, false},
		{"evidence", file.at("?include=evidence"), 200, jsonMediaType, false},
		{"a form with more parts", pdf("file", order, "more", "x"), 200, jsonMediaType, false},
		{"JSON", text(key, `{"file_base64":"`+document+`","filename":"order.pdf","media_type":"application/pdf"}`), 200, jsonMediaType, false},
		{"JSON with more members", text(key, `{"file_base64":"`+document+`","more":[1]}`), 200, jsonMediaType, false},
		{"CSV", file.with("Accept", table.CSVMediaType), 200, table.CSVMediaType, false},
		{"XML", file.with("Accept", ubl.MediaType), 200, ubl.MediaType, false},
		{"XLSX", file.with("Accept", table.XLSXMediaType), 200, table.XLSXMediaType, false},
		{"an order twice", file.with("Idempotency-Key", "one"), 200, jsonMediaType, false},

		{"another order under the same key", pdf("file", order+"\n").with("Idempotency-Key", "one"), 400, "bad_request", false},
		{"another query", file.at("?include=everything"), 400, "bad_request", true},
		{"a query that does not exist", file.at("?includes=evidence"), 400, "bad_request", false},
		{"evidence as CSV", file.at("?include=evidence").with("Accept", table.CSVMediaType), 400, "bad_request", false},
		{"evidence as XML", file.at("?include=evidence").with("Accept", ubl.MediaType), 400, "bad_request", false},
		{"another media type", file.with("Content-Type", "application/pdf"), 400, "bad_request", true},
		{"no JSON", text(key, `{`), 400, "bad_request", true},
		{"a number", text(key, `{"file_base64":7}`), 400, "bad_request", true},
		{"both forms", text(key, `{"file_base64":"JVBERi0x","file":"x"}`), 400, "bad_request", true},
		{"no part file", pdf("other", order), 400, "missing_file", true},
		{"no file_base64", text(key, `{}`), 400, "missing_file", true},
		{"an empty file", pdf("file", ""), 400, "empty_file", false},
		{"a text", pdf("file", "hello"), 400, "unsupported_type", false},
		{"no PDF inside", pdf("file", "%PDF-1.7\nhello"), 400, "unreadable_document", false},
		{"many pages", pdf("file", string(read(t, "orders/uk-office.pdf"))), 400, "too_many_pages", false},
		{"a large answer", pdf("file", "%PDF-large"), 400, "answer_too_large", false},
		{"encrypted", pdf("file", "%PDF-encrypted"), 400, "encrypted_document", false},
		{"too large", pdf("file", string(make([]byte, maxDocument+1))), 413, "file_too_large", false},
		{"busy", pdf("file", "%PDF-busy"), 503, "busy", false},
		{"killed", pdf("file", "%PDF-killed"), 503, "unavailable", false},
		{"slow", pdf("file", "%PDF-slow"), 504, "conversion_timeout", false},
		{"broken", pdf("file", "%PDF-broken"), 500, "internal_error", false},

		{"no mapper", mapper(key, "GET", nil), 404, "no_mapper", false},
		{"a mapper that is not a module", mapper(key, "PUT", []byte("module")), 400, "mapper_failed", false},
		{"an empty mapper", mapper(key, "PUT", nil), 400, "empty_file", true},
		{"a mapper as a form", mapper(key, "PUT", []byte("a=b")).with("Content-Type", "application/x-www-form-urlencoded"), 400, "bad_request", true},
		{"a large mapper", mapper(key, "PUT", make([]byte, maxModule+1)), 413, "file_too_large", false},
		{"a mapper", mapper(key, "PUT", read(t, "mapper/pass.wasm")), 200, jsonMediaType, false},
		{"which mapper", mapper(key, "GET", nil), 200, jsonMediaType, false},
		{"mapped", file.at("?include=evidence"), 200, jsonMediaType, false},
		{"a mapper that refuses", mapper(key, "PUT", read(t, "mapper/refuse.wasm")).with("Content-Type", "application/octet-stream"), 200, jsonMediaType, false},
		{"refused", file, 400, "mapper_failed", false},
		{"no mapper any more", mapper(key, "DELETE", nil), 204, "", false},
		{"which mapper, with a query", mapper(key, "GET", nil).at("?id=1"), 400, "bad_request", false},
		{"no mapper, with a query", mapper(key, "DELETE", nil).at("?id=1"), 400, "bad_request", false},

		{"the account", account(key), 200, jsonMediaType, false},
		{"the account, with a query", account(key).at("?id=1"), 400, "bad_request", false},

		{"a form without rows", lesson(key, "file", order), 400, "invalid_rows", true},
		{"no rows", lesson(key, "file", order, "rows", "[]"), 400, "invalid_rows", false},
		{"rows of unknown columns", lesson(key, "file", order, "rows", `[{"colour":"red"}]`), 400, "invalid_rows", false},
		{"rows without a document", lesson(key, "rows", rows), 400, "missing_file", true},
		{"rows of an empty file", lesson(key, "file", "", "rows", rows), 400, "empty_file", false},
		{"rows of a text", lesson(key, "file", "hello", "rows", rows), 400, "unsupported_type", false},
		{"rows of no PDF", lesson(key, "file", "%PDF-1.7\nhello", "rows", rows), 400, "unreadable_document", false},
		{"rows of many pages", lesson(key, "file", string(read(t, "orders/uk-office.pdf")), "rows", rows), 400, "too_many_pages", false},
		{"rows of what is encrypted", lesson(key, "file", "%PDF-encrypted", "rows", rows), 400, "encrypted_document", false},
		{"rows of what is too large", lesson(key, "file", string(make([]byte, maxDocument+1)), "rows", rows), 413, "file_too_large", false},
		{"a lesson with a query", lesson(key, "file", order, "rows", rows).at("?id=1"), 400, "bad_request", false},
		{"a slow lesson", lesson(key, "file", "%PDF-slow", "rows", rows), 504, "conversion_timeout", false},
		{"no layouts", layout(key, "GET", "", nil), 200, jsonMediaType, false},
		{"a lesson", lesson(key, "file", order, "rows", rows), 201, jsonMediaType, false},
		{"a lesson as JSON", taughtAs(text(key, `{"file_base64":"`+document+`","rows":`+rows+`}`)), 200, jsonMediaType, false},
		{"another layout", lesson(key, "file", otherLayout, "rows", rows), 201, jsonMediaType, false},
		{"the layouts", layout(key, "GET", "", nil), 200, jsonMediaType, false},
		{"the layouts, with a query", layout(key, "GET", "", nil).at("?id=1"), 400, "bad_request", false},
		{"no such layout", layout(key, "GET", "ly_0", nil), 404, "layout_not_found", false},
		{"a layout, with a query", layout(key, "GET", otherID, nil).at("?id=1"), 400, "bad_request", false},
		{"a layout", layout(key, "GET", otherID, nil), 200, jsonMediaType, false},
		{"no layout", layout(key, "PUT", otherID, []byte("{}")), 400, "invalid_layout", true},
		{"a layout as another one", layout(key, "PUT", "ly_0", exported), 400, "invalid_layout", false},
		{"a compressed layout", layout(key, "PUT", otherID, exported).with("Content-Encoding", "gzip"), 400, "bad_request", false},
		{"a large layout", layout(key, "PUT", otherID, large), 413, "file_too_large", false},
		{"a layout again", layout(key, "PUT", otherID, exported), 200, jsonMediaType, false},
		{"no layout with a query", layout(key, "DELETE", otherID, nil).at("?id=1"), 400, "bad_request", false},
		{"a layout less", layout(key, "DELETE", otherID, nil), 204, "", false},
		{"a layout that is gone", layout(key, "DELETE", otherID, nil), 404, "layout_not_found", false},
		{"a layout again", layout(key, "PUT", otherID, exported), 201, jsonMediaType, false},

		{"health", request{"GET", "/healthz", nil, nil}, 200, "text/plain", false},
		{"health by HEAD", request{"HEAD", "/healthz", nil, nil}, 200, "", false},
		{"a large header", request{"GET", "/healthz", map[string]string{"More": tooLong}, nil}, 431, "text/plain", false},
		{"a large header by HEAD", request{"HEAD", "/healthz", map[string]string{"More": tooLong}, nil}, 431, "", false},
		{"no address", request{"GET", "/api/v1/orders", nil, nil}, 404, "not_found", false},
		{"no method", request{"GET", "/api/v1/convert", nil, nil}, 405, "method_not_allowed", false},
	})

	// The refusals that every operation has in common.
	operations := func(key string) map[string]request {
		return map[string]request{
			"POST":   multi(key, "application/pdf", "file", order),
			"GET":    mapper(key, "GET", nil),
			"PUT":    mapper(key, "PUT", read(t, "mapper/pass.wasm")),
			"DELETE": mapper(key, "DELETE", nil),

			"GET of the account": account(key),
			"POST of a lesson":   lesson(key, "file", order, "rows", rows),
			"GET of the layouts": layout(key, "GET", "", nil),
			"GET of a layout":    layout(key, "GET", otherID, nil),
			"PUT of a layout":    layout(key, "PUT", otherID, exported),
			"DELETE of a layout": layout(key, "DELETE", otherID, nil),
		}
	}
	each := func(s *testServer, key string, status int, code string) {
		t.Helper()
		for name, r := range operations(key) {
			status, code := status, code
			if r.path == account(key).path && status == 429 { // this operation is not rate-limited
				status, code = 200, jsonMediaType
			}
			c.run(t, s, []trial{{name + " with " + code, r, status, code, false}})
		}
	}
	for method, r := range operations("") {
		c.run(t, s, []trial{{method + " without a key", r.with("Authorization", ""), 401, "missing_key", true}})
	}
	each(s, quota.NewKey(), 401, "invalid_key")
	poor := s.account(t, "poor", quota.Free, quota.Limits{FreePerDay: 1})
	c.run(t, s, []trial{
		{"the first of a day", multi(poor, "application/pdf", "file", order), 200, jsonMediaType, false},
		{"the second of a day", multi(poor, "application/pdf", "file", order), 402, "payment_required", false},
	})
	full := s.account(t, "full", quota.Pro, quota.Limits{Layouts: 1})
	c.run(t, s, []trial{
		{"the only layout", lesson(full, "file", order, "rows", rows), 201, jsonMediaType, false},
		{"a layout too many", lesson(full, "file", otherLayout, "rows", rows), 409, "layout_limit", false},
		{"a layout too many, imported", layout(full, "PUT", otherID, exported), 409, "layout_limit", false},
	})
	hasty := s.account(t, "hasty", quota.Pro, quota.Limits{PerMinute: 1})
	c.run(t, s, []trial{{"the first of a minute", mapper(hasty, "GET", nil), 404, "no_mapper", false}})
	each(s, hasty, 429, "rate_limited")

	s.store.fault = errors.New("the disk does not answer")
	each(s, key, 500, "internal_error")
	s.store.fault = quota.ErrFull
	each(s, key, 503, "unavailable")
	s.store.fault = quota.ErrUnavailable
	each(s, key, 503, "store_unavailable")
	s.store.fault = nil

	s.drain(t)
	each(s, key, 503, "busy")
	c.run(t, s, []trial{
		{"health at the end", request{"GET", "/healthz", nil, nil}, 503, "text/plain", false},
		{"health at the end by HEAD", request{"HEAD", "/healthz", nil, nil}, 503, "", false},
	})

	for _, o := range c.outcomes(t) {
		if !c.seen[o] {
			t.Errorf("the document has %+v, which no request was answered", o)
		}
		delete(c.seen, o)
	}
	for o := range c.seen {
		t.Errorf("%+v was answered, which the document does not have", o)
	}
}
