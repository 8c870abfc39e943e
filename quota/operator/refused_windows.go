package operator

import "syscall"

// errRefused is the error of connecting to a socket on which nobody listens:
// WSAECONNREFUSED, which package syscall does not name.
const errRefused = syscall.Errno(10061)
