//go:build !race

package workerpool

import (
	"runtime"
	"runtime/debug"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	adviceHuge  = unix.MADV_HUGEPAGE
	adviceSmall = unix.MADV_NOHUGEPAGE
)

// UseHugePages grows the heap by half the memory of a worker, in bytes, and asks for huge
// pages there. They take no memory until objects use them. It should be called while the heap is
// small, since it collects garbage. It returns the zero value if the system gives the process less
// memory.
func UseHugePages(memory int64) HugePages {
	size := min(memory/2, mostHugePages)
	// Where the system does not overcommit memory, the runtime ends a process whose heap cannot grow.
	probe, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return HugePages{}
	}
	unix.Munmap(probe)

	debug.SetGCPercent(-1) // if a collection found the block in use, the next one would be far away
	block := make([]byte, size)
	h := HugePages{uintptr(unsafe.Pointer(unsafe.SliceData(block))), uintptr(size)}
	h.want()
	runtime.KeepAlive(block)
	debug.SetGCPercent(workerGCPercent)
	debug.FreeOSMemory() // frees the block, so that other objects take its place, and it counts as memory only then
	return h
}

// advise gives the system advice on the pages. The heap never gives up its addresses, and
// it does not matter if the system takes no advice.
func (h HugePages) advise(advice uintptr) {
	if h.size > 0 {
		syscall.Syscall(syscall.SYS_MADVISE, h.start, h.size, advice)
	}
}
