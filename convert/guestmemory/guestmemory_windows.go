package guestmemory

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// reserve returns addresses behind which there is no memory yet.
func reserve(n int) ([]byte, error) {
	address, err := windows.VirtualAlloc(0, uintptr(n), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, err
	}
	// Nothing of Go's lies there, so that no collector can move it.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), n), nil
}

// commit lets the addresses from one offset to another be used. What was not
// used before is zero.
func commit(addresses []byte, from, to int) error {
	_, err := windows.VirtualAlloc(uintptr(unsafe.Pointer(&addresses[from])), uintptr(to-from), windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err
}

// release gives all of it back. It cannot fail for what reserve gave.
func release(addresses []byte) {
	windows.VirtualFree(uintptr(unsafe.Pointer(&addresses[0])), 0, windows.MEM_RELEASE)
}
