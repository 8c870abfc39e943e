package quota

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// retryQueue retries failed tasks in the background until they succeed or the store is
// closed. Recover does what is left when the process ends.
type retryQueue struct {
	log     *slog.Logger
	mu      sync.Mutex
	tasks   []*task
	running bool
}

// task gives back the conversion that is reserved for a request of an account.
type task struct {
	account string
	do      func(ctx context.Context) error
	pause   time.Duration // after the last try that failed though the store was available
	next    time.Time     // when it may be tried again
}

const (
	retryPause = time.Second // between two rounds
	// maxRetryPause bounds the pause of a task that fails though the store is available.
	maxRetryPause = time.Minute
	// maxRetryTasks bounds the tasks that wait. It is many times the number of
	// conversions under way on a large machine.
	maxRetryTasks = 10_000
)

// add adds a task, which is tried until it succeeds.
func (l *retryQueue) add(account string, do func(ctx context.Context) error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.tasks) == maxRetryTasks {
		l.log.Error("a reservation stays open until the next start: too many wait to be given back", "account", account)
		return
	}
	l.tasks = append(l.tasks, &task{account: account, do: do})
	if !l.running {
		l.running = true
		go l.run()
	}
}

// run tries all tasks in rounds until none is left.
func (l *retryQueue) run() {
	for {
		time.Sleep(retryPause)
		l.mu.Lock()
		tasks := l.tasks
		l.tasks = nil
		l.mu.Unlock()
		tasks = slices.DeleteFunc(tasks, func(t *task) bool { return t.try(l.log) })
		l.mu.Lock()
		l.tasks = append(tasks, l.tasks...)
		if len(l.tasks) == 0 {
			l.running = false
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
	}
}

// try tries a task, if it is time for that, and reports whether it needs no further try.
func (t *task) try(log *slog.Logger) bool {
	if time.Now().Before(t.next) {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), giveBackTime)
	defer cancel()
	err := t.do(ctx)
	switch {
	case err == nil, errors.Is(err, ErrClosed):
		return true
	case errors.Is(err, ErrUnavailable), errors.Is(err, ErrFull), errors.Is(err, context.DeadlineExceeded):
		return false // the store is away, full or slow
	}
	t.pause = min(max(retryPause, 2*t.pause), maxRetryPause)
	t.next = time.Now().Add(t.pause)
	log.Error("cannot give back a reservation, which is tried again", "account", t.account, "error", err)
	return false
}

// giveBackUncertain gives back in the background the reservation of an Admit that failed with an
// *UncertainError, in case it was stored.
func (g *Gate) giveBackUncertain(grant *Grant, doubt *UncertainError) {
	if grant == nil || grant.reservation == 0 {
		return
	}
	g.retries.add(grant.account, func(ctx context.Context) error {
		stored, err := g.outcome(ctx, grant.account, doubt)
		if err != nil || !stored {
			return err
		}
		grant.mu.Lock()
		defer grant.mu.Unlock()
		return grant.giveBackLocked(ctx)
	})
}

// outcome reports whether an uncertain change was stored. If that is not known yet, it
// makes an empty change of the account, before which the store finds out.
func (g *Gate) outcome(ctx context.Context, account string, doubt *UncertainError) (stored bool, err error) {
	stored, known := doubt.Outcome()
	if !known {
		if err := g.store.Update(ctx, account, RequestID{}, func(*Tx) error { return nil }); err != nil {
			return false, err
		}
		if stored, known = doubt.Outcome(); !known {
			return false, fmt.Errorf("%w: %w", ErrUnavailable, doubt)
		}
	}
	return stored, nil
}

// refunded reports whether a charge was given back.
func (g *Gate) refunded(ctx context.Context, account string, charge uint64) (bool, error) {
	for e, err := range g.store.Ledger(ctx, account, charge) {
		if err != nil {
			return false, err
		}
		if e.Kind == EntryRefund && e.Charge == charge {
			return true, nil
		}
	}
	return false, nil
}

// unsettled is a settlement that may or may not have been stored.
type unsettled struct {
	doubt *UncertainError
	was   *Reservation // nil: another grant had settled it before
}

// refundSettled gives back a charge that turned out to be settled although its
// answer was never sent. The charge of a request with an idempotency key stays: the
// request may have been repeated meanwhile without being charged again.
func (g *Grant) refundSettled(ctx context.Context) error {
	if g.request != (RequestID{}) || g.unsure.was == nil {
		return nil
	}
	// An earlier try may have been stored: even an empty change makes the store find out.
	if err := g.gate.store.Update(ctx, g.account, RequestID{}, func(*Tx) error { return nil }); err != nil {
		return err
	}
	refunded, err := g.gate.refunded(ctx, g.account, g.reservation)
	if err != nil || refunded {
		return err
	}
	return g.gate.store.Update(ctx, g.account, RequestID{}, func(tx *Tx) error {
		if tx.Account != nil && tx.Account.Removed.IsZero() {
			tx.refund(g.gate.opts.Now(), g.unsure.was, "its answer did not leave")
		}
		return nil
	})
}
