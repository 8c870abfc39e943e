package operator

import "syscall"

// errRefused is what connecting to a socket gives on which nobody listens:
// WSAECONNREFUSED, which package syscall does not name.
const errRefused = syscall.Errno(10061)
