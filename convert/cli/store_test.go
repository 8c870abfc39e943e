package cli

import (
	"bytes"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/pgstore/pgtest"
)

// lineitem runs one command and returns its status and what it printed.
func lineitem(args ...string) (status int, stdout, stderr string) {
	var out, complaints bytes.Buffer
	status = Run(args, strings.NewReader(""), &out, &complaints)
	return status, out.String(), complaints.String()
}

// done runs a command that must succeed and returns what it printed.
func done(t *testing.T, args ...string) string {
	t.Helper()
	status, stdout, stderr := lineitem(args...)
	if status != 0 {
		t.Fatalf("lineitem %q = %d\n%s%s", args, status, stdout, stderr)
	}
	return stdout
}

// passing is what changes with every second: the window of a minute, and the time to
// the end of the others.
var passing = regexp.MustCompile(`\{"name":"minute"[^}]*\}|"resetSeconds":[0-9]+`)

// Accounts move into PostgreSQL and back, and are what they were.
func TestStoreCopy(t *testing.T) {
	server := pgtest.Start(t, "fsync=off")
	url := server.URL(server.Database(t))
	first, last := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "last")
	done(t, "account", "add", "acme", "--data="+first, "--name=Acme Ltd", "--plan=pro", "--credits=7")
	done(t, "account", "add", "zoo", "--data="+first)
	key := strings.TrimSpace(done(t, "key", "new", "acme", "--data="+first))
	done(t, "plugin", "set", "acme", "../../testdata/mapper/pass.wasm", "--data="+first)
	done(t, "account", "credits", "acme", "5", "--id=payment-1", "--data="+first)
	leaveOpen(t, first, key)

	want := "2 accounts, 5 entries, 2 requests, 1 mapper and 0 layouts copied: all balances equal the sums of their ledgers\n" +
		"1 conversion released in the copy, since no server was running to finish them\n"
	if got := done(t, "store", "copy", first, url); got != want {
		t.Errorf("store copy = %q, want %q", got, want)
	}
	// A payment that was booked before is not booked again.
	done(t, "account", "credits", "acme", "5", "--id=payment-1", "--store="+url)
	done(t, "store", "copy", url, last)
	for _, command := range [][]string{{"account", "show", "acme", "--json"}, {"account", "ledger", "acme"}, {"account", "audit"}, {"plugin", "show", "acme"}} {
		there, back := done(t, append(command, "--store="+url)...), done(t, append(command, "--data="+last)...)
		if passing.ReplaceAllString(there, "") != passing.ReplaceAllString(back, "") {
			t.Errorf("lineitem %q on the database\n%s\nafter it was copied back\n%s", command, there, back)
		}
	}
	if got := done(t, "account", "show", "acme", "--data="+last); !strings.Contains(got, "12") {
		t.Errorf("account show =\n%s\nwant 12 credits", got)
	}
	for _, refused := range []struct{ from, to, want string }{
		{first, url, "there are accounts in it already"},
		{url, last, "there are accounts in it already"},
		{filepath.Join(first, "nothing"), filepath.Join(last, "more"), "there are no accounts in"},
	} {
		if status, _, stderr := lineitem("store", "copy", refused.from, refused.to); status != 1 || !strings.Contains(stderr, refused.want) {
			t.Errorf("store copy %s %s = %d %q, want 1 and %q", refused.from, refused.to, status, stderr, refused.want)
		}
	}
}

// leaveOpen leaves a conversion open, as a server does that is killed.
func leaveOpen(t *testing.T, data, key string) {
	t.Helper()
	store, err := openStore(data, false)
	if err != nil {
		t.Fatal(err)
	}
	gate := quota.NewGate(store, quota.Options{})
	if _, err := gate.Admit(t.Context(), key, "an order"); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

// Two servers on one database have the same accounts; while the database is away
// they refuse, say so, and go on when it is back.
func TestServeSharedStore(t *testing.T) {
	server := pgtest.Start(t, "fsync=off")
	url := server.URL(server.Database(t))
	args := []string{"--store=" + url, "--workers=1"}
	one := start(t, t.TempDir(), append(args, "--node=one")...)
	two := start(t, t.TempDir(), args...)
	done(t, "account", "add", "acme", "--store="+url, "--credits=7")
	key := strings.TrimSpace(done(t, "key", "new", "acme", "--store="+url))
	order, client := orderUpload(t), newClient()
	convert := func(p *process) int {
		t.Helper()
		status, header, err := order.post(client, p.url, key, "")
		if err != nil {
			t.Fatal(err)
		}
		if status == http.StatusServiceUnavailable && header.Get("Retry-After") == "" {
			t.Error("503 comes without Retry-After")
		}
		return status
	}
	health := func(p *process) int {
		t.Helper()
		answer, err := client.Get(p.url + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	for i, p := range []*process{one, two, one, two} {
		if status := convert(p); status != http.StatusOK {
			t.Fatalf("conversion %d is answered %d", i, status)
		}
	}
	if got := done(t, "account", "show", "acme", "--store="+url, "--json"); !strings.Contains(got, `"credits":6`) {
		t.Errorf("account show after 3 free conversions and one paid for = %s", got)
	}
	// No second server has the name of one that runs.
	status, _, stderr := lineitem("serve", "--addr=127.0.0.1:0", "--data="+t.TempDir(), "--store="+url, "--node=one")
	if status != 1 || !strings.Contains(stderr, "--node") {
		t.Errorf("serve with the name of another server = %d %q", status, stderr)
	}
	if status, _, stderr := lineitem("store", "copy", url, t.TempDir()); status != 1 || !strings.Contains(stderr, "stop them first") {
		t.Errorf("store copy while two servers run = %d %q", status, stderr)
	}

	server.Stop(t, "immediate")
	if status := convert(one); status != http.StatusServiceUnavailable {
		t.Errorf("without the database a conversion is answered %d, want 503", status)
	}
	if status := health(one); status != http.StatusServiceUnavailable {
		t.Errorf("without the database /healthz is answered %d, want 503", status)
	}
	server.Run(t)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		status := convert(one)
		if status == http.StatusOK {
			break
		}
		if status != http.StatusServiceUnavailable || time.Now().After(deadline) {
			t.Fatalf("with the database back a conversion is answered %d", status)
		}
	}
	if status := health(one); status != http.StatusOK {
		t.Errorf("with the database back /healthz is answered %d", status)
	}
	if got := done(t, "account", "audit", "--store="+url); !strings.Contains(got, "all balances equal") {
		t.Errorf("account audit = %s", got)
	}
}
