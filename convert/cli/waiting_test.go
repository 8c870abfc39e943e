package cli

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"lineitem/convert/serve"
	"lineitem/quota"
	"lineitem/quota/pgstore/pgtest"
)

// A server that is started while the database is away waits for it: balancers and
// clients are told so meanwhile, and it goes on by itself.
func TestStartWithoutDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	t.Parallel()
	db := pgtest.Start(t, "fsync=off")
	args := []string{"--store=" + db.URL(db.Database(t)), "--workers=1"}
	order, client := orderUpload(t), newClient()

	first := start(t, t.TempDir(), args...) // makes the schema
	first.kill()
	db.Stop(t, "immediate")
	waiting := launch(t, exec.Command(os.Args[0], serveArgs(t.TempDir(), args...)...))
	url := waiting.await(t, waitingMessage)
	answer, err := client.Get(url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/healthz of a server that waits = %d, want 503", answer.StatusCode)
	}
	status, header, err := order.post(client, url, "li_any", "")
	if err != nil || !unavailable(status, header) {
		t.Errorf("a conversion by a server that waits = %d with Retry-After: %q, %v, want 503 and a number", status, header.Get("Retry-After"), err)
	}

	// One that is told to end meanwhile does so at once.
	ended := launch(t, exec.Command(os.Args[0], serveArgs(t.TempDir(), args...)...))
	ended.await(t, waitingMessage)
	if err := ended.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := ended.wait(); err != nil {
		t.Errorf("a server that waits, told to end = %v\n%s", err, ended.everything())
	}

	db.Run(t)
	waiting.await(t, listeningMessage)
	key := strings.TrimSpace(done(t, "key", "new", operatorAccount, args[0]))
	if status, _, err := order.post(client, url, key, ""); status != http.StatusOK {
		t.Errorf("a conversion once the database is back = %d, %v, want 200", status, err)
	}
	for message, want := range map[string]int{waitingMessage: 1, "the accounts can be reached": 1} {
		got := 0
		for line := range strings.Lines(waiting.everything()) {
			var entry struct{ Msg string }
			if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == message {
				got++
			}
		}
		if got != want {
			t.Errorf("the log says %d times %q, want %d\n%s", got, message, want, waiting.everything())
		}
	}
}

// A server that is started while the disk is full waits for room.
func TestAwaitRoom(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	w := waiting{serve.Config{Log: slog.New(slog.DiscardHandler)}, []net.Listener{l}}
	tries, answered := 0, 0
	err = w.await(t.Context(), func() error {
		if tries++; tries == 1 {
			return fmt.Errorf("opening: %w", quota.ErrFull)
		}
		if status, header, err := orderUpload(t).post(newClient(), "http://"+l.Addr().String(), "li_any", ""); err == nil && unavailable(status, header) {
			answered++
		}
		if tries < 3 {
			return quota.ErrFull
		}
		return nil
	})
	if err != nil || tries != 3 || answered != 2 {
		t.Errorf("await() on a full disk = %v after %d tries and %d answers of 503, want none after 3 and 2", err, tries, answered)
	}
}

// What waiting does not help with ends the start, and says what to do.
func TestStartRefusedByDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	db := pgtest.Start(t, "fsync=off")
	db.Exec(t, "postgres", "CREATE ROLE node LOGIN PASSWORD 'right'")
	newer := db.Database(t)
	done(t, "account", "add", "acme", "--store="+db.URL(newer))
	db.Exec(t, newer, "UPDATE lineitem.schema_version SET version = 1000")
	as := func(user, url string) string { return strings.Replace(url, "://lineitem@", "://"+user+"@", 1) }
	for _, c := range []struct{ name, store, want string }{
		{"a wrong password", as("node:SECRET", db.URL(newer)), "check user, password and pg_hba.conf"},
		{"no such database", db.URL("nothing"), "CREATE DATABASE"},
		{"a schema of a later version", db.URL(newer), "update the program"},
		{"a user without rights", as("node:right", db.URL(newer)), "let the owner of the schema"},
		{"an address that is none", "postgres://lineitem:SECRET/1@host:port/db", "want postgres://"},
	} {
		status, _, stderr := lineitem("serve", "--addr=127.0.0.1:0", "--data="+t.TempDir(), "--store="+c.store)
		if status != exitFailure || !strings.Contains(stderr, c.want) || strings.Contains(stderr, "SECRET") {
			t.Errorf("%s: serve = %d %q, want 1 and %q", c.name, status, stderr, c.want)
		}
	}
}
