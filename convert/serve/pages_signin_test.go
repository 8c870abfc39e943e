package serve

import (
	"fmt"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
)

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
