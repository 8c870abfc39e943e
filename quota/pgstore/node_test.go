package pgstore_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// member is a node of a service.
type member struct {
	*quota.Gate
	store *pgstore.Store
	node  *pgstore.Node
	watch func() // begins to renew the lease, as a running process does
	pause func() // ends that
}

func join(t testing.TB, url, name, place string, lease time.Duration) *member {
	t.Helper()
	store := open(t, url, pgstore.Options{})
	t.Cleanup(func() { store.Close() })
	node, err := store.Join(t.Context(), name, place, lease)
	if err != nil {
		t.Fatalf("Join(%q) = %v", name, err)
	}
	m := &member{Gate: quota.NewGate(store, quota.Options{Node: node.Holder()}), store: store, node: node}
	var running sync.WaitGroup
	var stop context.CancelFunc
	m.watch = func() {
		var ctx context.Context
		ctx, stop = context.WithCancel(context.Background())
		running.Go(func() { node.Watch(ctx, m.Gate) })
	}
	m.pause = func() {
		if stop != nil {
			stop()
			running.Wait()
		}
	}
	t.Cleanup(m.pause)
	return m
}

// customer makes an account with 100 credits and a key.
func customer(t testing.TB, store quota.Store, id string) (key string, status func() *quota.Status) {
	t.Helper()
	admin := quota.NewAdmin(store, quota.Options{})
	_, err := admin.AddAccount(t.Context(), quota.NewAccount{
		ID: id, Credits: 100, Limits: quota.Limits{PerMinute: quota.MaxPerMinute, PerDay: 1e9, FreePerDay: quota.None, AtOnce: quota.MaxLimit, UnchargedSeconds: quota.MaxLimit},
	})
	if err != nil {
		t.Fatal(err)
	}
	key, _, err = admin.NewKey(t.Context(), id, "")
	if err != nil {
		t.Fatal(err)
	}
	return key, func() *quota.Status {
		t.Helper()
		s, err := admin.Account(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// eventually waits until something has happened by itself.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(testenv.Patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: that did not happen", what)
		}
	}
}

// What a node left open when it died is given back by another, and a node that
// was only paused can no longer settle it.
func TestDeadNode(t *testing.T) { testenv.WithTime(t, testDeadNode) }

func testDeadNode(t testing.TB, lease time.Duration) {
	server := pgtest.Shared(t)
	url := server.URL(server.Database(t))
	paused, other := join(t, url, "paused", "here", lease), join(t, url, "other", "there", lease)
	key, status := customer(t, other.store, "a")
	lost, err := paused.Admit(t.Context(), key, "")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := other.Admit(t.Context(), key, "")
	if err != nil {
		t.Fatal(err)
	}
	other.watch()
	eventually(t, "the dead node's conversion is given back", func() bool { return status().Open == 1 })
	if err := lost.Settle(t.Context()); err == nil {
		t.Error("Settle() of what was given back = nil")
	}
	if err := kept.Settle(t.Context()); err != nil {
		t.Errorf("Settle() of a node that lives = %v", err)
	}
	// The paused node comes back, and is one of the nodes again.
	paused.watch()
	eventually(t, "the paused node is back", func() bool {
		names, err := other.store.Nodes(t.Context())
		return err == nil && len(names) == 2
	})
	again, err := paused.Admit(t.Context(), key, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Settle(t.Context()); err != nil {
		t.Errorf("Settle() of a node that came back = %v", err)
	}
	if s := status(); s.Credits != 98 || s.Open != 0 {
		t.Errorf("the account has %d credits and %d open, want 98 and none", s.Credits, s.Open)
	}
}

// Two processes cannot have the same name unless the first has ended. If it ended
// without leaving, its lease must be over, or the second must run in the same place.
func TestOneNameOneNode(t *testing.T) { testenv.WithTime(t, testOneNameOneNode) }

func testOneNameOneNode(t testing.TB, lease time.Duration) {
	server := pgtest.Shared(t)
	url := server.URL(server.Database(t))
	first := join(t, url, "n", "here", lease)
	first.watch()
	second := open(t, url, pgstore.Options{})
	defer second.Close()
	if _, err := second.Join(t.Context(), "n", "there", lease); !errors.Is(err, pgstore.ErrNodeInUse) {
		t.Errorf("Join() with the name of another node = %v, want ErrNodeInUse", err)
	}
	key, status := customer(t, second, "a")
	if _, err := first.Admit(t.Context(), key, ""); err != nil {
		t.Fatal(err)
	}
	first.pause()
	heir, err := second.Join(t.Context(), "n", "here", lease)
	if err != nil {
		t.Fatalf("Join() from the same place = %v", err)
	}
	if n, err := heir.Recover(t.Context(), quota.NewGate(second, quota.Options{Node: heir.Holder()})); n != 1 || err != nil {
		t.Errorf("Recover() = %d, %v, want 1", n, err)
	}
	if s := status(); s.Open != 0 || s.Credits != 100 {
		t.Errorf("the account has %d credits and %d open, want 100 and none", s.Credits, s.Open)
	}
	// If the first process runs after all, it learns that it must not.
	if err := first.node.Watch(t.Context(), first.Gate); !errors.Is(err, pgstore.ErrDisplaced) {
		t.Errorf("Watch() of a node whose name another has = %v, want ErrDisplaced", err)
	}
	// In another place the name is free when the lease is over.
	if _, err := first.store.Join(t.Context(), "n", "elsewhere", lease); err != nil {
		t.Errorf("Join() after the lease was over = %v", err)
	}
}

// A reservation that was on its way to the database when its process died may be
// stored only after the next process of the node has started. It is given back even so.
func TestLateReservationOfDeadProcess(t *testing.T) {
	testenv.WithTime(t, testLateReservationOfDeadProcess)
}

func testLateReservationOfDeadProcess(t testing.TB, lease time.Duration) {
	server := pgtest.Shared(t)
	url := server.URL(server.Database(t))
	first, heir := join(t, url, "n", "here", lease), join(t, url, "n", "here", lease)
	key, status := customer(t, heir.store, "a")
	if n, err := heir.node.Recover(t.Context(), heir.Gate); n != 0 || err != nil {
		t.Errorf("Recover() = %d, %v, want 0", n, err)
	}
	kept, err := heir.Admit(t.Context(), key, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Admit(t.Context(), key, ""); err != nil {
		t.Fatal(err)
	}
	heir.watch()
	eventually(t, "the dead process's conversion is given back", func() bool { return status().Open == 1 })
	if err := kept.Settle(t.Context()); err != nil {
		t.Errorf("Settle() of the process that lives = %v", err)
	}
}
