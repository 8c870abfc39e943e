package pgstore

import (
	"context"
	"fmt"
	"iter"
	"math"

	"lineitem/quota"
)

// Accounts implements quota.Store. It reads a page of accounts at a time, and yields
// each account as it was when its page was read.
func (s *Store) Accounts(ctx context.Context) iter.Seq2[*quota.Account, error] {
	type row struct{ ID, Record []byte }
	return paged(ctx, s, row{ID: []byte{}}, accountsPage, func(ctx context.Context, last row) ([]row, error) {
		return query[row](ctx, s, "SELECT id, record FROM lineitem.account WHERE id > $1 ORDER BY id LIMIT $2", last.ID, accountsPage)
	}, func(r row) (*quota.Account, error) {
		a := new(quota.Account)
		if err := a.UnmarshalBinary(r.Record); err != nil {
			return nil, fmt.Errorf("account %s: %w", r.ID, err)
		}
		return a, nil
	})
}

// Ledger implements quota.Store.
func (s *Store) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error] {
	type row struct {
		Seq   int64
		Entry []byte
	}
	return paged(ctx, s, row{Seq: int64(min(after, math.MaxInt64))}, ledgerPage, func(ctx context.Context, last row) ([]row, error) {
		return query[row](ctx, s,
			"SELECT seq, entry FROM lineitem.ledger WHERE account = $1 AND seq > $2 ORDER BY seq LIMIT $3", []byte(account), last.Seq, ledgerPage)
	}, func(r row) (e quota.Entry, err error) {
		if err := e.UnmarshalBinary(r.Entry); err != nil {
			return e, fmt.Errorf("account %s: %w", account, err)
		}
		return e, nil
	})
}

// Requests implements quota.Store.
func (s *Store) Requests(ctx context.Context, account string) iter.Seq2[quota.KeptRequest, error] {
	type row struct{ ID, Request []byte }
	return paged(ctx, s, row{ID: []byte{}}, ledgerPage, func(ctx context.Context, last row) ([]row, error) {
		return query[row](ctx, s,
			"SELECT id, request FROM lineitem.request WHERE account = $1 AND id > $2 ORDER BY id LIMIT $3", []byte(account), last.ID, ledgerPage)
	}, func(r row) (k quota.KeptRequest, err error) {
		if copy(k.ID[:], r.ID) != len(r.ID) {
			return k, fmt.Errorf("account %s: a request's ID has %d bytes", account, len(r.ID))
		}
		if err := k.UnmarshalBinary(r.Request); err != nil {
			return k, fmt.Errorf("account %s: %w", account, err)
		}
		return k, nil
	})
}

// paged yields the rows after first, reading a page of at most size rows at a time.
// next queries the page after a row; read decodes a row.
func paged[R, T any](ctx context.Context, s *Store, first R, size int, next func(ctx context.Context, last R) ([]R, error), read func(R) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		last := first
		err := s.pages(ctx, func(ctx context.Context) (more bool, err error) {
			page, err := next(ctx, last)
			for _, last = range page {
				v, err := read(last)
				if err != nil {
					return false, err
				}
				if !yield(v, nil) {
					return false, nil
				}
				if err := s.iterationErr(ctx); err != nil {
					return false, err
				}
			}
			return len(page) == size, err
		})
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}

// pages calls page until it reports that there are no more. No connection is held
// while a page is processed.
func (s *Store) pages(ctx context.Context, page func(ctx context.Context) (more bool, err error)) error {
	for more := true; more; {
		if err := s.beginCall(ctx); err != nil {
			return err
		}
		var err error
		more, err = func() (bool, error) { defer s.calls.Done(); return page(ctx) }()
		if err != nil {
			return err
		}
	}
	return nil
}

// iterationErr returns why an iteration must end, nil if it may go on.
func (s *Store) iterationErr(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.iterationErrLocked(ctx)
}

func (s *Store) iterationErrLocked(ctx context.Context) error {
	if s.closed {
		return quota.ErrClosed
	}
	return ctx.Err()
}
