package quota

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// giveBackTime bounds a GiveBack, which must not end with its caller's context.
const giveBackTime = 10 * time.Second

// A Grant is one admitted request. Settle and GiveBack may each be called
// several times and in any order: the first that succeeds counts. So
// `defer grant.GiveBack(ctx)` right after Admit is safe, also with a ctx that
// has ended by then. Until Done is called, the grant counts as one of the account's
// requests under way. It is safe for concurrent use.
type Grant struct {
	gate        *Gate
	account     string
	windows     []Window
	request     RequestID // zero: without an idempotency key
	reservation uint64    // 0: charged by an earlier request
	holder      Holder
	mapper      *MapperRef // nil: none
	layouts     LayoutsRef

	done     sync.Once
	mu       sync.Mutex
	worked   time.Duration // that workers spent on it
	bind     error         // what Settle returns until Bind has accepted a document
	end      grantEnd
	unsure   *unsettled // a Settle that may have been stored; nil: none
	retrying bool       // GiveBack failed, and the gate keeps trying
}

// errNotBound reports that Bind has not yet compared the document with that of earlier
// requests under the same idempotency key. An uncharged repetition might be for another
// document.
var errNotBound = errors.New("quota: a grant with an idempotency key was settled before Bind")

var errGivenBack = errors.New("quota: a grant was settled after it was given back")

// grantEnd is how a grant ended.
type grantEnd uint8

const (
	notEnded grantEnd = iota
	settled
	givenBack
)

// Account returns the ID of the request's account.
func (g *Grant) Account() string { return g.account }

// Windows returns the account's rate windows after this request: "minute", "day".
func (g *Grant) Windows() []Window { return g.windows }

// Worked records how long workers have been busy with the request. It is counted
// when the grant ends, unless a conversion is charged for it.
func (g *Grant) Worked(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.worked = d
}

// Done tells the gate that the request was answered, or never will be. It may be
// called several times.
func (g *Grant) Done() { g.done.Do(func() { g.gate.underWay.leave(g.account) }) }

// settleUncharged settles a grant whose conversion an earlier request was charged for:
// it only counts the workers' time.
func (g *Grant) settleUncharged(ctx context.Context) error {
	if g.worked == 0 {
		return nil
	}
	return g.gate.store.Update(ctx, g.account, RequestID{}, func(tx *Tx) error {
		g.uncharged(tx)
		return nil
	})
}

// uncharged counts, in a transaction, the time that workers spent on a request for which
// no conversion is charged.
func (g *Grant) uncharged(tx *Tx) {
	if a := tx.Account; a != nil {
		a.addUncharged(g.gate.opts.Now(), g.worked, a.Limits.or(g.gate.opts.Limits))
	}
}

// Bind ties the request's idempotency key to a document, identified by its SHA-256;
// Settle fails until Bind has succeeded. It returns ErrIdempotencyMismatch if the same
// key came with another document within 24 hours; the request must then be refused.
// Without an idempotency key it does nothing.
func (g *Grant) Bind(ctx context.Context, digest [32]byte) error {
	if g.request == (RequestID{}) {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	err := g.gate.store.Update(ctx, g.account, g.request, func(tx *Tx) error {
		switch r := tx.Request; {
		case r == nil: // forgotten meanwhile: its 24 hours are over
		case !r.Bound:
			r.Bound, r.Digest = true, digest
		case r.Digest != digest:
			return ErrIdempotencyMismatch
		}
		return nil
	})
	if g.bind != ErrIdempotencyMismatch { // once refused, always refused
		g.bind = err
	}
	return err
}

// Settle makes the charge final. It must return nil before the first byte of a
// successful answer is sent; only then does an open reservation prove that no
// answer was sent. It fails when ctx has ended, after GiveBack, when the reservation
// was given back because this process was taken for dead, and, for a request with
// an idempotency key, unless Bind accepted the document.
func (g *Grant) Settle(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.bind != nil:
		return g.bind
	case g.end == givenBack:
		return errGivenBack
	case g.end == settled:
		return nil
	}
	if g.reservation == 0 {
		if err := g.settleUncharged(ctx); err != nil {
			return err
		}
		g.end = settled
		return nil
	}
	var final bool
	var was *Reservation
	err := g.gate.store.Update(ctx, g.account, g.request, func(tx *Tx) error {
		was = tx.reservation(g.reservation)
		if final = tx.settle(g.reservation); final && was == nil {
			g.uncharged(tx) // another grant of the same request is charged
		}
		return nil
	})
	if doubt, ok := errors.AsType[*UncertainError](err); ok {
		g.unsure = &unsettled{doubt, was}
	}
	if err != nil {
		return err
	}
	if !final {
		refunded, err := g.gate.refunded(ctx, g.account, g.reservation)
		if err != nil {
			return err
		}
		if refunded {
			return fmt.Errorf("%w: this process was considered dead, and its conversion was given back", ErrUnavailable)
		}
	}
	g.end = settled
	return nil
}

// GiveBack returns the reserved conversion. The rate windows still count the
// request, and the time that workers spent on it counts as uncharged. It takes at most
// 10 s, and works even if ctx has ended, as happens when a client hangs up. When it
// fails, the gate keeps trying in the background.
func (g *Grant) GiveBack(ctx context.Context) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.end != notEnded:
		return nil
	case g.reservation == 0 && g.worked == 0:
		g.end = givenBack
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBackTime)
	defer cancel()
	err := g.giveBackLocked(ctx)
	if err != nil && !g.retrying {
		g.retrying = true
		g.gate.retries.add(g.account, func(ctx context.Context) error {
			g.mu.Lock()
			defer g.mu.Unlock()
			return g.giveBackLocked(ctx)
		})
	}
	return err
}

func (g *Grant) giveBackLocked(ctx context.Context) error {
	if g.end != notEnded {
		return nil
	}
	if g.unsure != nil {
		stored, err := g.gate.outcome(ctx, g.account, g.unsure.doubt)
		if err == nil && stored {
			err = g.refundSettled(ctx)
		}
		if err != nil {
			return err
		}
	}
	err := g.gate.store.Update(ctx, g.account, g.request, func(tx *Tx) error {
		tx.release(g.gate.opts.Now(), g.reservation, func(h Holder) bool { return h == g.holder }, "")
		g.uncharged(tx)
		return nil
	})
	if err != nil {
		return err
	}
	g.end = givenBack
	return nil
}
