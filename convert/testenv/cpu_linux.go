package testenv

import (
	"syscall"
	"time"
)

// OwnCPU is the processor time that this process has taken so far.
func OwnCPU() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage) // cannot fail with this argument
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
