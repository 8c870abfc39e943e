package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"lineitem/quota/badgerstore"
)

// A store with a file of another user's is told as that, with what to do.
func TestAnotherUsersFile(t *testing.T) {
	data := t.TempDir()
	store, err := openDirectory(data, badgerstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := checkOwner(accountsDirectory(data)); err != nil {
		t.Errorf("checkOwner of a store of one's own = %v, want nil", err)
	}
	foreign := filepath.Join(accountsDirectory(data), "000009.vlog")
	if err := os.WriteFile(foreign, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{filepath.Dir(data), data, accountsDirectory(data)} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	told := make(chan error)
	go func() {
		// Root may write everything; this thread, which ends with the goroutine,
		// does not look at files as root.
		runtime.LockOSThread()
		const nobody = 65534
		if os.Geteuid() == 0 {
			unix.SetfsuidRetUid(nobody)
		}
		_, err := openDirectory(data, badgerstore.Options{})
		told <- err
	}()
	err = <-told
	if err == nil || !strings.Contains(err.Error(), "permission denied; was a command run as another user") {
		t.Errorf("opening a store with a file of another user's = %v, want what to do", err)
	}
}
