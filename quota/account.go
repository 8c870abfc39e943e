package quota

import (
	"time"
)

// Plan is the plan that an account pays for.
type Plan string

// The plans.
const (
	Free Plan = "free" // an allowance per UTC day, then credits
	Pro  Plan = "pro"  // an allowance per month from the day the plan began, then credits
)

// An Account is one account's record as a Store keeps it. Only Gate and Admin
// change it, by their rules.
type Account struct {
	ID      string
	Name    string    // for people; empty once removed
	Created time.Time // to the second, like all times but Recent and Uncharged
	Removed time.Time // zero while the account lives; its ID is never used again

	Plan      Plan
	PlanStart time.Time // each period of plan pro begins on its day of the month (UTC)
	Limits    Limits    // its own; zero fields are the gate's defaults
	Credits   int64     // conversions paid for that are neither used nor reserved
	Keys      []Key     // in the order in which they were made

	// Recent are the times of the requests in the minute window, in Unix
	// nanoseconds, ascending.
	Recent []int64
	// Uncharged is the moment at which the time that workers spent on uncharged requests
	// will have drained, in Unix nanoseconds.
	Uncharged int64
	Requests  Counters // counted requests per UTC day, whatever their outcome
	Daily     Counters // conversions charged to the daily allowance, by UTC day
	Monthly   Counters // conversions charged to the monthly allowance, by period

	Open   []Reservation // in the order of their IDs
	Seq    uint64        // of the newest ledger entry
	Grants uint64        // number of grants so far, from which Holder.Grant is taken

	Mapper  *MapperRef  // nil: none
	SignIn  *SignIn     // nil: its holder cannot sign in
	Layouts *LayoutsRef // nil: none
}

// A Key is what is stored of a key: everything but the key itself.
type Key struct {
	Hash     KeyHash   `json:"-"`
	Name     string    `json:"name"`
	Created  time.Time `json:"created"`
	LastUsed time.Time `json:"lastUsed,omitzero"` // zero: never
	Expires  time.Time `json:"expires,omitzero"`  // zero: never; set when the key is rotated
}

// Source is where a conversion is paid from.
type Source string

// The sources.
const (
	Daily   Source = "daily"   // the daily allowance of plan free
	Monthly Source = "monthly" // the monthly allowance of plan pro
	Credits Source = "credits"
)

// A Reservation is one conversion that is charged but not yet settled.
type Reservation struct {
	ID      uint64 // the Seq of its charge in the ledger
	Source  Source
	Period  int64     // of the allowance, 0 for credits
	Request RequestID // zero: without an idempotency key
	// Holders are the grants that share it: several when requests with the same
	// idempotency key are under way at once. The first to settle makes the
	// charge final; the last to give back refunds it.
	Holders []Holder
}

// A Holder identifies one grant of one process.
type Holder struct {
	Node  string // Options.Node
	Grant uint64
}

func (k *Key) valid(now time.Time) bool { return k.Expires.IsZero() || now.Before(k.Expires) }
