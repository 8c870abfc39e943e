package quota

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Gate admits requests. It is safe for concurrent use.
type Gate struct {
	store    Store
	opts     Options
	retries  retryQueue
	underWay underWay
}

// NewGate makes a gate on a store. Call Recover before the first Admit.
func NewGate(store Store, opts Options) *Gate {
	opts = opts.withDefaults(store)
	return &Gate{store: store, opts: opts, retries: retryQueue{log: opts.Log}}
}

// Recover gives back the reservations that an earlier process with the same
// Options.Node left open, and returns their number. It must be called at start,
// before the first Admit.
func (g *Gate) Recover(ctx context.Context) (int, error) {
	return g.RecoverNodes(ctx, func(node string) bool { return node == g.opts.Node })
}

// RecoverNodes gives back the reservations that processes left open for whose
// Options.Node gone returns true, and returns their number. A process that was
// taken for dead but still runs finds that it cannot settle them.
func (g *Gate) RecoverNodes(ctx context.Context, gone func(node string) bool) (int, error) {
	leaves := func(h Holder) bool { return gone(h.Node) }
	recovered := 0
	for a, err := range g.store.Accounts(ctx) {
		if err != nil {
			return recovered, err
		}
		for _, r := range a.Open {
			if !slices.ContainsFunc(r.Holders, leaves) {
				continue
			}
			released := false
			err := g.store.Update(ctx, a.ID, r.Request, func(tx *Tx) error {
				released = tx.release(g.opts.Now(), r.ID, leaves, "left open by a crash")
				return nil
			})
			if err != nil {
				return recovered, fmt.Errorf("account %s: %w", a.ID, err)
			}
			if released {
				recovered++
			}
		}
	}
	return recovered, nil
}

// Admit checks key, counts the request in the account's rate windows and
// reserves one conversion. idempotencyKey may be empty.
//
// A request that is refused with a *RateError is not counted, so that a client that
// keeps trying waits no longer than one that obeys RetryAfter. A request that is
// admitted, or refused with a *PaymentError, is counted, whatever becomes of it
// later. Repetitions of a charged request are counted but not charged.
//
// The error is ErrInvalidKey (test with errors.Is), a *RateError, a
// *PaymentError, or the store's. Every Grant must be ended with Settle or
// GiveBack, and with Done once the request is answered.
func (g *Gate) Admit(ctx context.Context, key, idempotencyKey string) (*Grant, error) {
	c, err := g.find(ctx, key)
	if err != nil {
		return nil, err
	}
	return g.admit(ctx, c, requestID("convert", idempotencyKey))
}

// AdmitAccount is Admit for the holder of an account who is signed in, and so
// needs no key. The error is ErrNotFound (test with errors.Is) when there is no
// such account, a *RateError, a *PaymentError, or the store's.
func (g *Gate) AdmitAccount(ctx context.Context, account string) (*Grant, error) {
	c, err := signedIn(account)
	if err != nil {
		return nil, err
	}
	return g.admit(ctx, c, RequestID{})
}

func (g *Gate) admit(ctx context.Context, c caller, request RequestID) (_ *Grant, err error) {
	underWay := g.underWay.enter(c.account)
	defer g.underWay.leaveAfter(&err, c.account)
	var grant *Grant
	var refusal error
	err = g.store.Update(ctx, c.account, request, func(tx *Tx) error {
		grant, refusal = nil, nil
		// The time is read inside the transaction, so that requests of one account
		// are counted in the order of their times, whichever arrived first.
		now := g.opts.Now()
		r, limited, err := g.countIn(tx, c, now, underWay)
		if err != nil || limited != nil {
			refusal = limited
			return err
		}
		a := tx.Account
		a.Grants++
		grant = &Grant{
			gate: g, account: c.account, windows: r.windows(), request: request,
			holder: Holder{Node: g.opts.Node, Grant: a.Grants}, mapper: a.Mapper.clone(), layouts: a.Layouts.orZero(),
		}
		if request != (RequestID{}) {
			grant.bind = errNotBound
		}
		var paid bool
		if grant.reservation, paid = tx.entitle(now, r.limits, grant.holder, request); !paid {
			al, _, _ := a.allowance(now, r.limits)
			grant, refusal = nil, &PaymentError{Account: c.account, Plan: a.Plan, Allowance: al, Windows: grant.windows}
		}
		return nil
	})
	if err != nil {
		if doubt, ok := errors.AsType[*UncertainError](err); ok {
			g.giveBackUncertain(grant, doubt)
		}
		return nil, err
	}
	if refusal != nil {
		return nil, refusal
	}
	return grant, nil
}

