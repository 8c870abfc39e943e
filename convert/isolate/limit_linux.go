//go:build !race

package isolate

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// addressSpaceFactor is how many bytes of address space a worker may map for
// each byte of memory that it may use: the garbage collector's spare arenas
// and a guest's code and memory are mapped, but not all of it is used.
const addressSpaceFactor = 3

// limitAddressSpace makes the kernel refuse to map much more than memory bytes
// beyond what the process has mapped already (Go reserves more than a gigabyte
// of addresses at its start without using them), and to write core dumps.
func limitAddressSpace(memory int64) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("cannot limit core dumps: %w", err)
	}
	statm, err := os.ReadFile("/proc/self/statm") // proc(5): the first field is the mapped size in pages
	if err != nil {
		return fmt.Errorf("cannot tell the mapped size: %w", err)
	}
	first, _, _ := bytes.Cut(statm, []byte(" "))
	pages, err := strconv.ParseInt(string(first), 10, 64)
	if err != nil {
		return fmt.Errorf("cannot tell the mapped size: %w", err)
	}
	limit := uint64(pages*int64(os.Getpagesize()) + addressSpaceFactor*memory)
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return fmt.Errorf("cannot limit the address space: %w", err)
	}
	return nil
}
