//go:build linux && (amd64 || arm64)

package workerpool

import (
	"errors"
	"fmt"
)

// Confine permanently takes from this process what no conversion needs. Landlock
// (since Linux 5.13) restricts it to the files below some folders; a filter of system
// calls (seccomp) restricts it to the calls that Go's runtime and compiled code
// need, so that it can neither inspect files, processes and networks nor
// act upon them. So a document that exploits a flaw to take over a worker
// gains none of the service's accounts.
//
// Whatever the process already has stays: open files, and memory. Compiled
// code that workers can write must not be run by a process with more
// rights than they have. A process can be confined only once.
//
// The error is errors.ErrUnsupported if the system does not support all of it,
// and in a binary with cgo; the process is then confined only as far as possible.
func Confine(folders []string) error {
	// In this order, because the filter refuses the calls that set up Landlock.
	return errors.Join(restrictFiles(folders), restrictCalls())
}

func unsupported(what string, err error) error {
	return fmt.Errorf("%s: %w (%w)", what, errors.ErrUnsupported, err)
}
