package badgerstore

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"github.com/dgraph-io/badger/v4"

	"lineitem/quota"
)

// Accounts implements quota.Store. It yields all accounts as they were when the
// iteration began.
func (s *Store) Accounts(ctx context.Context) iter.Seq2[*quota.Account, error] {
	return reader{s, s.scan}.Accounts(ctx)
}

// Ledger implements quota.Store.
func (s *Store) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error] {
	return reader{s, s.scan}.Ledger(ctx, account, after)
}

// Requests implements quota.Store.
func (s *Store) Requests(ctx context.Context, account string) iter.Seq2[quota.KeptRequest, error] {
	return reader{s, s.scan}.Requests(ctx, account)
}

// Layouts implements quota.Store.
func (s *Store) Layouts(ctx context.Context, account string) iter.Seq2[*quota.Layout, error] {
	return reader{s, s.scan}.Layouts(ctx, account)
}

// Layout implements quota.Store.
func (s *Store) Layout(ctx context.Context, account, id string) (*quota.Layout, error) {
	return reader{s, s.scan}.Layout(ctx, account, id)
}

// layoutKeysOf returns the database keys of an account's layouts.
func (s *Store) layoutKeysOf(ctx context.Context, account string) (keys [][]byte, err error) {
	err = s.scan(ctx, layoutKeys(account), nil, func(key, _ []byte) (bool, error) {
		keys = append(keys, bytes.Clone(key))
		return true, nil
	})
	return keys, err
}

// Snapshot calls fn with a reader of all that the store holds at one moment, while the
// store may go on changing, and returns fn's error. Close waits for it to end.
func (s *Store) Snapshot(ctx context.Context, fn func(quota.Reader) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.calls.Done()
	s.snapshots.Add(1)
	defer s.snapshots.Add(-1)
	return s.db.View(func(txn *badger.Txn) error {
		return fn(reader{s, func(ctx context.Context, prefix, from []byte, fn func(key, value []byte) (bool, error)) error {
			return s.scanIn(ctx, txn, prefix, from, fn)
		}})
	})
}

// A reader reads the store with scan. scan calls fn with each key that has the prefix,
// and its value, in the order of keys and beginning with the key from (nil: the first),
// until fn returns false or an error.
type reader struct {
	*Store
	scan func(ctx context.Context, prefix, from []byte, fn func(key, value []byte) (bool, error)) error
}

func (r reader) Accounts(ctx context.Context) iter.Seq2[*quota.Account, error] {
	return func(yield func(*quota.Account, error) bool) {
		err := r.scan(ctx, []byte{accountPrefix}, nil, func(_, value []byte) (bool, error) {
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

func (r reader) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error] {
	return func(yield func(quota.Entry, error) bool) {
		if after+1 == 0 {
			return
		}
		err := r.scan(ctx, ledgerKeys(account), ledgerKey(account, after+1), func(_, value []byte) (bool, error) {
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

func (r reader) Requests(ctx context.Context, account string) iter.Seq2[quota.KeptRequest, error] {
	return func(yield func(quota.KeptRequest, error) bool) {
		prefix := requestKeys(account)
		err := r.scan(ctx, prefix, nil, func(key, value []byte) (bool, error) {
			var r quota.KeptRequest
			if len(key) != len(prefix)+len(r.ID) {
				return false, fmt.Errorf("account %s: a request's key has %d bytes", account, len(key))
			}
			copy(r.ID[:], key[len(prefix):])
			if err := r.UnmarshalBinary(value); err != nil {
				return false, fmt.Errorf("account %s: %w", account, err)
			}
			return yield(r, nil), nil
		})
		if err != nil {
			yield(quota.KeptRequest{}, err)
		}
	}
}

func (r reader) Layouts(ctx context.Context, account string) iter.Seq2[*quota.Layout, error] {
	return func(yield func(*quota.Layout, error) bool) {
		err := r.scan(ctx, layoutKeys(account), nil, func(_, value []byte) (bool, error) {
			l, err := decodeLayout(account, value)
			if err != nil {
				return false, err
			}
			return yield(l, nil), nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

func (r reader) Layout(ctx context.Context, account, id string) (*quota.Layout, error) {
	var l *quota.Layout
	want := layoutKey(account, id) // it comes before all other keys with this prefix
	err := r.scan(ctx, want, nil, func(key, value []byte) (_ bool, err error) {
		if bytes.Equal(key, want) {
			l, err = decodeLayout(account, value)
		}
		return false, err
	})
	if err == nil && l == nil {
		err = fmt.Errorf("layout %s of account %s: %w", id, account, quota.ErrNotFound)
	}
	return l, err
}

func decodeLayout(account string, value []byte) (*quota.Layout, error) {
	l := new(quota.Layout)
	if err := l.UnmarshalBinary(value); err != nil {
		return nil, fmt.Errorf("%w: account %s: %w", ErrDamaged, account, err)
	}
	return l, nil
}

// scan is the scan function of a reader. Each call has a transaction of its own.
func (s *Store) scan(ctx context.Context, prefix, from []byte, fn func(key, value []byte) (bool, error)) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.calls.Done()
	return s.db.View(func(txn *badger.Txn) error { return s.scanIn(ctx, txn, prefix, from, fn) })
}

// scanIn is the scan function of a reader, within txn. It also ends, with an error, when
// ctx ends, the store is being closed or the database cannot be used.
func (s *Store) scanIn(ctx context.Context, txn *badger.Txn, prefix, from []byte, fn func(key, value []byte) (bool, error)) (err error) {
	begun := false
	defer func() {
		if begun {
			return // a panic is fn's, and goes on
		}
		if p := recover(); p != nil { // as in view
			err = unavailable(p)
		}
	}()
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
}
