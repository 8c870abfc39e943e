//go:build !race

package workerpool

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// arena is the unit in which Go's heap reserves addresses, bytes.
const arena = 64 << 20

// limitAddresses makes the kernel refuse the process more than most bytes of
// address space, plus an arena, beyond what is mapped already (RLIMIT_AS; Go
// reserves more than a gigabyte at its start without using it). It also forbids core
// dumps. RLIMIT_DATA would count only what is used, but not memory mapped
// over reserved addresses, which is how Go does it.
func limitAddresses(most int64) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("cannot limit core dumps: %w", err)
	}
	statm, err := openStatm()
	if err != nil {
		return err
	}
	defer statm.close()
	mapped, err := statm.read(statmMapped)
	if err != nil {
		return err
	}
	limit := uint64(mapped + most + arena + threadStacks)
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return fmt.Errorf("cannot limit the address space: %w", err)
	}
	return nil
}

// gauge measures the memory of this process, all of it: the program, and the memory managed by Go
// and by others, such as compiled code.
type gauge struct{ statm }

func newGauge() (gauge, error) {
	s, err := openStatm()
	return gauge{s}, err
}

// resident returns the memory in bytes, 0 if it is unknown.
func (g gauge) resident() int64 {
	n, _ := g.read(statmResident)
	return n
}

// statm is /proc/self/statm: sizes in pages (proc(5)).
type statm struct{ file *os.File }

// Fields of statm.
const (
	statmMapped   = 0
	statmResident = 1
)

func openStatm() (statm, error) {
	f, err := os.Open("/proc/self/statm")
	if err != nil {
		return statm{}, fmt.Errorf("cannot read the memory in use: %w", err)
	}
	return statm{f}, nil
}

func (s statm) close() { s.file.Close() }

// read reads a field, in bytes.
func (s statm) read(field int) (int64, error) {
	var room [256]byte
	n, _ := s.file.ReadAt(room[:], 0) // to the end of the file
	fields := bytes.Fields(room[:n])
	if len(fields) <= field {
		return 0, fmt.Errorf("cannot read the memory in use: %q", room[:n])
	}
	pages, err := strconv.ParseInt(string(fields[field]), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("cannot read the memory in use: %w", err)
	}
	return pages * int64(os.Getpagesize()), nil
}
