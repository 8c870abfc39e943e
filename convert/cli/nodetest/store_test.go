package nodetest

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota/pgstore/pgtest"
)

// passing matches what changes with every second: the window of a minute, and the time
// until the other windows end.
var passing = regexp.MustCompile(`\{"name":"minute"[^}]*\}|"resetSeconds":[0-9]+`)

// Accounts that are copied into PostgreSQL and back are what they were.
func TestStoreCopy(t *testing.T) {
	server := pgtest.Shared(t)
	url := server.URL(server.Database(t))
	first, last := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "last")
	clitest.Done(t, "account", "add", "acme", "--data="+first, "--name=Acme Ltd", "--plan=pro", "--credits=7")
	clitest.Done(t, "account", "add", "zoo", "--data="+first)
	key := strings.TrimSpace(clitest.Done(t, "key", "new", "acme", "--data="+first))
	clitest.Done(t, "plugin", "set", "acme", clitest.Testdata("mapper", "pass.wasm"), "--data="+first)
	clitest.Done(t, "account", "credits", "acme", "5", "--id=payment-1", "--data="+first)
	clitest.LeaveOpen(t, first, key)

	want := "2 accounts, 5 entries, 2 requests, 1 mapper and 0 layouts copied: all balances equal the sums of their ledgers\n" +
		"1 conversion released in the copy, since no server was running to finish them\n"
	if got := clitest.Done(t, "store", "copy", first, url); got != want {
		t.Errorf("store copy = %q, want %q", got, want)
	}
	// A payment that was booked before is not booked again.
	clitest.Done(t, "account", "credits", "acme", "5", "--id=payment-1", "--store="+url)
	clitest.Done(t, "store", "copy", url, last)
	for _, command := range [][]string{{"account", "show", "acme", "--json"}, {"account", "ledger", "acme"}, {"account", "audit"}, {"plugin", "show", "acme"}} {
		there, back := clitest.Done(t, append(command, "--store="+url)...), clitest.Done(t, append(command, "--data="+last)...)
		if passing.ReplaceAllString(there, "") != passing.ReplaceAllString(back, "") {
			t.Errorf("lineitem %q on the database\n%s\nafter it was copied back\n%s", command, there, back)
		}
	}
	if got := clitest.Done(t, "account", "show", "acme", "--data="+last); !strings.Contains(got, "12") {
		t.Errorf("account show =\n%s\nwant 12 credits", got)
	}
	for _, refused := range []struct{ from, to, want string }{
		{first, url, "it already holds accounts"},
		{url, last, "it already holds accounts"},
		{filepath.Join(first, "nothing"), filepath.Join(last, "more"), "there are no accounts in"},
	} {
		if status, _, stderr := clitest.Run("store", "copy", refused.from, refused.to); status != 1 || !strings.Contains(stderr, refused.want) {
			t.Errorf("store copy %s %s = %d %q, want 1 and %q", refused.from, refused.to, status, stderr, refused.want)
		}
	}
}

// Two servers on one database have the same accounts. While the database is away
// they answer 503, and /healthz does too; they go on when it is back.
func TestServeSharedStore(t *testing.T) {
	testenv.Long(t, "starts PostgreSQL and two servers")
	server := pgtest.Start(t, "fsync=off")
	url := server.URL(server.Database(t))
	args := []string{"--store=" + url, "--workers=1"}
	one := clitest.Start(t, t.TempDir(), append(args, "--node=one")...)
	two := clitest.Start(t, t.TempDir(), args...)
	clitest.Done(t, "account", "add", "acme", "--store="+url, "--credits=7")
	key := strings.TrimSpace(clitest.Done(t, "key", "new", "acme", "--store="+url))
	order, client := clitest.OrderUpload(t), clitest.NewClient()
	convert := func(p *clitest.Process) int {
		t.Helper()
		status, header, err := order.Post(client, p.URL, key, "")
		if err != nil {
			t.Fatal(err)
		}
		if status == http.StatusServiceUnavailable && header.Get("Retry-After") == "" {
			t.Error("503 comes without Retry-After")
		}
		return status
	}
	health := func(p *clitest.Process) int {
		t.Helper()
		answer, err := client.Get(p.URL + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	for i, p := range []*clitest.Process{one, two, one, two} {
		if status := convert(p); status != http.StatusOK {
			t.Fatalf("conversion %d is answered %d", i, status)
		}
	}
	if got := clitest.Done(t, "account", "show", "acme", "--store="+url, "--json"); !strings.Contains(got, `"credits":6`) {
		t.Errorf("account show after 3 free conversions and one paid for = %s", got)
	}
	// No server can take the name of one that runs.
	status, _, stderr := clitest.Run("serve", "--addr=127.0.0.1:0", "--data="+t.TempDir(), "--store="+url, "--node=one")
	if status != 1 || !strings.Contains(stderr, "--node") {
		t.Errorf("serve with the name of another server = %d %q", status, stderr)
	}
	if status, _, stderr := clitest.Run("store", "copy", url, t.TempDir()); status != 1 || !strings.Contains(stderr, "stop them first") {
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
	for deadline := time.Now().Add(testenv.Patience); ; time.Sleep(50 * time.Millisecond) {
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
	if got := clitest.Done(t, "account", "audit", "--store="+url); !strings.Contains(got, "all balances equal") {
		t.Errorf("account audit = %s", got)
	}
}
