package quota

import "context"

// A Grant is one admitted request. Settle and GiveBack may each be called
// several times and in any order: the first that succeeds counts. So
// `defer grant.GiveBack(ctx)` right after Admit is safe, also with a ctx that
// has ended by then.
type Grant struct {
	gate    *Gate
	account string
	windows []Window
}

// Account returns the ID of the request's account.
func (g *Grant) Account() string { return g.account }

// Windows returns the account's rate windows after this request: "minute", "day".
func (g *Grant) Windows() []Window { return g.windows }

// Bind ties the request's idempotency key to a document, told by its SHA-256.
// It must be called before Settle. It returns ErrIdempotencyMismatch when the
// same key came with another document within 24 hours; the request must then be
// refused. Without an idempotency key it does nothing.
func (g *Grant) Bind(ctx context.Context, digest [32]byte) error { panic("to come") }

// Settle makes the charge final. It must return nil before the first byte of a
// successful answer leaves; only then does an open reservation prove that no
// answer left.
func (g *Grant) Settle(ctx context.Context) error { panic("to come") }

// GiveBack returns the reserved conversion. The rate windows still count the request.
func (g *Grant) GiveBack(ctx context.Context) error { panic("to come") }
