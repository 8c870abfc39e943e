package workerpool

// HugePages is a part of Go's heap for which the system is asked to provide memory in huge pages,
// 2 MiB at once where it can, instead of 4 KiB.
//
// The first use of each page is a fault, and conversions use much memory for a short time. On virtual machines a
// fault can take 10 µs and more, since the host is involved as well: reading a picture spent a
// third of its time on faults. Linux gives programs huge pages if they ask for them
// (MADV_HUGEPAGE, madvise(2)), and the Go runtime does not.
//
// The zero value is no part of the heap.
type HugePages struct{ start, size uintptr }

// mostHugePages is the most memory for which huge pages are asked, in bytes.
const mostHugePages = 512 << 20

// want asks for huge pages.
func (h HugePages) want() { h.advise(adviceHuge) }

// unwant asks for small pages. Otherwise the system would join the few pages that an
// idle worker keeps to huge ones, which takes memory that the worker has given back.
func (h HugePages) unwant() { h.advise(adviceSmall) }
