// Package badgerstore keeps accounts in an embedded Badger database: one
// directory, one process, nothing beside it.
package badgerstore

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"time"

	"lineitem/quota"
)

// ErrInUse says that another process has the directory open.
var ErrInUse = errors.New("the data directory is in use by another process")

// Options of a store. The zero value is durable and small.
type Options struct {
	// NoSync leaves it to the operating system when changes reach the disk.
	// They still survive a crash of the process; a power failure may lose the
	// last ones: charges not counted, credits just added. False writes each
	// change through to the disk before it counts, changes made at once in one go.
	NoSync bool
	// Logger gets what the database has to say. Nil discards it.
	Logger *slog.Logger
	// GCInterval is how often space is reclaimed. Zero means 10 minutes.
	GCInterval time.Duration
}

// Store implements quota.Store.
type Store struct{}

var _ quota.Store = (*Store)(nil)

// Open opens or makes the store in a directory. The error is ErrInUse while
// another process has it open.
func Open(dir string, opts Options) (*Store, error) { panic("to come") }

func (s *Store) AccountOf(ctx context.Context, key quota.KeyHash) (string, error) { panic("to come") }

func (s *Store) Update(ctx context.Context, account string, request quota.RequestID, fn func(*quota.Tx) error) error {
	panic("to come")
}

func (s *Store) Accounts(ctx context.Context) iter.Seq2[*quota.Account, error] { panic("to come") }

func (s *Store) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error] {
	panic("to come")
}

func (s *Store) Close() error { panic("to come") }
