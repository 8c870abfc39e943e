package quota

import (
	"context"
)

// Gate admits requests. It is safe for concurrent use.
type Gate struct {
	store Store
	opts  Options
}

// NewGate makes a gate on a store. Call Recover before the first Admit.
func NewGate(store Store, opts Options) *Gate {
	return &Gate{store: store, opts: opts.withDefaults()}
}

// Recover gives back the reservations that an earlier process of the same
// Options.Node left open, and returns how many these were. It is to be called
// at start, before the first Admit.
func (g *Gate) Recover(ctx context.Context) (int, error) {
	panic("to come")
}

// Admit checks key, counts the request in the account's rate windows and
// reserves one conversion. idempotencyKey may be empty.
//
// The error is ErrInvalidKey (test with errors.Is), a *RateError, a
// *PaymentError, or the store's. Every Grant must be ended with Settle or
// GiveBack.
func (g *Gate) Admit(ctx context.Context, key, idempotencyKey string) (*Grant, error) {
	panic("to come")
}
