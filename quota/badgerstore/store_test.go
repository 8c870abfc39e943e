package badgerstore_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
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

// The name of the variable that makes the test binary a second process.
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
	if !errors.Is(ended, badgerstore.ErrClosed) {
		t.Errorf("the iteration that was under way ended with %v, want ErrClosed", ended)
	}
	if err := s.Update(t.Context(), "a", quota.RequestID{}, func(*quota.Tx) error { return nil }); !errors.Is(err, badgerstore.ErrClosed) {
		t.Errorf("Update() after Close() = %v, want ErrClosed", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("a second Close() = %v", err)
	}
}
