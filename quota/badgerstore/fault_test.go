package badgerstore

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
)

// A store that cannot create its next file, here because its directory was moved,
// reports ErrUnavailable to all its users and does not panic. When it can create files
// again it goes on by itself, with all that it acknowledged.
func TestFilesCannotBeMade(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows renames no directory with open files")
	}
	dir := filepath.Join(t.TempDir(), "accounts")
	var log lockedBuffer
	s, err := Open(dir, Options{NoSync: true, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	acknowledged := map[string]bool{}
	add := func() error {
		id := fmt.Sprint("account-", len(acknowledged))
		err := s.Update(t.Context(), id, quota.RequestID{}, func(tx *quota.Tx) error {
			tx.Account = &quota.Account{ID: id, Name: strings.Repeat("n", 10_000)}
			return nil
		})
		if err == nil {
			acknowledged[id] = true
		}
		return err
	}
	for range 20 {
		if err := add(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	// Others read meanwhile, as requests do to look up a key.
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				if _, err := s.AccountOf(t.Context(), quota.KeyHash{1}); !errors.Is(err, quota.ErrNotFound) && !errors.Is(err, quota.ErrUnavailable) {
					t.Errorf("AccountOf() = %v, want ErrNotFound or ErrUnavailable", err)
				}
				select {
				case <-done:
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
	}
	var fault error
	for range 3 * memTableSize / 10_000 {
		if fault = add(); fault != nil {
			break
		}
	}
	if !errors.Is(fault, quota.ErrUnavailable) {
		t.Fatalf("Update() without a place for files = %v, want ErrUnavailable", fault)
	}
	for range 10 {
		if err := add(); !errors.Is(err, quota.ErrUnavailable) {
			t.Errorf("Update() after that = %v, want ErrUnavailable", err)
		}
	}
	for _, err := range s.Accounts(t.Context()) {
		if !errors.Is(err, quota.ErrUnavailable) {
			t.Errorf("Accounts() = %v, want ErrUnavailable", err)
		}
		break
	}
	if err := os.Rename(dir+"-away", dir); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(testenv.Patience); ; time.Sleep(50 * time.Millisecond) {
		if err = add(); err == nil {
			break
		}
		if !errors.Is(err, quota.ErrUnavailable) || time.Now().After(deadline) {
			t.Fatalf("Update() with a place for files again = %v, want none", err)
		}
	}
	close(done)
	readers.Wait()
	checkAccounts(t, s, acknowledged)
	if want := "cannot be changed until their files can be written"; !strings.Contains(log.String(), want) {
		t.Errorf("the log does not say %q:\n%s", want, &log)
	}
}

// Close returns, with an error, if the store cannot create files; what the store acknowledged
// is there when it is opened again.
func TestCloseWhileFilesCannotBeMade(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows renames no directory with open files")
	}
	dir := filepath.Join(t.TempDir(), "accounts")
	s, err := Open(dir, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]bool{}
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	for i := range 3 * memTableSize / 10_000 {
		id := fmt.Sprint("account-", i)
		err = s.Update(t.Context(), id, quota.RequestID{}, func(tx *quota.Tx) error {
			tx.Account = &quota.Account{ID: id, Name: strings.Repeat("n", 10_000)}
			return nil
		})
		if err != nil {
			break
		}
		acknowledged[id] = true
	}
	if !errors.Is(err, quota.ErrUnavailable) {
		t.Fatalf("Update() without a place for files = %v, want ErrUnavailable", err)
	}
	if err := s.Close(); err != errNotClosed {
		t.Errorf("Close() without a place for files = %v, want %v", err, errNotClosed)
	}
	// Now the process would end, and with it the lock on its directory. A copy of the
	// files as they are is what the next process would find.
	copied := filepath.Join(t.TempDir(), "accounts")
	if err := os.CopyFS(copied, os.DirFS(dir+"-away")); err != nil {
		t.Fatal(err)
	}
	next, err := Open(copied, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	checkAccounts(t, next, acknowledged)
}

func checkAccounts(t *testing.T, s *Store, want map[string]bool) {
	t.Helper()
	got := map[string]bool{}
	for a, err := range s.Accounts(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got[a.ID] = true
	}
	for id := range want {
		if !got[id] {
			t.Errorf("%s is lost, of %d accounts", id, len(want))
		}
	}
}

// lockedBuffer is a buffer that may be written and read at once.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
