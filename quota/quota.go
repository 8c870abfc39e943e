// Package quota decides who may convert how much: accounts, their keys and the
// sign-in of their holders, plans, rate windows, allowances and credits.
//
// A Gate admits requests, an Admin changes accounts, and both keep everything
// in a Store. The rules live here and only here; a Store moves records and
// knows none of them.
//
// A request is admitted in this order: its key is checked; it is counted in the rate
// windows, unless the account has too many requests under way or took too much worker
// time that was not charged; and one conversion is reserved from the account's allowance
// or credits. The reservation is entered in the ledger as a charge at once. Settle makes
// it final before the answer is sent; GiveBack returns it if the answer is not a success.
// A reservation that is still open when the process starts again belongs to an
// answer that was never sent, so Recover gives it back. A crash between Settle and
// the answer's last byte is the only case in which an answer that did not
// arrive is charged; a client that repeats the request with the same
// idempotency key gets the answer without a second charge.
package quota

import (
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Options are shared by Gate and Admin. The zero value works.
type Options struct {
	// Now returns the time. Nil means the store's clock where it is a Clock, so
	// that several nodes have one time, and otherwise time.Now.
	Now func() time.Time
	// Limits are the limits of accounts without limits of their own. A zero field
	// means that of DefaultLimits. Rates outside their range become the nearest
	// value in it.
	Limits Limits
	// Node names this process among several that share one store, so that
	// Recover leaves the reservations of the others alone. No two processes may
	// have the same name: see pgstore.Node.Holder. It may be empty for a process
	// that has a store of its own.
	Node string
	// PasswordMemory is the memory that hashing a password takes, in KiB, from 8 to 262144.
	// It also determines the time: 19 MiB take some 40 ms of one core. Zero means 19 MiB,
	// the minimum of OWASP's Password Storage Cheat Sheet; less is for tests.
	PasswordMemory uint32
	// Log receives messages for the operator. Nil discards them.
	Log *slog.Logger
}

// A Clock is a store that tells the time.
type Clock interface {
	Now() time.Time
}

func (o Options) withDefaults(store Store) Options {
	if o.Now == nil {
		o.Now = time.Now
		if clock, ok := store.(Clock); ok {
			o.Now = clock.Now
		}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.PasswordMemory == 0 {
		o.PasswordMemory = newCost.memory
	}
	o.PasswordMemory = min(max(o.PasswordMemory, minMemory), maxCost.memory)
	o.Limits = o.Limits.or(DefaultLimits)
	return o
}

// Errors that callers tell apart with errors.Is.
var (
	// ErrInvalidKey reports that a key is malformed, mistyped, unknown, revoked
	// or expired.
	ErrInvalidKey = errors.New("the API key is not valid")
	// ErrIdempotencyMismatch reports that an idempotency key was used before with
	// another document, or with another amount of credits.
	ErrIdempotencyMismatch = errors.New("the idempotency key was already used for another request")
	// ErrNotFound reports that there is no such account or key.
	ErrNotFound = errors.New("not found")
	// ErrExists reports that an account's ID is taken, also by one that was removed.
	ErrExists = errors.New("already exists")
	// ErrFull reports that a store has no room for changes. Nothing was changed.
	ErrFull = errors.New("the disk that holds the accounts is almost full")
	// ErrInsufficientCredits reports that an account has fewer credits than are to be
	// taken away.
	ErrInsufficientCredits = errors.New("the account does not have that many credits")
)

// An ArgumentError says which argument of an operator's command is not allowed, and why.
type ArgumentError struct {
	Name   string // "id", "plan", "start", "limits", "credits", "key name", "password", ...
	Reason string // one clause without a full stop
}

func (e *ArgumentError) Error() string { return e.Name + ": " + e.Reason }

// A RateError says that a request was refused: by a rate window, because too many
// of the account's requests are under way, or because workers were busy too long with
// its uncharged requests. It was not counted: refused requests never make the wait longer.
type RateError struct {
	Account string
	// Window is the window that makes the caller wait longest: "minute", "day" or
	// "uncharged"; or "at once", of which only Quota is set.
	Window Window
	// RetryAfter is how long to wait until the windows have room, greater
	// than 0. A request then succeeds unless others of the same account took
	// the room. In whole seconds it must be rounded up. For "at once" it is only a
	// guess, since it is not known when a request under way will end.
	RetryAfter time.Duration
	RetryAt    time.Time // the same, by the gate's clock
	Windows    []Window  // those of requests, for the RateLimit fields
}

// Error says when to try again: in seconds up to a minute, otherwise as a date and time.
func (e *RateError) Error() string {
	why := fmt.Sprintf("more than %d requests per %s", e.Window.Quota, e.Window.Name)
	switch e.Window.Name {
	case atOnceWindow:
		return fmt.Sprintf("the account has %d requests under way, the most it may have at once; try again when one is answered", e.Window.Quota)
	case unchargedWindow:
		why = fmt.Sprintf("requests that were not charged took more than %d seconds of work within an hour", e.Window.Quota)
	}
	when := fmt.Sprintf("in %d s", wholeSeconds(e.RetryAfter))
	if e.RetryAfter > windowLength {
		when = "from " + moment(e.RetryAt) + " on"
	}
	return fmt.Sprintf("%s; try again %s", why, when)
}

// moment formats a time for an error message, in UTC and rounded up to a minute.
func moment(t time.Time) string {
	return t.Add(time.Minute - 1).UTC().Truncate(time.Minute).Format("2006-01-02 15:04 UTC")
}

// A PaymentError says that an account has neither allowance nor credits left.
// The request was counted by the rate windows.
type PaymentError struct {
	Account   string
	Plan      Plan
	Allowance Allowance // the plan's, used up
	Windows   []Window  // all windows, for the RateLimit fields
}

func (e *PaymentError) Error() string {
	if e.Allowance.Quota == 0 {
		return "no credits are left, and the account's plan includes no conversions"
	}
	return fmt.Sprintf("the account's %d conversions per %s are used up until %s, and no credits are left",
		e.Allowance.Quota, e.Allowance.Name, moment(e.Allowance.Reset))
}
