package pgstore

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// patience is how long one call waits for the database.
type patience struct {
	most   time.Duration
	began  time.Time     // when something failed first; zero: nothing did yet
	away   time.Duration // how long after that it is tried where the database is away
	tries  int
	unsure bool // something was sent whose answer was lost
}

func (s *Store) patience() *patience { return &patience{most: s.opts.Wait, away: s.opts.Wait} }

const (
	// doubtTime is how long a change that may have been stored is asked for,
	// also where a call would not wait otherwise.
	doubtTime = 2 * time.Second
	// maxConflicts bounds how often other transactions may be in the way.
	maxConflicts = 50
	// conflictTime bounds how long they may be, where a call would not wait
	// otherwise.
	conflictTime = 10 * time.Second
)

// wait pauses after an error of some kind and reports whether to try again.
func (p *patience) wait(ctx context.Context, k kind) bool {
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
	case k == again && (p.tries > maxConflicts || failing > max(p.most, conflictTime)):
		return false
	case k != again && p.tries == 1:
		return true // the connection may have broken long ago
	case k != again && failing >= p.away:
		return false
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(backoff(p.tries)):
		return true
	}
}

// backoff is a random pause that grows with the number of tries, so that those
// who were in each other's way are not again.
func backoff(tries int) time.Duration {
	const least, most = time.Millisecond, 250 * time.Millisecond
	return rand.N(min(most, least<<min(tries, 10))) + least
}

// awayness describes a database that does not answer.
type awayness struct {
	mu    sync.Mutex
	since time.Time // when it was first found to be away; zero: it is not
	last  time.Time // and when for the last time
}

func (a *awayness) seen() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = time.Now()
	if a.since.IsZero() {
		a.since = a.last
	}
}

func (a *awayness) ended() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.since, a.last = time.Time{}, time.Time{}
}

func (a *awayness) lasts() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.since.IsZero()
}

// hopeless reports whether the database has been away for a while and was asked just
// now. So while it is away two calls a second find out whether it still is, which
// takes its time when nothing answers, and the others do not wait for that.
func (a *awayness) hopeless() bool {
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

// hopeless reports whether a call need not ask the database.
func (s *Store) hopeless() bool { return s.opts.Wait == 0 && s.away.hopeless() }
