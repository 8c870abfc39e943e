package cli

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/operator"
)

// needProc skips a test where other processes cannot be measured.
func needProc(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts servers")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the figures of another process are told by /proc, which only Linux has")
	}
}

// held is what a process holds of what a leak would add to.
type held struct {
	memory  int // KB, resident
	files   int // open, sockets among them
	threads int
	workers int // processes
}

func heldBy(t testing.TB, pid int) held {
	t.Helper()
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		t.Fatal(err)
	}
	return held{residentKB(t, pid), len(files), len(tasks), len(children(t, pid))}
}

// mostMemory is what a server may have beside its workers once nothing is asked
// of it any more, whatever was asked before.
const mostMemory = 96 << 10 // KB

// checkHeld waits until a server that has nothing to do holds no more than it
// did before: it closes connections, and gives memory back, after a while.
func checkHeld(t testing.TB, server *process, before held, workers int) {
	t.Helper()
	// The store may have begun another table and log, and a worker has two pipes.
	files := before.files + 8 + 2*max(0, workers-before.workers)
	// Threads that waited for a disk or a process stay, for the next ones that do.
	const threads = 64
	var got held
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(250 * time.Millisecond) {
		got = heldBy(t, server.Pid)
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

// A meter notes the most memory that a server and its workers have.
type meter struct {
	stop   chan struct{}
	done   sync.WaitGroup
	server []int // KB, one for each look
	worker int   // KB, of the largest
	all    int   // KB, of all workers at once
}

const meterInterval = 100 * time.Millisecond

func newMeter(t testing.TB, pid int) *meter {
	m := &meter{stop: make(chan struct{})}
	m.done.Go(func() {
		for {
			if kb, ok := lookKB(pid); ok {
				m.server = append(m.server, kb)
			}
			sum := 0
			for _, child := range children(t, pid) {
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

// end ends the measuring; what was measured may be read then.
func (m *meter) end() {
	close(m.stop)
	m.done.Wait()
}

func (m *meter) String() string {
	return fmt.Sprintf("the server had at most %d KB of memory, a worker %d KB, all workers %d KB", slices.Max(m.server), m.worker, m.all)
}

var residentLine = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB`)

// lookKB is the resident memory of a process, if there is one.
func lookKB(pid int) (kb int, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	if m := residentLine.FindSubmatch(text); m != nil {
		kb, _ = strconv.Atoi(string(m[1]))
	}
	return kb, true
}

// checkPaid compares an account with how many conversions it was answered: the
// audit finds nothing, nothing is open, and so many were charged.
func checkPaid(t testing.TB, data, account string, answered int) {
	t.Helper()
	ctx := t.Context()
	client, err := operator.Dial(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	report, err := client.Audit(ctx, account)
	if err != nil {
		t.Fatal(err)
	}
	status, err := client.Account(ctx, account)
	if err != nil {
		t.Fatal(err)
	}
	charged := 0
	for e, err := range client.Ledger(ctx, account, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == quota.EntryCharge || e.Kind == quota.EntryRefund {
			charged -= int(e.Amount)
		}
	}
	if len(report.Problems) > 0 || status.Open != 0 || charged != answered {
		t.Errorf("%s was charged %d conversions for %d answers, has %d open, and the audit finds %q", account, charged, answered, status.Open, report.Problems)
	}
}

// fromEnvironment is a number that a long run gives, or else a short one's.
func fromEnvironment(t testing.TB, name string, short int) int {
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
