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

// asNobody calls do without root's right to write every file: on a thread of its own
// with another file system user, which ends after the call. It skips the test if the
// system does not distinguish threads. do must not end the test.
func asNobody(t *testing.T, do func()) {
	t.Helper()
	protected := filepath.Join(t.TempDir(), "protected")
	if err := os.WriteFile(protected, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		runtime.LockOSThread()
		const nobody = 65534
		if os.Geteuid() == 0 {
			unix.SetfsuidRetUid(nobody)
		}
		file, err := os.OpenFile(protected, os.O_WRONLY, 0)
		if err == nil {
			file.Close()
		} else {
			do()
		}
		done <- err != nil
	}()
	if !<-done {
		t.Skip("this system lets root write everything, on each thread")
	}
}

// If a store has a file of another user's, the error says so and what to do.
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
	if err := os.WriteFile(filepath.Join(accountsDirectory(data), "000009.vlog"), nil, 0o400); err != nil {
		t.Fatal(err)
	}
	readable(t, filepath.Dir(data), data, accountsDirectory(data))
	asNobody(t, func() { _, err = openDirectory(data, badgerstore.Options{}) })
	if err == nil || !strings.Contains(err.Error(), "permission denied; was a command run as another user") {
		t.Errorf("opening a store with a file of another user's = %v, want what to do", err)
	}
}

// A write-protected file that -o names is not replaced, even if its folder would allow
// that. This is reported before the work begins.
func TestProtectedOutput(t *testing.T) {
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.csv")
	if err := os.WriteFile(rows, nil, 0o444); err != nil {
		t.Fatal(err)
	}
	readable(t, filepath.Dir(dir))
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	var err error
	asNobody(t, func() {
		var out *output
		if out, err = openOutput(rows, nil); err == nil {
			out.Discard()
		}
	})
	if err == nil || !strings.Contains(err.Error(), "rows.csv: permission denied") {
		t.Errorf("openOutput of a protected file = %v, want permission denied", err)
	}
}

// readable lets every user enter and list folders.
func readable(t *testing.T, folders ...string) {
	t.Helper()
	for _, folder := range folders {
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}
