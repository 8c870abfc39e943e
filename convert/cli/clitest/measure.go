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

// NeedProc skips a test that measures servers, with -short and where there is no /proc.
func NeedProc(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts servers")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the figures of another process are in /proc, which only Linux has")
	}
}

// Held is how much a process holds of the resources that can leak.
type Held struct {
	memory  int // KB, resident
	files   int // open, including sockets
	threads int
	workers int // child processes
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

// mostMemory is how much memory a server may have, without its workers, when it
// is idle again, whatever it did before.
const mostMemory = 96 << 10 // KB

// CheckHeld waits until an idle server holds no more than it should, given what it
// held before, since it closes connections and returns memory only after a while.
func CheckHeld(t testing.TB, server *Process, before Held, workers int) {
	t.Helper()
	// The store may have opened another table and log, and a worker has two pipes.
	files := before.files + 8 + 2*max(0, workers-before.workers)
	// Threads that were blocked on a disk or a process stay, to be used again.
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

// A Meter measures the greatest memory that a server and its workers have.
type Meter struct {
	stop   chan struct{}
	done   sync.WaitGroup
	Server []int // KB of the server's memory, one for each measurement; to be read after End
	worker int   // KB, most of any worker
	all    int   // KB, most of all workers together
}

const meterInterval = 100 * time.Millisecond

// NewMeter starts to measure a server and its workers, ten times a second.
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

// End stops the measuring; after it the figures may be read.
func (m *Meter) End() {
	close(m.stop)
	m.done.Wait()
}

func (m *Meter) String() string {
	return fmt.Sprintf("the server had at most %d KB of memory, a worker %d KB, all workers %d KB", slices.Max(m.Server), m.worker, m.all)
}

// lookKB returns the resident memory of a process in KB; ok is false if the process is gone.
func lookKB(pid int) (kb int, ok bool) { return fieldKB(pid, "status", "VmRSS") }

// FromEnvironment returns the number in an environment variable, which long runs set, or else short.
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

// ResidentKB returns the memory of a process in KB, including what it shares with
// others (proc(5), VmRSS).
func ResidentKB(t testing.TB, pid int) int { return procKB(t, pid, "status", "VmRSS") }

// ProportionalKB returns the memory of a process in KB, with its share of what it
// shares with others (proc(5), Pss).
func ProportionalKB(t testing.TB, pid int) int { return procKB(t, pid, "smaps_rollup", "Pss") }

func procKB(t testing.TB, pid int, file, field string) int {
	t.Helper()
	kb, ok := fieldKB(pid, file, field)
	if !ok {
		t.Fatalf("/proc/%d/%s cannot be read, or has no %s", pid, file, field)
	}
	return kb
}

// fieldKB returns a field, in KB, of a file in the folder of a process in /proc. ok is false if the
// process is gone or the file has no such field.
func fieldKB(pid int, file, field string) (kb int, ok bool) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	_, rest, found := bytes.Cut(text, []byte("\n"+field+":"))
	if _, err := fmt.Sscan(string(rest), &kb); !found || err != nil {
		return 0, false
	}
	return kb, true
}

// Children returns the processes that any thread of a process started.
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

// Peaks measures the peak memory of a server and of its workers.
type Peaks struct {
	pid    int
	done   chan struct{}
	ended  sync.WaitGroup
	worker int // KB
}

// WatchPeaks starts to measure, from the memory that the processes have now.
func WatchPeaks(pid int) *Peaks {
	m := &Peaks{pid: pid, done: make(chan struct{})}
	resetPeak(pid)
	for _, worker := range workers(pid) {
		resetPeak(worker)
	}
	// A worker may be killed, and its peak is lost with it, so it is measured often.
	interval := testenv.Either(25*time.Millisecond, 10*time.Millisecond)
	const lookAgain = 10 // measurements; finding the workers takes ten times as long as measuring one
	m.ended.Go(func() {
		var running []int
		for ticker, left := time.NewTicker(interval), 0; ; left-- {
			if left <= 0 {
				running, left = workers(pid), lookAgain
			}
			for _, worker := range running {
				kb := peakKB(worker)
				if kb == 0 { // it has ended, and another may have begun
					left = 0
				}
				m.worker = max(m.worker, kb)
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

// End stops the measuring and returns the peaks in MiB.
func (m *Peaks) End() (server, worker int) {
	close(m.done)
	m.ended.Wait()
	return peakKB(m.pid) >> 10, m.worker >> 10
}

// resetPeak sets the peak memory of a process to what it has now (proc(5), clear_refs).
func resetPeak(pid int) {
	os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
}

// peakKB returns the peak memory of a process in KB (proc(5), VmHWM), 0 if it is gone.
func peakKB(pid int) int {
	kb, _ := fieldKB(pid, "status", "VmHWM")
	return kb
}

// workers returns the worker processes of a server.
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
