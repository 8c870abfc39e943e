package serve

import (
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const password = "correct horse battery staple"

// visitor simulates a browser as far as the pages need one: it keeps cookies, but
// follows no redirects.
type visitor struct {
	*testServer
	cookies map[string]string
	fields  []field // sent with each request
}

func (s *testServer) visitor() *visitor {
	return &visitor{testServer: s, cookies: map[string]string{}, fields: []field{{"Accept", "text/html,*/*;q=0.8"}, {"Sec-Fetch-Site", "same-origin"}}}
}

// holder returns a visitor signed in to an account.
func (s *testServer) holder(t *testing.T, account string) *visitor {
	t.Helper()
	token, _, err := s.admin.Invite(context.Background(), account, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	v := s.visitor()
	if a := v.send(t, "/invite/"+token, "password", password, "repeat", password); a.StatusCode != 303 {
		t.Fatalf("accepting an invitation = %d %s", a.StatusCode, a.text)
	}
	return v
}

func (v *visitor) request(t *testing.T, method, path, contentType string, body io.Reader) *answer {
	t.Helper()
	r, err := http.NewRequest(method, v.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append([]field{{"Content-Type", contentType}}, v.fields...) {
		r.Header.Set(f.name, f.value)
		if f.name == "Host" {
			r.Host = f.value
		}
	}
	for name, value := range v.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range response.Cookies() {
		v.cookies[c.Name] = c.Value
		if c.MaxAge < 0 {
			delete(v.cookies, c.Name)
		}
	}
	return &answer{response, string(text)}
}

func (v *visitor) get(t *testing.T, path string) *answer {
	t.Helper()
	return v.request(t, "GET", path, "", nil)
}

// send sends a form of names and values.
func (v *visitor) send(t *testing.T, path string, form ...string) *answer {
	t.Helper()
	values := url.Values{}
	for i := 0; i < len(form); i += 2 {
		values.Set(form[i], form[i+1])
	}
	return v.request(t, "POST", path, "application/x-www-form-urlencoded", strings.NewReader(values.Encode()))
}

// upload sends a form with one file.
func (v *visitor) upload(t *testing.T, path, part, content string) *answer {
	t.Helper()
	contentType, body := parts("file", content)
	text := strings.Replace(body.String(), `name="file"`, `name="`+part+`"`, 1)
	return v.request(t, "POST", path, contentType, strings.NewReader(text))
}

// follow loads the page that a form redirects to, and checks that reloading the
// page does not change it.
func (v *visitor) follow(t *testing.T, a *answer) *answer {
	t.Helper()
	location := a.Header.Get("Location")
	if a.StatusCode != 303 || !strings.Contains(location, "/outcome/") {
		t.Fatalf("a form is answered %d to %q, want 303 to its outcome: %s", a.StatusCode, location, a.alert())
	}
	delete(v.cookies, "__Host-lineitem-done") // a confirmation is shown once only
	page := v.get(t, location)
	if again := v.get(t, location); again.StatusCode != page.StatusCode || again.text != page.text {
		t.Errorf("%s loaded again = %d %s, want %d %s", location, again.StatusCode, again.text, page.StatusCode, page.text)
	}
	return page
}

// try uploads a document to be tried and loads the outcome.
func (v *visitor) try(t *testing.T, document string) *answer {
	t.Helper()
	return v.follow(t, v.upload(t, "/try", "file", document))
}

// shown returns the text of the element with an id.
func (a *answer) shown(t *testing.T, id string) string {
	t.Helper()
	m := regexp.MustCompile(`id="` + id + `"[^>]*>([^<]*)<`).FindStringSubmatch(a.text)
	if m == nil {
		t.Fatalf("no element with the id %q in a page of status %d: %s", id, a.StatusCode, a.text)
	}
	return html.UnescapeString(m[1])
}

// alert returns the error message on a page.
func (a *answer) alert() string {
	m := regexp.MustCompile(`role="alert">([^<]*)<`).FindStringSubmatch(a.text)
	if m == nil {
		return ""
	}
	return html.UnescapeString(m[1])
}

func want(t *testing.T, what string, a *answer, status int, location string) {
	t.Helper()
	if a.StatusCode != status || a.Header.Get("Location") != location {
		t.Errorf("%s = %d to %q, want %d to %q: %s", what, a.StatusCode, a.Header.Get("Location"), status, location, a.alert())
	}
}

// pageRoutes are the addresses of all pages, with a form for those that take one.
var pageRoutes = []struct {
	method, path string
	form         []string
}{
	{"GET", "/", nil}, {"GET", "/sign-in", nil}, {"POST", "/sign-in", []string{"account", "rich", "password", "x"}},
	{"GET", "/invite/no.token", nil}, {"POST", "/invite/no.token", nil}, {"GET", "/register", nil}, {"POST", "/register", nil},
	{"GET", "/account", nil}, {"POST", "/account/password", nil}, {"POST", "/account/keys", []string{"name", "key"}},
	{"POST", "/account/keys/0123456789ab/rotate", []string{"grace", "24h"}}, {"POST", "/account/keys/0123456789ab/revoke", nil},
	{"POST", "/account/mapper", nil}, {"POST", "/account/mapper/remove", nil}, {"GET", "/try", nil}, {"POST", "/try", nil},
	{"GET", "/try/outcome/none/correct", nil}, {"POST", "/try/outcome/none/correct", nil}, {"GET", "/try/outcome/none/pictures/1", nil},
	{"POST", "/try/learn", nil}, {"GET", "/account/layouts", nil}, {"GET", "/account/layouts/none", nil}, {"POST", "/account/layouts/none/remove", nil},
	{"POST", "/sign-out", nil}, {"POST", "/sign-out-everywhere", nil}, {"GET", "/nothing", nil}, {"DELETE", "/account", nil},
	{"GET", "/openapi.json", nil}, {"GET", "/assets/site.css", nil}, {"GET", "/assets/site.js", nil}, {"GET", "/assets/icon.svg", nil},
	{"GET", "/assets/inspect.css", nil}, {"GET", "/assets/inspect.js", nil}, {"GET", "/assets/landing.css", nil},
}

// TestEveryPageIsHardened checks that no page may be framed, run inline code or be
// cached, and that none loads anything from another host.
func TestEveryPageIsHardened(t *testing.T) {
	s := start(t, setup{config: Config{Registration: true}})
	inline := regexp.MustCompile(`(?i)<script(?:\s[^>]*)?>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:`)
	loaded := regexp.MustCompile(`(?i)(?:<(?:script|img|image|iframe|link)[^>]*\s(?:src|href)|<form[^>]*\saction)="([^"]*)"`)
	v := s.visitor()
	for _, signedIn := range []bool{false, true} {
		for _, route := range pageRoutes {
			if signedIn && v.cookies["__Host-lineitem"] == "" { // one of the forms signs out
				v = s.holder(t, "rich")
			}
			var a *answer
			if route.method == "POST" {
				a = v.send(t, route.path, route.form...)
			} else {
				a = v.request(t, route.method, route.path, "", nil)
			}
			name := fmt.Sprintf("%s %s, signed in %t", route.method, route.path, signedIn)
			cache := "no-store"
			if a.StatusCode == 200 && (strings.HasPrefix(route.path, "/assets/") || route.path == "/openapi.json") {
				cache = "public, max-age=300"
			}
			for _, f := range []field{
				{"Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"},
				{"X-Content-Type-Options", "nosniff"}, {"Referrer-Policy", "same-origin"}, {"Cross-Origin-Opener-Policy", "same-origin"}, {"Cache-Control", cache},
			} {
				if got := a.Header.Get(f.name); got != f.value {
					t.Errorf("%s: %s = %q, want %q", name, f.name, got, f.value)
				}
			}
			if a.Header.Get("Permissions-Policy") == "" {
				t.Errorf("%s has no Permissions-Policy", name)
			}
			if location := a.Header.Get("Location"); location != "" && !slices.Contains([]string{"/account", "/sign-in"}, location) && !strings.HasPrefix(location, "/account/outcome/") {
				t.Errorf("%s leads to %q", name, location)
			}
			if !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
				continue
			}
			if found := inline.FindString(a.text); found != "" {
				t.Errorf("%s has inline code: %q", name, found)
			}
			for _, m := range loaded.FindAllStringSubmatch(a.text, -1) {
				if !strings.HasPrefix(m[1], "/") || strings.HasPrefix(m[1], "//") {
					t.Errorf("%s loads %q", name, m[1])
				}
			}
		}
	}
}

// TestOtherSitesPagesAreRefused checks that requests made by pages of other sites
// change nothing.
func TestOtherSitesPagesAreRefused(t *testing.T) {
	s := start(t, setup{config: Config{Registration: true}})
	v := s.holder(t, "rich")
	v.get(t, "/account") // takes the confirmation, which is shown once
	before, err := s.admin.Account(t.Context(), "rich")
	if err != nil {
		t.Fatal(err)
	}
	for _, fields := range [][]field{
		{{"Sec-Fetch-Site", "cross-site"}}, {{"Sec-Fetch-Site", "same-site"}}, {{"Origin", "https://evil.example"}}, {{"Origin", "null"}},
	} {
		v.fields = append([]field{{"Accept", "text/html"}}, fields...)
		for _, route := range pageRoutes {
			if route.method != "POST" {
				continue
			}
			path := strings.Replace(route.path, "0123456789ab", before.Keys[0].ID, 1)
			if a := v.send(t, path, route.form...); a.StatusCode != 403 || len(a.Cookies()) > 0 {
				t.Errorf("POST %s with %v = %d, want 403", path, fields, a.StatusCode)
			}
		}
		for _, upload := range [][2]string{{"/try", "file"}, {"/try/learn", "file"}, {"/account/mapper", "mapper"}} {
			if a := v.upload(t, upload[0], upload[1], "%PDF-1"); a.StatusCode != 403 {
				t.Errorf("uploading to %s with %v = %d, want 403", upload[0], fields, a.StatusCode)
			}
		}
	}
	after, err := s.admin.Account(t.Context(), "rich")
	if err != nil || len(after.Keys) != 1 || after.Mapper != nil || after.Allowance.Used != 0 || after.SignIn.Sessions != 1 {
		t.Errorf("the account after it = %+v (%v)", after, err)
	}
}

// TestPagesOfErrors checks that requests for unknown addresses are answered with a
// page to browsers, and with a problem in JSON to others.
func TestPagesOfErrors(t *testing.T) {
	s := start(t, setup{})
	v := s.visitor()
	for _, tt := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/nothing", 404, "not_found"}, {"GET", "/account/", 404, "not_found"}, {"GET", "/invite/", 404, "not_found"},
		{"PUT", "/account", 405, "method_not_allowed"}, {"GET", "/sign-out", 405, "method_not_allowed"},
	} {
		a := v.request(t, tt.method, tt.path, "", nil)
		if a.StatusCode != tt.status || !strings.Contains(a.text, "<!DOCTYPE html>") || !strings.Contains(a.text, a.Header.Get("X-Request-Id")) {
			t.Errorf("%s %s of a browser = %d %s, want a page of %d", tt.method, tt.path, a.StatusCode, a.text, tt.status)
		}
		if p := s.do(t, tt.method, tt.path, nil); p.StatusCode != tt.status || p.code(t) != tt.code {
			t.Errorf("%s %s = %d %s, want %d %s", tt.method, tt.path, p.StatusCode, p.text, tt.status, tt.code)
		}
	}
	if a := v.get(t, "/api/v1/convert"); a.code(t) != "method_not_allowed" {
		t.Errorf("the API answers a browser %d %s, want a problem", a.StatusCode, a.text)
	}
	want(t, "a form that is too large", v.send(t, "/sign-in", "account", strings.Repeat("x", 20<<10)), 413, "")
	want(t, "a body that is not a form", v.request(t, "POST", "/sign-in", "text/plain", strings.NewReader("account=rich")), 400, "")
	if a := v.request(t, "HEAD", "/sign-in", "", nil); a.StatusCode != 200 || a.text != "" {
		t.Errorf("HEAD /sign-in = %d %q, want 200 without a body", a.StatusCode, a.text)
	}
}

// TestAssetsAreKept checks that pages refer to their assets by their content, so
// that browsers may keep them.
func TestAssetsAreKept(t *testing.T) {
	s := start(t, setup{})
	v := s.visitor()
	for _, m := range regexp.MustCompile(`"(/assets/[^"]*)"`).FindAllStringSubmatch(v.get(t, "/").text, -1) {
		a := v.get(t, m[1])
		if a.StatusCode != 200 || a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s = %d with Cache-Control %q", m[1], a.StatusCode, a.Header.Get("Cache-Control"))
		}
		again := s.visitor()
		again.fields = append(again.fields, field{"If-None-Match", a.Header.Get("ETag")})
		if a := again.get(t, m[1]); a.StatusCode != 304 {
			t.Errorf("%s once more = %d, want 304", m[1], a.StatusCode)
		}
	}
}

