package badgerstore

import (
	"errors"
	"fmt"
	"time"

	"github.com/dgraph-io/badger/v4"

	"lineitem/quota"
)

// Badger does not survive a failure to create or write a file, as when the process
// has no more file descriptors, the directory has become read-only or its disk
// fails: the next read of memory that is not there panics, and the next write ends
// the process. So Badger is no longer used after the first change that it fails to
// store. Calls return quota.ErrUnavailable while the store closes the database and
// tries to open it again until that succeeds. The changes that were acknowledged
// are in Badger's logs by then, and are read from there.

const (
	reopenPause = time.Second
	// closeWait is how long Close waits for a database that cannot be closed,
	// since Badger tries for ever to write what it has in memory.
	closeWait = 5 * time.Second
)

// unavailable returns a quota.ErrUnavailable that says why the database cannot be used.
func unavailable(cause any) error {
	return fmt.Errorf("%w: %v", quota.ErrUnavailable, cause)
}

// fail stops the use of the database after it returned an error, starts to reopen it,
// and returns the error for calls meanwhile.
func (s *Store) fail(cause error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault == nil {
		s.fault = unavailable(cause)
		s.log.Error("the accounts cannot be changed until their files can be written again", "error", cause)
		s.ended.Go(s.reopen)
	}
	return s.fault
}

// broken returns why the database cannot be used, or nil if it can.
func (s *Store) broken() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

// closing returns why an iteration must end, or nil if it may go on.
func (s *Store) closing() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closingLocked()
}

func (s *Store) closingLocked() error {
	if s.closed {
		return quota.ErrClosed
	}
	return s.fault
}

// reopen waits for the calls under way, closes the database and opens it again,
// unless the store is closed meanwhile.
func (s *Store) reopen() {
	s.calls.Wait()
	err := s.db.Close()
	for {
		if err != nil {
			s.log.Warn("the accounts' files cannot be used yet", "error", err)
		}
		select {
		case <-s.stop:
			s.db = nil
			return
		case <-time.After(reopenPause):
		}
		var db *badger.DB
		if db, err = openDatabase(s.options); err == nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.db, s.commit.db, s.fault = db, db, nil
			s.log.Info("the accounts can be changed again")
			return
		}
	}
}

// endedWithin reports whether all background work of the store ends within d.
func (s *Store) endedWithin(d time.Duration) bool {
	done := make(chan struct{})
	go func() {
		s.ended.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(d):
		return false
	}
}

var errNotClosed = errors.New("the accounts' files could not be written completely; the rest is in their logs and is recovered at the next start")

// view calls fn with a read-only transaction. fn must be quick and must not call code
// from outside the store, since a panic is taken for Badger's.
func (s *Store) view(fn func(*badger.Txn) error) (err error) {
	// Badger may panic if others read between a failed change and the call of fail.
	defer func() {
		if p := recover(); p != nil {
			err = unavailable(p)
		}
	}()
	return s.db.View(fn)
}
