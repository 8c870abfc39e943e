package abusetest

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/serve"
	"lineitem/convert/testenv"
	"lineitem/convert/workerpool"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

const strangers = 4 // number of clients that send mutants at once, each with its own account

// outcomes counts what became of mutants.
type outcomes struct {
	mu       sync.Mutex
	count    map[string]int // by status and code
	answered map[string]int // number of answers 200, by account
	crashes  []string       // mutants that broke a worker
	slowest  time.Duration
}

func (o *outcomes) note(account, what string, status int, detail string, took time.Duration) {
	var problem struct{ Code, Detail string }
	if status != http.StatusOK {
		json.Unmarshal([]byte(detail), &problem)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.count[strings.TrimSpace(fmt.Sprint(status, " ", problem.Code))]++
	o.slowest = max(o.slowest, took)
	if status == http.StatusOK {
		o.answered[account]++
	}
	if strings.Contains(problem.Detail, "crashed the converter") || strings.Contains(problem.Detail, "MiB of memory") || status == http.StatusGatewayTimeout {
		o.crashes = append(o.crashes, what+": "+problem.Detail)
	}
}

func (o *outcomes) String() string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(o.count)) {
		fmt.Fprintf(&b, "%s: %d; ", key, o.count[key])
	}
	fmt.Fprintf(&b, "the slowest took %v", o.slowest.Round(time.Millisecond))
	return b.String()
}

// sendMutants has strangers send n mutants from index first on, each stranger one after the
// other, and fails if an answer is not one that a document may cause.
func sendMutants(t *testing.T, m *mutator, url string, keys map[string]string, first, n int) *outcomes {
	t.Helper()
	o := &outcomes{count: map[string]int{}, answered: map[string]int{}}
	var next atomic.Int64
	var wg sync.WaitGroup
	for account, key := range keys {
		wg.Go(func() {
			client := clitest.NewClient()
			defer client.CloseIdleConnections()
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				x := m.mutant(first + i)
				what := fmt.Sprintf("MUTATIONS_SEED=%d MUTATIONS_FROM=%d MUTATIONS=1 (%s: %s)", m.seed, first+i, x.name, x.how)
				file := clitest.NewUpload("order.pdf", x.data)
				began := time.Now()
				status, text, err := clitest.Answered(client, "POST", url+"/api/v1/convert", key, file.ContentType, file.Body)
				took := time.Since(began)
				switch {
				case err != nil:
					t.Errorf("%s: %v", what, err)
					continue
				case status >= 500 && status != http.StatusServiceUnavailable && status != http.StatusGatewayTimeout,
					status == http.StatusOK && !json.Valid([]byte(text)):
					t.Errorf("%s: %d %.300s", what, status, text)
				}
				o.note(account, what, status, text, took)
			}
		})
	}
	wg.Wait()
	return o
}

// Documents that are broken in many ways are each answered with rows or with what is
// wrong with them. They leave behind no worker, connection, file or memory, and the
// accounts pay exactly for what was answered. With MUTATIONS=20000 the test takes half an
// hour; a failure says how to make its document again.
func TestMutations(t *testing.T) {
	clitest.NeedProc(t)
	n, first := clitest.FromEnvironment(t, "MUTATIONS", testenv.Either(20, 200)), clitest.FromEnvironment(t, "MUTATIONS_FROM", 0)
	m := newMutator(t, uint64(clitest.FromEnvironment(t, "MUTATIONS_SEED", 1)))
	const workers = 2
	data := t.TempDir()
	admin, end := clitest.NewAdmin(t, data)
	keys := map[string]string{}
	for i := range strangers {
		account := fmt.Sprint("stranger-", i)
		keys[account] = clitest.AddAccount(t, admin, quota.NewAccount{ID: account, Credits: 1_000_000, Limits: clitest.Unlimited})
	}
	regular := clitest.AddAccount(t, admin, quota.NewAccount{ID: "regular", Credits: 1000, Limits: clitest.Unlimited})
	end()
	server := clitest.Start(t, data, fmt.Sprint("--workers=", workers), "--sync=false", "--cache="+clitest.WarmCache(t))
	t.Cleanup(server.End)

	order, client := clitest.OrderUpload(t), clitest.NewClient()
	ask := func() string {
		status, text, err := clitest.Answered(client, "POST", server.URL+"/api/v1/convert", regular, order.ContentType, order.Body)
		if err != nil || status != 200 {
			t.Fatalf("an order = %d %.300s, %v, want 200", status, text, err)
		}
		client.CloseIdleConnections()
		return text
	}
	want := ask()
	before := clitest.HeldBy(t, server.Pid)
	meter := clitest.NewMeter(t, server.Pid)
	began := time.Now()
	o := sendMutants(t, m, server.URL, keys, first, n)
	took := time.Since(began)
	meter.End()
	t.Logf("%d mutants in %v: %v", n, took.Round(time.Second), o)
	t.Log(meter)
	for _, crash := range o.crashes {
		t.Log("contained: ", crash)
	}
	if got := ask(); got != want {
		t.Errorf("after all the mutants an order gives %s, before %s", got, want)
	}
	clitest.CheckHeld(t, server, before, workers)
	for account := range keys {
		clitest.CheckPaid(t, data, account, o.answered[account])
	}
	for line := range strings.Lines(server.Complaints()) {
		if strings.Contains(line, `"level":"ERROR"`) {
			t.Errorf("the server says: %s", line)
		}
	}
}

// After the last mutant was answered no goroutine is left in the server's process.
func TestMutationsLeaveNothingRunning(t *testing.T) {
	testenv.Costly(t, "converts broken documents in this process")
	m := newMutator(t, 2)
	n := testenv.Either(8, 40)
	if testing.Short() {
		m.pictures = m.texts // workers under the race detector take minutes for pictures
	}
	runtime.GC() // runs the finalizers that earlier tests left
	before := runtime.NumGoroutine()
	func() {
		store, err := badgerstore.Open(filepath.Join(t.TempDir(), "accounts"), badgerstore.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		admin := quota.NewAdmin(store, quota.Options{})
		keys := map[string]string{}
		for i := range strangers {
			account := fmt.Sprint("stranger-", i)
			keys[account] = clitest.AddAccount(t, admin, quota.NewAccount{ID: account, Credits: 1000, Limits: clitest.Unlimited})
		}
		log := slog.New(slog.NewTextHandler(io.Discard, nil))
		pool := workerpool.New(workerpool.Config{Args: []string{"lineitem", "worker", "--cache=" + clitest.WarmCache(t)}, Workers: 2, Queue: 32, Log: log})
		defer pool.Close()
		server := httptest.NewServer(serve.New(serve.Config{Converter: pool, Gate: quota.NewGate(store, quota.Options{}), Admin: admin, Log: log}))
		defer server.Close()
		t.Log(sendMutants(t, m, server.URL, keys, 0, n))
	}()
	for deadline := time.Now().Add(testenv.Patience); ; time.Sleep(50 * time.Millisecond) {
		n := runtime.NumGoroutine()
		if n <= before {
			return
		}
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines are left, before there were %d:\n%s", n, before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
