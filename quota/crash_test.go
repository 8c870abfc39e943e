package quota_test

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

var crashRounds = flag.Int("crash.rounds", 5, "how often TestKilledProcess kills its process")

// Environment variables that make the test binary act as the process that is killed.
const (
	crashDirectory = "QUOTA_TEST_CRASH_DIR"
	crashFrom      = "QUOTA_TEST_CRASH_FROM" // each worker's first request, separated by commas
	crashRequests  = "QUOTA_TEST_CRASH_REQUESTS"
)

const (
	crashWorkers  = 8
	crashAccounts = 3 // workers share them
	crashCredits  = 1_000_000
)

func crashAccount(worker int) string { return fmt.Sprintf("account-%d", worker%crashAccounts) }

func TestMain(m *testing.M) {
	if os.Getenv(crashDirectory) != "" {
		if err := crashProcess(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	// Draw the same schedules each time, and more of them in the long form of the tests. With
	// -rapid.seed=0 others are drawn.
	flag.Set("rapid.seed", "1")
	if !testenv.RequireAll() {
		flag.Set("rapid.checks", "25")
	}
	flag.Parse()
	os.Exit(m.Run())
}

// crashProcess acts as a small server: its workers send one request after
// another, each with an idempotency key of its own that is kept until the
// request has succeeded. It prints the requests that have succeeded.
func crashProcess() error {
	ctx := context.Background()
	store, err := badgerstore.Open(os.Getenv(crashDirectory), badgerstore.Options{})
	if err != nil {
		return err
	}
	requests, err := strconv.Atoi(os.Getenv(crashRequests))
	if err != nil {
		return err
	}
	gate, admin := quota.NewGate(store, quota.Options{}), quota.NewAdmin(store, quota.Options{})
	if _, err := gate.Recover(ctx); err != nil {
		return err
	}
	var wg sync.WaitGroup
	for w, from := range strings.Split(os.Getenv(crashFrom), ",") {
		n, err := strconv.Atoi(from)
		if err != nil {
			return err
		}
		key, _, err := admin.NewKey(ctx, crashAccount(w), "")
		if err != nil {
			return err
		}
		wg.Go(func() {
			for end := n + requests; n < end; {
				if crashRequest(ctx, gate, key, fmt.Sprintf("%d/%d", w, n)) && crashLearn(ctx, admin, w, n) {
					fmt.Printf("%d %d\n", w, n) // this is the answer
					n++
				}
			}
		})
	}
	wg.Wait()
	return store.Close()
}

// crashRequest makes a conversion, of which one in four fails, and reports whether it succeeded.
func crashRequest(ctx context.Context, gate *quota.Gate, key, idempotencyKey string) bool {
	grant, err := gate.Admit(ctx, key, idempotencyKey)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return false
	}
	defer grant.Done()
	defer grant.GiveBack(ctx)
	if err := grant.Bind(ctx, [32]byte{1}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return false
	}
	if rand.IntN(4) == 0 {
		return false
	}
	if err := grant.Settle(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return false
	}
	return true
}

// crashLayout returns the layout that a worker stores with a request. It replaces the one that
// the worker stored a few requests earlier.
func crashLayout(worker, n int) quota.Layout {
	const ids, size = 3, 50_000
	return quota.Layout{ID: fmt.Sprintf("ly_%d_%d", worker, n%ids), Data: bytes.Repeat([]byte{byte(n)}, size)}
}

func crashLearn(ctx context.Context, admin *quota.Admin, worker, n int) bool {
	_, err := admin.ImportLayout(ctx, crashAccount(worker), crashLayout(worker, n))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return err == nil
}

// TestKilledProcess kills a process under load at random moments and starts it
// again. In the end every request must have succeeded and been charged once, and each
// layout must be as it was stored last.
func TestKilledProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir := t.TempDir()
	store, err := badgerstore.Open(dir, badgerstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	admin := quota.NewAdmin(store, quota.Options{})
	for i := range crashAccounts {
		_, err := admin.AddAccount(t.Context(), quota.NewAccount{
			ID: crashAccount(i), Credits: crashCredits,
			Limits: quota.Limits{PerMinute: quota.MaxPerMinute, PerDay: 1e9, FreePerDay: quota.None, AtOnce: quota.MaxLimit, UnchargedSeconds: quota.MaxLimit},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	token, _, err := admin.Invite(t.Context(), crashAccount(0), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	session, err := admin.AcceptInvite(t.Context(), token, password)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}

	var next [crashWorkers]int
	for range *crashRounds {
		before := next
		runCrashProcess(t, dir, &next, 1_000_000, 100*time.Millisecond+rand.N(200*time.Millisecond))
		checkCrashed(t, dir, before, next)
	}
	runCrashProcess(t, dir, &next, 5, 0)
	checkCrashed(t, dir, next, next)
	checkSession(t, dir, session)
	t.Logf("requests that succeeded, by worker: %v", next)
}

// checkSession checks that a session from before the crashes is still valid.
func checkSession(t *testing.T, dir, session string) {
	t.Helper()
	store, err := badgerstore.Open(dir, badgerstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s, err := quota.NewAdmin(store, quota.Options{}).Session(t.Context(), session)
	if err != nil || s.ID != crashAccount(0) {
		t.Errorf("Session() after the crashes = %+v, %v, want %s", s, err, crashAccount(0))
	}
}

// runCrashProcess runs the process for some time, 0 meaning until it ends, and
// notes in next which requests have succeeded according to its output.
func runCrashProcess(t *testing.T, dir string, next *[crashWorkers]int, requests int, life time.Duration) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashDirectory+"="+dir, crashRequests+"="+strconv.Itoa(requests),
		crashFrom+"="+strings.Trim(strings.ReplaceAll(fmt.Sprint(*next), " ", ","), "[]"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	for first := true; ; first = false {
		line, err := lines.ReadString('\n')
		if err == io.EOF { // a line that was cut off is an answer that did not arrive
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if first && life > 0 {
			time.AfterFunc(life, func() { cmd.Process.Kill() })
		}
		var worker, n int
		if _, err := fmt.Sscan(line, &worker, &n); err != nil {
			t.Fatalf("the process says %q", line)
		}
		if n != next[worker] {
			t.Errorf("worker %d succeeded with request %d, want %d", worker, n, next[worker])
		}
		next[worker] = n + 1
	}
	if err := cmd.Wait(); err != nil && life == 0 || stderr.Len() > 0 {
		t.Errorf("the process ended with %v:\n%s", err, stderr.String())
	}
}

// checkCrashed compares what the ledgers charged with what was answered. If the
// process was killed, each worker may have one request more that was settled, and
// so charged, but whose answer was lost; it is answered in the next run.
func checkCrashed(t *testing.T, dir string, before, next [crashWorkers]int) {
	t.Helper()
	store, err := badgerstore.Open(dir, badgerstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := quota.NewGate(store, quota.Options{}).Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	admin := quota.NewAdmin(store, quota.Options{})
	for i := range crashAccounts {
		account := crashAccount(i)
		checkAudit(t, admin, account)
		s, err := admin.Account(t.Context(), account)
		if err != nil {
			t.Fatal(err)
		}
		var answered, lost int64
		for w := i; w < crashWorkers; w += crashAccounts {
			answered += int64(next[w])
			if next != before {
				lost++
			}
		}
		for w := i; w < crashWorkers; w += crashAccounts {
			checkCrashedLayout(t, admin, w, next[w]-1)
		}
		charged := crashCredits - s.Credits
		if charged < answered || charged > answered+lost || s.Open != 0 {
			t.Errorf("%s was charged %d for %d answers and has %d open; at most %d answers can have been lost", account, charged, answered, s.Open, lost)
		}
		for _, k := range s.Keys {
			if err := admin.RevokeKey(t.Context(), account, k.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkCrashedLayout checks that the layout that a worker stored with its last answered
// request, numbered n, is there and whole.
func checkCrashedLayout(t *testing.T, admin *quota.Admin, worker, n int) {
	t.Helper()
	if n < 0 {
		return
	}
	want := crashLayout(worker, n)
	got, err := admin.Layout(t.Context(), crashAccount(worker), want.ID)
	if err != nil || !bytes.Equal(got.Data, want.Data) {
		t.Errorf("Layout(%q) after request %d = %+v, %v, want what was kept with it", want.ID, n, got, err)
	}
}
