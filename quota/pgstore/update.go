package pgstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lineitem/periodic"
	"lineitem/quota"
)

// call is one Update that waits for its turn.
type call struct {
	ctx     context.Context
	request quota.RequestID
	fn      func(*quota.Tx) error
	done    chan struct{} // closed when the rest is set

	err      error // what Update returns
	panicked any   // fn did, which is for the caller to know
}

// run runs fn. What it says counts once the database has confirmed on what.
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

// line is the calls of one account, which are worked on in turns. Those that
// come while one turn is under way make up the next one.
type line struct {
	waiting []*call
	busy    bool
	// doubt was sent, and its answer was lost. Nothing else is sent before it
	// is known what became of it.
	doubt *attempt
}

// maxTurn bounds the calls of one turn.
const maxTurn = 64

// Update implements quota.Store.
func (s *Store) Update(ctx context.Context, account string, request quota.RequestID, fn func(*quota.Tx) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.calls.Done()
	c := &call{ctx: ctx, request: request, fn: fn, done: make(chan struct{})}
	s.queue(account, c)
	select {
	case <-c.done:
	case <-ctx.Done():
		if s.withdraw(account, c) {
			return ctx.Err()
		}
		// It was sent, or will be in a moment: its outcome must be waited for.
		<-c.done
	}
	if c.panicked != nil {
		panic(c.panicked)
	}
	return c.err
}

// queue adds a call to its account's line.
func (s *Store) queue(account string, c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.lines[account]
	if l == nil {
		l = new(line)
		s.lines[account] = l
	}
	l.waiting = append(l.waiting, c)
	if !l.busy {
		l.busy = true
		go s.work(account, l)
	}
}

// withdraw takes a call out of its line, if its turn has not come yet.
func (s *Store) withdraw(account string, c *call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.lines[account]
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

// work takes turns until nobody waits.
func (s *Store) work(account string, l *line) {
	for {
		turn := s.nextTurn(account, l)
		if turn == nil {
			return
		}
		s.take(account, l, turn)
		for _, c := range turn {
			close(c.done)
		}
	}
}

func (s *Store) nextTurn(account string, l *line) []*call {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(len(l.waiting), maxTurn)
	if n == 0 {
		l.waiting, l.busy = nil, false
		if l.doubt == nil {
			delete(s.lines, account)
		}
		return nil
	}
	turn := l.waiting[:n:n]
	l.waiting = l.waiting[n:]
	return turn
}

// take works on one turn: what is in doubt first, then these calls.
func (s *Store) take(account string, l *line, turn []*call) {
	// Who waits for a turn has no deadline here: patience bounds it.
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

// fail gives calls an error instead of what their functions said, which is not
// confirmed. Only an end of their own counts still.
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

// change runs the calls of a turn and stores what they changed. They have what
// their functions said when it returns nil.
func (s *Store) change(ctx context.Context, account string, l *line, turn []*call) error {
	known, ok := s.accounts.get(account)
	if !ok {
		var err error
		if known, err = s.look(ctx, account, turn); err != nil {
			return fault(err)
		}
	}
	for tries := 0; tries <= maxLost; tries++ {
		a, err := s.prepare(account, known, turn)
		if err != nil {
			return err
		}
		if a.fresh() {
			s.remember(account, a.after)
			return nil
		}
		current, err := s.send(ctx, a)
		if err != nil {
			return s.unsent(account, l, a, err)
		}
		if current == nil {
			s.rememberStored(account, a)
			return nil
		}
		known = current
	}
	return s.changeLocked(ctx, account, l, turn)
}

// unsent is the error of a turn that could not be stored, or of which nobody
// knows whether it was.
func (s *Store) unsent(account string, l *line, a *attempt, err error) error {
	s.accounts.drop(account)
	if a.sent && a.writes() && !errors.Is(err, errForgotten) {
		a.unsure = &quota.UncertainError{Cause: err}
		s.setDoubt(l, a)
		return a.unsure
	}
	return fault(err)
}

func (s *Store) setDoubt(l *line, a *attempt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.doubt = a
}

// remember keeps an account as it was seen last.
func (s *Store) remember(account string, k *seen) { s.accounts.put(account, k, k.size()) }

// rememberStored remembers what a change that was stored has made of an account,
// and of its keys.
func (s *Store) rememberStored(account string, a *attempt) {
	s.remember(account, a.after)
	for _, hash := range a.keysGone {
		s.keys.drop(quota.KeyHash(hash))
	}
	for _, hash := range a.keys {
		s.rememberKey(quota.KeyHash(hash), string(a.account))
	}
}

// resolve finds out from time to time what became of what is in doubt, also of
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
	for account, l := range s.lines {
		if l.doubt != nil && !l.busy {
			accounts = append(accounts, account)
		}
	}
	return accounts
}
