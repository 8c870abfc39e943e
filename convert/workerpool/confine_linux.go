//go:build linux && (amd64 || arm64)

package workerpool

import (
	"errors"
	"fmt"
)

// Confine takes from this process for good what no conversion needs. Landlock
// (since Linux 5.13) leaves it the files below some folders; a filter of system
// calls (seccomp) leaves it those calls by which Go's runtime and compiled code
// work, so that it can neither find out about files, processes and networks nor
// act upon them. So a flaw by which a document took over a worker would lead to
// none of the service's accounts.
//
// What a process had before stays: files that are open, and memory. Compiled
// code that workers can write must not be run by a process that has more
// rights than they have. A process can be confined once.
//
// The error is errors.ErrUnsupported where the system does not offer all of it,
// and in a binary with cgo; the process then keeps what could not be taken.
func Confine(folders []string) error {
	// In this order: the filter refuses the calls that Landlock takes.
	return errors.Join(restrictFiles(folders), restrictCalls())
}

func unsupported(what string, err error) error {
	return fmt.Errorf("%s: %w (%w)", what, errors.ErrUnsupported, err)
}
