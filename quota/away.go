package quota

import (
	"errors"
	"sync/atomic"
)

// ErrUnavailable reports that the store, such as a database on another machine,
// cannot be reached at the moment. Nothing was changed, unless the error is also an
// *UncertainError. The caller may try again later.
var ErrUnavailable = errors.New("the account database cannot be reached at the moment")

// ErrClosed reports that the store was closed.
var ErrClosed = errors.New("the store is closed")

// An UncertainError is an ErrUnavailable for a change that had been sent when the
// store stopped answering: the change may have been stored. The store finds out when
// it can be reached again, before it makes any other change to the account.
type UncertainError struct {
	Cause   error
	outcome atomic.Int32
}

// The outcomes of an uncertain change.
const (
	outcomeStored int32 = iota + 1
	outcomeLost
)

func (e *UncertainError) Error() string {
	return "cannot tell whether the change was stored: " + e.Cause.Error()
}

// Unwrap lets errors.Is find ErrUnavailable, and the cause.
func (e *UncertainError) Unwrap() []error { return []error{ErrUnavailable, e.Cause} }

// Resolve is called by the store to say whether the change was stored.
func (e *UncertainError) Resolve(stored bool) {
	if stored {
		e.outcome.Store(outcomeStored)
	} else {
		e.outcome.Store(outcomeLost)
	}
}

// Outcome reports whether the change was stored, and whether that is known yet.
func (e *UncertainError) Outcome() (stored, known bool) {
	o := e.outcome.Load()
	return o == outcomeStored, o != 0
}
