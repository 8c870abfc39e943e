// Package badgerstore keeps accounts in an embedded Badger database: one
// directory, one process, nothing beside it.
//
// It is sized for a small machine: with 10,000 accounts it needs about 15 MB of
// memory. The disk space grows with the ledgers, by about 60 bytes per conversion.
//
// A change that was acknowledged survives a crash of the process in any case,
// since it has been handed to the operating system by then. If Options.NoSync is
// false it also survives a power failure. Each change then waits for the disk, so
// that a conversion waits twice: when it is reserved and when it is settled. That
// adds some milliseconds to a conversion, and changes of several accounts made at
// once share one wait. With NoSync it adds some tens of microseconds.
package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dgraph-io/badger/v4"

	"lineitem/periodic"
	"lineitem/quota"
)

// ErrInUse reports that another process has the directory open.
var ErrInUse = errors.New("the data directory is in use by another process")

// Store implements quota.Store.
type Store struct {
	options badger.Options
	log     *slog.Logger
	db      *badger.DB // nil: closed for good
	commit  *committer
	modules *moduleFiles
	// snapshots is the number of snapshots under way. No module is removed meanwhile,
	// since a snapshot reads files as they are, not as they were when it began.
	snapshots atomic.Int64
	close     []func()      // called after the database was closed
	stop      chan struct{} // closed to end the background work
	ended     sync.WaitGroup

	// locks serialise the changes of one account. Every database key that a
	// transaction touches belongs to its account, so that there are no conflicts
	// left for Badger to detect and no transaction is ever run twice.
	locks [256]chan struct{}
	seed  maphash.Seed

	mu     sync.Mutex
	calls  sync.WaitGroup // under way; none is added while closed or fault is set
	closed bool
	fault  error // why the database cannot be used; see fail
}

var _ quota.Store = (*Store)(nil)

// collect reclaims space at each interval, until the store is closed.
func (s *Store) collect(interval time.Duration) {
	end := periodic.Start(interval, func() {
		if s.enter(context.Background()) != nil {
			return
		}
		// Each run rewrites at most one file; an error means that no file is worth rewriting.
		for s.closing() == nil && s.db.RunValueLogGC(gcDiscardRatio) == nil {
		}
		s.calls.Done()
		if s.snapshots.Load() > 0 {
			return
		}
		// Files that are left after a failure are removed the next time.
		s.sweepModules(context.Background(), s.modules.grace)
	})
	<-s.stop
	end()
}

// Close waits for the calls under way, ends all iterations and closes the
// database. Later calls return quota.ErrClosed.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	s.calls.Wait()
	close(s.stop)
	if !s.endedWithin(closeWait) {
		return errNotClosed
	}
	s.commit.close()
	if s.db == nil {
		return nil
	}
	err := s.db.Close()
	for _, end := range s.close {
		end()
	}
	return err
}

// enter begins a call. If it returns nil the call must end with s.calls.Done.
func (s *Store) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.closingLocked(); err != nil {
		return err
	}
	s.calls.Add(1)
	return nil
}

// lock waits until no other change of the account is under way, and keeps others from
// beginning until unlock is called.
func (s *Store) lock(ctx context.Context, account string) (unlock func(), err error) {
	lock := s.locks[maphash.String(s.seed, account)%uint64(len(s.locks))]
	select {
	case lock <- struct{}{}:
		return func() { <-lock }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// AccountOf implements quota.Store.
func (s *Store) AccountOf(ctx context.Context, key quota.KeyHash) (string, error) {
	if err := s.enter(ctx); err != nil {
		return "", err
	}
	defer s.calls.Done()
	var account []byte
	err := s.view(func(txn *badger.Txn) error {
		var err error
		account, err = get(txn, hashKey(key))
		return err
	})
	if err == nil && account == nil {
		err = quota.ErrNotFound
	}
	return string(account), err
}

// Update implements quota.Store.
func (s *Store) Update(ctx context.Context, account string, request quota.RequestID, fn func(*quota.Tx) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.calls.Done()
	unlock, err := s.lock(ctx, account)
	if err != nil {
		return err
	}
	defer unlock()

	var before records
	err = s.view(func(txn *badger.Txn) error {
		before, err = readRecords(txn, account, request)
		return err
	})
	if err != nil {
		return err
	}
	tx, keys, err := before.decode()
	if err != nil {
		return fmt.Errorf("%w: account %s: %w", ErrDamaged, account, err)
	}
	hadLayouts := tx.Account != nil && tx.Account.Layouts != nil
	if err := fn(tx); err != nil {
		return err
	}
	changes, err := before.changes(account, request, tx, keys)
	if err == nil && hadLayouts && tx.Account != nil && tx.Account.Layouts == nil {
		var kept [][]byte
		kept, err = s.layoutKeysOf(ctx, account)
		changes = append(changes, forgotten(kept)...)
	}
	if err != nil || len(changes) == 0 {
		return err
	}
	// From here on the outcome must be waited for, even if ctx ends.
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.commit.do(changes)
}

// get returns a copy of a key's value, or nil if the key is not in the database.
func get(txn *badger.Txn, key []byte) ([]byte, error) {
	item, err := txn.Get(key)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	value, err := item.ValueCopy(nil)
	if value == nil {
		value = []byte{}
	}
	return value, err
}
