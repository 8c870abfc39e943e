package serve

import (
	"encoding/base64"
	"html"
	"regexp"
	"strings"
	"testing"

	"lineitem/convert/table"
	"lineitem/quota"
)

// downloaded returns the content of a download embedded in a page.
func (a *answer) downloaded(t *testing.T, id string) string {
	t.Helper()
	m := regexp.MustCompile(`id="` + id + `" href="data:([^"]*);base64,([^"]*)" download="([^"]*)"`).FindStringSubmatch(a.text)
	if m == nil {
		t.Fatalf("no download %s in a page of status %d: %s", id, a.StatusCode, a.alert())
	}
	data, err := base64.StdEncoding.DecodeString(html.UnescapeString(m[2]))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestTry checks that a document tried on the page is charged and answered like
// one sent to the endpoint.
func TestTry(t *testing.T) {
	s := start(t, setup{config: Config{Bytes: 1000}})
	v := s.holder(t, "rich")
	a := v.try(t, "%PDF-3 rows")
	if a.StatusCode != 200 || !strings.Contains(a.text, `<section class="inspect"`) {
		t.Fatalf("trying a document = %d %s", a.StatusCode, a.text)
	}
	if used := s.used(t, "rich"); used != 1 {
		t.Errorf("trying a document was charged %d times, want once", used)
	}
	for id, accept := range map[string]string{"download-json": "application/json", "download-csv": table.CSVMediaType} {
		if got, want := a.downloaded(t, id), s.postFile(t, "%PDF-3 rows", field{"Accept", accept}).text; got != want {
			t.Errorf("%s = %q, want what the endpoint answers: %q", id, got, want)
		}
	}
	if got := a.downloaded(t, "download-xlsx"); !strings.HasPrefix(got, "PK\x03\x04") {
		t.Errorf("download-xlsx begins with %.4q", got)
	}
	before := s.used(t, "rich")
	for _, tt := range []struct {
		document string
		status   int
		want     string
	}{
		{"", 400, "empty"}, {"words", 400, "not a PDF"}, {"%PDF-encrypted", 400, "password"}, {"%PDF-die", 400, ""},
		{"%PDF-" + strings.Repeat("x", 2000), 413, "larger than 1000 bytes"}, {"%PDF-broken", 500, "The service failed"},
	} {
		a := v.try(t, tt.document)
		if a.StatusCode != tt.status || !strings.Contains(a.alert(), tt.want) || strings.Contains(a.text, "secret-marker") {
			t.Errorf("trying %.20q = %d %q, want %d with %q", tt.document, a.StatusCode, a.alert(), tt.status, tt.want)
		}
	}
	want(t, "trying what is not a file", v.follow(t, v.send(t, "/try", "file", "%PDF-1")), 400, "")
	want(t, "trying JSON", v.follow(t, v.request(t, "POST", "/try", "application/json", strings.NewReader(`{"file_base64":"`+encode("%PDF-1")+`"}`))), 400, "")
	if used := s.used(t, "rich"); used != before {
		t.Errorf("%d documents that were not converted were charged", used-before)
	}
	stranger := s.visitor()
	want(t, "trying signed out", stranger.upload(t, "/try", "file", "%PDF-1"), 303, "/sign-in")
	if a := stranger.get(t, "/sign-in"); !strings.Contains(a.text, `name="to" value="try"`) {
		t.Errorf("the form to sign in = %s, want one that leads to the trial", a.text)
	}
	want(t, "signing in to try", stranger.send(t, "/sign-in", "account", "rich", "password", password, "to", "try"), 303, "/try")
	want(t, "signing in to go elsewhere", stranger.send(t, "/sign-in", "account", "rich", "password", password, "to", "//evil.example"), 303, "/account")
}

// TestTryObeysLimits checks that the page obeys the limits of the account and of
// the service.
func TestTryObeysLimits(t *testing.T) {
	s := start(t, setup{quota: quota.Limits{PerMinute: 5}})
	s.account(t, "poor", quota.Free)
	v := s.holder(t, "poor")
	if a := v.get(t, "/try"); !strings.Contains(a.text, "of which 3 and 0 credits are left") || strings.Contains(a.text, `id="spent"`) {
		t.Errorf("the form does not tell what is left: %s", a.text)
	}
	for range 3 {
		want(t, "trying", v.try(t, "%PDF-1"), 200, "")
	}
	for _, path := range []string{"/account", "/try"} {
		if a := v.get(t, path); !strings.Contains(a.text, "No conversions and no credits are left: documents are refused until ") {
			t.Errorf("%s does not tell that nothing is left: %s", path, a.text)
		}
	}
	if a := v.try(t, "%PDF-1"); a.StatusCode != 402 || !strings.Contains(a.alert(), "used up") {
		t.Errorf("trying without allowance = %d %q, want 402", a.StatusCode, a.alert())
	}
	v.upload(t, "/try", "file", "%PDF-1")
	if a := v.try(t, "%PDF-1"); a.StatusCode != 429 {
		t.Errorf("the sixth request of a minute = %d %q, want 429", a.StatusCode, a.alert())
	}
	s.server.draining.Store(true)
	for _, path := range []string{"/", "/account", "/sign-in"} {
		a := v.get(t, path)
		want(t, path+" of a server that is ending", a, 503, "")
		if a.Header.Get("Content-Security-Policy") == "" || !strings.Contains(a.text, "<!DOCTYPE html>") {
			t.Errorf("%s of a server that is ending = %v %s, want a page", path, a.Header, a.text)
		}
	}
	want(t, "trying on it", v.upload(t, "/try", "file", "%PDF-1"), 503, "")
}

// TestTryHoldsMemory checks that a page too large for the request memory is
// refused and not charged.
func TestTryHoldsMemory(t *testing.T) {
	s := start(t, setup{config: Config{RequestMemory: 100 << 10}})
	v := s.holder(t, "rich")
	want(t, "trying a small document", v.try(t, "%PDF-1"), 200, "")
	want(t, "trying one with a large result", v.try(t, "%PDF-1000 rows"), 400, "")
	if used := s.used(t, "rich"); used != 1 {
		t.Errorf("%d conversions were charged, want 1", used)
	}
	if left := s.server.memory.inUse(); left != 0 {
		t.Errorf("%d bytes are still held", left)
	}
}
