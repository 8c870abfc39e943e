//go:build !linux || race

package workerpool

const adviceHuge, adviceSmall = 0, 0

// UseHugePages does nothing on systems that are not asked for huge pages, nor with the race
// detector, where memory that the heap does not use counts as used (see gauge).
func UseHugePages(int64) HugePages { return HugePages{} }

func (HugePages) advise(uintptr) {}
