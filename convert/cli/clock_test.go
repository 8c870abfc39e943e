package cli

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/cli/clitest"
	"lineitem/convert/serve"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

// The clock jumps a day forward and a day back while the service runs. No account
// gets more than a day's conversions for a day, nobody waits longer than the
// rules say, and the ledgers add up.
func TestClockJumps(t *testing.T) {
	store, err := badgerstore.Open(filepath.Join(t.TempDir(), "accounts"), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var clock atomic.Int64
	clock.Store(time.Date(2027, 3, 10, 12, 0, 0, 0, time.UTC).UnixNano())
	options := quota.Options{Now: func() time.Time { return time.Unix(0, clock.Load()).UTC() }}
	admin := quota.NewAdmin(store, options)
	key := clitest.AddAccount(t, admin, quota.NewAccount{ID: "free"})                                                      // 3 a day
	hasty := clitest.AddAccount(t, admin, quota.NewAccount{ID: "hasty", Credits: 100, Limits: quota.Limits{PerMinute: 5}}) // 5 a minute
	server := httptest.NewServer(serve.New(serve.Config{Converter: &convert.Converter{}, Gate: quota.NewGate(store, options), Admin: admin}))
	defer server.Close()
	file := clitest.OrderUpload(t)
	counts := func(key string, n int) (got map[int]int, wait int) {
		t.Helper()
		got = map[int]int{}
		for range n {
			status, header, err := file.Post(server.Client(), server.URL, key, "")
			if err != nil {
				t.Fatal(err)
			}
			got[status]++
			if status == http.StatusTooManyRequests {
				seconds, _ := strconv.Atoi(header.Get("Retry-After"))
				wait = max(wait, seconds)
			}
		}
		return got, wait
	}
	const day = 24 * time.Hour
	for _, jump := range []struct {
		by         time.Duration
		free, paid int // how many of five requests are converted, of either account
	}{
		{0, 3, 5},
		{day, 3, 5},
		{-day, 0, 0},    // back to a day whose conversions are used up, and to a minute whose requests are remembered
		{-day, 3, 0},    // to the day before: its free conversions are left
		{2 * day, 0, 5}, // forward again
		{time.Minute, 0, 5},
		{day, 3, 5},
	} {
		clock.Add(int64(jump.by))
		now := options.Now().Format(time.DateTime)
		if got, _ := counts(key, 5); got[200] != jump.free || got[402] != 5-jump.free {
			t.Errorf("at %s, after a jump of %v, five requests of the plan free are %v, want %d times 200 and else 402", now, jump.by, got, jump.free)
		}
		got, wait := counts(hasty, 5)
		if got[200] != jump.paid || got[429] != 5-jump.paid || wait > 60 {
			t.Errorf("at %s, after a jump of %v, five requests of the other account are %v with a wait of %d s, want %d times 200 and else 429 with at most 60 s",
				now, jump.by, got, wait, jump.paid)
		}
	}
	for report, err := range admin.AuditAll(t.Context()) {
		if err != nil || len(report.Problems) > 0 {
			t.Errorf("after the jumps the audit says %+v, %v", report, err)
		}
	}
}
