package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert/serve/site"
	"lineitem/convert/testenv"
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
	if a := v.get(t, "/account"); !strings.Contains(a.text, "2 browsers are signed in") {
		t.Error("the account does not say that its holder is signed in in two browsers")
	}
	want(t, "signing out", v.send(t, "/sign-out"), 303, "/sign-in")
	want(t, "the account after it", v.get(t, "/account"), 303, "/sign-in")
	want(t, "the account of the other", other.get(t, "/account"), 200, "")
	want(t, "signing out everywhere", other.send(t, "/sign-out-everywhere"), 303, "/sign-in")
}

// TestSessionsAreNew checks that a session from before signing in or changing the
// password is no longer valid afterwards.
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
	a := v.follow(t, v.send(t, "/account/password", "old", "not it at all", "password", longer, "repeat", longer))
	if a.StatusCode != 422 || a.alert() != "This is not your current password." {
		t.Errorf("a wrong old password = %d %q", a.StatusCode, a.alert())
	}
	want(t, "changing the password", v.send(t, "/account/password", "old", password, "password", longer, "repeat", longer), 303, "/account")
	want(t, "the account after it", v.get(t, "/account"), 200, "")
	want(t, "other browsers after it", planted.get(t, "/account"), 303, "/sign-in")
	if a := s.visitor().send(t, "/sign-in", "account", "rich", "password", password); a.StatusCode != 422 {
		t.Errorf("signing in with the old password = %d, want 422", a.StatusCode)
	}
}

// TestSignInTellsNothing checks that a stranger does not learn which accounts
// exist.
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

// from returns a visitor at an address behind a proxy.
func (s *testServer) from(address string) *visitor {
	v := s.visitor()
	v.fields = append(v.fields, field{"X-Forwarded-For", "198.51.100.9, " + address})
	return v
}

// stopClock makes the pages count attempts by a clock that stands still until the
// test moves it.
func (s *testServer) stopClock(c site.Config) (clock *time.Time) {
	now := time.Now()
	c.Service, c.Admin, c.Proxies = siteService{s.server}, s.admin, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	c.Now = func() time.Time { return now }
	s.server.site = site.New(c)
	return &now
}

func TestAttemptsAreLimited(t *testing.T) {
	s := start(t, setup{})
	clock := s.stopClock(site.Config{Registration: true})
	s.holder(t, "rich")
	s.account(t, "other", quota.Free)
	s.holder(t, "other")
	for _, account := range []string{"rich", "nobody"} { // a stranger must not learn which of them exists
		for i := range 10 {
			a := s.from(fmt.Sprintf("203.0.113.%d", i)).send(t, "/sign-in", "account", account, "password", "wrong")
			if a.StatusCode != 422 {
				t.Fatalf("attempt %d as %s = %d, want 422", i+1, account, a.StatusCode)
			}
		}
		a := s.from("203.0.113.77").send(t, "/sign-in", "account", account, "password", password)
		if a.StatusCode != 429 || a.Header.Get("Retry-After") != "90" || !strings.Contains(a.alert(), "Too many attempts") || a.text == "" {
			t.Errorf("the attempt as %s after 10 wrong ones = %d with Retry-After %q: %q, want 429", account, a.StatusCode, a.Header.Get("Retry-After"), a.alert())
		}
	}
	for i := range 11 { // successful attempts are not counted
		want(t, "signing in as another", s.from(fmt.Sprintf("203.0.113.%d", i)).send(t, "/sign-in", "account", "other", "password", password), 303, "/account")
	}
	*clock = clock.Add(90 * time.Second)
	want(t, "signing in a while later", s.from("203.0.113.77").send(t, "/sign-in", "account", "rich", "password", password), 303, "/account")
	// The limit of a network. Attempts to register take less time here, and count
	// alike.
	attempt := func(network string, i int) int {
		return s.from(network+fmt.Sprint(i)).send(t, "/register", "account", "new", "password", password, "repeat", "another").StatusCode
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
	// The limit of a site, from whatever networks in it: 31 attempts were made
	// already.
	for i := range 89 {
		if status := attempt(fmt.Sprintf("2001:db8:1:%x::", 0x100+i), 1); status != 422 {
			t.Fatalf("attempt %d of a site = %d, want 422", i+32, status)
		}
	}
	a := s.from("2001:db8:1:ffff::1").send(t, "/register", "account", "new", "password", password, "repeat", password)
	if a.StatusCode != 429 || !strings.Contains(a.text, "attempts to register") {
		t.Errorf("attempt 121 of a site = %d %s, want 429 and that there were too many attempts to register", a.StatusCode, a.text)
	}
	if status := attempt("2001:db8:2:1::", 1); status != 422 {
		t.Errorf("an attempt from another site = %d, want 422", status)
	}
}

// TestBusyAttemptsAreGivenBack checks that attempts refused because the service
// was busy do not count.
func TestBusyAttemptsAreGivenBack(t *testing.T) {
	testenv.Long(t, "hashes passwords for a minute")
	s := start(t, setup{})
	s.stopClock(site.Config{})
	done := make(chan struct{})
	var crowd sync.WaitGroup
	for range 200 {
		crowd.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(time.Millisecond):
					s.admin.SignIn(context.Background(), "nobody", "wrong")
				}
			}
		})
	}
	busy, wrong := 0, 0
	for i := 0; busy+wrong < 32 && wrong < 30; i++ { // more than the address may make
		a := s.from("203.0.113.1").send(t, "/sign-in", "account", fmt.Sprint("nobody-", i), "password", "wrong")
		switch a.StatusCode {
		case 503:
			busy++
		case 422:
			wrong++
		default:
			t.Fatalf("attempt %d, after %d that found the service busy, = %d, want 422 or 503", i+1, busy, a.StatusCode)
		}
	}
	close(done)
	crowd.Wait()
	if a := s.from("203.0.113.1").send(t, "/sign-in", "account", "rich", "password", "wrong"); wrong < 30 && a.StatusCode != 422 {
		t.Errorf("an attempt after %d that found the service busy and %d others = %d, want 422", busy, wrong, a.StatusCode)
	}
}

