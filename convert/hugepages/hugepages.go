// Package hugepages asks the system to provide memory in huge pages, of 2 MiB on most
// processors, instead of 4 KiB.
//
// The first use of each page is a fault, and conversions use much memory for a short time. On virtual machines a
// fault can take 10 µs and more, since the host is involved as well; half of a conversion's time was
// spent on faults there. Linux gives programs huge pages if they ask for them
// (MADV_HUGEPAGE, madvise(2)), and the Go runtime does not ask. On other systems nothing is asked.
package hugepages

import (
	"runtime"
	"runtime/debug"
	"unsafe"
)

// Size is the size of most huge pages, in bytes.
const Size = 2 << 20

// Want asks for huge pages for addresses that are not in use yet. It does not matter if
// the system has none.
func Want(addresses []byte) {
	ask(uintptr(unsafe.Pointer(unsafe.SliceData(addresses))), uintptr(len(addresses)), true)
}

// Heap is a part of Go's heap for which huge pages are asked. The zero value is no part.
type Heap struct{ start, size uintptr }

// GrowHeap grows Go's heap by size bytes of addresses and asks for huge pages for them. They take no
// memory until objects are allocated there. It should be called while the heap is
// small, since it collects garbage. It returns the zero value if nothing can be asked, or if the system has
// not so much memory for the process.
func GrowHeap(size int64) Heap {
	if !available(size) {
		return Heap{}
	}
	// If a collection found the block in use, the next one would wait for a heap many times as large.
	percent := debug.SetGCPercent(-1)
	block := make([]byte, size)
	h := Heap{uintptr(unsafe.Pointer(unsafe.SliceData(block))), uintptr(size)}
	h.Want()
	runtime.KeepAlive(block)
	debug.SetGCPercent(percent)
	// This frees the block, so that other objects take its place. It also tells the runtime that the
	// block has no memory, which would otherwise count for its memory limit.
	debug.FreeOSMemory()
	return h
}

// Size returns the size of the part, in bytes.
func (h Heap) Size() int64 { return int64(h.size) }

// Want asks for huge pages again, after Unwant.
func (h Heap) Want() { ask(h.start, h.size, true) }

// Unwant asks for small pages. An idle process should do so before it gives memory back:
// the system would otherwise join the few pages that it keeps to huge ones again.
func (h Heap) Unwant() { ask(h.start, h.size, false) }
