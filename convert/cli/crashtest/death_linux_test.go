package crashtest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/operator"
)

// Workers are killed from outside while they convert. No document is blamed for it, no
// answer is wrong, nothing is charged that was not answered, and when the killing
// stops everything works as before.
func TestWorkersKilledUnderLoad(t *testing.T) {
	clitest.NeedProc(t)
	data, key := clitest.NewPayer(t)
	server, file := clitest.Start(t, data, "--workers=2", "--sync=false"), clitest.OrderUpload(t)
	const leastKills = 5 // at least, however fast documents are converted
	each := testenv.Either(20, 80)
	var answers, refusals, kills atomic.Int64
	done := make(chan struct{})
	var killer, clients sync.WaitGroup
	killer.Go(func() {
		for {
			if pids := clitest.Children(t, server.Pid); len(pids) > 0 {
				if syscall.Kill(pids[rand.IntN(len(pids))], syscall.SIGKILL) == nil {
					kills.Add(1)
				}
			}
			select {
			case <-done:
				return
			case <-time.After(rand.N(400 * time.Millisecond)):
			}
		}
	})
	for range 4 {
		clients.Go(func() {
			client := clitest.NewClient()
			defer client.CloseIdleConnections()
			for i := 0; i < each || kills.Load() < leastKills; i++ {
				switch status, header, err := file.Post(client, server.URL, key, ""); {
				case err == nil && status == http.StatusOK:
					answers.Add(1)
				case err == nil && clitest.Unavailable(status, header):
					refusals.Add(1)
				default:
					t.Errorf("while workers are killed a request = %d, %v, want 200, or 503 with Retry-After", status, err)
				}
			}
		})
	}
	clients.Wait()
	close(done)
	killer.Wait()
	t.Logf("%d workers were killed; %d answers, %d times 503", kills.Load(), answers.Load(), refusals.Load())
	if want := int64(2 * each); answers.Load() < want {
		t.Errorf("%d workers were killed and %d of %d documents or more converted, want at least %d", kills.Load(), answers.Load(), 2*want, want)
	}
	client := clitest.NewClient()
	for range 10 {
		status, _, err := file.Post(client, server.URL, key, "")
		if err != nil || status != http.StatusOK {
			t.Errorf("after that a request = %d, %v, want 200", status, err)
		}
		answers.Add(1)
	}
	if n := len(clitest.Children(t, server.Pid)); n > 2 {
		t.Errorf("after that there are %d workers, want at most 2", n)
	}
	clitest.CheckPaid(t, data, "payer", int(answers.Load()))
}

// A server that has no file descriptors left answers 503 to requests that need one, and
// goes on when it has some again.
func TestNoFilesLeft(t *testing.T) {
	clitest.NeedProc(t)
	data, key := clitest.NewPayer(t)
	server := clitest.StartIn(t, nil, "ulimit -n 48", data, "--workers=2", "--sync=false")
	file, client := clitest.OrderUpload(t), clitest.NewClient()
	post := func() (int, http.Header) {
		t.Helper()
		status, header, err := file.Post(client, server.URL, key, "")
		if err != nil {
			t.Fatal(err)
		}
		return status, header
	}
	if status, _ := post(); status != http.StatusOK {
		t.Fatalf("a request = %d, want 200", status)
	}
	var idle []net.Conn
	for range 100 {
		c, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		idle = append(idle, c)
	}
	until(t, "the server says that it has no files left", func() bool { return strings.Contains(server.Complaints(), "too many open files") })
	for range 20 {
		for _, pid := range clitest.Children(t, server.Pid) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		// The connection of the first request is still open.
		if status, header := post(); status != http.StatusOK && !clitest.Unavailable(status, header) {
			t.Errorf("without files a request = %d, want 200, or 503 with Retry-After", status)
		}
	}
	if !strings.Contains(server.Complaints(), "cannot start a worker") {
		t.Errorf("no request was without a worker; the server says:\n%s", server.Complaints())
	}
	for _, c := range idle {
		c.Close()
	}
	until(t, "a request is answered again", func() bool { status, _ := post(); return status == http.StatusOK })
	client.CloseIdleConnections()
	if status, _, err := file.Post(clitest.NewClient(), server.URL, key, ""); err != nil || status != http.StatusOK {
		t.Errorf("with files again a request of a new client = %d, %v, want 200", status, err)
	}
}

// until waits until a condition holds.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(testenv.Patience); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", testenv.Patience, what)
		}
	}
}

// While the disk is full nothing is charged, and every conversion is answered 503 with
// Retry-After; with room again everything goes on.
func TestFullDisk(t *testing.T) {
	clitest.NeedProc(t)
	shell, data := clitest.OwnMounts(t), t.TempDir()
	server := clitest.StartIn(t, shell, fmt.Sprintf("mount -t tmpfs -o size=90m tmpfs %s", data), data, "--workers=2")
	inside := filepath.Join("/proc", fmt.Sprint(server.Pid), "root", data) // the mount as the server sees it
	admin, err := operator.Dial(t.Context(), inside)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.AddAccount(t.Context(), quota.NewAccount{ID: "payer", Credits: 10, Limits: clitest.Unlimited}); err != nil {
		t.Fatal(err)
	}
	key, _, err := admin.NewKey(t.Context(), "payer", "test")
	if err != nil {
		t.Fatal(err)
	}
	file, client := clitest.OrderUpload(t), clitest.NewClient()
	want := func(when string, want int) {
		t.Helper()
		status, header, err := file.Post(client, server.URL, key, "")
		if err != nil || status != want || want == http.StatusServiceUnavailable && !clitest.Unavailable(status, header) {
			t.Errorf("%s a request = %d, %v, want %d", when, status, err, want)
		}
	}
	want("with room", http.StatusOK)
	filler := filepath.Join(inside, "filler")
	if err := os.WriteFile(filler, make([]byte, 60<<20), 0o600); err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	for range 3 {
		want("with a full disk", http.StatusServiceUnavailable)
	}
	if _, err := admin.AddCredits(t.Context(), "payer", 1, "payment", ""); !errors.Is(err, quota.ErrFull) {
		t.Errorf("AddCredits() with a full disk = %v, want %v", err, quota.ErrFull)
	}
	if want := quota.ErrFull.Error(); !strings.Contains(server.Complaints(), want) {
		t.Errorf("the log does not say that %s:\n%s", want, server.Complaints())
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	want("with room again", http.StatusOK)
	clitest.CheckPaid(t, inside, "payer", 2)
}

// With a data directory that cannot be written to, commands fail with a sentence that says
// so, not with a crash.
func TestReadOnlyData(t *testing.T) {
	clitest.NeedProc(t)
	shell := clitest.OwnMounts(t)
	data, _ := clitest.NewPayer(t)
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"serve", clitest.ServeArgs(data)},
		{"account list", []string{"account", "list", "--data=" + data}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := fmt.Sprintf(`mount --bind %[1]s %[1]s && mount -o remount,bind,ro %[1]s && exec "$0" "$@"`, data)
			args := append(append(shell[1:len(shell):len(shell)], "sh", "-c", script, os.Args[0]), tt.args...)
			text, err := exec.Command(shell[0], args...).CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !bytes.Contains(text, []byte("read-only file system")) || bytes.Contains(text, []byte("goroutine")) {
				t.Errorf("with a read-only directory it ends with %v and %q, want status 1 and a sentence", err, text)
			}
		})
	}
}
