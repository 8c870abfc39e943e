package serve

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

// TestConvertHere checks that the page for trying documents offers to convert them in the browser
// if the operator has configured the WebAssembly converter, and that only the worker script may
// compile WebAssembly.
func TestConvertHere(t *testing.T) {
	const offer = `id="local"`
	without := start(t, setup{})
	if a := without.holder(t, "rich").get(t, "/try"); a.StatusCode != 200 || strings.Contains(a.text, offer) {
		t.Errorf("/try without a converter = %d, with the offer: %t", a.StatusCode, strings.Contains(a.text, offer))
	}
	for _, path := range []string{"/assets/lineitem.wasm", "/assets/local-worker.js"} {
		if a := without.visitor().get(t, path); a.StatusCode != 404 {
			t.Errorf("%s without a converter = %d, want 404", path, a.StatusCode)
		}
	}
	const module = "a module"
	var compressed bytes.Buffer
	z := gzip.NewWriter(&compressed)
	z.Write([]byte(module))
	z.Close()
	s := start(t, setup{config: Config{WASM: compressed.Bytes()}})
	page := s.holder(t, "rich").get(t, "/try")
	if !strings.Contains(page.text, offer) || strings.Contains(page.Header.Get("Content-Security-Policy"), "wasm") {
		t.Errorf("/try has the policy %q, and the offer: %t", page.Header.Get("Content-Security-Policy"), strings.Contains(page.text, offer))
	}
	a := s.visitor().get(t, "/assets/lineitem.wasm")
	if mediaType := a.Header.Get("Content-Type"); a.StatusCode != 200 || mediaType != "application/wasm" || !a.Uncompressed || a.text != module {
		t.Errorf("the converter is answered %d %q as %q, compressed: %t", a.StatusCode, a.text, mediaType, a.Uncompressed)
	}
	a = s.visitor().get(t, "/assets/local-worker.js")
	if policy := a.Header.Get("Content-Security-Policy"); a.StatusCode != 200 || !strings.Contains(policy, "'wasm-unsafe-eval'") || !strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("the worker is answered %d with the policy %q", a.StatusCode, policy)
	}
}
