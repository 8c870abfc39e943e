package nodetest

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota/pgstore/pgtest"
)

// A server that is started while the database is away waits for it. Meanwhile it answers
// balancers and clients with 503; when the database is back it goes on by itself.
func TestStartWithoutDatabase(t *testing.T) {
	testenv.Long(t, "starts PostgreSQL twice and three servers")
	t.Parallel()
	db := pgtest.Start(t, "fsync=off")
	args := []string{"--store=" + db.URL(db.Database(t)), "--workers=1"}
	order, client := clitest.OrderUpload(t), clitest.NewClient()

	first := clitest.Start(t, t.TempDir(), args...) // makes the schema
	first.Kill()
	db.Stop(t, "immediate")
	waiting := clitest.Launch(t, exec.Command(os.Args[0], clitest.ServeArgs(t.TempDir(), args...)...))
	url := waiting.Await(t, clitest.WaitingMessage)
	answer, err := client.Get(url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/healthz of a server that waits = %d, want 503", answer.StatusCode)
	}
	status, header, err := order.Post(client, url, "li_any", "")
	if err != nil || !clitest.Unavailable(status, header) {
		t.Errorf("a conversion by a server that waits = %d with Retry-After: %q, %v, want 503 and a number", status, header.Get("Retry-After"), err)
	}

	// A server that gets SIGTERM meanwhile ends at once.
	ended := clitest.Launch(t, exec.Command(os.Args[0], clitest.ServeArgs(t.TempDir(), args...)...))
	ended.Await(t, clitest.WaitingMessage)
	if err := ended.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := ended.Wait(); err != nil {
		t.Errorf("a server that waits, told to end = %v\n%s", err, ended.Everything())
	}

	db.Run(t)
	waiting.Await(t, clitest.ListeningMessage)
	key := strings.TrimSpace(clitest.Done(t, "key", "new", "operator", args[0]))
	if status, _, err := order.Post(client, url, key, ""); status != http.StatusOK {
		t.Errorf("a conversion once the database is back = %d, %v, want 200", status, err)
	}
	for message, want := range map[string]int{clitest.WaitingMessage: 1, "the accounts can be reached": 1} {
		got := 0
		for line := range strings.Lines(waiting.Everything()) {
			var entry struct{ Msg string }
			if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == message {
				got++
			}
		}
		if got != want {
			t.Errorf("the log says %d times %q, want %d\n%s", got, message, want, waiting.Everything())
		}
	}
}

// If waiting would not help, the server does not start, and says what to do.
func TestStartRefusedByDatabase(t *testing.T) {
	testenv.Long(t, "starts PostgreSQL, and a server for each refusal")
	db := pgtest.Start(t, "fsync=off")
	db.Exec(t, "postgres", "CREATE ROLE node LOGIN PASSWORD 'right'")
	newer := db.Database(t)
	clitest.Done(t, "account", "add", "acme", "--store="+db.URL(newer))
	db.Exec(t, newer, "UPDATE lineitem.schema_version SET version = 1000")
	as := func(user, url string) string { return strings.Replace(url, "://lineitem@", "://"+user+"@", 1) }
	for _, c := range []struct{ name, store, want string }{
		{"a wrong password", as("node:SECRET", db.URL(newer)), "check user, password and pg_hba.conf"},
		{"no such database", db.URL("nothing"), "CREATE DATABASE"},
		{"a schema of a later version", db.URL(newer), "update the program"},
		{"a user without rights", as("node:right", db.URL(newer)), "let the owner of the schema"},
		{"a malformed address", "postgres://lineitem:SECRET/1@host:port/db", "want postgres://"},
	} {
		status, _, stderr := clitest.Run("serve", "--addr=127.0.0.1:0", "--data="+t.TempDir(), "--store="+c.store)
		if status != 1 || !strings.Contains(stderr, c.want) || strings.Contains(stderr, "SECRET") {
			t.Errorf("%s: serve = %d %q, want 1 and %q", c.name, status, stderr, c.want)
		}
	}
}
