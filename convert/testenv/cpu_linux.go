package testenv

import (
	"syscall"
	"time"
)

// OwnCPU returns the processor time that this process has used so far.
func OwnCPU() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage) // cannot fail with this argument
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
