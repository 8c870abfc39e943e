package pgstore_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// BenchmarkAdmission measures what one conversion costs in all, Admit and Settle, with
// a database on this machine that waits for its disk, as it does by default. The
// accounts are shared by the clients.
func BenchmarkAdmission(b *testing.B) {
	server := pgtest.Start(b)
	for _, c := range []struct{ clients, accounts int }{{1, 1}, {64, 1}, {64, 4}, {64, 64}} {
		b.Run(fmt.Sprintf("%d clients/%d accounts", c.clients, c.accounts), func(b *testing.B) {
			store := open(b, server.URL(server.Database(b)), pgstore.Options{})
			defer store.Close()
			// Time passes so quickly that no rate limit is reached.
			begin := store.Now()
			var ticks, next atomic.Int64
			opts := quota.Options{Now: func() time.Time { return begin.Add(time.Duration(ticks.Add(1)) * 2 * time.Second) }}
			gate, admin := quota.NewGate(store, opts), quota.NewAdmin(store, opts)
			keys := make([]string, c.accounts)
			for i := range keys {
				id := fmt.Sprint("account-", i)
				_, err := admin.AddAccount(b.Context(), quota.NewAccount{
					ID: id, Credits: 1 << 40, Limits: quota.Limits{PerMinute: quota.MaxPerMinute, PerDay: 1e9, FreePerDay: quota.None, AtOnce: quota.MaxLimit, UnchargedSeconds: quota.MaxLimit},
				})
				if err != nil {
					b.Fatal(err)
				}
				if keys[i], _, err = admin.NewKey(b.Context(), id, ""); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			b.SetParallelism((c.clients + 1) / 2)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				key := keys[int(next.Add(1))%len(keys)]
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
