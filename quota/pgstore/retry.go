package pgstore

import (
	"context"
	"errors"
	"time"
)

// retry calls fn, which queries the database, until it gets an answer or too much
// time has passed. fn must change nothing, or only what may safely be done twice.
func (s *Store) retry(ctx context.Context, fn func(ctx context.Context, db *conn) error) error {
	return s.retryFor(ctx, s.opts.Answer, fn)
}

// retryFor is retry with longest as the limit for one call of fn.
func (s *Store) retryFor(ctx context.Context, longest time.Duration, fn func(ctx context.Context, db *conn) error) error {
	for p := s.newRetryPolicy(); ; {
		err := s.try(ctx, longest, fn)
		switch k := kindOf(err); {
		case k == none:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case k == failed || !p.wait(ctx, k):
			return fault(err)
		}
	}
}

// query returns the rows of a statement. Their columns are T's fields, in the same order.
func query[T any](ctx context.Context, s *Store, sql string, args ...any) (rows []T, err error) {
	err = s.retry(ctx, func(ctx context.Context, db *conn) error {
		r, err := db.run(ctx, sql, args)
		if err == nil {
			rows, err = rowsOf[T](r.Rows)
		}
		return err
	})
	return rows, err
}

// exec runs a statement that returns no rows.
func (s *Store) exec(ctx context.Context, sql string, args ...any) error {
	return s.retry(ctx, func(ctx context.Context, db *conn) error {
		_, err := db.exec(ctx, sql, args...)
		return err
	})
}

// try calls fn once with a connection, for at most longest, and records whether the
// database is away.
func (s *Store) try(ctx context.Context, longest time.Duration, fn func(ctx context.Context, db *conn) error) error {
	err := s.once(ctx, longest, fn)
	_, unsent := errors.AsType[*unsentError](err)
	timeout := errors.Is(err, context.DeadlineExceeded)
	switch k := kindOf(err); {
	case k == none:
		s.outage.ended()
	case ctx.Err() != nil: // the caller has stopped waiting, which says nothing about the database
	case k == failed, k == conflict:
		s.outage.ended()
	case timeout && unsent:
		// All connections are in use, or none can be made. Closing them would
		// make both worse.
		s.outage.seen()
	case timeout && s.answers(ctx):
		// Only this statement hangs, for example behind a row that somebody has locked.
		s.outage.ended()
	default:
		s.outage.seen()
		// The other connections are likely to be broken too.
		s.pool.reset()
	}
	return err
}

func (s *Store) once(ctx context.Context, longest time.Duration, fn func(ctx context.Context, db *conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	db, err := s.pool.acquire(ctx)
	if err != nil {
		return &unsentError{err}
	}
	defer db.release()
	return fn(ctx, db)
}

// answers reports whether the database answers a ping within half of Options.Answer. A ping costs
// the database nothing, so that it needs less time than other answers.
func (s *Store) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Answer/2)
	defer cancel()
	return s.pool.ping(ctx) == nil
}
