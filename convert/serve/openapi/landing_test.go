package openapi

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// landing is the page of a service at an address.
func landing(t *testing.T) string {
	t.Helper()
	body, err := Landing("https://orders.example/")
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// The page shows the service's own address, all of the document and the
// examples to the letter, and has nothing that the site's policy would not let run.
func TestLanding(t *testing.T) {
	text := landing(t)
	wanted := []string{
		"-F file=@order.pdf https://orders.example/api/v1/convert</code>", `href="/openapi.json"`,
		`<span class="method">PUT</span> <code>/api/v1/mapper</code>`, `id="code-conversion_timeout"`, `id="field-Retry-After"`,
	}
	examples, err := readExamples()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		file, err := exampleFiles.ReadFile("examples/" + e.ID)
		if err != nil {
			t.Fatal(err)
		}
		wanted = append(wanted, template.HTMLEscapeString(strings.TrimSpace(string(file))))
	}
	for _, want := range wanted {
		if !strings.Contains(text, want) && !strings.Contains(text, strings.ReplaceAll(want, "+", "&#43;")) {
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

// Links within the page lead somewhere, and to one place only.
func TestLandingLinks(t *testing.T) {
	text := landing(t)
	var ids []string
	for _, match := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if slices.Contains(ids, match[1]) {
			t.Errorf("two elements have the id %s", match[1])
		}
		ids = append(ids, match[1])
	}
	for _, match := range regexp.MustCompile(` (?:href="#|aria-labelledby=")([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(ids, match[1]) {
			t.Errorf("nothing has the id %s, which is referred to", match[1])
		}
	}
}
