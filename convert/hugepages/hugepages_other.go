//go:build !linux

package hugepages

func available(int64) bool { return false }

func ask(_, _ uintptr, _ bool) {}
