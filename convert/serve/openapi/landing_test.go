package openapi

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// landing returns the landing page of a service at an example address.
func landing(t *testing.T) string {
	t.Helper()
	return landingOf(t, Visitor{URL: "https://orders.example/"})
}

func landingOf(t *testing.T, v Visitor) string {
	t.Helper()
	body, err := Landing(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestLandingLeadsOn checks that the page links to what a visitor can still do, and
// to nothing else: signing in, registering, or the account.
func TestLandingLeadsOn(t *testing.T) {
	for _, tt := range []struct {
		visitor                   Visitor
		account, signIn, register bool
	}{
		{Visitor{}, false, true, false},
		{Visitor{Registration: true}, false, true, true},
		{Visitor{SignedIn: true}, true, false, false},
		{Visitor{SignedIn: true, Registration: true}, true, false, false},
	} {
		text := landingOf(t, tt.visitor)
		actions, _, _ := strings.Cut(text[strings.Index(text, `class="actions"`):], "</p>")
		for _, link := range []struct {
			name   string
			within string
			want   bool
		}{
			{`"/account"`, actions, tt.account}, {`"/sign-in"`, actions, tt.signIn}, {`"/register"`, actions, tt.register},
			{`"/sign-in"`, text, tt.signIn}, {`"/register"`, text, tt.register}, {`"/try"`, actions, true},
		} {
			if got := strings.Contains(link.within, link.name); got != link.want {
				t.Errorf("the page for %+v leads to %s: %t, want %t", tt.visitor, link.name, got, link.want)
			}
		}
	}
}

// TestLandingIsCopied checks that the examples on the page are marked so that they
// can be copied.
func TestLandingIsCopied(t *testing.T) {
	text := landing(t)
	examples, err := readExamples()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Count(text, " data-copy>"), len(examples)+2; got != want {
		t.Errorf("%d examples can be copied, want %d", got, want)
	}
}

// TestLanding checks that the page shows the service's own address, all of the
// OpenAPI document and the examples unchanged, and has nothing that the site's
// content security policy would block.
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

// TestLandingLinks checks that every link within the page leads to exactly one
// element.
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