// TestPagesAreNotLogged checks that neither secrets that open an account nor
// contents of documents get into the log.
func TestPagesAreNotLogged(t *testing.T) {
	s := start(t, setup{})
	token, _, err := s.admin.Invite(t.Context(), "rich", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	path := "/invite/" + token
	stranger := s.visitor()
	stranger.get(t, path)
	stranger.get(t, path+"/more")
	stranger.get(t, path+"?secret-query")
	stranger.request(t, "PUT", path, "", nil)
	stranger.send(t, path, "password", "secret-short", "repeat", "another")
	foreign := s.visitor()
	foreign.fields = []field{{"Sec-Fetch-Site", "cross-site"}}
	foreign.send(t, path, "password", password, "repeat", password)
	v := s.visitor()
	v.send(t, path, "password", password, "repeat", password)
	session, device := v.cookies["__Host-lineitem"], v.cookies["__Host-lineitem-device"]
	v.get(t, path)
	v.get(t, "/secret-address")
	made := v.send(t, "/account/keys", "name", "secret-name")
	key := v.follow(t, made).shown(t, "new-key")
	v.try(t, "%PDF-secret-content")
	v.upload(t, "/try", "file", "secret-content")
	s.visitor().send(t, "/sign-in", "account", "secret-account", "password", "secret-password")
	v.send(t, "/sign-out")
	s.server.draining.Store(true)
	v.get(t, path)
	log := s.log.String()
	for _, secret := range []string{token, strings.SplitN(token, ".", 2)[1], session, device, key, password, made.Header.Get("Location"), "secret-", "order.pdf"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %.12q...:\n%s", secret, log)
		}
	}
	for _, part := range []string{`"route":"/invite/:token"`, `"route":"/try"`, `"account":"rich"`} {
		if !strings.Contains(log, part) {
			t.Errorf("the log lacks %s:\n%s", part, log)
		}
	}
}
