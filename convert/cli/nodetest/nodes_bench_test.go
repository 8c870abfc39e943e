package nodetest

import (
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// BenchmarkNodesAdmission measures how long it takes to admit and settle one conversion,
// which is two changes of an account, alone and when many are under way at once: on one
// account or on many, in Badger, and in PostgreSQL on one node or on three. All of them
// wait for the disk. The nodes are separate stores in this process.
func BenchmarkNodesAdmission(b *testing.B) {
	db := pgtest.Start(b)
	postgres := func(nodes int) func(b *testing.B) []quota.Store {
		return func(b *testing.B) (stores []quota.Store) {
			url := db.URL(db.Database(b))
			for range nodes {
				s, err := pgstore.Open(b.Context(), url, pgstore.Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(func() { s.Close() })
				stores = append(stores, s)
			}
			return stores
		}
	}
	for _, kind := range []struct {
		name string
		open func(b *testing.B) []quota.Store
	}{
		{"Badger", func(b *testing.B) []quota.Store {
			s, err := badgerstore.Open(b.TempDir(), badgerstore.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { s.Close() })
			return []quota.Store{s}
		}},
		{"PostgreSQL/nodes=1", postgres(1)},
		{"PostgreSQL/nodes=3", postgres(clusterNodes)},
	} {
		for _, load := range []struct{ accounts, clients int }{{1, 1}, {1, 48}, {48, 48}} {
			b.Run(fmt.Sprintf("%s/accounts=%d/clients=%d", kind.name, load.accounts, load.clients), func(b *testing.B) {
				benchmarkAdmission(b, kind.open(b), load.accounts, load.clients)
			})
		}
	}
}

// benchmarkAdmission divides b.N conversions among clients, each of which uses one of the
// accounts and all of the stores in turn. Time passes in steps, so that each account has
// about 30 requests in its minute, as many as one that is used to its default limit.
func benchmarkAdmission(b *testing.B, stores []quota.Store, accounts, clients int) {
	began := time.Now()
	var steps atomic.Int64
	options := func(i int) quota.Options {
		return quota.Options{Node: fmt.Sprint("node-", i), Now: func() time.Time {
			return began.Add(time.Duration(steps.Add(1)) * 2 * time.Second / time.Duration(accounts))
		}}
	}
	admin := quota.NewAdmin(stores[0], options(0))
	keys := make([]string, accounts)
	for i := range keys {
		keys[i] = clitest.AddAccount(b, admin, quota.NewAccount{ID: fmt.Sprint("account-", i), Credits: 1e12, Limits: clitest.Unlimited})
	}
	gates := make([]*quota.Gate, len(stores))
	for i, s := range stores {
		gates[i] = quota.NewGate(s, options(i))
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	times := make([][]time.Duration, clients)
	done := make(chan error)
	b.ResetTimer()
	for i := range clients {
		go func() {
			for n := i; left.Add(-1) >= 0; n++ {
				began := time.Now()
				// Each client uses all nodes in turn, as behind a balancer.
				grant, err := gates[n%len(gates)].Admit(b.Context(), keys[i%accounts], "")
				if err == nil {
					err = grant.Settle(b.Context())
					grant.Done()
				}
				if err != nil {
					done <- err
					return
				}
				times[i] = append(times[i], time.Since(began))
			}
			done <- nil
		}()
	}
	for range clients {
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "admissions/s")
	reportTimes(b, "", slices.Concat(times...))
}

// reportTimes reports the median and the 99th percentile.
func reportTimes(b *testing.B, name string, times []time.Duration) {
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), name+"median-µs")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), name+"p99-µs")
}

// BenchmarkNodesRequest measures whole requests over HTTP with a real document, sent one
// after another, in turn to a server with Badger, to one node on PostgreSQL, and
// to three nodes that take turns, so that each finds the account changed by
// another. All of them wait for the disk.
func BenchmarkNodesRequest(b *testing.B) {
	const accounts = 16 // so many that none reaches its limit per minute
	type target struct {
		name  string
		urls  []string
		keys  []string
		times []time.Duration
	}
	data := b.TempDir()
	keys := clitest.AddAccounts(b, data, accounts)
	targets := []*target{{name: "Badger", urls: []string{clitest.Start(b, data, "--workers=1").URL}, keys: keys}}
	db := pgtest.Start(b)
	for _, nodes := range []int{1, clusterNodes} {
		t := &target{name: fmt.Sprintf("%d-node", nodes)}
		c := newCluster(b, db.URL(db.Database(b)), nodes)
		for _, n := range c.nodes {
			t.urls = append(t.urls, n.current().URL)
		}
		for i := range accounts {
			t.keys = append(t.keys, clitest.AddAccount(b, c.admin, quota.NewAccount{ID: fmt.Sprint("account-", i), Credits: 1e12, Limits: clitest.Unlimited}))
		}
		targets = append(targets, t)
	}
	file, client := clitest.OrderUpload(b), clitest.NewClient()
	n := 0
	request := func(t *target) time.Duration {
		began := time.Now()
		status, _, err := file.Post(client, t.urls[n%len(t.urls)], t.keys[n%accounts], "")
		if status != http.StatusOK {
			b.Fatalf("%s: a request = %d, %v", t.name, status, err)
		}
		return time.Since(began)
	}
	for ; n < clusterNodes; n++ { // so that workers start and connections are made
		for _, t := range targets {
			request(t)
		}
	}
	for b.Loop() {
		for _, t := range targets {
			t.times = append(t.times, request(t))
		}
		n++
	}
	for _, t := range targets {
		reportTimes(b, t.name+"-", t.times)
	}
}
