package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert/testenv"
	"lineitem/quota"
	"lineitem/quota/pgstore"
	"lineitem/quota/pgstore/pgtest"
)

// A fate is what happens to one round trip.
type fate struct {
	name string
	lose func(*pgtest.Proxy)
	away bool // whether nothing more gets through until the request is answered
}

var fates = []fate{
	{"its answer is lost", (*pgtest.Proxy).LoseAnswer, false},
	{"its answer is lost and the database is away", (*pgtest.Proxy).LoseAnswer, true},
	{"it is lost and the database is away", (*pgtest.Proxy).LoseRequest, true},
}

// A life is a course that a request may take.
type life struct {
	name     string
	key      string // idempotency key; with one the request is repeated until it is answered
	changes  int    // how many changes of the account there are
	answered bool
}

var lives = []life{
	{"settled", "", 2, true},
	{"settled with an idempotency key", "k", 3, true},
	{"given back", "", 2, false},
}

// Wherever in a request's life its connection breaks, it is charged once if it was
// answered, and not at all otherwise, and no reservation stays open. This also holds if
// other nodes are so quick that each change has to lock the account's row.
func TestLostAtEachTurn(t *testing.T) {
	testenv.Costly(t, "loses each of the connections of each request")
	t.Parallel()
	server := pgtest.Shared(t)
	database := server.Database(t)
	direct := open(t, server.URL(database), pgstore.Options{})
	defer direct.Close()
	const atOnce = 20
	var running sync.WaitGroup
	defer running.Wait()
	room, count := make(chan struct{}, atOnce), 0
	every := testenv.Either(5, 1) // even each fifth includes every life, fate, change and round trip
	try := func(l *lostTurn) {
		if count++; count%every != 0 {
			return
		}
		l.id, l.direct, l.proxy = fmt.Sprint("account-", count), quota.NewAdmin(direct, quota.Options{}), server.Proxy(t)
		room <- struct{}{}
		running.Go(func() {
			defer func() { <-room }()
			if err := l.run(t.Context(), database); err != nil {
				t.Errorf("%s, change %d, round trip %d, after %d of other nodes, %s: %v", l.life.name, l.change, l.turn, l.rivals, l.fate.name, err)
			}
		})
	}
	for _, life := range lives {
		for _, fate := range fates {
			for change := range life.changes {
				try(&lostTurn{life: life, fate: fate, change: change + 1, turn: 1})
				// After four attempts that others forestalled, a change locks the row, which takes five round trips.
				for turn := 5; turn <= 9; turn++ {
					try(&lostTurn{life: life, fate: fate, change: change + 1, turn: turn, rivals: 4})
				}
			}
		}
	}
}

// lostTurn is one request of an account, one of whose round trips is lost.
type lostTurn struct {
	life   life
	fate   fate
	change int // which of the life's changes loses a round trip, from 1
	turn   int // which of that change's round trips is lost, from 1
	rivals int // how many of its first round trips another node precedes with a change of the account

	id     string // of the account
	direct *quota.Admin
	proxy  *pgtest.Proxy

	now    int          // the change that is under way, from 1
	from   atomic.Int64 // number of round trips before the change that loses one; 0: it has not begun
	booked atomic.Int64 // changes of other nodes, each of which adds a credit
}

func (l *lostTurn) run(ctx context.Context, database string) error {
	const credits = 10
	_, err := l.direct.AddAccount(ctx, quota.NewAccount{ID: l.id, Credits: credits + 1, Limits: quota.Limits{FreePerDay: quota.None}})
	if err != nil {
		return err
	}
	key, _, err := l.direct.NewKey(ctx, l.id, "")
	if err != nil {
		return err
	}
	store, err := pgstore.Open(ctx, l.proxy.URL(database), pgstore.Options{Connections: 2, Answer: patient})
	if err != nil {
		return err
	}
	defer store.Close()
	gate := quota.NewGate(store, quota.Options{})
	if err := convert(ctx, gate, key); err != nil { // looks up the account
		return err
	}
	l.proxy.OnTurn(func(turn int) { l.lost(ctx, turn) })
	charged, err := l.live(ctx, gate, key)
	l.proxy.OnTurn(nil)
	l.proxy.GoOn()
	switch {
	case l.proxy.Broken() == 0:
		return errors.New("there were not so many")
	case err != nil && (!l.fate.away || !errors.Is(err, quota.ErrUnavailable)):
		return err
	}
	for deadline := time.Now().Add(testenv.Patience); ; time.Sleep(100 * time.Millisecond) {
		if l.life.key != "" && !charged {
			charged, err = l.live(ctx, gate, key)
		}
		want := credits + l.booked.Load()
		if charged {
			want--
		}
		status, e := l.direct.Account(ctx, l.id)
		if e != nil {
			return e
		}
		if status.Open == 0 && status.Credits == want {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d credits are left and %d reservations open, want %d and none; the last error: %w", status.Credits, status.Open, want, err)
		}
	}
	report, err := l.direct.Audit(ctx, l.id)
	if err == nil && len(report.Problems) > 0 {
		err = fmt.Errorf("the audit says %v", report.Problems)
	}
	return err
}

// lost is called before a round trip reaches the database, and does what the test wants to
// happen then: a change of another node, or the request's fate.
func (l *lostTurn) lost(ctx context.Context, turn int) {
	from := int(l.from.Load())
	turn -= from
	switch {
	case from == 0:
	case turn <= l.rivals:
		if _, err := l.direct.AddCredits(ctx, l.id, 1, "", ""); err == nil {
			l.booked.Add(1)
		}
	case turn == l.turn:
		l.fate.lose(l.proxy)
	case turn > l.turn && l.fate.away:
		l.proxy.Cut()
	}
}

// begins notes that the next change begins.
func (l *lostTurn) begins() {
	if l.now++; l.now == l.change {
		l.from.Store(int64(l.proxy.Turns()))
	}
}

// live makes the request as its life says, and reports whether it was settled.
func (l *lostTurn) live(ctx context.Context, gate *quota.Gate, key string) (settled bool, err error) {
	l.begins()
	grant, err := gate.Admit(ctx, key, l.life.key)
	if err != nil {
		return false, err
	}
	defer grant.Done()
	if l.life.key != "" {
		l.begins()
		err = grant.Bind(ctx, [32]byte{1})
	}
	l.begins()
	if err == nil && l.life.answered {
		if err = grant.Settle(ctx); err == nil {
			return true, nil
		}
	}
	return false, errors.Join(err, grant.GiveBack(ctx))
}
