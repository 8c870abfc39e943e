package guestmemory

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// reserve returns n bytes of addresses that have no memory yet.
func reserve(n int) ([]byte, error) {
	address, err := windows.VirtualAlloc(0, uintptr(n), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, err
	}
	// This is not Go's memory, so the garbage collector does not move it.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), n), nil
}

// commit makes the addresses in [from, to) usable. Memory that was not usable
// before is zero.
func commit(addresses []byte, from, to int) error {
	_, err := windows.VirtualAlloc(uintptr(unsafe.Pointer(&addresses[from])), uintptr(to-from), windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err
}

// release gives all addresses and memory back. It cannot fail for addresses that
// reserve returned.
func release(addresses []byte) {
	windows.VirtualFree(uintptr(unsafe.Pointer(&addresses[0])), 0, windows.MEM_RELEASE)
}
