// Package badgerstore keeps accounts in an embedded Badger database: one
// directory, one process, nothing beside it.
//
// It is sized for a small machine: with 10,000 accounts it needs about 15 MB of
// memory, and as much disk as the ledgers grow, about 60 bytes for a conversion.
//
// A change that was acknowledged survives a crash of the process in any case,
// since it is in the operating system's hands by then. With Options.NoSync left
// false it also survives a power failure; each change then waits for the disk,
// a conversion twice: when it is reserved and when it is settled. That is some
// milliseconds beside a conversion, and changes of several accounts that are
// made at once share one wait. With NoSync it is some tens of microseconds.
package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/ristretto/v2/z"

	"lineitem/quota"
)

var (
	// ErrInUse says that another process has the directory open.
	ErrInUse = errors.New("the data directory is in use by another process")
	// ErrClosed says that the store was closed.
	ErrClosed = errors.New("the store is closed")
)

// Options of a store. The zero value is durable and small.
type Options struct {
	// NoSync leaves it to the operating system when changes reach the disk.
	// They still survive a crash of the process, but a power failure may lose
	// those of the last seconds: conversions are then not charged, and credits
	// that were just added are gone. False waits for the disk before a change
	// counts; changes of several accounts that are made at once share one wait.
	NoSync bool
	// MinFree is how many bytes must be free on the file system for a change to
	// be taken, or the store to be opened; otherwise the error is quota.ErrFull. Badger
	// writes to mapped files, and the system kills a process whose mapped file
	// finds no room. Zero means 64 MiB, well above what Badger writes between
	// two looks.
	MinFree uint64
	// Logger gets what the database has to say. Nil discards it.
	Logger *slog.Logger
	// GCInterval is how often space in the value log, and that of modules to
	// which no account refers, is reclaimed. Zero means 10 minutes.
	GCInterval time.Duration
	// ModuleGrace is how long a module is kept to which no account refers. Zero
	// means quota.ModuleGrace.
	ModuleGrace time.Duration
}

// Sizes that keep the store small. Everything that is read often fits in the
// first memory table; there is no compression, so that tables can be read where
// they are mapped, without a cache of blocks.
const (
	memTableSize  = 2 << 20
	baseTableSize = 1 << 20
	// Larger values, records with thousands of requests a minute, go to the
	// value log, so that merging tables does not copy them again and again.
	valueThreshold   = 32 << 10
	valueLogFileSize = 16 << 20

	// requestLife is how long a request is kept that expires: a little more than
	// the 24 hours for which it counts.
	requestLife = 25 * time.Hour

	defaultGCInterval = 10 * time.Minute
	defaultMinFree    = 64 << 20
	// gcDiscardRatio is the share of a value log file that must be garbage for
	// the file to be written anew.
	gcDiscardRatio = 0.5
)

// Store implements quota.Store.
type Store struct {
	options badger.Options
	log     *slog.Logger
	db      *badger.DB // nil: closed for good
	commit  *committer
	modules *moduleFiles
	stop    chan struct{} // ends what goes on by itself
	ended   sync.WaitGroup

	// locks make the changes of one account wait for each other. Every key that
	// a transaction touches belongs to its account, so that Badger has no
	// conflicts left to detect and no transaction is ever run twice.
	locks [256]chan struct{}
	seed  maphash.Seed

	mu     sync.Mutex
	calls  sync.WaitGroup // under way; none is added while closed or fault is set
	closed bool
	fault  error // why the database cannot be used; see fail
}

var _ quota.Store = (*Store)(nil)

