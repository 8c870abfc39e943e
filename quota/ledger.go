package quota

import "time"

// EntryKind says what an Entry records.
type EntryKind string

// The kinds of ledger entries.
const (
	EntryOpen   EntryKind = "open"    // the account was made
	EntryPlan   EntryKind = "plan"    // its plan changed
	EntryLimits EntryKind = "limits"  // its limits changed
	EntryCredit EntryKind = "credits" // credits were added, or taken away
	EntryCharge EntryKind = "charge"  // a conversion was reserved
	EntryRefund EntryKind = "refund"  // a reservation was given back
	EntryLayout EntryKind = "layout"  // a layout was learned, refined, imported or removed
	EntryClose  EntryKind = "close"   // the account was removed, and its credits with it
)

// An Entry is one line of an account's ledger, which only ever grows. The sum
// of Amount over an account's entries with source credits is its credits. Over the
// entries of one allowance and period, the sum is the negated use of that allowance.
type Entry struct {
	Seq    uint64    `json:"seq"`  // from 1, without gaps, per account
	Time   time.Time `json:"time"` // to the second
	Kind   EntryKind `json:"kind"`
	Source Source    `json:"source,omitempty"` // empty where Amount is 0
	Period int64     `json:"period,omitempty"` // of an allowance; see Counter
	Amount int64     `json:"amount"`           // in conversions: negative when charged
	Charge uint64    `json:"charge,omitempty"` // of a refund: the Seq of the charge
	// Balance is the account's credits after this entry.
	Balance int64  `json:"balance"`
	Note    string `json:"note,omitempty"`
}
