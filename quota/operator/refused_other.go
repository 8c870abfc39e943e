//go:build !windows

package operator

import "syscall"

// errRefused is what connecting to a socket gives on which nobody listens.
const errRefused = syscall.ECONNREFUSED