// countIn checks a caller and counts the request in the account's rate windows, as part
// of the transaction tx. underWay is the number of the account's requests under way,
// including this one. A refusal takes effect only after the transaction is committed.
func (g *Gate) countIn(tx *Tx, c caller, now time.Time, underWay int) (r rates, refusal, err error) {
	k, err := c.check(tx, now)
	if err != nil {
		return r, nil, err
	}
	a := tx.Account
	r = ratesOf(a, now, a.Limits.or(g.opts.Limits))
	if limited := r.refusal(c.account); limited != nil {
		if !r.corrected {
			return r, nil, limited
		}
		// RetryAfter was computed from the corrected times: keep them.
		a.Recent = r.recent
		return r, limited, nil
	}
	if limited := atOnceRefusal(a.ID, underWay, r); limited != nil {
		return r, limited, nil
	}
	if limited := a.unchargedRefusal(now, r); limited != nil {
		return r, limited, nil
	}
	r.count()
	a.Recent, a.Requests = r.recent, r.requests
	if k != nil {
		k.LastUsed = second(now)
	}
	return r, nil, nil
}

// Count checks key and counts a request in the account's rate windows, as Admit
// does, but reserves nothing: it is for requests other than conversions. The error
// is ErrInvalidKey (test with errors.Is), a *RateError, or the store's. The Grant
// must be ended like one from Admit.
func (g *Gate) Count(ctx context.Context, key string) (*Grant, error) {
	c, err := g.find(ctx, key)
	if err != nil {
		return nil, err
	}
	return g.count(ctx, c)
}

// CountAccount is Count for the holder of an account who is signed in. The error
// is ErrNotFound (test with errors.Is) when there is no such account, a
// *RateError, or the store's.
func (g *Gate) CountAccount(ctx context.Context, account string) (*Grant, error) {
	c, err := signedIn(account)
	if err != nil {
		return nil, err
	}
	return g.count(ctx, c)
}

func (g *Gate) count(ctx context.Context, c caller) (_ *Grant, err error) {
	underWay := g.underWay.enter(c.account)
	defer g.underWay.leaveAfter(&err, c.account)
	grant := &Grant{gate: g, account: c.account}
	var refusal error
	err = g.store.Update(ctx, c.account, RequestID{}, func(tx *Tx) error {
		r, limited, err := g.countIn(tx, c, g.opts.Now(), underWay)
		refusal = limited
		if err == nil && limited == nil {
			grant.windows, grant.layouts = r.windows(), tx.Account.Layouts.orZero()
		}
		return err
	})
	if err == nil {
		err = refusal
	}
	if err != nil {
		return nil, err
	}
	return grant, nil
}

// Authenticate returns the account of a valid key and counts nothing. It is for
// requests other than conversions, such as a page about the account. The error is
// ErrInvalidKey (test with errors.Is), or the store's.
func (g *Gate) Authenticate(ctx context.Context, key string) (account string, err error) {
	c, err := g.find(ctx, key)
	if err != nil {
		return "", err
	}
	err = g.store.Update(ctx, c.account, RequestID{}, func(tx *Tx) error {
		_, err := c.check(tx, g.opts.Now())
		return err
	})
	if err != nil {
		return "", err
	}
	return c.account, nil
}

// caller identifies who makes a request: somebody with a key of an account, or the
// account's holder, signed in.
type caller struct {
	account string
	key     KeyHash
	noKey   bool // signed in
}

// find returns the caller with a key. The account is the one for which the key was
// made; whether the key is still valid is in the account's record (see check).
func (g *Gate) find(ctx context.Context, key string) (caller, error) {
	if err := CheckKey(key); err != nil {
		return caller{}, err
	}
	hash := HashKey(key)
	account, err := g.store.AccountOf(ctx, hash)
	if errors.Is(err, ErrNotFound) {
		err = ErrInvalidKey
	}
	return caller{account: account, key: hash}, err
}

// signedIn returns the caller who is signed in as the holder of an account.
func signedIn(account string) (caller, error) {
	id, err := findID(account)
	return caller{account: id, noKey: true}, err
}

// check checks whether a caller may make requests now, and returns the key that
// was used, or nil if the caller is signed in. The error is ErrInvalidKey, or
// ErrNotFound for an account that was removed after its holder signed in.
func (c *caller) check(tx *Tx, now time.Time) (*Key, error) {
	if c.noKey {
		if tx.Account == nil || !tx.Account.Removed.IsZero() {
			return nil, fmt.Errorf("account %s: %w", c.account, ErrNotFound)
		}
		return nil, nil
	}
	if k := tx.validKey(c.key, now); k != nil {
		return k, nil
	}
	return nil, ErrInvalidKey
}

// validKey returns the account's key with a hash, or nil if it has none that is
// valid now.
func (tx *Tx) validKey(hash KeyHash, now time.Time) *Key {
	if tx.Account == nil {
		return nil
	}
	for i := range tx.Account.Keys {
		if k := &tx.Account.Keys[i]; k.Hash == hash && k.valid(now) {
			return k
		}
	}
	return nil
}

// requestID returns the ID of a request of one kind with an idempotency key, or the
// zero ID if the key is empty.
func requestID(kind, idempotencyKey string) RequestID {
	if idempotencyKey == "" {
		return RequestID{}
	}
	sum := sha256.Sum256([]byte(kind + "\x00" + idempotencyKey))
	return RequestID(sum[:len(RequestID{})])
}
