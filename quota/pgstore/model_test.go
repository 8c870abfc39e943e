package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// world is what the account should hold, whichever node is asked.
type world struct {
	account  *quota.Account
	entries  []quota.Entry
	requests map[quota.RequestID]quota.Request
	keys     map[quota.KeyHash]bool // false: the key was the account's and is no longer
}

// nodes are stores on one database, each of which remembers what it saw last.
type nodes struct {
	stores []*pgstore.Store
	proxy  *pgtest.Proxy
	id     string
	world  world
}

var errRefused = errors.New("refused")

// Whatever several nodes do in turn, and even if connections break, each of them
// sees what the others did, and nothing is lost or stored twice.
func TestNodesAgree(t *testing.T) {
	testenv.Costly(t, "compares three nodes with a model")
	server := pgtest.Shared(t)
	proxy, database := server.Proxy(t), server.Database(t)
	var stores []*pgstore.Store
	for range 3 {
		store := open(t, proxy.URL(database), pgstore.Options{Connections: 2, Memory: 4000})
		defer store.Close()
		stores = append(stores, store)
	}
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		n := &nodes{stores: stores, proxy: proxy, id: fmt.Sprint("account-", run)}
		n.world.requests, n.world.keys = map[quota.RequestID]quota.Request{}, map[quota.KeyHash]bool{}
		n.update(t, quota.RequestID{}, func(tx *quota.Tx, w *world) error {
			w.account = &quota.Account{ID: n.id}
			tx.Account = &quota.Account{ID: n.id}
			return nil
		})
		t.Repeat(map[string]func(*rapid.T){
			"charge": n.charge, "request": n.request, "key": n.key, "nothing": n.nothing, "refuse": n.refuse,
			"lose": n.lose, "": func(*rapid.T) {},
		})
		n.compare(t)
	})
}

// update runs fn on a node's transaction and on a copy of the world, in both of which it
// makes the same change, and fails if the accounts differ after that.
func (n *nodes) update(t *rapid.T, id quota.RequestID, fn func(tx *quota.Tx, w *world) error) {
	store := rapid.SampledFrom(n.stores).Draw(t, "node")
	before := n.world
	var last *world
	err := store.Update(context.Background(), n.id, id, func(tx *quota.Tx) error {
		w := world{nil, slices.Clone(before.entries), maps.Clone(before.requests), maps.Clone(before.keys)}
		if before.account != nil {
			c := *before.account
			c.Keys = slices.Clone(c.Keys)
			w.account = &c
		}
		last = &w
		// If the node's record was stale, the store finds out afterwards and runs
		// this again; only the last run counts.
		err := fn(tx, &w)
		if err == nil && !reflect.DeepEqual(tx.Account, w.account) {
			last = nil
		}
		return err
	})
	if errors.Is(err, errRefused) {
		return
	}
	if err != nil {
		t.Fatalf("Update() = %v", err)
	}
	if last == nil {
		t.Fatal("Update() ran on another record than the last that was stored")
	}
	n.world = *last
}

func (n *nodes) charge(t *rapid.T) {
	count := rapid.IntRange(1, 3).Draw(t, "entries")
	n.update(t, quota.RequestID{}, func(tx *quota.Tx, w *world) error {
		for range count {
			tx.Account.Seq++
			tx.Account.Credits--
			tx.Entries = append(tx.Entries, quota.Entry{Seq: tx.Account.Seq, Balance: tx.Account.Credits})
			w.account.Seq++
			w.account.Credits--
			w.entries = append(w.entries, quota.Entry{Seq: w.account.Seq, Balance: w.account.Credits})
		}
		return nil
	})
}

var requestIDs = rapid.SampledFrom([]quota.RequestID{{1}, {2}, {3}})

func (n *nodes) request(t *rapid.T) {
	id, keep := requestIDs.Draw(t, "request"), rapid.Bool().Draw(t, "keep")
	r := quota.Request{Reservation: rapid.Uint64Range(0, 9).Draw(t, "reservation")}
	n.update(t, id, func(tx *quota.Tx, w *world) error {
		if !keep {
			tx.Request = nil
			delete(w.requests, id)
			return nil
		}
		c := r
		tx.Request, w.requests[id] = &c, r
		return nil
	})
}

func (n *nodes) key(t *rapid.T) {
	hash := quota.HashKey(fmt.Sprint(n.id, rapid.IntRange(0, 3).Draw(t, "key")))
	n.update(t, quota.RequestID{}, func(tx *quota.Tx, w *world) error {
		for _, a := range []*quota.Account{tx.Account, w.account} {
			i := slices.IndexFunc(a.Keys, func(k quota.Key) bool { return k.Hash == hash })
			if i < 0 {
				a.Keys = append(a.Keys, quota.Key{Hash: hash})
			} else if a.Keys = slices.Delete(a.Keys, i, i+1); len(a.Keys) == 0 {
				a.Keys = nil
			}
		}
		w.keys[hash] = slices.ContainsFunc(w.account.Keys, func(k quota.Key) bool { return k.Hash == hash })
		return nil
	})
}

// nothing reads the request and changes nothing; refuse does the same and then refuses.
func (n *nodes) nothing(t *rapid.T) { n.look(t, nil) }
func (n *nodes) refuse(t *rapid.T)  { n.look(t, errRefused) }

func (n *nodes) look(t *rapid.T, refusal error) {
	id := requestIDs.Draw(t, "request")
	var got *quota.Request
	n.update(t, id, func(tx *quota.Tx, w *world) error {
		got = nil
		if tx.Request != nil {
			c := *tx.Request
			got = &c
		}
		return refusal
	})
	want, ok := n.world.requests[id]
	if ok != (got != nil) || ok && *got != want {
		t.Fatalf("the request is %+v, want %+v, %v", got, want, ok)
	}
}

// lose makes the connection break that is used next.
func (n *nodes) lose(t *rapid.T) {
	rapid.SampledFrom([]func(){n.proxy.LoseAnswer, n.proxy.LoseRequest}).Draw(t, "what")()
}

func (n *nodes) compare(t *rapid.T) {
	for _, store := range n.stores {
		var entries []quota.Entry
		for e, err := range store.Ledger(context.Background(), n.id, 0) {
			if err != nil {
				t.Fatal(err)
			}
			entries = append(entries, e)
		}
		requests := map[quota.RequestID]quota.Request{}
		for r, err := range store.Requests(context.Background(), n.id) {
			if err != nil {
				t.Fatal(err)
			}
			requests[r.ID] = r.Request
		}
		if !slices.Equal(entries, n.world.entries) || !maps.Equal(requests, n.world.requests) {
			t.Fatalf("a node has the entries %+v and requests %+v, want %+v and %+v", entries, requests, n.world.entries, n.world.requests)
		}
		for hash, valid := range n.world.keys {
			account, err := store.AccountOf(context.Background(), hash)
			if valid && (account != n.id || err != nil) {
				t.Fatalf("AccountOf() = %q, %v, want %q", account, err, n.id)
			}
		}
	}
}
