package serve

import (
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lineitem/convert/table"
	"lineitem/quota"
)

const password = "correct horse battery staple"

// visitor is a browser as far as the pages need one: it keeps cookies, and
// follows no redirection.
type visitor struct {
	*testServer
	cookies map[string]string
	fields  []field // sent with each request
}

func (s *testServer) visitor() *visitor {
	return &visitor{testServer: s, cookies: map[string]string{}, fields: []field{{"Accept", "text/html,*/*;q=0.8"}, {"Sec-Fetch-Site", "same-origin"}}}
}

// holder is a visitor who is signed in to an account.
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

// upload sends a form with a file.
func (v *visitor) upload(t *testing.T, path, part, content string) *answer {
	t.Helper()
	contentType, body := parts("file", content)
	text := strings.Replace(body.String(), `name="file"`, `name="`+part+`"`, 1)
	return v.request(t, "POST", path, contentType, strings.NewReader(text))
}

// shown is the text of the element with an id.
func (a *answer) shown(t *testing.T, id string) string {
	t.Helper()
	m := regexp.MustCompile(`id="` + id + `"[^>]*>([^<]*)<`).FindStringSubmatch(a.text)
	if m == nil {
		t.Fatalf("no element with the id %q in a page of status %d: %s", id, a.StatusCode, a.text)
	}
	return html.UnescapeString(m[1])
}

// alert is what a page says is wrong.
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

// routes are all of the pages' addresses, with a form that each takes.
var pageRoutes = []struct {
	method, path string
	form         []string
}{
	{"GET", "/", nil}, {"GET", "/sign-in", nil}, {"POST", "/sign-in", []string{"account", "rich", "password", "x"}},
	{"GET", "/invite/no.token", nil}, {"POST", "/invite/no.token", nil}, {"GET", "/register", nil}, {"POST", "/register", nil},
	{"GET", "/account", nil}, {"POST", "/account/password", nil}, {"POST", "/account/keys", []string{"name", "key"}},
	{"POST", "/account/keys/0123456789ab/rotate", []string{"grace", "24h"}}, {"POST", "/account/keys/0123456789ab/revoke", nil},
	{"POST", "/account/mapper", nil}, {"POST", "/account/mapper/remove", nil}, {"GET", "/try", nil}, {"POST", "/try", nil},
	{"POST", "/sign-out", nil}, {"POST", "/sign-out-everywhere", nil}, {"GET", "/nothing", nil}, {"DELETE", "/account", nil},
	{"GET", "/openapi.json", nil}, {"GET", "/assets/site.css", nil}, {"GET", "/assets/site.js", nil}, {"GET", "/assets/icon.svg", nil},
	{"GET", "/assets/inspect.css", nil}, {"GET", "/assets/inspect.js", nil}, {"GET", "/assets/landing.css", nil},
}

