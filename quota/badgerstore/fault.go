package badgerstore

import (
	"errors"
	"fmt"
	"time"

	"github.com/dgraph-io/badger/v4"

	"lineitem/quota"
)

// Badger does not survive that it cannot make or write a file, as when the
// process has no more file descriptors, the directory became read-only or its
// disk fails: the next read of memory that is not there panics, and the next
// write ends the process. So after the first change that Badger fails to store
// it is not asked any more. Calls return quota.ErrUnavailable, while the
// database is closed and opened again until that succeeds. What was
// acknowledged is in its logs by then, and is read from there.

const (
	reopenPause = time.Second
	// closeWait is how long Close waits for a database that cannot be closed:
	// Badger tries for ever to write what it has in memory.
	closeWait = 5 * time.Second
)

// unavailable says that the database cannot be used, and why.
func unavailable(cause any) error {
	return fmt.Errorf("%w: %v", quota.ErrUnavailable, cause)
}

// fail ends the use of the database after an error of it.
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

// broken returns why the database cannot be used, nil if it can.
func (s *Store) broken() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

// closing returns why an iteration must end, nil if it may go on.
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

// endedWithin reports whether all that the store does by itself ends in time.
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

// view reads in a transaction. fn must be quick and the store's own.
func (s *Store) view(fn func(*badger.Txn) error) (err error) {
	// Between a failed change and the call of fail others may read.
	defer func() {
		if p := recover(); p != nil {
			err = unavailable(p)
		}
	}()
	return s.db.View(fn)
}
