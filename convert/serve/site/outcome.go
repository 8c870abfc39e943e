package site

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"slices"
	"sync"
	"time"
)

// An outcome is the result of a form that a holder sent: rows, a new key, or what
// is wrong. It has an address of its own, to which the browser is sent, so that
// loading it again, or going back to it, does nothing again.
type outcome struct {
	account, session string // whose it is, and who may see it
	show             action
	trial            *trial // nil: it is no document's
	bytes            int64  // of memory
	ends             time.Time
	readers          int  // visits to which it is being shown
	dropped          bool // and given back when nobody reads it any more
}

// Defaults of Config.
const (
	DefaultResultMemory = 64 << 20 // bytes
	DefaultResultTime   = 10 * time.Minute
)

// smallOutcome is the memory of an outcome that is no document's, in bytes: a
// message, or a key.
const smallOutcome = 4 << 10

// outcomes keeps outcomes in memory, for minutes, by the paths of their addresses.
// Where there is no more room the account goes without its oldest that keeps most,
// so that nobody takes away what others keep who keep less.
type outcomes struct {
	most int64 // bytes
	life time.Duration

	mu     sync.Mutex
	used   int64
	byPath map[string]*outcome
	paths  []string         // of those that are there, oldest first
	kept   map[string]int64 // bytes by account, with those that are dropped and still read
}

func newOutcomes(most int64, life time.Duration) *outcomes {
	return &outcomes{most: most, life: life, byPath: map[string]*outcome{}, kept: map[string]int64{}}
}

// put keeps an outcome from now on. The error is errNoRoom.
func (s *outcomes) put(path string, o *outcome, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endLocked(now)
	if o.bytes > s.most {
		return errNoRoom
	}
	for s.used+o.bytes > s.most {
		path := s.giveWayLocked(o)
		if path == "" {
			return errNoRoom
		}
		s.dropLocked(path)
	}
	o.ends = now.Add(s.life)
	s.used += o.bytes
	s.kept[o.account] += o.bytes
	s.byPath[path] = o
	s.paths = append(s.paths, path)
	return nil
}

// giveWayLocked is the path of what is to make room for a new outcome: the oldest
// of the account that would keep most. It is empty where there is none, as where
// that account reads all that it keeps, slowly.
func (s *outcomes) giveWayLocked(next *outcome) (path string) {
	bytes := func(account string) int64 {
		if account == next.account {
			return s.kept[account] + next.bytes
		}
		return s.kept[account]
	}
	oldest := map[string]string{} // by account
	for _, path := range s.paths {
		if account := s.byPath[path].account; oldest[account] == "" {
			oldest[account] = path
		}
	}
	heaviest := ""
	if s.kept[next.account] > 0 {
		heaviest = next.account
	}
	for account := range oldest {
		if heaviest == "" || bytes(account) > bytes(heaviest) {
			heaviest = account
		}
	}
	return oldest[heaviest]
}

// read returns the outcome at a path to who may see it, nil to others. It stays in
// memory until release.
func (s *outcomes) read(path, session string, now time.Time) *outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endLocked(now)
	o := s.byPath[path]
	if o == nil || o.session != session {
		return nil
	}
	o.readers++
	return o
}

func (s *outcomes) release(o *outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.readers--
	s.freeLocked(o)
}

// drop removes the outcomes of which that is true.
func (s *outcomes) drop(is func(path string, o *outcome) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropAllLocked(is)
}

// end removes those whose time is over.
func (s *outcomes) end(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endLocked(now)
}

func (s *outcomes) endLocked(now time.Time) {
	s.dropAllLocked(func(_ string, o *outcome) bool { return !now.Before(o.ends) })
}

func (s *outcomes) dropAllLocked(is func(path string, o *outcome) bool) {
	var dropped []string
	for _, path := range s.paths {
		if is(path, s.byPath[path]) {
			dropped = append(dropped, path)
		}
	}
	for _, path := range dropped {
		s.dropLocked(path)
	}
}

func (s *outcomes) dropLocked(path string) {
	o := s.byPath[path]
	delete(s.byPath, path)
	s.paths = slices.DeleteFunc(s.paths, func(p string) bool { return p == path })
	o.dropped = true
	s.freeLocked(o)
}

func (s *outcomes) freeLocked(o *outcome) {
	if !o.dropped || o.readers > 0 {
		return
	}
	s.used -= o.bytes
	if s.kept[o.account] -= o.bytes; s.kept[o.account] == 0 {
		delete(s.kept, o.account)
	}
}

// Where outcomes are shown: that of a document, and all others.
const (
	tryOutcome     = "/try/outcome/"
	accountOutcome = "/account/outcome/"
)

// newPath makes the path of an outcome, which begins with tryOutcome or accountOutcome.
func newPath(under string) string { return under + rand.Text() }

// keep keeps an outcome of the holder's at a path of its own.
func (v *visit) keep(path string, o *outcome) error {
	h := v.handler
	o.account, o.session = v.account.ID, v.session
	err := h.outcomes.put(path, o, h.config.Now())
	if err == nil {
		time.AfterFunc(h.config.ResultTime, func() { h.outcomes.end(h.config.Now()) }) // if nobody comes before
	}
	return err
}

// pageOutcome is an outcome that shows a page.
func pageOutcome(status int, page []byte) *outcome {
	page = bytes.Clone(page) // without the room for more
	return &outcome{bytes: int64(len(page)) + smallOutcome, show: func(v *visit) error {
		v.send(status, MediaType, page)
		return nil
	}}
}

// lead answers a form with a redirection to a page that is made when it is shown,
// and so shows the state of the account at that time.
func (v *visit) lead(show action) error {
	path := newPath(accountOutcome)
	if err := v.keep(path, &outcome{bytes: smallOutcome, show: show}); err != nil {
		return err
	}
	return v.leave(path, "")
}

// sent reports whether a visit brings a form of somebody who is signed in. It is
// never answered with a page, but with the address of one: a browser that loads a
// page again sends what the page came of.
func (v *visit) sent() bool { return v.r.Method == http.MethodPost && v.account != nil }

func (v *visit) showOutcome() error {
	s := v.handler.outcomes
	o := s.read(v.r.URL.Path, v.session, v.handler.config.Now())
	if o == nil {
		return v.handler.errGone()
	}
	defer s.release(o)
	return o.show(v)
}

// forget drops all outcomes of the holder, or of this browser only.
func (v *visit) forget(everywhere bool) {
	v.handler.outcomes.drop(func(_ string, o *outcome) bool {
		return o.session == v.session || everywhere && v.account != nil && o.account == v.account.ID
	})
}

var errNoRoom = &Error{
	Status: http.StatusServiceUnavailable, Code: "busy", RetryAfter: 2 * time.Second,
	Detail: "The service has no memory to keep the result. Try again later; nothing was charged.",
}

// errGone is the error of an outcome that is not there.
func (h *Handler) errGone() error {
	return &Error{
		Status: http.StatusNotFound, Code: "not_found",
		Detail: "This page is gone: what it showed is kept for " + minutes(h.config.ResultTime) + " at most, in memory, for the browser " +
			"that asked for it, until you sign out. Convert the document again to see its rows. If you did not copy a key, revoke it and make another.",
	}
}
