package pgstore

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"lineitem/periodic"
	"lineitem/quota"
)

// moduleTime bounds one try to send or read a module, which may be large.
const moduleTime = 30 * time.Second

// PutModule implements quota.Store.
func (s *Store) PutModule(ctx context.Context, module []byte) (quota.ModuleHash, error) {
	hash := quota.ModuleHash(sha256.Sum256(module))
	if err := s.beginCall(ctx); err != nil {
		return hash, err
	}
	defer s.calls.Done()
	return hash, s.retryFor(ctx, moduleTime, func(ctx context.Context, db *conn) error {
		// A module that is stored already need not be sent. Its grace period begins again.
		changed, err := db.exec(ctx, "UPDATE lineitem.module SET unnamed = NULL WHERE hash = $1", hash[:])
		if err != nil || changed > 0 {
			return err
		}
		_, err = db.exec(ctx, "INSERT INTO lineitem.module (hash, module) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE SET unnamed = NULL", hash[:], module)
		return err
	})
}

// Module implements quota.Store.
func (s *Store) Module(ctx context.Context, hash quota.ModuleHash) (module []byte, err error) {
	if err := s.beginCall(ctx); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	err = s.retryFor(ctx, moduleTime, func(ctx context.Context, db *conn) error {
		err := db.queryRow(ctx, []any{&module}, "SELECT module FROM lineitem.module WHERE hash = $1", hash[:])
		if errors.Is(err, errNoRow) {
			module, err = nil, nil
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case module == nil:
		return nil, fmt.Errorf("module %s: %w", hash, quota.ErrNotFound)
	case sha256.Sum256(module) != hash:
		return nil, fmt.Errorf("module %s is damaged: its hash does not match", hash)
	}
	return module, nil
}

// sweepPage bounds the number of requests that one statement deletes.
const sweepPage = 1000

// sweep deletes what is of no more use, every Options.Sweep, until ctx ends.
func (s *Store) sweep(ctx context.Context) {
	periodic.Run(ctx, s.opts.Sweep, func() {
		// What a failure leaves behind is deleted the next time, here or on another node.
		err := s.sweepModules(ctx)
		if err == nil {
			err = s.sweepRequests(ctx)
		}
		if err != nil && ctx.Err() == nil {
			s.opts.Log.Warn("nothing could be forgotten", "error", err.Error())
		}
	})
}

// sweepModules deletes the modules that no account has named for Options.ModuleGrace.
// Several nodes may do it at once.
func (s *Store) sweepModules(ctx context.Context) error {
	const named = "EXISTS (SELECT 1 FROM lineitem.account a WHERE a.mapper = module.hash)"
	return s.retry(ctx, func(ctx context.Context, db *conn) error {
		for _, sql := range []string{
			"UPDATE lineitem.module SET unnamed = NULL WHERE unnamed IS NOT NULL AND " + named,
			"UPDATE lineitem.module SET unnamed = clock_timestamp() WHERE unnamed IS NULL AND NOT " + named,
		} {
			if _, err := db.exec(ctx, sql); err != nil {
				return err
			}
		}
		_, err := db.exec(ctx, "DELETE FROM lineitem.module WHERE unnamed < clock_timestamp() - make_interval(secs => $1) AND NOT "+named,
			s.opts.ModuleGrace.Seconds())
		return err
	})
}

// sweepRequests deletes the requests that have expired.
func (s *Store) sweepRequests(ctx context.Context) error {
	for more := true; more; {
		err := s.retry(ctx, func(ctx context.Context, db *conn) error {
			// Several nodes share the work. None waits for another, nor for a request
			// that is in use.
			changed, err := db.exec(ctx, `DELETE FROM lineitem.request WHERE (account, id) IN
				(SELECT account, id FROM lineitem.request WHERE expires < clock_timestamp() ORDER BY expires LIMIT $1 FOR UPDATE SKIP LOCKED)`, sweepPage)
			more = changed == sweepPage
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
