//go:build unix && !linux

package guestmemory

// wantHugePages does nothing on systems that are not asked for huge pages.
func wantHugePages([]byte) {}
