//go:build !race

package isolate

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// limitData makes the kernel refuse the process much more than so many bytes
// beyond what it has mapped already, and to write core dumps. What counts is
// memory that only this process can write (RLIMIT_DATA, since Linux 4.7), not
// the gigabytes of addresses that Go reserves. A quarter is for what Go has
// mapped and does not use.
func limitData(memory int64) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("cannot limit core dumps: %w", err)
	}
	statm, err := openStatm()
	if err != nil {
		return err
	}
	defer statm.close()
	mapped, err := statm.read(statmData)
	if err != nil {
		return err
	}
	limit := uint64(mapped + memory + memory/4)
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return fmt.Errorf("cannot limit the memory: %w", err)
	}
	return nil
}

// gauge tells the memory that this process has, all of it: the program, what Go
// and what others manage, such as compiled code.
type gauge struct{ statm }

func newGauge() (gauge, error) {
	s, err := openStatm()
	return gauge{s}, err
}

// resident is the memory in bytes, 0 when it cannot be told.
func (g gauge) resident() int64 {
	n, _ := g.read(statmResident)
	return n
}

// statm is /proc/self/statm: sizes in pages (proc(5)).
type statm struct{ file *os.File }

// Fields of statm.
const (
	statmResident = 1
	statmData     = 5
)

func openStatm() (statm, error) {
	f, err := os.Open("/proc/self/statm")
	if err != nil {
		return statm{}, fmt.Errorf("cannot tell the memory that is used: %w", err)
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
		return 0, fmt.Errorf("cannot tell the memory that is used: %q", room[:n])
	}
	pages, err := strconv.ParseInt(string(fields[field]), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("cannot tell the memory that is used: %w", err)
	}
	return pages * int64(os.Getpagesize()), nil
}
