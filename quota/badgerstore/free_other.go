//go:build !linux && !darwin && !freebsd && !windows

package badgerstore

// freeBytes returns false: on this system the free space is unknown.
func freeBytes(string) (n uint64, ok bool) { return 0, false }
