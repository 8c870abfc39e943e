//go:build linux || darwin || freebsd

package badgerstore

import "golang.org/x/sys/unix"

// freeBytes returns how many bytes more an ordinary user may write to the file system
// that holds a directory. ok is false if that is unknown.
func freeBytes(dir string) (n uint64, ok bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}