// TestStrangersLockOutStrangers checks that guessing an account's password locks
// out strangers, but not the holder in a browser where the holder signed in
// before, at whatever address.
func TestStrangersLockOutStrangers(t *testing.T) {
	s := start(t, setup{})
	s.stopClock(site.Config{Registration: true})
	s.account(t, "other", quota.Free)
	const address = "203.0.113.1"
	known, second, others := s.holder(t, "rich"), s.from(address), s.holder(t, "other")
	want(t, "signing in elsewhere", second.send(t, "/sign-in", "account", "rich", "password", password), 303, "/account")
	want(t, "signing out", known.send(t, "/sign-out"), 303, "/sign-in")
	for range 10 {
		s.from(address).send(t, "/sign-in", "account", "rich", "password", "wrong")
	}
	for range 30 { // until the address has no attempt left either
		s.from(address).send(t, "/register", "account", "new", "password", password, "repeat", "another")
	}
	signIn := func(v *visitor, password string) int {
		a := v.send(t, "/sign-in", "account", "rich", "password", password)
		if strings.Contains(a.Header.Get("Location"), "/outcome/") { // the answer to one who is signed in
			a = v.follow(t, a)
		}
		return a.StatusCode
	}
	for what, v := range map[string]*visitor{"a stranger": s.from("203.0.113.2"), "another account's holder": others} {
		if status := signIn(v, password); status != 429 {
			t.Errorf("%s signs in after a stranger's attempts = %d, want 429", what, status)
		}
	}
	if status := signIn(second, password); status != 303 {
		t.Errorf("the holder signs in at the address of the attempts = %d, want 303", status)
	}
	device := known.cookies["__Host-lineitem-device"]
	if status := signIn(known, password); status != 303 || known.cookies["__Host-lineitem-device"] != device {
		t.Errorf("the holder signs in where that happened before = %d, and the browser's token changes: %t", status, known.cookies["__Host-lineitem-device"] != device)
	}
	// Such a browser has the same number of attempts, of its own.
	for i := range 9 {
		if status := signIn(known, "wrong"); status != 422 {
			t.Fatalf("attempt %d in the holder's browser = %d, want 422", i+2, status)
		}
	}
	if status := signIn(known, password); status != 429 {
		t.Errorf("attempt 11 in the holder's browser = %d, want 429", status)
	}
	if status := signIn(second, password); status != 303 {
		t.Errorf("the holder signs in in another browser = %d, want 303", status)
	}
	// Whoever has the session must not be able to guess the password either.
	for i := range 11 {
		status, want := second.follow(t, second.send(t, "/account/password", "old", "wrong", "password", password, "repeat", password)).StatusCode, 422
		if i == 10 {
			want = 429
		}
		if status != want {
			t.Errorf("attempt %d to change the password = %d, want %d", i+1, status, want)
		}
	}
}

// TestPlainHTTPIsTold checks that a user who comes over plain HTTP from another
// machine is told so before an invitation is used up, as browsers keep no session
// then.
func TestPlainHTTPIsTold(t *testing.T) {
	s := start(t, setup{})
	token, _, err := s.admin.Invite(t.Context(), "rich", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	from := func(origin string) *visitor {
		v := s.visitor()
		_, host, _ := strings.Cut(origin, "://")
		v.fields = []field{{"Accept", "text/html"}, {"Origin", origin}, {"Host", host}} // such browsers send no more fields
		return v
	}
	for _, path := range []string{"/invite/" + token, "/sign-in"} {
		a := from("http://orders.example:8080").send(t, path, "account", "rich", "password", password, "repeat", password)
		if a.StatusCode != 400 || !strings.Contains(a.alert(), "https") || len(a.Cookies()) > 0 {
			t.Errorf("%.8s over plain HTTP = %d %q, want 400 and that https is needed", path, a.StatusCode, a.alert())
		}
	}
	want(t, "the invitation after it", from("http://localhost:8080").send(t, "/invite/"+token, "password", password, "repeat", password), 303, "/account")
	for _, origin := range []string{"https://orders.example", "http://127.0.0.1:8080", "http://[::1]:8080", "http://orders.localhost"} {
		want(t, "signing in on "+origin, from(origin).send(t, "/sign-in", "account", "rich", "password", password), 303, "/account")
	}
}

func TestRegistration(t *testing.T) {
	closed := start(t, setup{})
	want(t, "registering where nobody may", closed.visitor().get(t, "/register"), 404, "")
	want(t, "registering where nobody may", closed.visitor().send(t, "/register", "account", "new", "password", password, "repeat", password), 404, "")

	s := start(t, setup{config: Config{Registration: true}})
	v := s.visitor()
	for _, tt := range []struct{ account, password, repeat, want string }{
		{"rich", password, password, "taken"}, {"RICH", password, password, "taken"}, {"OPERATOR", password, password, "taken"},
		{"", password, password, "Choose"}, {"..", password, password, "begin with a letter or a digit"}, {"a b", password, password, "not a letter"},
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
