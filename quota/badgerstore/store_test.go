package badgerstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/storetest"
)

func open(t testing.TB, dir string, opts badgerstore.Options) *badgerstore.Store {
	t.Helper()
	s, err := badgerstore.Open(dir, opts)
	if err != nil {
		t.Fatalf("Open(%q) = %v", dir, err)
	}
	return s
}

func TestStore(t *testing.T) {
	for name, opts := range map[string]badgerstore.Options{"sync": {}, "no sync": {NoSync: true}} {
		t.Run(name, func(t *testing.T) {
			storetest.Run(t, func(t *testing.T, place string) quota.Store { return open(t, place, opts) })
		})
	}
}

// holdDirectory is the environment variable that makes the test binary a second process.
const holdDirectory = "BADGERSTORE_TEST_HOLD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(holdDirectory); dir != "" {
		_, err := badgerstore.Open(dir, badgerstore.Options{})
		if errors.Is(err, badgerstore.ErrInUse) {
			os.Exit(42)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestOnlyOneProcessOpensADirectory(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, badgerstore.Options{})
	defer s.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holdDirectory+"="+dir)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 42 {
		t.Errorf("Open() in a second process does not return ErrInUse: %v\n%s", err, out)
	}
	if _, err := badgerstore.Open(dir, badgerstore.Options{}); !errors.Is(err, badgerstore.ErrInUse) {
		t.Errorf("a second Open() = %v, want ErrInUse", err)
	}
}

// A store opens without complaint although a process that was killed while it created or
// removed a log file left an empty one.
func TestOpensWithEmptyLogFiles(t *testing.T) {
	live := t.TempDir()
	s := open(t, live, badgerstore.Options{})
	defer s.Close()
	for i := range 100 {
		err := s.Update(t.Context(), "a", quota.RequestID{}, func(tx *quota.Tx) error {
			tx.Account = &quota.Account{ID: "a", Credits: int64(i)}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, empty := range [][]string{
		{}, {"00077.mem"}, {"000077.vlog"}, {"00077.mem", "00078.mem", "000077.vlog", "000078.vlog"},
	} {
		// Copy the files as they are, without closing the store.
		dir := t.TempDir()
		files, err := os.ReadDir(live)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.Name() == "LOCK" {
				continue
			}
			data, err := os.ReadFile(filepath.Join(live, f.Name()))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, f.Name()), data, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range empty {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var log bytes.Buffer
		for range 2 {
			s := open(t, dir, badgerstore.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
			err := s.Update(t.Context(), "a", quota.RequestID{}, func(tx *quota.Tx) error {
				if tx.Account == nil || tx.Account.Credits != 99 {
					t.Errorf("with the empty files %q the account is %+v, want one with 99 credits", empty, tx.Account)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Errorf("Close() with the empty files %q = %v", empty, err)
			}
		}
		if log.Len() > 0 {
			t.Errorf("opening with the empty files %q logs %s", empty, log.String())
		}
	}
}

func TestCloseEndsWhatIsUnderWay(t *testing.T) {
	s := open(t, t.TempDir(), badgerstore.Options{NoSync: true, GCInterval: time.Millisecond})
	for _, id := range []string{"a", "b"} {
		err := s.Update(t.Context(), id, quota.RequestID{}, func(tx *quota.Tx) error {
			tx.Account = &quota.Account{ID: id}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	inside := make(chan struct{})
	var wg sync.WaitGroup
	var ended error
	wg.Go(func() {
		for _, err := range s.Accounts(context.Background()) {
			if err != nil {
				ended = err
				return
			}
			close(inside)
			time.Sleep(20 * time.Millisecond)
		}
	})
	<-inside
	if err := s.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
	wg.Wait()
	if !errors.Is(ended, quota.ErrClosed) {
		t.Errorf("the iteration that was under way ended with %v, want ErrClosed", ended)
	}
	if err := s.Update(t.Context(), "a", quota.RequestID{}, func(*quota.Tx) error { return nil }); !errors.Is(err, quota.ErrClosed) {
		t.Errorf("Update() after Close() = %v, want ErrClosed", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("a second Close() = %v", err)
	}
}

// With 10,000 accounts in use the store takes at most 24 MiB of memory, and so leaves most
// of a small machine's to others.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 10,000 accounts")
	}
	const accounts, most = 10_000, 24 << 20 // bytes
	before := liveHeap()
	s := open(t, t.TempDir(), badgerstore.Options{NoSync: true})
	defer s.Close()
	admin, gate := quota.NewAdmin(s, quota.Options{}), quota.NewGate(s, quota.Options{})
	for i := range accounts {
		id := fmt.Sprintf("account-%d", i)
		if _, err := admin.AddAccount(t.Context(), quota.NewAccount{ID: id, Name: "An account"}); err != nil {
			t.Fatal(err)
		}
		key, _, err := admin.NewKey(t.Context(), id, "default")
		if err != nil {
			t.Fatal(err)
		}
		grant, err := gate.Admit(t.Context(), key, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := grant.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := liveHeap() - before; got > most {
		t.Errorf("with %d accounts the store holds %d KB of memory, want at most %d KB", accounts, got>>10, most>>10)
	} else {
		t.Logf("with %d accounts the store holds %d KB of memory", accounts, got>>10)
	}
}

func liveHeap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
