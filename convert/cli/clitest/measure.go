package clitest

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert/testenv"
)

// NeedProc skips a test where other processes cannot be measured.
func NeedProc(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts servers")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the figures of another process are in /proc, which only Linux has")
	}
}

// Held is what a process holds of what a leak would add to.
type Held struct {
	memory  int // KB, resident
	files   int // open, sockets among them
	threads int
	workers int // processes
}

// HeldBy returns what a process holds now.
func HeldBy(t testing.TB, pid int) Held {
	t.Helper()
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		t.Fatal(err)
	}
	return Held{ResidentKB(t, pid), len(files), len(tasks), len(Children(t, pid))}
}

// mostMemory is what a server may have beside its workers once nothing is asked
// of it any more, whatever was asked before.
const mostMemory = 96 << 10 // KB

// CheckHeld waits until a server that has nothing to do holds no more than it
// did before: it closes connections, and gives memory back, after a while.
func CheckHeld(t testing.TB, server *Process, before Held, workers int) {
	t.Helper()
	// The store may have begun another table and log, and a worker has two pipes.
	files := before.files + 8 + 2*max(0, workers-before.workers)
	// Threads that waited for a disk or a process stay, for the next ones that do.
	const threads = 64
	var got Held
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(250 * time.Millisecond) {
		got = HeldBy(t, server.Pid)
		if got.memory <= mostMemory && got.files <= files && got.threads <= threads && got.workers <= workers {
			break
		}
		if time.Now().After(deadline) {
			t.Errorf("a minute after the load the server holds %+v, want at most %d KB, %d files, %d threads and %d workers; before it held %+v",
				got, mostMemory, files, threads, workers, before)
			break
		}
	}
	t.Logf("held before %+v, after %+v", before, got)
}

// A Meter notes the most memory that a server and its workers have.
type Meter struct {
	stop   chan struct{}
	done   sync.WaitGroup
	Server []int // KB of the server's memory, one for each look; to be read after End
	worker int   // KB, of the largest
	all    int   // KB, of all workers at once
}

const meterInterval = 100 * time.Millisecond

// NewMeter begins to look at a server and its workers, ten times a second.
func NewMeter(t testing.TB, pid int) *Meter {
	m := &Meter{stop: make(chan struct{})}
	m.done.Go(func() {
		for {
			if kb, ok := lookKB(pid); ok {
				m.Server = append(m.Server, kb)
			}
			sum := 0
			for _, child := range Children(t, pid) {
				kb, _ := lookKB(child) // it may have ended
				sum += kb
				m.worker = max(m.worker, kb)
			}
			m.all = max(m.all, sum)
			select {
			case <-m.stop:
				return
			case <-time.After(meterInterval):
			}
		}
	})
	return m
}

// End ends the measuring; what was measured may be read then.
func (m *Meter) End() {
	close(m.stop)
	m.done.Wait()
}

func (m *Meter) String() string {
	return fmt.Sprintf("the server had at most %d KB of memory, a worker %d KB, all workers %d KB", slices.Max(m.Server), m.worker, m.all)
}

// lookKB is the resident memory of a process, if there is one.
func lookKB(pid int) (kb int, ok bool) { return fieldKB(pid, "status", "VmRSS") }

// FromEnvironment is a number that a long run gives, or else a short one's.
func FromEnvironment(t testing.TB, name string, short int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return short
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("%s=%q: want a whole number", name, text)
	}
	return n
}

// ResidentKB is the memory of a process, what it shares with others included
// (proc(5), VmRSS).
func ResidentKB(t testing.TB, pid int) int { return procKB(t, pid, "status", "VmRSS") }

// ProportionalKB is the memory of a process, with its share of what it shares
// (proc(5), Pss).
func ProportionalKB(t testing.TB, pid int) int { return procKB(t, pid, "smaps_rollup", "Pss") }

func procKB(t testing.TB, pid int, file, field string) int {
	t.Helper()
	kb, ok := fieldKB(pid, file, field)
	if !ok {
		t.Fatalf("/proc/%d/%s cannot be read, or has no %s", pid, file, field)
	}
	return kb
}

// fieldKB is a field of a file in the folder of a process in /proc, KB. ok is false where the
// process is gone, or the file has no such field.
func fieldKB(pid int, file, field string) (kb int, ok bool) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	_, rest, found := bytes.Cut(text, []byte("\n"+field+":"))
	if _, err := fmt.Sscan(string(rest), &kb); !found || err != nil {
		return 0, false
	}
	return kb, true
}

// Children are the processes that any thread of a process started.
func Children(t testing.TB, pid int) []int {
	t.Helper()
	pids, err := children(pid)
	if err != nil {
		t.Fatal(err)
	}
	return pids
}

func children(pid int) (pids []int, err error) {
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, task := range tasks {
		list, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name())) // a thread may have ended
		for field := range strings.FieldsSeq(string(list)) {
			if child, err := strconv.Atoi(field); err == nil {
				pids = append(pids, child)
			}
		}
	}
	return pids, err
}

// Peaks watches the peak memory of a server and of its workers.
type Peaks struct {
	pid    int
	done   chan struct{}
	ended  sync.WaitGroup
	worker int // KB
}

// WatchPeaks begins to measure, from the memory that the processes have now.
func WatchPeaks(pid int) *Peaks {
	m := &Peaks{pid: pid, done: make(chan struct{})}
	resetPeak(pid)
	for _, worker := range workers(pid) {
		resetPeak(worker)
	}
	// A worker may be killed, and its peak be gone with it: it is looked at often.
	interval := testenv.Either(25*time.Millisecond, 5*time.Millisecond)
	m.ended.Go(func() {
		for ticker := time.NewTicker(interval); ; {
			for _, worker := range workers(pid) {
				m.worker = max(m.worker, peakKB(worker))
			}
			select {
			case <-m.done:
				ticker.Stop()
				return
			case <-ticker.C:
			}
		}
	})
	return m
}

// End ends measuring and returns the peaks, MiB.
func (m *Peaks) End() (server, worker int) {
	close(m.done)
	m.ended.Wait()
	return peakKB(m.pid) >> 10, m.worker >> 10
}

// resetPeak sets the peak memory of a process to what it has now (proc(5), clear_refs).
func resetPeak(pid int) {
	os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
}

// peakKB is the peak memory of a process (proc(5), VmHWM), 0 when it is gone.
func peakKB(pid int) int {
	kb, _ := fieldKB(pid, "status", "VmHWM")
	return kb
}

// workers are those processes of a server that convert.
func workers(pid int) (pids []int) {
	all, _ := children(pid) // it may have ended
	for _, child := range all {
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child))
		if parts := bytes.Split(command, []byte{0}); len(parts) > 1 && string(parts[1]) == "worker" {
			pids = append(pids, child)
		}
	}
	return pids
}
