//go:build unix

package guestmemory

import (
	"golang.org/x/sys/unix"

	"lineitem/convert/hugepages"
)

// reserve returns n bytes of addresses that have no memory yet.
func reserve(n int) ([]byte, error) {
	addresses, err := unix.Mmap(-1, 0, n, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, err
	}
	hugepages.Want(addresses) // guests write to most of their memory, once
	return addresses, nil
}

// commit makes the addresses in [from, to) usable. The system provides memory for
// them, which is zero, when they are used.
func commit(addresses []byte, from, to int) error {
	return unix.Mprotect(addresses[from:to], unix.PROT_READ|unix.PROT_WRITE)
}

// release gives all addresses and memory back. It cannot fail for addresses that
// reserve returned.
func release(addresses []byte) { unix.Munmap(addresses) }
