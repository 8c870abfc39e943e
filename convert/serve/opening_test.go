package serve

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestOpening checks that every request is answered 503 at once while the accounts are
// not yet open, and that the server then takes over the port without refusing a
// connection.
func TestOpening(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	end := ServeUnavailable(l.(Listener), Config{})
	address := "http://" + l.Addr().String()
	for _, c := range []struct{ method, path string }{
		{"GET", "/healthz"}, {"HEAD", "/healthz"}, {"POST", "/api/v1/convert"}, {"PUT", "/api/v1/convert"}, {"GET", "/account"}, {"GET", "/"},
	} {
		r, err := http.NewRequest(c.method, address+c.path, strings.NewReader(""))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatalf("%s %s: %v", c.method, c.path, err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != http.StatusServiceUnavailable || err != nil {
			t.Errorf("%s %s = %d, %v, want 503", c.method, c.path, answer.StatusCode, err)
		}
		if c.path == "/healthz" {
			continue
		}
		var problem struct{ Code string }
		if err := json.Unmarshal(body, &problem); err != nil || problem.Code != "store_unavailable" || answer.Header.Get("Retry-After") == "" {
			t.Errorf("%s %s = %s with Retry-After: %q, want store_unavailable and a number", c.method, c.path, body, answer.Header.Get("Retry-After"))
		}
	}
	// A connection that has sent nothing yet must not delay the end.
	idle, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	end()
	// A connection opened between the end and the server's start is answered by the
	// server.
	between, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer between.Close()
	io.WriteString(between, "GET /healthz HTTP/1.0\r\n\r\n")
	s := start(t, setup{})
	go s.server.Run(t.Context(), l)
	if text, err := io.ReadAll(between); !strings.HasPrefix(string(text), "HTTP/1.0 200") {
		t.Errorf("GET /healthz after the end = %q, %v, want 200", text, err)
	}
}
