package hugepages

import "golang.org/x/sys/unix"

// available reports whether the system has so much memory for the process. Where it does not
// overcommit memory, the runtime ends a process whose heap cannot grow.
func available(size int64) bool {
	probe, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return false
	}
	unix.Munmap(probe)
	return true
}

// ask gives the system advice on pages, which it may ignore. They need not be in use: Go's heap never gives up
// its addresses.
func ask(start, size uintptr, huge bool) {
	if size == 0 {
		return
	}
	advice := uintptr(unix.MADV_NOHUGEPAGE)
	if huge {
		advice = unix.MADV_HUGEPAGE
	}
	unix.Syscall(unix.SYS_MADVISE, start, size, advice)
}
