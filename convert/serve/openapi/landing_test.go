package openapi

import (
	"strings"
	"testing"
)

// The page shows the service's own address, all of the document and of the
// examples, and has nothing that the site's policy would not let run.
func TestLanding(t *testing.T) {
	body, err := Landing("https://orders.example/")
	if err != nil {
		t.Fatal(err)
	}
	text := string(body)
	for _, want := range []string{
		"-F file=@order.pdf https://orders.example/api/v1/convert</code>", `href="/openapi.json"`,
		`<span class="method">PUT</span> <code>/api/v1/mapper</code>`, `id="code-conversion_timeout"`, `id="field-Retry-After"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("Landing() has no %q", want)
		}
	}
	for _, unwanted := range []string{"<script", "<style", " style=", " onclick=", "ZgotmplZ", "&lt;code&gt;"} {
		if i := strings.Index(text, unwanted); i >= 0 {
			t.Errorf("Landing() has %q: %.80s", unwanted, text[max(0, i-40):])
		}
	}
	if n := strings.Count(text, "<h1"); n != 1 {
		t.Errorf("Landing() has %d headings of the first level, want 1", n)
	}
}
