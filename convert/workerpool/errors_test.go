package workerpool

import "testing"

// TestMemoryError checks that the limit is given in a unit in which it is a whole
// number, so that a small limit is not 0 MiB.
func TestMemoryError(t *testing.T) {
	for most, want := range map[int64]string{
		256 << 20: "256 MiB", 2<<30 + 1<<20: "2049 MiB", 1 << 10: "1 KiB", 1<<20 + 1<<10: "1025 KiB", 1000: "1000 bytes", 1: "1 byte",
	} {
		want := "the document needs more than " + want + " of memory"
		if got := (&MemoryError{most}).Error(); got != want {
			t.Errorf("MemoryError{%d}.Error() = %q, want %q", most, got, want)
		}
	}
}
