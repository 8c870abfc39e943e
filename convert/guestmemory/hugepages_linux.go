package guestmemory

import "golang.org/x/sys/unix"

// wantHugePages asks the system for huge pages at the addresses (MADV_HUGEPAGE, madvise(2)), since
// guests write to most of their memory, once, and each page costs a fault.
// It does not matter if there are none.
func wantHugePages(addresses []byte) { unix.Madvise(addresses, unix.MADV_HUGEPAGE) }
