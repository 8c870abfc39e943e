package pgstore

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// retryPolicy decides how long one call waits for the database.
type retryPolicy struct {
	most   time.Duration
	began  time.Time     // when the first try failed; zero: none did yet
	away   time.Duration // how long after began to keep trying while the database is away
	tries  int
	unsure bool // something was sent and its answer was lost
}

func (s *Store) newRetryPolicy() *retryPolicy {
	return &retryPolicy{most: s.opts.Wait, away: s.opts.Wait}
}

const (
	// doubtTime is how long, at least, a call tries to find out what became of a
	// change that may have been stored, even if it would not wait otherwise.
	doubtTime = 2 * time.Second
	// maxConflicts bounds how often other transactions may get in the way.
	maxConflicts = 50
	// conflictTime bounds for how long they may get in the way, unless
	// Options.Wait is longer.
	conflictTime = 10 * time.Second
)

// wait pauses after an error of some kind and reports whether to try again.
func (p *retryPolicy) wait(ctx context.Context, k kind) bool {
	p.tries++
	now := time.Now()
	if p.began.IsZero() {
		p.began = now
	}
	failing := now.Sub(p.began)
	if k == uncertain && !p.unsure {
		p.unsure = true
		p.away = max(p.away, failing+doubtTime)
	}
	switch {
	case k == conflict && (p.tries > maxConflicts || failing > max(p.most, conflictTime)):
		return false
	case k != conflict && p.tries == 1:
		return true // the connection may have broken long ago
	case k != conflict && failing >= p.away:
		return false
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(backoff(p.tries)):
		return true
	}
}

// backoff returns a random pause that grows with the number of tries, so that
// transactions that got in each other's way do not do so again.
func backoff(tries int) time.Duration {
	const least, most = time.Millisecond, 250 * time.Millisecond
	return rand.N(min(most, least<<min(tries, 10))) + least
}

// outage records since when the database has not answered.
type outage struct {
	mu    sync.Mutex
	since time.Time // when the database was first found to be away; zero: it is not away
	last  time.Time // when it was last found to be away, or last asked whether it is
}

func (a *outage) seen() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = time.Now()
	if a.since.IsZero() {
		a.since = a.last
	}
}

func (a *outage) ended() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.since, a.last = time.Time{}, time.Time{}
}

func (a *outage) lasts() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.since.IsZero()
}

// hopeless reports whether the database has been away for a while and was asked a moment
// ago. So while it is away two calls a second try whether it still is, which takes long
// when nothing answers, and all other calls fail without waiting for that.
func (a *outage) hopeless() bool {
	const least, every = 250 * time.Millisecond, 500 * time.Millisecond
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.since.IsZero() || time.Since(a.since) < least {
		return false
	}
	if time.Since(a.last) < every {
		return true
	}
	a.last = time.Now()
	return false
}

// hopeless reports whether a call should fail without asking the database.
func (s *Store) hopeless() bool { return s.opts.Wait == 0 && s.outage.hopeless() }
