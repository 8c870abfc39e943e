package pgstore

import (
	"context"
	"errors"
	"time"
)

// ask calls fn, which asks the database and changes nothing, or nothing that
// matters when it is done twice, until it is answered or too much time passed.
func (s *Store) ask(ctx context.Context, fn func(ctx context.Context, db *conn) error) error {
	return s.askFor(ctx, s.opts.Answer, fn)
}

// askFor is ask for what may take longer.
func (s *Store) askFor(ctx context.Context, longest time.Duration, fn func(ctx context.Context, db *conn) error) error {
	for p := s.patience(); ; {
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

// query reads rows whose columns are T's fields, in their order.
func query[T any](ctx context.Context, s *Store, sql string, args ...any) (rows []T, err error) {
	err = s.ask(ctx, func(ctx context.Context, db *conn) error {
		r, err := db.run(ctx, sql, args)
		if err == nil {
			rows, err = rowsOf[T](r.Rows)
		}
		return err
	})
	return rows, err
}

// exec runs a statement without an answer.
func (s *Store) exec(ctx context.Context, sql string, args ...any) error {
	return s.ask(ctx, func(ctx context.Context, db *conn) error {
		_, err := db.exec(ctx, sql, args...)
		return err
	})
}

// try calls fn once with a connection, for a bounded time, and notes whether the
// database is away.
func (s *Store) try(ctx context.Context, longest time.Duration, fn func(ctx context.Context, db *conn) error) error {
	err := s.once(ctx, longest, fn)
	_, unsent := errors.AsType[*unsentError](err)
	timeout := errors.Is(err, context.DeadlineExceeded)
	switch k := kindOf(err); {
	case k == none:
		s.away.ended()
	case ctx.Err() != nil: // it is not waited for any more, and may have no answer
	case k == failed, k == again:
		s.away.ended()
	case timeout && unsent:
		// All connections are in use, or none can be made. Closing them would
		// make both worse.
		s.away.seen()
	case timeout && s.answers(ctx):
		// Only this one hangs, as behind a row that somebody has locked.
		s.away.ended()
	default:
		s.away.seen()
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

// answers reports whether the database answers at all, in half of the time that other answers may
// take: this one costs it nothing.
func (s *Store) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Answer/2)
	defer cancel()
	return s.pool.ping(ctx) == nil
}
