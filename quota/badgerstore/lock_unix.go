//go:build linux || darwin || freebsd

package badgerstore

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockDirectory takes the same lock that Badger takes on its directory. The error is
// ErrInUse while another process holds it.
func lockDirectory(dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return func() { f.Close() }, nil
	}
	f.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = ErrInUse
	}
	return nil, err
}
