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

// Options of a store. The zero value is durable and small.
type Options struct {
	// NoSync leaves it to the operating system when changes reach the disk.
	// They still survive a crash of the process, but a power failure may lose
	// those of the last seconds: conversions are then not charged, and credits
	// that were just added are gone. False waits for the disk before a change
	// counts; changes of several accounts that are made at once share one wait.
	NoSync bool
	// MinFree is how many bytes must be free on the file system for a change to
	// be taken, and half of them for the store to be opened; otherwise the error is
	// quota.ErrFull. Badger writes to mapped files, and the system kills a process
	// whose mapped file finds no room. Zero means 64 MiB, well above what Badger
	// writes between two looks.
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
	// the file to be rewritten.
	gcDiscardRatio = 0.5
)

// Open opens the store in a directory, or makes one. The error is ErrInUse
// while another process has it open, quota.ErrFull when the disk is almost full,
// and ErrDamaged when files are not what was written to them.
func Open(dir string, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	// Opening writes what is in the logs to tables, and merges some: less than
	// half of what must be free for a change.
	if err := checkFree(dir, opts.MinFree/2); err != nil {
		return nil, err
	}
	o := databaseOptions(dir, opts)
	db, err := openVerified(o, opts.NoSync)
	if err != nil {
		return nil, openError(dir, err)
	}
	s := newStore(dir, o, db, opts, func(bytes int) error { return checkFree(dir, opts.MinFree+uint64(bytes)) })
	// Nobody converts yet, so that what no account refers to is of no use.
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

// newStore makes the store of a database that is open. room reports whether changes
// may be written, and a file of so many bytes beside them.
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

// openError says what could not be opened.
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

// isEmptyFile reports whether a text of Badger's is about a log file without any
// bytes. Badger's errors wrap no others.
func isEmptyFile(text string) bool { return strings.Contains(text, z.NewFile.Error()) }
