//go:build unix

package guestmemory

import "golang.org/x/sys/unix"

// reserve returns addresses behind which there is no memory yet.
func reserve(n int) ([]byte, error) {
	return unix.Mmap(-1, 0, n, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
}

// commit lets the addresses from one offset to another be used. The system gives
// memory for them, which is zero, when they are.
func commit(addresses []byte, from, to int) error {
	return unix.Mprotect(addresses[from:to], unix.PROT_READ|unix.PROT_WRITE)
}

// release gives all of it back. It cannot fail for what reserve gave.
func release(addresses []byte) { unix.Munmap(addresses) }
