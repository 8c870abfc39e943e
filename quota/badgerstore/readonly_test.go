package badgerstore

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"lineitem/quota"
)

// What a store acknowledged can be read without free space on the disk, whether its
// last process ended normally or was killed, and none of its files is changed.
func TestOpenReadOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Badger cannot do this on Windows")
	}
	dir := filepath.Join(t.TempDir(), "accounts")
	s, err := Open(dir, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for i := range 50 { // so few that Badger does nothing in the background while the files are copied
		id := fmt.Sprint("account-", i)
		err := s.Update(t.Context(), id, quota.RequestID{}, func(tx *quota.Tx) error {
			tx.Account = &quota.Account{ID: id, Name: strings.Repeat("n", 10_000)}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want[id] = true
	}
	module, err := s.PutModule(t.Context(), []byte("a module"))
	if err != nil {
		t.Fatal(err)
	}
	killed := filepath.Join(t.TempDir(), "accounts")
	if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{"closed in good order": dir, "killed": killed} {
		t.Run(name, func(t *testing.T) {
			before := contents(t, dir)
			t.Setenv("TMPDIR", t.TempDir())
			s, err := OpenReadOnly(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkAccounts(t, s, want)
			err = s.Update(t.Context(), "account-1", quota.RequestID{}, func(tx *quota.Tx) error {
				tx.Account.Credits = 5
				return nil
			})
			if !errors.Is(err, quota.ErrFull) {
				t.Errorf("Update() = %v, want ErrFull", err)
			}
			if _, err := s.PutModule(t.Context(), []byte("another")); !errors.Is(err, quota.ErrFull) {
				t.Errorf("PutModule() = %v, want ErrFull", err)
			}
			if got, err := s.Module(t.Context(), module); err != nil || string(got) != "a module" {
				t.Errorf("Module() = %q, %v", got, err)
			}
			if _, err := Open(dir, Options{}); !errors.Is(err, ErrInUse) {
				t.Errorf("Open() beside it = %v, want ErrInUse", err)
			}
			if err := s.Close(); err != nil {
				t.Errorf("Close() = %v", err)
			}
			if after := contents(t, dir); !maps.Equal(before, after) {
				t.Errorf("the directory holds %v, want what it held before: %v", after, before)
			}
			if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
				t.Errorf("it left %v, %v behind", left, err)
			}
		})
	}
	s, err = Open(killed, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	checkAccounts(t, s, want)
}

// contents returns the SHA-256 of each file in a folder, by its path.
func contents(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	hashes := map[string][32]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		hashes[path] = sha256.Sum256(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hashes
}

func TestOpenReadOnlyOfNothing(t *testing.T) {
	if _, err := OpenReadOnly(filepath.Join(t.TempDir(), "nothing"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("OpenReadOnly() of no directory = %v, want that there is none", err)
	}
}
