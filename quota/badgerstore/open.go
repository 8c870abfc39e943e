package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/ristretto/v2/z"

	"lineitem/quota"
)

// Options configures a store. With the zero value the store is durable and small.
type Options struct {
	// NoSync leaves it to the operating system when changes reach the disk.
	// They still survive a crash of the process, but a power failure may lose
	// those of the last seconds: conversions are then not charged, and credits
	// that were just added are gone. If NoSync is false, a change counts only once
	// it is on the disk; changes of several accounts made at once share one wait.
	NoSync bool
	// MinFree is how many bytes must be free on the file system for a change to
	// be accepted; half as many must be free for the store to be opened. Otherwise
	// the error is quota.ErrFull. Badger writes to mapped files, and the system
	// kills a process that writes to a mapped file for which there is no space.
	// Zero means 64 MiB, well above what Badger writes between two checks.
	MinFree uint64
	// Logger receives the database's messages. Nil discards them.
	Logger *slog.Logger
	// GCInterval is how often the store reclaims space in the value log and the
	// space of modules to which no account refers. Zero means 10 minutes.
	GCInterval time.Duration
	// ModuleGrace is how long a module is kept after no account refers to it. Zero
	// means quota.ModuleGrace.
	ModuleGrace time.Duration
}

// These sizes keep the store small. Everything that is read often fits into the
// first memory table. Tables are not compressed, so that they can be read directly
// from mapped memory, without a block cache.
const (
	memTableSize  = 2 << 20
	baseTableSize = 1 << 20
	// Larger values (the records of accounts with thousands of requests a minute)
	// go to the value log, so that merging tables does not copy them again and again.
	valueThreshold   = 32 << 10
	valueLogFileSize = 16 << 20

	// requestLife is how long a request with an expiry time is kept: a little more
	// than the 24 hours for which it counts.
	requestLife = 25 * time.Hour

	defaultGCInterval = 10 * time.Minute
	defaultMinFree    = 64 << 20
	// gcDiscardRatio is the share of a value log file that must be garbage for
	// the file to be rewritten.
	gcDiscardRatio = 0.5
)

// Open opens the store in a directory, or creates one there. The error is ErrInUse
// while another process has it open, quota.ErrFull if the disk is almost full,
// and ErrDamaged if files differ from what was written to them.
func Open(dir string, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	// Opening writes the contents of the logs to tables, and merges some tables.
	// That takes less than half of what must be free for a change.
	if err := checkFree(dir, opts.MinFree/2); err != nil {
		return nil, err
	}
	o := databaseOptions(dir, opts)
	db, err := openVerified(o, opts.NoSync)
	if err != nil {
		return nil, openError(dir, err)
	}
	s := newStore(dir, o, db, opts, func(bytes int) error { return checkFree(dir, opts.MinFree+uint64(bytes)) })
	// No conversion is under way yet, so that modules to which no account refers
	// are of no use: they need no grace period.
	if err := s.sweepModules(context.Background(), 0); err != nil {
		s.Close()
		return nil, fmt.Errorf("opening %s: %w", dir, err)
	}
	s.ended.Go(func() { s.collect(opts.GCInterval) })
	return s, nil
}

func (o Options) withDefaults() Options {
	if o.MinFree == 0 {
		o.MinFree = defaultMinFree
	}
	if o.GCInterval == 0 {
		o.GCInterval = defaultGCInterval
	}
	if o.ModuleGrace == 0 {
		o.ModuleGrace = quota.ModuleGrace
	}
	return o
}

func databaseOptions(dir string, opts Options) badger.Options {
	return badger.DefaultOptions(dir).
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
}

// newStore returns a store on an open database. room returns an error if there is no
// room for changes together with a file of the given size in bytes.
func newStore(dir string, o badger.Options, db *badger.DB, opts Options, room func(bytes int) error) *Store {
	log := opts.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Store{
		options: o,
		log:     log,
		db:      db,
		modules: newModuleFiles(filepath.Join(dir, modulesFolder), opts, room),
		stop:    make(chan struct{}),
		seed:    maphash.MakeSeed(),
	}
	s.commit = newCommitter(db, func() error {
		if err := s.broken(); err != nil {
			return err
		}
		return room(0)
	}, s.fail)
	for i := range s.locks {
		s.locks[i] = make(chan struct{}, 1)
	}
	return s
}

// openError returns an error that says which directory could not be opened.
func openError(dir string, err error) error {
	// Badger has no error value for this.
	if errors.Is(err, ErrInUse) || strings.Contains(err.Error(), "Another process is using this Badger database") {
		return fmt.Errorf("%s: %w", dir, ErrInUse)
	}
	return fmt.Errorf("opening %s: %w", dir, err)
}

// checkFree returns quota.ErrFull when less than least bytes are free.
func checkFree(dir string, least uint64) error {
	if n, ok := freeBytes(dir); ok && n < least {
		return fmt.Errorf("%s: %w: %d MiB are free, want at least %d", dir, quota.ErrFull, n>>20, least>>20)
	}
	return nil
}

// openDatabase opens Badger's files, even if a process was killed just after it
// created or emptied a log file. Badger refuses an empty log file (its issue 2207),
// but gives it a size while doing so, and takes it for a log without entries at the
// next try.
func openDatabase(o badger.Options) (*badger.DB, error) {
	const most = 10 // tries, one for each empty file; only one log of each kind grows
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

// isEmptyFile reports whether the text of an error of Badger is about an empty log
// file. The text is compared because Badger's errors wrap no others.
func isEmptyFile(text string) bool { return strings.Contains(text, z.NewFile.Error()) }
