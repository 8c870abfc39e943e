package cli

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/operator"
)

// With 10,000 accounts the whole server stays small when it does nothing: just
// started, after conversions, and after all accounts were listed and audited.
func TestIdleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 10,000 accounts")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the memory of another process is told by /proc, which only Linux has")
	}
	const accounts, most = 10_000, 64 << 10 // KB
	data := t.TempDir()
	admin, end := newAdmin(t, data)
	for i := range accounts - 1 {
		addAccount(t, admin, quota.NewAccount{ID: fmt.Sprintf("account-%d", i), Name: "An account"})
	}
	key := addAccount(t, admin, quota.NewAccount{ID: "busy", Credits: 1000, Limits: unlimited})
	end()

	server, file, client := start(t, data), orderUpload(t), newClient()
	measure := func(when string) {
		t.Helper()
		got := residentKB(t, server.Pid)
		if got > most {
			t.Errorf("%s the server has %d KB of memory, want at most %d KB", when, got, most)
		}
		t.Logf("%s: %d KB", when, got)
	}
	measure("just started")
	for range 50 {
		if status, _, err := file.post(client, server.url, key, ""); status != 200 {
			t.Fatalf("a request = %d, %v", status, err)
		}
	}
	measure("after 50 conversions")
	operator, err := operator.Dial(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	defer operator.Close()
	for range 3 {
		n := 0
		for report, err := range operator.AuditAll(t.Context()) {
			if err != nil || len(report.Problems) > 0 {
				t.Fatalf("the audit says %+v, %v", report, err)
			}
			n++
		}
		for _, err := range operator.Accounts(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != 2*accounts {
			t.Errorf("the audit and the list have %d lines, want %d", n, 2*accounts)
		}
	}
	measure("after three audits")

	// With the workers that wait for the next document, pages that several
	// share counted once. They give memory back after some seconds.
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(250 * time.Millisecond) {
		workers := children(t, server.Pid)
		sum := proportionalKB(t, server.Pid)
		for _, pid := range workers {
			sum += proportionalKB(t, pid)
		}
		if sum <= most {
			t.Logf("with %d workers: %d KB", len(workers), sum)
			break
		}
		if time.Now().After(deadline) {
			t.Errorf("with %d workers the server has %d KB of memory, want at most %d KB", len(workers), sum, most)
			break
		}
	}
}

// residentKB is the memory of a process, what it shares with others included
// (proc(5), VmRSS).
func residentKB(t testing.TB, pid int) int { return procKB(t, pid, "status", "VmRSS") }

// proportionalKB is the memory of a process, with its share of what it shares
// (proc(5), Pss).
func proportionalKB(t testing.TB, pid int) int { return procKB(t, pid, "smaps_rollup", "Pss") }

func procKB(t testing.TB, pid int, file, field string) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^` + field + `:\s+(\d+) kB`).FindSubmatch(text)
	if m == nil {
		t.Fatalf("/proc/%d/%s has no %s:\n%s", pid, file, field, text)
	}
	n, _ := strconv.Atoi(string(m[1]))
	return n
}

// children are the processes that any thread of a process started.
func children(t testing.TB, pid int) (pids []int) {
	t.Helper()
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		list, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name())) // a thread may have ended
		for field := range strings.FieldsSeq(string(list)) {
			if child, err := strconv.Atoi(field); err == nil {
				pids = append(pids, child)
			}
		}
	}
	return pids
}
