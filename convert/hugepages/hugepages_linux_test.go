package hugepages

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"lineitem/convert/testenv"
)

// TestGrowHeap checks that objects are allocated where huge pages are asked for,
// that these count as no memory before, and that Unwant and Want change what is asked.
func TestGrowHeap(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		testenv.Missing(t, "a kernel with transparent huge pages")
	}
	const alone = "LINEITEM_TEST_ALONE"
	if os.Getenv(alone) == "" { // the heap of this process may have room elsewhere
		test := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		test.Env = append(os.Environ(), alone+"=1")
		if output, err := test.CombinedOutput(); err != nil {
			t.Fatalf("in a process of its own: %v\n%s", err, output)
		}
		return
	}
	const size = 128 << 20
	percent := debug.SetGCPercent(150)
	h := GrowHeap(size)
	if h.size != size {
		t.Fatalf("huge pages are asked for %d bytes, want %d", h.size, size)
	}
	if after := debug.SetGCPercent(percent); after != 150 {
		t.Errorf("the collector's percentage is %d afterwards, want 150", after)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if used := m.HeapSys - m.HeapReleased; used > size/8 {
		t.Errorf("huge pages that nothing uses count as %d bytes", used)
	}

	objects := make([][]byte, 16)
	within := 0
	for i := range objects {
		objects[i] = make([]byte, 4<<20)
		if at := uintptr(unsafe.Pointer(&objects[i][0])); at >= h.start && at < h.start+h.size {
			within++
		}
	}
	runtime.KeepAlive(objects)
	if within < len(objects)/2 {
		t.Errorf("%d of %d objects stand where huge pages are asked for", within, len(objects))
	}

	for _, step := range []struct {
		name string
		do   func()
		huge bool
	}{{"GrowHeap", func() {}, true}, {"Unwant", h.Unwant, false}, {"Want", h.Want, true}} {
		step.do()
		if flags := flagsAt(t, h); strings.Contains(flags, "hg") != step.huge {
			t.Errorf("after %s the flags are %q; hg, that huge pages are asked for: want %v", step.name, flags, step.huge)
		}
	}
}

// flagsAt returns what VmFlags of /proc/self/smaps (proc_pid_smaps(5)) says of the middle of h.
func flagsAt(t *testing.T, h Heap) string {
	t.Helper()
	smaps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	middle := uint64(h.start + h.size/2)
	within := false
	for line := range strings.Lines(string(smaps)) {
		addresses, _, _ := strings.Cut(line, " ")
		if from, to, ok := strings.Cut(addresses, "-"); ok {
			first, err := strconv.ParseUint(from, 16, 64)
			end, err2 := strconv.ParseUint(to, 16, 64)
			within = err == nil && err2 == nil && first <= middle && middle < end
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && within {
			return flags
		}
	}
	t.Fatal("/proc/self/smaps does not list the heap")
	return ""
}

// TestGrowHeapTooFar checks that the process goes on with the heap that it has if the system
// refuses more.
func TestGrowHeapTooFar(t *testing.T) {
	if h := GrowHeap(1 << 48); h != (Heap{}) {
		t.Errorf("GrowHeap by 256 TiB = %v, want no part", h)
	}
}
