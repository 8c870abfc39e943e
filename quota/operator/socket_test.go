package operator

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestSocketIsPrivate(t *testing.T) {
	dir := t.TempDir()
	stop := serve(t, dir, newAdmin(t))
	info, err := os.Lstat(filepath.Join(dir, SocketName))
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); runtime.GOOS != "windows" && got != 0o600 {
		t.Errorf("the socket's mode is %o, want 600", got)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("the directory holds %v, want the socket only", files)
	}
	stop()
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("after the end the directory holds %v, want nothing", files)
	}
	if _, err := Dial(t.Context(), dir); !errors.Is(err, ErrNoServer) {
		t.Errorf("Dial() after the end = %v, want ErrNoServer", err)
	}
}

func TestSocketOfACrashedServerIsReplaced(t *testing.T) {
	dir := t.TempDir()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, SocketName), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false) // as if the process was killed
	l.Close()
	if _, err := Dial(t.Context(), dir); !errors.Is(err, ErrNoServer) {
		t.Errorf("Dial() of a crashed server = %v, want ErrNoServer", err)
	}
	serve(t, dir, newAdmin(t))
	client, err := Dial(t.Context(), dir)
	if err != nil {
		t.Fatalf("Dial() = %v", err)
	}
	client.Close()
}

func TestSocketOfALiveServerIsKept(t *testing.T) {
	dir := t.TempDir()
	serve(t, dir, newAdmin(t))
	if _, err := Listen(dir); !errors.Is(err, ErrServing) {
		t.Errorf("a second Listen() = %v, want ErrServing", err)
	}
	client, err := Dial(t.Context(), dir)
	if err != nil {
		t.Fatalf("Dial() after a second Listen() = %v", err)
	}
	defer client.Close()
	for _, err := range client.Accounts(t.Context()) {
		t.Errorf("Accounts() = %v", err)
	}
}

func TestOtherFilesAreKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, SocketName)
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(dir); err == nil {
		t.Error("Listen() replaces a file that is not a socket")
	}
	if data, err := os.ReadFile(path); string(data) != "x" {
		t.Errorf("Listen() left %q, %v", data, err)
	}
}

// The socket works even in a data directory whose path is too long for a Unix socket.
func TestLongPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege")
	}
	dir := filepath.Join(t.TempDir(), strings.Repeat("long-", 40))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	stop := serve(t, dir, newAdmin(t))
	client, err := Dial(t.Context(), dir)
	if err != nil {
		t.Fatalf("Dial() = %v", err)
	}
	defer client.Close()
	for _, err := range client.Accounts(t.Context()) {
		t.Errorf("Accounts() = %v", err)
	}
	if _, err := Listen(dir); !errors.Is(err, ErrServing) {
		t.Errorf("a second Listen() = %v, want ErrServing", err)
	}
	stop()
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("after the end the directory holds %v, want nothing", files)
	}
}