// Open opens the store in a directory, or makes one. The error is ErrInUse
// while another process has it open, quota.ErrFull when the disk is almost full,
// and ErrDamaged when files are not what was written to them.
func Open(dir string, opts Options) (*Store, error) {
	if opts.MinFree == 0 {
		opts.MinFree = defaultMinFree
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := checkFree(dir, opts.MinFree); err != nil {
		return nil, err
	}
	o := badger.DefaultOptions(dir).
		WithSyncWrites(!opts.NoSync).
		WithLogger(logger(opts.Logger)).
		WithMetricsEnabled(false).
		WithDetectConflicts(false).
		WithCompression(options.None).
		WithBlockCacheSize(0).
		WithMemTableSize(memTableSize).
		WithBaseTableSize(baseTableSize).
		WithNumMemtables(2).
		WithNumLevelZeroTables(2).
		WithNumLevelZeroTablesStall(8).
		WithNumCompactors(2).
		WithValueThreshold(valueThreshold).
		WithVerifyValueChecksum(true).
		WithValueLogFileSize(valueLogFileSize)
	db, err := openVerified(o, opts.NoSync)
	if err != nil {
		// Badger has no error value for this.
		if errors.Is(err, ErrInUse) || strings.Contains(err.Error(), "Another process is using this Badger database") {
			return nil, fmt.Errorf("%s: %w", dir, ErrInUse)
		}
		return nil, fmt.Errorf("opening %s: %w", dir, err)
	}
	log := opts.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Store{
		options: o,
		log:     log,
		db:      db,
		modules: newModuleFiles(filepath.Join(dir, modulesFolder), opts),
		stop:    make(chan struct{}),
		seed:    maphash.MakeSeed(),
	}
	s.commit = newCommitter(db, func() error {
		if err := s.broken(); err != nil {
			return err
		}
		return checkFree(dir, opts.MinFree)
	}, s.fail)
	for i := range s.locks {
		s.locks[i] = make(chan struct{}, 1)
	}
	// Nobody converts yet, so that what no account refers to is of no use.
	if err := s.sweepModules(context.Background(), 0); err != nil {
		s.Close()
		return nil, fmt.Errorf("opening %s: %w", dir, err)
	}
	interval := opts.GCInterval
	if interval == 0 {
		interval = defaultGCInterval
	}
	s.ended.Go(func() { s.collect(interval) })
	return s, nil
}

// checkFree returns quota.ErrFull when less than least bytes are free.
func checkFree(dir string, least uint64) error {
	if n, ok := freeBytes(dir); ok && n < least {
		return fmt.Errorf("%s: %w: %d MiB are free, want at least %d", dir, quota.ErrFull, n>>20, least>>20)
	}
	return nil
}

// openDatabase opens Badger's files, also those of a process that was killed
// between making, or emptying, a log file and its next step. Badger refuses
// such a file of no bytes (its issue 2207), but gives it a size while it does,
// so that it takes it for a log without entries the next time.
func openDatabase(o badger.Options) (*badger.DB, error) {
	const most = 10 // such files; there is one log of each kind that grows
	for tried := 1; ; tried++ {
		db, err := badger.Open(o)
		if err == nil {
			return db, nil
		}
		if tried == most || !isEmptyFile(err.Error()) {
			return nil, err
		}
	}
}

// isEmptyFile tells whether a text of Badger's is about a log file without any
// bytes. Badger's errors wrap no others.
func isEmptyFile(text string) bool { return strings.Contains(text, z.NewFile.Error()) }

// collect reclaims space from time to time.
func (s *Store) collect(interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-ticker.C:
			if s.enter(context.Background()) != nil {
				continue
			}
			// Each run rewrites one file at most; an error says that none is worth it.
			for s.closing() == nil && s.db.RunValueLogGC(gcDiscardRatio) == nil {
			}
			s.calls.Done()
			// A failure leaves files that the next time takes.
			s.sweepModules(context.Background(), s.modules.grace)
		}
	}
}

// Close waits for the calls under way, ends all iterations and closes the
// database. Calls after it return ErrClosed.
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
	return s.db.Close()
}

// enter begins a call; s.calls.Done must end it when it returned nil.
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

// lock waits until no other change of the account is under way.
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
	if err := fn(tx); err != nil {
		return err
	}
	changes, err := before.changes(account, request, tx, keys)
	if err != nil || len(changes) == 0 {
		return err
	}
	// From here on the outcome must be waited for, whatever becomes of ctx.
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.commit.do(changes)
}

// Accounts implements quota.Store: all as they were when it began.
func (s *Store) Accounts(ctx context.Context) iter.Seq2[*quota.Account, error] {
	return func(yield func(*quota.Account, error) bool) {
		err := s.scan(ctx, []byte{accountPrefix}, nil, func(_, value []byte) (bool, error) {
			a := new(quota.Account)
			if err := a.UnmarshalBinary(value); err != nil {
				return false, fmt.Errorf("%w: %w", ErrDamaged, err)
			}
			return yield(a, nil), nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Ledger implements quota.Store.
func (s *Store) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error] {
	return func(yield func(quota.Entry, error) bool) {
		if after+1 == 0 {
			return
		}
		err := s.scan(ctx, ledgerKeys(account), ledgerKey(account, after+1), func(_, value []byte) (bool, error) {
			var e quota.Entry
			if err := e.UnmarshalBinary(value); err != nil {
				return false, fmt.Errorf("%w: account %s: %w", ErrDamaged, account, err)
			}
			return yield(e, nil), nil
		})
		if err != nil {
			yield(quota.Entry{}, err)
		}
	}
}

// scan calls fn with all keys that have a prefix, and their values, from one of them on
// (nil: the first), until it returns false or an error, ctx ends or the store
// is to be closed.
func (s *Store) scan(ctx context.Context, prefix, from []byte, fn func(key, value []byte) (bool, error)) (err error) {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.calls.Done()
	begun := false
	defer func() {
		if begun {
			return // a panic of fn's
		}
		if p := recover(); p != nil { // as in view
			err = unavailable(p)
		}
	}()
	return s.db.View(func(txn *badger.Txn) error {
		iteration := badger.DefaultIteratorOptions
		iteration.Prefix = prefix
		it := txn.NewIterator(iteration)
		defer it.Close()
		begun = true
		if from == nil {
			from = prefix
		}
		for it.Seek(from); it.Valid(); it.Next() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := s.closing(); err != nil {
				return err
			}
			more := false
			err := it.Item().Value(func(value []byte) error {
				var err error
				more, err = fn(it.Item().Key(), value)
				return err
			})
			if err != nil || !more {
				return err
			}
		}
		return nil
	})
}

// get returns a copy of a key's value, nil if there is none.
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
