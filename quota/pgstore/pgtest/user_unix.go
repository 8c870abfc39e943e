//go:build unix

package pgtest

import (
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account returns the user that servers run as when the test runs as root, since
// PostgreSQL refuses to run as root. ok is false if they run as the test's own user.
func account() (uid, gid int, ok bool) {
	if os.Getuid() != 0 {
		return 0, 0, false
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, e1 := strconv.Atoi(u.Uid)
		gid, e2 := strconv.Atoi(u.Gid)
		if e1 == nil && e2 == nil {
			return uid, gid, true
		}
	}
	return 0, 0, false
}

// command returns a command that runs as account's user.
func command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	if uid, gid, ok := account(); ok {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	return cmd
}

// own makes account's user the owner of a file, or of a folder and all in it.
func own(dir string) error {
	uid, gid, ok := account()
	if !ok {
		return nil
	}
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, gid)
	})
}
