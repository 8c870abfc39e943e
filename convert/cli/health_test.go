package cli

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A service that does not answer 200 is unhealthy, and the command says why.
func TestHealthRefused(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, "store unavailable\n")
	}))
	defer server.Close()
	var out, complaints bytes.Buffer
	status := Run([]string{"health", server.URL}, nil, &out, &complaints)
	if want := "/healthz: 503 Service Unavailable: store unavailable\n"; status != exitFailure || out.Len() > 0 || !strings.HasSuffix(complaints.String(), want) {
		t.Errorf("lineitem health = %d %q %q, want %d and an error that ends in %q", status, &out, &complaints, exitFailure, want)
	}
}

// If a service listens on all addresses, the health check uses the loopback address, so
// that no name has to be resolved.
func TestLocalURL(t *testing.T) {
	for addr, want := range map[string]publicURL{
		"127.0.0.1:8080": "http://127.0.0.1:8080",
		":8080":          "http://127.0.0.1:8080",
		"0.0.0.0:80":     "http://127.0.0.1:80",
		"[::]:80":        "http://[::1]:80",
		"10.0.0.7:8080":  "http://10.0.0.7:8080",
	} {
		if got, err := localURL(addr); got != want || err != nil {
			t.Errorf("localURL(%q) = %q, %v, want %q", addr, got, err, want)
		}
	}
}
