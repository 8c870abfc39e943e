package serve

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestEveryFormLeadsElsewhere checks that every form a holder sends is answered
// with a redirect, whatever its outcome: reloading a page that answers a form
// would send the form again.
func TestEveryFormLeadsElsewhere(t *testing.T) {
	s := start(t, setup{config: Config{Registration: true}})
	v := s.holder(t, "rich")
	session := v.cookies["__Host-lineitem"]
	send := func(path string, form ...string) {
		t.Helper()
		v.cookies = map[string]string{"__Host-lineitem": session}
		a := v.send(t, path, form...)
		if location := a.Header.Get("Location"); a.StatusCode != 303 || location == "" {
			t.Errorf("POST %s %q = %d to %q, want 303", path, form, a.StatusCode, location)
		}
		if v.cookies["__Host-lineitem"] == "" { // one of the forms signs out
			session = s.holder(t, "rich").cookies["__Host-lineitem"]
		}
	}
	for _, route := range pageRoutes {
		if route.method != "POST" {
			continue
		}
		send(route.path, route.form...)
		send(route.path, "wrong", strings.Repeat("x", 20<<10))
	}
	v.cookies["__Host-lineitem"] = session
	for _, upload := range []struct{ path, part, content string }{
		{"/try", "file", "%PDF-1"}, {"/try", "file", "%PDF-die"}, {"/try", "file", "%PDF-broken"}, {"/try", "wrong", "%PDF-1"},
		{"/try/learn", "file", "%PDF-1"}, {"/account/mapper", "mapper", "good"}, {"/account/mapper", "mapper", "exit"}, {"/account/mapper", "mapper", ""},
	} {
		if a := v.upload(t, upload.path, upload.part, upload.content); a.StatusCode != 303 {
			t.Errorf("uploading %q to %s = %d, want 303", upload.content, upload.path, a.StatusCode)
		}
	}
}

// TestOutcomesAreLoadedAgain checks that reloading the outcome of a form changes
// and costs nothing, also when going back to it after others, and that it is shown
// to nobody else.
func TestOutcomesAreLoadedAgain(t *testing.T) {
	s := start(t, setup{})
	v := s.holder(t, "rich")
	other := s.visitor()
	other.send(t, "/sign-in", "account", "rich", "password", password)
	first, second := v.upload(t, "/try", "file", "%PDF-4711"), v.upload(t, "/try", "file", "%PDF-4712")
	key := v.send(t, "/account/keys", "name", "ERP")
	before, err := s.admin.Account(t.Context(), "rich")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if a := v.follow(t, second); !strings.Contains(a.text, "4712") {
			t.Errorf("the second document is shown as %s", a.text)
		}
		if a := v.follow(t, first); !strings.Contains(a.text, "4711") {
			t.Errorf("going back shows %s", a.text)
		}
		v.follow(t, key).shown(t, "new-key")
	}
	after, err := s.admin.Account(t.Context(), "rich")
	if err != nil || after.Allowance != before.Allowance || len(after.Keys) != len(before.Keys) {
		t.Errorf("loading pages again took the account from %+v to %+v (%v)", before, after, err)
	}
	for _, form := range []*answer{first, key} {
		location := form.Header.Get("Location")
		want(t, "another browser of the account", other.get(t, location), 404, "")
		want(t, "a stranger", s.visitor().get(t, location), 303, "/sign-in")
	}
	session := v.cookies["__Host-lineitem"]
	v.send(t, "/sign-out")
	v.cookies["__Host-lineitem"] = session
	want(t, "after signing out", v.get(t, first.Header.Get("Location")), 303, "/sign-in")
}

// TestWrongFormsShowTheAccountAsItIs checks that a wrong form is shown again with
// what is wrong, on a page that shows the current state of the account.
func TestWrongFormsShowTheAccountAsItIs(t *testing.T) {
	s := start(t, setup{})
	v := s.holder(t, "rich")
	location := v.send(t, "/account/keys", "name", "").Header.Get("Location")
	v.send(t, "/account/keys", "name", "made since")
	if a := v.get(t, location); a.StatusCode != 422 || a.alert() == "" || !strings.Contains(a.text, "made since") {
		t.Errorf("a wrong form is shown again as %d %q, without the key that was made since", a.StatusCode, a.alert())
	}
}

// TestResultsAreKeptWithinLimits checks that results are kept within the limits of
// time and memory, and that one for which there is no room is refused and not
// charged.
func TestResultsAreKeptWithinLimits(t *testing.T) {
	s := start(t, setup{config: Config{ResultTime: time.Nanosecond, ResultMemory: 40 << 10}})
	v := s.holder(t, "rich")
	a := v.upload(t, "/try", "file", "%PDF-1")
	if a := v.get(t, a.Header.Get("Location")); a.StatusCode != 404 || !strings.Contains(a.alert(), "kept for") {
		t.Errorf("a result is shown after its time: %d %q", a.StatusCode, a.alert())
	}
	s = start(t, setup{config: Config{ResultMemory: 40 << 10}})
	v = s.holder(t, "rich")
	first := v.upload(t, "/try", "file", "%PDF-1").Header.Get("Location")
	for i := range 10 {
		want(t, fmt.Sprint("document ", i), v.try(t, "%PDF-1"), 200, "")
	}
	want(t, "the first of eleven, for which there is no room", v.get(t, first), 404, "")
	used := s.used(t, "rich")
	if a := v.try(t, "%PDF-500 rows"); a.StatusCode != 503 || !strings.Contains(a.alert(), "no memory to keep the result") {
		t.Errorf("a result larger than there is room for = %d %q, want 503", a.StatusCode, a.alert())
	}
	if after := s.used(t, "rich"); after != used {
		t.Errorf("a result that was refused was charged %d times", after-used)
	}
	if strings.Contains(s.log.String(), first) {
		t.Error("the log tells the address of a result")
	}
}
