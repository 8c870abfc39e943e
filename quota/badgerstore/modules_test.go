package badgerstore_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

func hasModule(t *testing.T, s *badgerstore.Store, hash quota.ModuleHash) bool {
	t.Helper()
	_, err := s.Module(t.Context(), hash)
	if err != nil && !errors.Is(err, quota.ErrNotFound) {
		t.Errorf("Module(%v) = %v", hash, err)
	}
	return err == nil
}

func refer(t *testing.T, s *badgerstore.Store, account string, hash *quota.ModuleHash) {
	t.Helper()
	err := s.Update(t.Context(), account, quota.RequestID{}, func(tx *quota.Tx) error {
		tx.Account = &quota.Account{ID: account}
		if hash != nil {
			tx.Account.Mapper = &quota.MapperRef{Hash: *hash}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, s *badgerstore.Store, text string) quota.ModuleHash {
	t.Helper()
	hash, err := s.PutModule(t.Context(), []byte(text))
	if err != nil {
		t.Fatalf("PutModule(%q) = %v", text, err)
	}
	return hash
}

// A module is removed when no account has named it for the grace period, and not before.
func TestModulesAreSwept(t *testing.T) {
	const grace = 300 * time.Millisecond
	s := open(t, t.TempDir(), badgerstore.Options{NoSync: true, GCInterval: 5 * time.Millisecond, ModuleGrace: grace})
	defer s.Close()
	shared, left, never := put(t, s, "shared"), put(t, s, "left"), put(t, s, "never")
	refer(t, s, "a", &shared)
	refer(t, s, "b", &shared)
	refer(t, s, "c", &left)
	time.Sleep(grace / 3)
	began := time.Now()
	refer(t, s, "b", nil)
	refer(t, s, "c", nil)
	put(t, s, "never") // starts its grace period again
	for hasModule(t, s, left) || hasModule(t, s, never) {
		if time.Since(began) > testenv.Patience {
			t.Fatal("modules that no account names are still there")
		}
		time.Sleep(time.Millisecond)
	}
	if took := time.Since(began); took < grace {
		t.Errorf("modules were removed after %v, within their grace of %v", took, grace)
	}
	if !hasModule(t, s, shared) {
		t.Error("a module that one of two accounts still names is gone")
	}
}

// A snapshot, such as a backup that a client reads slowly, finds the modules that its accounts name, however long ago
// they were replaced.
func TestSnapshotsKeepModules(t *testing.T) {
	s := open(t, t.TempDir(), badgerstore.Options{NoSync: true, GCInterval: time.Millisecond, ModuleGrace: time.Millisecond})
	defer s.Close()
	replaced := put(t, s, "replaced")
	refer(t, s, "a", &replaced)
	err := s.Snapshot(t.Context(), func(r quota.Reader) error {
		refer(t, s, "a", nil)
		time.Sleep(100 * time.Millisecond) // long enough for it to be removed otherwise
		_, err := r.Module(t.Context(), replaced)
		return err
	})
	if err != nil {
		t.Errorf("Module() of a snapshot = %v", err)
	}
	for hasModule(t, s, replaced) {
		time.Sleep(time.Millisecond)
	}
}

// When a store is opened nothing is under way: modules that no account names are removed
// at once, and so are files that a killed process left unfinished.
func TestModulesAreSweptAtTheStart(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, badgerstore.Options{NoSync: true})
	named, unnamed := put(t, s, "named"), put(t, s, "unnamed")
	refer(t, s, "a", &named)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "modules")
	if err := os.WriteFile(filepath.Join(folder, "unfinished-123"), []byte("mod"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir, badgerstore.Options{NoSync: true})
	defer s.Close()
	if !hasModule(t, s, named) || hasModule(t, s, unnamed) {
		t.Errorf("after a start the named module is there: %v, the other: %v", hasModule(t, s, named), hasModule(t, s, unnamed))
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("after a start the folder of modules holds %v, want one file", files)
	}
}

// A damaged module is never returned, so that it is never run, and storing the module
// again repairs its file.
func TestDamagedModule(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, badgerstore.Options{NoSync: true})
	defer s.Close()
	hash := put(t, s, "module")
	if err := os.WriteFile(filepath.Join(dir, "modules", hash.String()+".wasm"), []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	if module, err := s.Module(t.Context(), hash); err == nil {
		t.Errorf("Module() of a damaged file = %q, want an error", module)
	}
	put(t, s, "module")
	if module, err := s.Module(t.Context(), hash); string(module) != "module" {
		t.Errorf("Module() of a mended file = %q, %v", module, err)
	}
}
