//go:build !windows

package operator

import "syscall"

// errRefused is the error of connecting to a socket on which nobody listens.
const errRefused = syscall.ECONNREFUSED
