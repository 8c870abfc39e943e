package workerpool

import (
	"context"
	"sync/atomic"
	"time"
)

// A Caller is the account on whose behalf a pool works. Work without a Caller belongs to an
// account with the name "".
type Caller struct {
	// Account is the name by which workers are shared: no account waits behind the backlog
	// of another.
	Account string

	// Room is called with the memory that a result takes, in bytes, before the result is read;
	// if it returns an error, there is no room, and Convert returns that error. It is
	// called again if another worker has to repeat the work; the memory granted before is
	// no longer needed then. Nil means that there is always room.
	Room func(bytes int) error

	worked atomic.Int64 // nanoseconds
}

type callerKey struct{}

// Context returns a context whose work is done for the caller.
func (c *Caller) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// Worked returns how long workers have been busy for the caller, whatever the outcome.
// It includes neither waiting nor work that was taken back or killed from outside.
func (c *Caller) Worked() time.Duration { return time.Duration(c.worked.Load()) }

// callerOf returns the caller in a context, or one without a name.
func callerOf(ctx context.Context) *Caller {
	if c, ok := ctx.Value(callerKey{}).(*Caller); ok {
		return c
	}
	return new(Caller)
}
