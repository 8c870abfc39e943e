//go:build !linux && !darwin && !freebsd

package badgerstore

// lockDirectory does nothing: on this system it is left to Badger to find out whether
// another process uses the directory.
func lockDirectory(string) (unlock func(), err error) { return func() {}, nil }
