package quota_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

// BenchmarkAdmission measures what one conversion costs in all: Admit and Settle, two
// transactions. With sync each waits for the disk; 64 accounts are used at once and
// share these waits.
func BenchmarkAdmission(b *testing.B) {
	for _, mode := range []struct {
		name string
		opts badgerstore.Options
	}{{"sync", badgerstore.Options{}}, {"no sync", badgerstore.Options{NoSync: true}}} {
		for _, accounts := range []int{1, 64} {
			b.Run(fmt.Sprintf("%s/%d accounts", mode.name, accounts), func(b *testing.B) {
				gate, keys := newBench(b, mode.opts, accounts)
				var next atomic.Int64
				b.ReportAllocs()
				b.SetParallelism((accounts + 1) / 2)
				b.RunParallel(func(pb *testing.PB) {
					key := keys[int(next.Add(1))%accounts]
					for pb.Next() {
						grant, err := gate.Admit(b.Context(), key, "")
						if err != nil {
							b.Fatal(err)
						}
						if err := grant.Settle(b.Context()); err != nil {
							b.Fatal(err)
						}
						grant.Done()
					}
				})
			})
		}
	}
}

// BenchmarkRefusal measures a request that the rate limit refuses: nothing is written.
func BenchmarkRefusal(b *testing.B) {
	d := newDesk(b, quota.NewAccount{Credits: 100})
	for range 30 {
		d.convert()
	}
	b.ReportAllocs()
	for b.Loop() {
		d.limited()
	}
}

// newBench makes accounts that are never refused. Time passes in steps of 2 s for each
// account, so that each has about 30 requests in its minute, as many as an account that is
// used to its default limit.
func newBench(b *testing.B, opts badgerstore.Options, accounts int) (*quota.Gate, []string) {
	b.Helper()
	store, err := badgerstore.Open(b.TempDir(), opts)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	start := date("2027-01-01 00:00:00")
	var steps atomic.Int64
	o := quota.Options{Now: func() time.Time {
		return start.Add(time.Duration(steps.Add(1)) * 2 * time.Second / time.Duration(accounts))
	}}
	admin := quota.NewAdmin(store, o)
	keys := make([]string, accounts)
	for i := range keys {
		id := fmt.Sprintf("account-%d", i)
		_, err := admin.AddAccount(b.Context(), quota.NewAccount{ID: id, Credits: 1 << 40, Limits: quota.Limits{PerMinute: 1000, PerDay: 1e9}})
		if err != nil {
			b.Fatal(err)
		}
		if keys[i], _, err = admin.NewKey(b.Context(), id, ""); err != nil {
			b.Fatal(err)
		}
	}
	return quota.NewGate(store, o), keys
}
