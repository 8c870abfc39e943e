package pgstore

import (
	"context"
	"errors"
	"time"

	"lineitem/quota"
)

const changeSQL = `SELECT r_stored, r_at, r_version, r_record, r_writers, r_requests
FROM lineitem.change_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`

// send sends an attempt, and sends it again if the answer is lost. It returns nil if
// the account was still as the attempt had seen it and the attempt's changes are
// stored. Otherwise it returns the account's current state, and nothing was changed.
// When it returns an error after the database may have received something, a.sent is
// true.
func (s *Store) send(ctx context.Context, a *attempt) (current *snapshot, err error) {
	for p := s.newRetryPolicy(); ; {
		err := s.try(ctx, s.opts.Answer, func(ctx context.Context, db *conn) (err error) {
			current, err = s.sendOnce(ctx, db, a)
			return err
		})
		if err == nil {
			return current, nil
		}
		k := kindOf(err)
		if k == uncertain {
			a.sent = true
		}
		if k == failed || !p.wait(ctx, k) {
			return nil, err
		}
	}
}

// sendOnce sends an attempt once and reads the answer. It returns what send returns.
func (s *Store) sendOnce(ctx context.Context, db *conn, a *attempt) (current *snapshot, err error) {
	var stored bool
	var at time.Time
	var requests [][]byte
	current = new(snapshot)
	sent := time.Now()
	into := []any{&stored, &at, &current.version, &current.record, &current.writers, &requests}
	err = db.queryRow(ctx, into, changeSQL, a.account, a.at, a.version, a.next,
		a.record, a.writers, a.mapper, a.requests, a.requestsSeen, a.set, a.setTo, a.setLasting, a.unset,
		a.seqs, a.entries, a.keys, a.keysGone,
		a.layouts.clear, a.layouts.ids, a.layouts.to, a.layouts.gone)
	if err != nil {
		return nil, err
	}
	s.clock.saw(sent, time.Now(), at)
	if !stored && a.writes() && a.sent {
		// An earlier copy of the attempt may have arrived and been stored.
		stored, err = became(a.writers, current.writers, a.process)
		if err != nil && !errors.Is(err, errForgotten) {
			return nil, err
		}
	}
	if a.uncertain != nil {
		// A change whose outcome is forgotten counts as not stored: that never gives
		// back what was paid.
		a.uncertain.Resolve(stored)
	}
	if err != nil {
		return nil, err
	}
	if stored {
		return nil, nil
	}
	current.justRead = true
	current.requests = map[quota.RequestID][]byte{}
	for i, id := range a.requests {
		current.requests[quota.RequestID(id)] = requests[i]
	}
	return current, nil
}

// changeLocked does what change does, for a turn that has lost to other nodes several
// times. It first locks the account's row, which PostgreSQL grants in the order of
// arrival, so that the turn cannot lose again. It takes five round trips.
func (s *Store) changeLocked(ctx context.Context, account string, l *callQueue, turn []*call) error {
	var a *attempt
	for p := s.newRetryPolicy(); ; {
		// An attempt that may have been stored must not be made anew, only sent again.
		if a != nil && a.sent {
			break
		}
		a = nil
		err := s.try(ctx, s.opts.Answer, func(ctx context.Context, db *conn) error {
			return db.transact(ctx, func() (err error) {
				// If this process stalls here, the server ends the transaction after
				// 2 s, while other nodes are still waiting, so that they can go on.
				if _, err := db.exec(ctx, "SET LOCAL idle_in_transaction_session_timeout = 2000"); err != nil {
					return err
				}
				look := s.newAttempt(account, versionUnseen)
				look.record, look.writers = []byte{}, []byte{} // locks the row; never stored, as the version never matches
				for _, c := range turn {
					look.addRequest(c.request, nil)
				}
				known, err := s.sendOnce(ctx, db, look)
				if err != nil {
					return err
				}
				if a, err = s.prepare(account, known, turn); err != nil || a.isNoop() {
					return err
				}
				current, err := s.sendOnce(ctx, db, a)
				if err == nil && current != nil {
					err = errRaced
				}
				return err
			})
		})
		if err == nil {
			s.rememberStored(account, a)
			return nil
		}
		k := kindOf(err)
		if k == uncertain && a == nil {
			k = unavailable // nothing that changes data was sent
		} else if k == uncertain {
			a.sent = true
		}
		if k == failed || !p.wait(ctx, k) {
			if a == nil {
				return fault(err)
			}
			return s.failAttempt(account, l, a, err)
		}
	}
	current, err := s.send(ctx, a)
	if err != nil {
		return s.failAttempt(account, l, a, err)
	}
	if current == nil {
		s.rememberStored(account, a)
		return nil
	}
	return s.changeLocked(ctx, account, l, turn)
}
