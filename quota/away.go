package quota

import (
	"errors"
	"sync/atomic"
)

// ErrUnavailable reports that the store cannot be reached at the moment, as when
// it is a database on another machine. Nothing was changed, unless the error is
// an *UncertainError too. Trying again later helps.
var ErrUnavailable = errors.New("the account database cannot be reached at the moment")

// ErrClosed reports that the store was closed.
var ErrClosed = errors.New("the store is closed")

// An UncertainError is an ErrUnavailable of a change that was on its way when
// the store ceased to answer: it may have been stored. The store finds out when
// it can be reached again, before it makes any other change of the account.
type UncertainError struct {
	Cause   error
	outcome atomic.Int32
}

// What became of an uncertain change.
const (
	outcomeStored int32 = iota + 1
	outcomeLost
)

func (e *UncertainError) Error() string {
	return "cannot tell whether the change was stored: " + e.Cause.Error()
}

// Unwrap lets errors.Is find ErrUnavailable, and the cause.
func (e *UncertainError) Unwrap() []error { return []error{ErrUnavailable, e.Cause} }

// Resolve is for the store to report what became of the change.
func (e *UncertainError) Resolve(stored bool) {
	if stored {
		e.outcome.Store(outcomeStored)
	} else {
		e.outcome.Store(outcomeLost)
	}
}

// Outcome reports what became of the change, once that is known.
func (e *UncertainError) Outcome() (stored, known bool) {
	o := e.outcome.Load()
	return o == outcomeStored, o != 0
}
