package pgstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lineitem/periodic"
	"lineitem/quota"
)

// call is one call of Update, which waits for its turn.
type call struct {
	ctx     context.Context
	request quota.RequestID
	fn      func(*quota.Tx) error
	done    chan struct{} // closed when err and panicked are final

	err      error // what Update returns
	panicked any   // what fn panicked with; Update panics with it again
}

// run runs fn on tx. The result counts only once the database has confirmed that tx was
// made from the current record.
func (c *call) run(tx *quota.Tx) {
	defer func() { c.panicked = recover() }()
	if c.err = c.ctx.Err(); c.err != nil {
		return
	}
	if c.err = c.fn(tx); c.err == nil {
		c.err = c.ctx.Err()
	}
}

// refused reports whether the call's changes are not to be stored.
func (c *call) refused() bool { return c.err != nil || c.panicked != nil }

// callQueue is the queue of calls for one account, which are processed in turns. The calls
// that arrive while one turn is under way make up the next one.
type callQueue struct {
	waiting []*call
	busy    bool
	// doubt is an attempt that was sent and whose answer was lost. Nothing else is
	// sent for the account until it is known whether the attempt was stored.
	doubt *attempt
}

// maxTurn bounds the number of calls in one turn.
const maxTurn = 64

// Update implements quota.Store.
func (s *Store) Update(ctx context.Context, account string, request quota.RequestID, fn func(*quota.Tx) error) error {
	if err := s.beginCall(ctx); err != nil {
		return err
	}
	defer s.calls.Done()
	c := &call{ctx: ctx, request: request, fn: fn, done: make(chan struct{})}
	s.enqueue(account, c)
	select {
	case <-c.done:
	case <-ctx.Done():
		if s.withdraw(account, c) {
			return ctx.Err()
		}
		// The call's turn has begun: its change was sent, or will be in a moment,
		// so that the outcome must be waited for.
		<-c.done
	}
	if c.panicked != nil {
		panic(c.panicked)
	}
	return c.err
}

// enqueue adds a call to its account's queue.
func (s *Store) enqueue(account string, c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.queues[account]
	if l == nil {
		l = new(callQueue)
		s.queues[account] = l
	}
	l.waiting = append(l.waiting, c)
	if !l.busy {
		l.busy = true
		go s.work(account, l)
	}
}

// withdraw removes a call from its queue and reports whether it did: it cannot once the
// call's turn has begun.
func (s *Store) withdraw(account string, c *call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.queues[account]
	if l == nil {
		return false
	}
	for i := range l.waiting {
		if l.waiting[i] == c {
			l.waiting = append(l.waiting[:i], l.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// work processes the queue's calls, turn by turn, until none is waiting.
func (s *Store) work(account string, l *callQueue) {
	for {
		turn := s.nextTurn(account, l)
		if turn == nil {
			return
		}
		s.runTurn(account, l, turn)
		for _, c := range turn {
			close(c.done)
		}
	}
}

func (s *Store) nextTurn(account string, l *callQueue) []*call {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(len(l.waiting), maxTurn)
	if n == 0 {
		l.waiting, l.busy = nil, false
		if l.doubt == nil {
			delete(s.queues, account)
		}
		return nil
	}
	turn := l.waiting[:n:n]
	l.waiting = l.waiting[n:]
	return turn
}

// runTurn processes one turn: first the attempt in doubt, if there is one, then the calls.
func (s *Store) runTurn(account string, l *callQueue, turn []*call) {
	// A turn serves several callers, so that none of their contexts bounds it:
	// retryPolicy does.
	ctx := context.Background()
	if s.hopeless() {
		fail(turn, quota.ErrUnavailable)
		return
	}
	if l.doubt != nil {
		_, err := s.send(ctx, l.doubt)
		switch {
		case errors.Is(err, errForgotten):
			s.opts.Log.Error("a change that was sent", "account", account, "error", err.Error())
		case err != nil:
			fail(turn, fault(err))
			return
		}
		s.setDoubt(l, nil)
	}
	if err := s.change(ctx, account, l, turn); err != nil {
		fail(turn, err)
	}
}

// fail replaces the results of calls, which are not confirmed, by an error. A call
// whose own context has ended returns that context's error instead, unless err is
// quota.ErrUnavailable. A call that panicked stays as it is.
func fail(turn []*call, err error) {
	for _, c := range turn {
		if c.panicked == nil {
			c.err = err
			if end := c.ctx.Err(); end != nil && !errors.Is(err, quota.ErrUnavailable) {
				c.err = end
			}
		}
	}
}

// maxLost is how often a turn may lose to other nodes before it locks the
// account's row.
const maxLost = 3

// change runs the calls of a turn and stores what they changed. If it returns nil, the
// results of the calls are those of their functions.
func (s *Store) change(ctx context.Context, account string, l *callQueue, turn []*call) error {
	known, ok := s.accounts.get(account)
	if !ok {
		var err error
		if known, err = s.readSnapshot(ctx, account, turn); err != nil {
			return fault(err)
		}
	}
	for tries := 0; tries <= maxLost; tries++ {
		a, err := s.prepare(account, known, turn)
		if err != nil {
			return err
		}
		if a.isNoop() {
			s.remember(account, a.snapshot)
			return nil
		}
		current, err := s.send(ctx, a)
		if err != nil {
			return s.failAttempt(account, l, a, err)
		}
		if current == nil {
			s.rememberStored(account, a)
			return nil
		}
		known = current
	}
	return s.changeLocked(ctx, account, l, turn)
}

// failAttempt returns the error of a turn that was not stored, or of which it is unknown
// whether it was. In the latter case the error is a *quota.UncertainError, and the
// attempt becomes the queue's doubt. It also drops the account from the cache.
func (s *Store) failAttempt(account string, l *callQueue, a *attempt, err error) error {
	s.accounts.drop(account)
	if a.sent && a.writes() && !errors.Is(err, errForgotten) {
		a.uncertain = &quota.UncertainError{Cause: err}
		s.setDoubt(l, a)
		return a.uncertain
	}
	return fault(err)
}

func (s *Store) setDoubt(l *callQueue, a *attempt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.doubt = a
}

// remember caches an account as it was seen last.
func (s *Store) remember(account string, k *snapshot) { s.accounts.put(account, k, k.size()) }

// rememberStored caches the state of an account, and of its keys, after an attempt that
// was stored.
func (s *Store) rememberStored(account string, a *attempt) {
	s.remember(account, a.snapshot)
	for _, hash := range a.keysGone {
		s.keys.drop(quota.KeyHash(hash))
	}
	for _, hash := range a.keys {
		s.rememberKey(quota.KeyHash(hash), string(a.account))
	}
}

// resolve finds out, once a second, whether the attempts in doubt were stored, also for
// accounts that nobody uses.
func (s *Store) resolve(ctx context.Context) {
	const interval = time.Second
	periodic.Run(ctx, interval, func() {
		for _, account := range s.inDoubt() {
			err := s.Update(ctx, account, quota.RequestID{}, func(*quota.Tx) error { return nil })
			if err != nil && !errors.Is(err, quota.ErrUnavailable) {
				s.opts.Log.Error("it cannot be found out whether a change was stored", "account", account, "error", fmt.Sprint(err))
			}
		}
	})
}

func (s *Store) inDoubt() (accounts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for account, l := range s.queues {
		if l.doubt != nil && !l.busy {
			accounts = append(accounts, account)
		}
	}
	return accounts
}
