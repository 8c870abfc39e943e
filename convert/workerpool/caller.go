package workerpool

import (
	"context"
	"sync/atomic"
	"time"
)

// A Caller is the account for which a pool works. Work without one is done for an
// account without a name.
type Caller struct {
	// Account is among whom workers are shared out: none waits behind the backlog
	// of another.
	Account string

	// Room is asked for the memory, bytes, that a result takes before it is read;
	// where it returns an error there is none, and that is the error of Convert. It is
	// asked again when another worker has to do the work: then what it gave before is
	// not needed any more. Nil means that there is always room.
	Room func(bytes int) error

	worked atomic.Int64 // nanoseconds
}

type callerKey struct{}

// Context returns a context whose work is done for the caller.
func (c *Caller) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// Worked is how long workers have been busy for the caller, whatever came of it.
// It includes neither waiting nor work that was taken back or killed from outside.
func (c *Caller) Worked() time.Duration { return time.Duration(c.worked.Load()) }

// callerOf returns the caller that a context names.
func callerOf(ctx context.Context) *Caller {
	if c, ok := ctx.Value(callerKey{}).(*Caller); ok {
		return c
	}
	return new(Caller)
}