// No page may be framed, run what is written into it, or be kept; nothing is
// asked of another host.
func TestEveryPageIsHardened(t *testing.T) {
	s := start(t, setup{config: Config{Registration: true}})
	inline := regexp.MustCompile(`(?i)<script(?:\s[^>]*)?>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:`)
	loaded := regexp.MustCompile(`(?i)(?:<(?:script|img|image|iframe|link)[^>]*\s(?:src|href)|<form[^>]*\saction)="([^"]*)"`)
	v := s.visitor()
	for _, signedIn := range []bool{false, true} {
		for _, route := range pageRoutes {
			if signedIn && v.cookies["__Host-lineitem"] == "" { // one of them signs out
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
				{"X-Content-Type-Options", "nosniff"}, {"Referrer-Policy", "no-referrer"}, {"Cross-Origin-Opener-Policy", "same-origin"}, {"Cache-Control", cache},
			} {
				if got := a.Header.Get(f.name); got != f.value {
					t.Errorf("%s: %s = %q, want %q", name, f.name, got, f.value)
				}
			}
			if a.Header.Get("Permissions-Policy") == "" {
				t.Errorf("%s has no Permissions-Policy", name)
			}
			if location := a.Header.Get("Location"); location != "" && !slices.Contains([]string{"/account", "/sign-in"}, location) {
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

func TestInvitation(t *testing.T) {
	s := start(t, setup{})
	token, _, err := s.admin.Invite(t.Context(), "rich", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	path := "/invite/" + token
	v := s.visitor()
	if a := v.get(t, path); a.StatusCode != 200 || !strings.Contains(a.text, "<strong>rich</strong>") {
		t.Errorf("the invitation = %d %s, want the account's name", a.StatusCode, a.text)
	}
	for _, tt := range []struct{ password, repeat, want string }{
		{password, password + "!", "differ"},
		{"too short", "too short", "12 characters"},
		{strings.Repeat("x", 2000), strings.Repeat("x", 2000), "1024 bytes"},
	} {
		a := v.send(t, path, "password", tt.password, "repeat", tt.repeat)
		if a.StatusCode != 422 || !strings.Contains(a.alert(), tt.want) || len(v.cookies) > 0 {
			t.Errorf("setting %.20q = %d %q with cookies %v, want 422 with %q", tt.password, a.StatusCode, a.alert(), v.cookies, tt.want)
		}
	}
	a := v.send(t, path, "password", password, "repeat", password)
	want(t, "accepting it", a, 303, "/account")
	for _, c := range a.Cookies() {
		if !strings.HasPrefix(c.Name, "__Host-") || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" {
			t.Errorf("Set-Cookie: %s", c.Raw)
		}
	}
	if a := v.get(t, "/account"); a.StatusCode != 200 || !strings.Contains(a.text, `role="status">Your password is set`) {
		t.Errorf("the account = %d %s, want it with a confirmation", a.StatusCode, a.text)
	}
	if a := v.get(t, "/account"); strings.Contains(a.text, "Your password is set") {
		t.Error("the confirmation comes twice")
	}
	want(t, "the invitation once more", s.visitor().get(t, path), 404, "")
	want(t, "accepting it once more", s.visitor().send(t, path, "password", password, "repeat", password), 404, "")

	other := s.visitor()
	want(t, "signing in", other.send(t, "/sign-in", "account", "rich", "password", password), 303, "/account")
	want(t, "signing out", v.send(t, "/sign-out"), 303, "/sign-in")
	want(t, "the account after it", v.get(t, "/account"), 303, "/sign-in")
	want(t, "the account of the other", other.get(t, "/account"), 200, "")
	want(t, "signing out everywhere", other.send(t, "/sign-out-everywhere"), 303, "/sign-in")
}

// What a browser held before somebody signed in, or changed the password, opens
// nothing afterwards.
func TestSessionsAreNew(t *testing.T) {
	s := start(t, setup{})
	const cookie = "__Host-lineitem"
	v := s.holder(t, "rich")
	first := v.cookies[cookie]
	thief := s.visitor()
	thief.cookies[cookie] = first
	want(t, "a second browser with the session", thief.get(t, "/account"), 200, "")
	want(t, "signing in again", v.send(t, "/sign-in", "account", "rich", "password", password), 303, "/account")
	second := v.cookies[cookie]
	want(t, "the session before", thief.get(t, "/account"), 303, "/sign-in")

	planted := s.visitor()
	planted.cookies[cookie] = "cmljaA." + strings.Repeat("A", 43)
	want(t, "signing in with a planted cookie", planted.send(t, "/sign-in", "account", "rich", "password", password), 303, "/account")
	if got := planted.cookies[cookie]; got == second || strings.HasSuffix(got, "AAAA") {
		t.Errorf("the session after a planted one = %q", got)
	}

	const longer = password + " and a cart"
	a := v.send(t, "/account/password", "old", "not it at all", "password", longer, "repeat", longer)
	if a.StatusCode != 422 || a.alert() != "This is not your password." {
		t.Errorf("a wrong old password = %d %q", a.StatusCode, a.alert())
	}
	want(t, "changing the password", v.send(t, "/account/password", "old", password, "password", longer, "repeat", longer), 303, "/account")
	want(t, "the account after it", v.get(t, "/account"), 200, "")
	want(t, "other browsers after it", planted.get(t, "/account"), 303, "/sign-in")
	if a := s.visitor().send(t, "/sign-in", "account", "rich", "password", password); a.StatusCode != 422 {
		t.Errorf("signing in with the old password = %d, want 422", a.StatusCode)
	}
}

// A stranger does not learn which accounts there are.
func TestSignInTellsNothing(t *testing.T) {
	s := start(t, setup{})
	s.holder(t, "rich")
	s.account(t, "never-invited", quota.Free)
	id := regexp.MustCompile(`value="[^"]*"`)
	var first string
	for _, account := range []string{"rich", "never-invited", "nobody", "no account's name", ""} {
		a := s.visitor().send(t, "/sign-in", "account", account, "password", "wrong horse battery")
		text := id.ReplaceAllString(a.text, "")
		if first == "" {
			first = text
		}
		if a.StatusCode != 422 || text != first || len(a.Cookies()) > 0 {
			t.Errorf("signing in as %q = %d %s, want 422 %s", account, a.StatusCode, text, first)
		}
	}
}

func TestAttemptsAreLimited(t *testing.T) {
	s := start(t, setup{config: Config{Registration: true, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}})
	s.holder(t, "rich")
	s.account(t, "other", quota.Free)
	s.holder(t, "other")
	from := func(address string) *visitor {
		v := s.visitor()
		v.fields = append(v.fields, field{"X-Forwarded-For", "198.51.100.9, " + address})
		return v
	}
	for i := range 10 {
		a := from(fmt.Sprintf("203.0.113.%d", i)).send(t, "/sign-in", "account", "rich", "password", "wrong")
		if a.StatusCode != 422 {
			t.Fatalf("attempt %d = %d, want 422", i+1, a.StatusCode)
		}
	}
	a := from("203.0.113.77").send(t, "/sign-in", "account", "rich", "password", password)
	if a.StatusCode != 429 || a.Header.Get("Retry-After") == "" || !strings.Contains(a.alert(), "too many attempts") {
		t.Errorf("the attempt after 10 wrong ones = %d with Retry-After %q: %q, want 429", a.StatusCode, a.Header.Get("Retry-After"), a.alert())
	}
	for i := range 11 { // those that succeed are not counted
		want(t, "signing in as another", from(fmt.Sprintf("203.0.113.%d", i)).send(t, "/sign-in", "account", "other", "password", password), 303, "/account")
	}
	// Of a network; those to register cost less time here, and count alike.
	attempt := func(network string, i int) int {
		return from(network+fmt.Sprint(i)).send(t, "/register", "account", "new", "password", password, "repeat", "another").StatusCode
	}
	for i := range 30 {
		if status := attempt("2001:db8:1:2::", i+1); status != 422 {
			t.Fatalf("attempt %d of a network = %d, want 422", i+1, status)
		}
	}
	if status := attempt("2001:db8:1:2::", 31); status != 429 {
		t.Errorf("attempt 31 of a network = %d, want 429", status)
	}
	if status := attempt("2001:db8:1:3::", 1); status != 422 {
		t.Errorf("an attempt from another network = %d, want 422", status)
	}
}

// Requests that a page of another site makes change nothing.
func TestOtherSitesPagesAreRefused(t *testing.T) {
	s := start(t, setup{config: Config{Registration: true}})
	v := s.holder(t, "rich")
	v.get(t, "/account") // takes the confirmation
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
		for _, upload := range [][2]string{{"/try", "file"}, {"/account/mapper", "mapper"}} {
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

func TestKeysOnThePage(t *testing.T) {
	s := start(t, setup{config: Config{URL: "https://orders.example"}})
	strangers := s.account(t, "poor", quota.Free)
	theirs, err := s.admin.Account(t.Context(), "poor")
	if err != nil {
		t.Fatal(err)
	}
	v := s.holder(t, "rich")
	valid := func(key string) int {
		contentType, body := parts("file", "%PDF-1")
		return s.post(t, contentType, body, field{"Authorization", "Bearer " + key}).StatusCode
	}
	a := v.send(t, "/account/keys", "name", "ERP <import>")
	key := a.shown(t, "new-key")
	if got, want := a.shown(t, "curl"), "curl -H 'Authorization: Bearer "+key+"' -F file=@order.pdf https://orders.example/api/v1/convert"; got != want {
		t.Errorf("the line to copy = %q, want %q", got, want)
	}
	if status := valid(key); status != 200 {
		t.Errorf("converting with the new key = %d, want 200", status)
	}
	id := quota.HashKey(key).ID()
	page := v.get(t, "/account").text
	if strings.Contains(page, key) || !strings.Contains(page, `data-key-id="`+id+`"`) || !strings.Contains(page, "ERP &lt;import&gt;") {
		t.Errorf("the account's page shows the key, or not its ID and name: %s", page)
	}

	a = v.send(t, "/account/keys/"+id+"/rotate", "grace", "24h")
	rotated := a.shown(t, "new-key")
	if !strings.Contains(a.text, id) || valid(key) != 200 || valid(rotated) != 200 {
		t.Errorf("after a rotation one of both keys is not valid, or the old one not named: %s", a.text)
	}
	v.send(t, "/account/keys/"+quota.HashKey(rotated).ID()+"/rotate", "grace", "0")
	if status := valid(rotated); status != 401 {
		t.Errorf("converting with a key that was rotated at once = %d, want 401", status)
	}
	want(t, "a time that the page does not offer", v.send(t, "/account/keys/"+id+"/rotate", "grace", "9999h"), 400, "")
	want(t, "revoking", v.send(t, "/account/keys/"+id+"/revoke"), 303, "/account")
	if status := valid(key); status != 401 {
		t.Errorf("converting with a revoked key = %d, want 401", status)
	}
	for _, name := range []string{"", "  ", strings.Repeat("x", 201), "a\x00b"} {
		if a := v.send(t, "/account/keys", "name", name); a.StatusCode != 422 || a.alert() == "" {
			t.Errorf("a key named %.10q = %d %q, want 422", name, a.StatusCode, a.alert())
		}
	}

	// Another account's.
	for _, what := range []string{"rotate", "revoke"} {
		want(t, what+" of a key of another account", v.send(t, "/account/keys/"+theirs.Keys[0].ID+"/"+what, "grace", "0"), 404, "")
	}
	if status := valid(strangers); status != 200 {
		t.Errorf("converting with that key = %d, want 200", status)
	}
}

// downloaded is the content of a download that stands in a page.
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

// A document that is tried is charged like one that is sent to the endpoint, and
// answered like it.
func TestTry(t *testing.T) {
	s := start(t, setup{config: Config{Bytes: 1000}})
	v := s.holder(t, "rich")
	a := v.upload(t, "/try", "file", "%PDF-3 rows")
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
		{"%PDF-" + strings.Repeat("x", 2000), 413, "larger than 1000 bytes"}, {"%PDF-broken", 500, "inside the service"},
	} {
		a := v.upload(t, "/try", "file", tt.document)
		if a.StatusCode != tt.status || !strings.Contains(a.alert(), tt.want) || strings.Contains(a.text, "secret-marker") {
			t.Errorf("trying %.20q = %d %q, want %d with %q", tt.document, a.StatusCode, a.alert(), tt.status, tt.want)
		}
	}
	want(t, "trying what is no file", v.send(t, "/try", "file", "%PDF-1"), 400, "")
	want(t, "trying JSON", v.request(t, "POST", "/try", "application/json", strings.NewReader(`{"file_base64":"`+encode("%PDF-1")+`"}`)), 400, "")
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

// A page obeys the limits of the account, and those of the service.
func TestTryObeysLimits(t *testing.T) {
	s := start(t, setup{quota: quota.Limits{PerMinute: 5}})
	s.account(t, "poor", quota.Free)
	v := s.holder(t, "poor")
	for range 3 {
		want(t, "trying", v.upload(t, "/try", "file", "%PDF-1"), 200, "")
	}
	if a := v.upload(t, "/try", "file", "%PDF-1"); a.StatusCode != 402 || !strings.Contains(a.alert(), "used up") {
		t.Errorf("trying without allowance = %d %q, want 402", a.StatusCode, a.alert())
	}
	v.upload(t, "/try", "file", "%PDF-1")
	if a := v.upload(t, "/try", "file", "%PDF-1"); a.StatusCode != 429 || a.Header.Get("Retry-After") == "" {
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

// A page that is too large for the memory that is left is refused, and not charged.
func TestTryHoldsMemory(t *testing.T) {
	s := start(t, setup{config: Config{UploadMemory: 100 << 10}})
	v := s.holder(t, "rich")
	want(t, "trying a small document", v.upload(t, "/try", "file", "%PDF-1"), 200, "")
	want(t, "trying one with a large result", v.upload(t, "/try", "file", "%PDF-1000 rows"), 503, "")
	if used := s.used(t, "rich"); used != 1 {
		t.Errorf("%d conversions were charged, want 1", used)
	}
	if left := s.server.uploads.used.Load(); left != 0 {
		t.Errorf("%d bytes are still held", left)
	}
}

func TestMapperOnThePage(t *testing.T) {
	s := start(t, setup{config: Config{Module: 1000}})
	v := s.holder(t, "rich")
	for _, tt := range []struct {
		module string
		status int
		want   string
	}{
		{"exit", 400, "no such <field>"}, {"", 400, "empty"}, {strings.Repeat("x", 2000), 413, "module is larger"},
	} {
		a := v.upload(t, "/account/mapper", "mapper", tt.module)
		if a.StatusCode != tt.status || !strings.Contains(a.alert(), tt.want) {
			t.Errorf("the mapper %.10q = %d %q, want %d with %q", tt.module, a.StatusCode, a.alert(), tt.status, tt.want)
		}
	}
	want(t, "a mapper that works", v.upload(t, "/account/mapper", "mapper", "good"), 303, "/account")
	a := v.get(t, "/account")
	if !strings.Contains(a.text, "worked on a sample") || !strings.Contains(a.text, `id="mapper-now"`) {
		t.Errorf("the account with a mapper = %s", a.text)
	}
	if a := v.upload(t, "/try", "file", "%PDF-1"); !strings.Contains(a.downloaded(t, "download-csv"), "good") {
		t.Errorf("a document tried with the mapper = %q", a.downloaded(t, "download-csv"))
	}
	want(t, "removing it", v.send(t, "/account/mapper/remove"), 303, "/account")
	if a := v.get(t, "/account"); !strings.Contains(a.text, `id="mapper-none"`) {
		t.Errorf("the account without a mapper = %s", a.text)
	}
}

func TestRegistration(t *testing.T) {
	closed := start(t, setup{})
	want(t, "registering where nobody may", closed.visitor().get(t, "/register"), 404, "")
	want(t, "registering where nobody may", closed.visitor().send(t, "/register", "account", "new", "password", password, "repeat", password), 404, "")

	s := start(t, setup{config: Config{Registration: true}})
	v := s.visitor()
	for _, tt := range []struct{ account, password, repeat, want string }{
		{"rich", password, password, "taken"}, {"", password, password, "Choose"}, {"a b", password, password, "not a letter"},
		{"new", "short", "short", "12 characters"}, {"new", password, "", "differ"},
	} {
		a := v.send(t, "/register", "account", tt.account, "password", tt.password, "repeat", tt.repeat)
		if a.StatusCode != 422 || !strings.Contains(a.alert(), tt.want) || len(a.Cookies()) > 0 {
			t.Errorf("registering %q = %d %q, want 422 with %q", tt.account, a.StatusCode, a.alert(), tt.want)
		}
	}
	want(t, "registering", v.send(t, "/register", "account", "new@example.com", "name", "New", "password", password, "repeat", password), 303, "/account")
	want(t, "the account", v.get(t, "/account"), 200, "")
	if a, err := s.admin.Account(t.Context(), "new@example.com"); err != nil || a.Plan != quota.Free || a.Credits != 0 || a.Name != "New" {
		t.Errorf("the account = %+v, %v, want it on plan free", a, err)
	}
}

// What has no address is told to browsers with a page, to others with a problem.
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
	want(t, "a form that is none", v.request(t, "POST", "/sign-in", "text/plain", strings.NewReader("account=rich")), 400, "")
	if a := v.request(t, "HEAD", "/sign-in", "", nil); a.StatusCode != 200 || a.text != "" {
		t.Errorf("HEAD /sign-in = %d %q, want 200 without a body", a.StatusCode, a.text)
	}
}

// A page names its stylesheet by what is in it, so that browsers may keep it.
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

// Neither what opens an account nor what stands in a document gets into the log.
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
	session := v.cookies["__Host-lineitem"]
	v.get(t, path)
	v.get(t, "/secret-address")
	key := v.send(t, "/account/keys", "name", "secret-name").shown(t, "new-key")
	v.upload(t, "/try", "file", "%PDF-secret-content")
	v.upload(t, "/try", "file", "secret-content")
	s.visitor().send(t, "/sign-in", "account", "secret-account", "password", "secret-password")
	v.send(t, "/sign-out")
	s.server.draining.Store(true)
	v.get(t, path)
	log := s.log.String()
	for _, secret := range []string{token, strings.SplitN(token, ".", 2)[1], session, key, password, "secret-", "order.pdf"} {
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
