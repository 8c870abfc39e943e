//go:build !race

package workerpool

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

// TestUseHugePages checks that objects are allocated where huge pages are asked for,
// that these take no memory before, and that they are not asked for while a worker is idle.
func TestUseHugePages(t *testing.T) {
	const alone = "LINEITEM_TEST_ALONE"
	if os.Getenv(alone) == "" { // the heap of this process may have room elsewhere
		test := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		test.Env = append(os.Environ(), alone+"=1")
		if output, err := test.CombinedOutput(); err != nil {
			t.Fatalf("in a process of its own: %v\n%s", err, output)
		}
		return
	}
	const memory = 256 << 20
	gauge, err := newGauge()
	if err != nil {
		t.Fatal(err)
	}
	defer gauge.close()
	before := gauge.resident()
	h := UseHugePages(memory)
	if h.size != memory/2 {
		t.Fatalf("huge pages are asked for %d bytes, want %d", h.size, memory/2)
	}
	if more := gauge.resident() - before; more > memory/8 {
		t.Errorf("huge pages that nothing uses take %d bytes", more)
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

	if !strings.Contains(flagsAt(t, h), "hg") {
		t.Errorf("the flags are %q, want hg: the program asks for huge pages", flagsAt(t, h))
	}
	h.unwant()
	if flags := flagsAt(t, h); strings.Contains(flags, "hg") {
		t.Errorf("the flags of an idle worker are %q, want no hg", flags)
	}
}

// flagsAt returns what VmFlags of /proc/self/smaps (proc_pid_smaps(5)) says of the middle of some pages.
func flagsAt(t *testing.T, h HugePages) string {
	t.Helper()
	smaps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	there := false
	for line := range strings.Lines(string(smaps)) {
		addresses, _, _ := strings.Cut(line, " ")
		if from, to, ok := strings.Cut(addresses, "-"); ok {
			first, err := strconv.ParseUint(from, 16, 64)
			end, err2 := strconv.ParseUint(to, 16, 64)
			middle := uint64(h.start + h.size/2)
			there = err == nil && err2 == nil && first <= middle && middle < end
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && there {
			return flags
		}
	}
	t.Fatal("/proc/self/smaps does not list the heap")
	return ""
}
