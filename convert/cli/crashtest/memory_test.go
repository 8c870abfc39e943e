package crashtest

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/operator"
)

// Even with many accounts an idle server and its workers need little memory: just after
// the start, after conversions, and after all accounts were listed and audited.
func TestIdleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("makes many accounts")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the memory of another process is in /proc, which only Linux has")
	}
	const most = 64 << 10 // KB
	accounts := testenv.Either(1_000, 10_000)
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	for i := range accounts - 1 {
		clitest.AddAccount(t, admin, quota.NewAccount{ID: fmt.Sprintf("account-%d", i), Name: "An account"})
	}
	key := clitest.AddAccount(t, admin, quota.NewAccount{ID: "busy", Credits: 1000, Limits: clitest.Unlimited})
	end()

	server, file, client := clitest.Start(t, data), clitest.OrderUpload(t), clitest.NewClient()
	measure := func(when string) {
		t.Helper()
		got := clitest.ResidentKB(t, server.Pid)
		if got > most {
			t.Errorf("%s the server has %d KB of memory, want at most %d KB", when, got, most)
		}
		t.Logf("%s: %d KB", when, got)
	}
	measure("just started")
	for range 50 {
		if status, _, err := file.Post(client, server.URL, key, ""); status != 200 {
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

	// Including the workers that wait for the next document, with shared pages
	// counted once. Workers give memory back after some seconds.
	for deadline := time.Now().Add(testenv.Patience); ; time.Sleep(250 * time.Millisecond) {
		workers := clitest.Children(t, server.Pid)
		sum := clitest.ProportionalKB(t, server.Pid)
		for _, pid := range workers {
			sum += clitest.ProportionalKB(t, pid)
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
