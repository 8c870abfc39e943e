package pgstore

import (
	"context"
	"fmt"
	"iter"
	"math"

	"lineitem/quota"
)

// Accounts implements quota.Store: some at a time, each as it was when those
// were read.
func (s *Store) Accounts(ctx context.Context) iter.Seq2[*quota.Account, error] {
	return func(yield func(*quota.Account, error) bool) {
		last := []byte{}
		err := s.pages(ctx, func(ctx context.Context) (more bool, err error) {
			type row struct{ ID, Record []byte }
			page, err := query[row](ctx, s, "SELECT id, record FROM lineitem.account WHERE id > $1 ORDER BY id LIMIT $2", last, accountsPage)
			for _, r := range page {
				a := new(quota.Account)
				if err := a.UnmarshalBinary(r.Record); err != nil {
					return false, fmt.Errorf("account %s: %w", r.ID, err)
				}
				if !yield(a, nil) {
					return false, nil
				}
				last = r.ID
				if err := s.going(ctx); err != nil {
					return false, err
				}
			}
			return len(page) == accountsPage, err
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Ledger implements quota.Store.
func (s *Store) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error] {
	return func(yield func(quota.Entry, error) bool) {
		err := s.pages(ctx, func(ctx context.Context) (more bool, err error) {
			if after > math.MaxInt64 {
				return false, nil
			}
			page, err := query[struct{ Entry []byte }](ctx, s,
				"SELECT entry FROM lineitem.ledger WHERE account = $1 AND seq > $2 ORDER BY seq LIMIT $3", []byte(account), int64(after), ledgerPage)
			for _, r := range page {
				var e quota.Entry
				if err := e.UnmarshalBinary(r.Entry); err != nil {
					return false, fmt.Errorf("account %s: %w", account, err)
				}
				if !yield(e, nil) {
					return false, nil
				}
				after = e.Seq
				if err := s.going(ctx); err != nil {
					return false, err
				}
			}
			return len(page) == ledgerPage, err
		})
		if err != nil {
			yield(quota.Entry{}, err)
		}
	}
}

// Requests implements quota.Store.
func (s *Store) Requests(ctx context.Context, account string) iter.Seq2[quota.KeptRequest, error] {
	return func(yield func(quota.KeptRequest, error) bool) {
		last := []byte{}
		err := s.pages(ctx, func(ctx context.Context) (more bool, err error) {
			type row struct{ ID, Request []byte }
			page, err := query[row](ctx, s,
				"SELECT id, request FROM lineitem.request WHERE account = $1 AND id > $2 ORDER BY id LIMIT $3", []byte(account), last, ledgerPage)
			for _, p := range page {
				var r quota.KeptRequest
				if copy(r.ID[:], p.ID) != len(p.ID) {
					return false, fmt.Errorf("account %s: a request has an ID of %d bytes", account, len(p.ID))
				}
				if err := r.UnmarshalBinary(p.Request); err != nil {
					return false, fmt.Errorf("account %s: %w", account, err)
				}
				if !yield(r, nil) {
					return false, nil
				}
				last = p.ID
				if err := s.going(ctx); err != nil {
					return false, err
				}
			}
			return len(page) == ledgerPage, err
		})
		if err != nil {
			yield(quota.KeptRequest{}, err)
		}
	}
}

// pages calls page until there are no more. While one is worked on no
// connection is held.
func (s *Store) pages(ctx context.Context, page func(ctx context.Context) (more bool, err error)) error {
	for more := true; more; {
		if err := s.enter(ctx); err != nil {
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

// going returns why an iteration must end, nil if it may go on.
func (s *Store) going(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.goingLocked(ctx)
}

func (s *Store) goingLocked(ctx context.Context) error {
	if s.closed {
		return ErrClosed
	}
	return ctx.Err()
}
