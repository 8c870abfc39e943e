//go:build !linux

package isolate

// limitAddressSpace does nothing where the system has no such limit that the
// Go runtime could live with; the watch alone keeps the memory then.
func limitAddressSpace(int64) error { return nil }
