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
// is wrong. It has an address of its own, to which the browser is redirected, so that
// reloading it, or going back to it, does not repeat the action.
type outcome struct {
	account, session string // the account that it belongs to, and the session that may see it
	show             action
	trial            *trial // nil: it does not belong to a document
	bytes            int64  // memory that it takes
	ends             time.Time
	readers          int  // visits to which it is being shown
	dropped          bool // its memory is given back once it has no readers
}

// Defaults of Config.
const (
	DefaultResultMemory = 64 << 20 // bytes
	DefaultResultTime   = 10 * time.Minute
)

// smallOutcome is the memory of an outcome that does not belong to a document, such as a
// message or a key, in bytes.
const smallOutcome = 4 << 10

// outcomes keeps outcomes in memory, for minutes, by the paths of their addresses.
// When there is no more room, it drops the oldest outcome of the account that keeps
// most, so that no account displaces outcomes of accounts that keep less.
type outcomes struct {
	most int64 // bytes
	life time.Duration

	mu     sync.Mutex
	used   int64
	byPath map[string]*outcome
	paths  []string         // of the outcomes in byPath, oldest first
	kept   map[string]int64 // bytes by account, including outcomes that are dropped but still read
}

func newOutcomes(most int64, life time.Duration) *outcomes {
	return &outcomes{most: most, life: life, byPath: map[string]*outcome{}, kept: map[string]int64{}}
}

// add keeps an outcome from now on. It returns errNoRoom if there is no room for it.
func (s *outcomes) add(path string, o *outcome, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeExpiredLocked(now)
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

// giveWayLocked returns the path of the outcome that is to be dropped to make room for a
// new one: the oldest of the account that would keep most. It returns "" if there is
// none, as when all that this account keeps is dropped already but still being read.
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

// read returns the outcome at a path if the session may see it, and nil otherwise. The
// outcome stays in memory until release is called.
func (s *outcomes) read(path, session string, now time.Time) *outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeExpiredLocked(now)
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

// drop removes the outcomes for which is returns true.
func (s *outcomes) drop(is func(path string, o *outcome) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropAllLocked(is)
}

// removeExpired removes the outcomes whose time is over.
func (s *outcomes) removeExpired(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeExpiredLocked(now)
}

func (s *outcomes) removeExpiredLocked(now time.Time) {
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

// Path prefixes of outcomes: those of documents, and all others.
const (
	tryOutcome     = "/try/outcome/"
	accountOutcome = "/account/outcome/"
)

// newPath returns a new path for an outcome. under is tryOutcome or accountOutcome.
func newPath(under string) string { return under + rand.Text() }

// keep keeps an outcome of the visit's account and session at a path.
func (v *visit) keep(path string, o *outcome) error {
	h := v.handler
	o.account, o.session = v.account.ID, v.session
	err := h.outcomes.add(path, o, h.config.Now())
	if err == nil {
		time.AfterFunc(h.config.ResultTime, func() { h.outcomes.removeExpired(h.config.Now()) }) // in case no other call does it before
	}
	return err
}

// pageOutcome returns an outcome that shows a page.
func pageOutcome(status int, page []byte) *outcome {
	page = bytes.Clone(page) // without spare capacity
	return &outcome{bytes: int64(len(page)) + smallOutcome, show: func(v *visit) error {
		v.send(status, MediaType, page)
		return nil
	}}
}

// redirectToPage answers a form with a redirection to a page that is made when it is shown, and
// so shows the account's state at that time.
func (v *visit) redirectToPage(show action) error {
	path := newPath(accountOutcome)
	if err := v.keep(path, &outcome{bytes: smallOutcome, show: show}); err != nil {
		return err
	}
	return v.redirectDone(path, "")
}

// sent reports whether a visit sends a form of somebody who is signed in. Such a form
// is never answered with a page, but with a redirection to one: a browser that reloads
// a page repeats the request that the page answered.
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

// forget drops the outcomes of the visit's session, or all of its account if everywhere
// is true.
func (v *visit) forget(everywhere bool) {
	v.handler.outcomes.drop(func(_ string, o *outcome) bool {
		return o.session == v.session || everywhere && v.account != nil && o.account == v.account.ID
	})
}

var errNoRoom = &Error{
	Status: http.StatusServiceUnavailable, Code: "busy", RetryAfter: 2 * time.Second,
	Detail: "The service has no memory to keep the result. Try again later; nothing was charged.",
}

// errGone returns the error for an outcome that is not kept, or not any more.
func (h *Handler) errGone() error {
	return &Error{
		Status: http.StatusNotFound, Code: "not_found",
		Detail: "This page is gone: what it showed is kept for " + minutes(h.config.ResultTime) + " at most, in memory, for the browser " +
			"that asked for it, until you sign out. Convert the document again to see its rows. If you did not copy a key, revoke it and make another.",
	}
}
