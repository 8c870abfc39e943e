package operator

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"lineitem/quota"
)

// FuzzRequest checks that no request is answered with an internal error, and that the
// books stay in balance.
func FuzzRequest(f *testing.F) {
	for _, seed := range [][3]string{
		{"POST", "/v1/accounts", `{"id":"b","plan":"pro","start":"2026-01-31T00:00:00Z","credits":3}`},
		{"PUT", "/v1/accounts/a/plan", `{"plan":"pro"}`},
		{"PUT", "/v1/accounts/a/limits", `{"perMinute":60,"perMonth":0,"perDay":null}`},
		{"POST", "/v1/accounts/a/credits", `{"amount":-9223372036854775808,"note":"\u0000"}`},
		{"GET", "/v1/accounts/a/ledger?after=18446744073709551615", ""},
		{"POST", "/v1/accounts/a/keys", `{"name":"x"}`},
		{"POST", "/v1/accounts/a/keys/0123456789ab/rotate", `{"graceSeconds":1e30}`},
		{"DELETE", "/v1/accounts/%2e%2e/keys/", ""},
		{"POST", "/v1/accounts/a/invite", `{"validSeconds":9223372036854775807}`},
		{"DELETE", "/v1/accounts/a/sessions", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	admin := newAdmin(f)
	if _, err := admin.AddAccount(f.Context(), quota.NewAccount{ID: "a"}); err != nil {
		f.Fatal(err)
	}
	h := NewHandler(Config{Admin: admin})
	f.Fuzz(func(t *testing.T, method, target, body string) {
		if len(target)+len(body) > 4<<10 {
			return
		}
		at, err := url.ParseRequestURI(target)
		if err != nil || !strings.HasPrefix(at.Path, "/") {
			return
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/", strings.NewReader(body)).WithContext(t.Context())
		r.Method, r.URL = method, at
		r.Header.Set("Idempotency-Key", body)
		h.ServeHTTP(w, r)
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s %s %q = %d %s", method, target, body, w.Code, w.Body)
		}
		report, err := admin.Audit(t.Context(), "a")
		if err != nil || len(report.Problems) > 0 {
			t.Errorf("after %s %s %q the audit says %+v, %v", method, target, body, report, err)
		}
	})
}
