package quota

import (
	"context"
	"iter"
	"time"
)

// Admin is what an operator does with accounts and keys. It is safe for
// concurrent use, also beside a Gate on the same store.
type Admin struct {
	store Store
	opts  Options
}

// NewAdmin makes an Admin. opts should be those of the Gate on the same store.
func NewAdmin(store Store, opts Options) *Admin {
	return &Admin{store: store, opts: opts.withDefaults()}
}

// NewAccount describes an account to be made.
type NewAccount struct {
	ID      string    // 1 to 64 of a-z, 0-9, '.', '_', '-', '@', '+'; empty: a random one
	Name    string    // for people, at most 200 bytes
	Plan    Plan      // empty: Free
	Start   time.Time // of the plan; zero: now
	Limits  Limits    // zero fields: the defaults
	Credits int64     // to begin with, at least 0
}

// Status is an account as it stands at one moment.
type Status struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Created   time.Time `json:"created"`
	Plan      Plan      `json:"plan"`
	PlanStart time.Time `json:"planStart"`
	Limits    Limits    `json:"limits"`    // in force
	OwnLimits Limits    `json:"ownLimits"` // set for this account; zero: the default
	Allowance Allowance `json:"allowance"`
	Credits   int64     `json:"credits"`
	Open      int       `json:"open"` // conversions under way that are charged already
	Windows   []Window  `json:"windows"`
	Keys      []KeyInfo `json:"keys"`
}

// KeyInfo is what an operator and an account's holder see of a key.
type KeyInfo struct {
	ID string `json:"id"` // names the key in RevokeKey and RotateKey
	Key
}

// AddAccount makes an account without keys. Errors: ErrExists, *ArgumentError.
func (a *Admin) AddAccount(ctx context.Context, n NewAccount) (*Status, error) { panic("to come") }

// Account returns one account. Error: ErrNotFound.
func (a *Admin) Account(ctx context.Context, id string) (*Status, error) { panic("to come") }

// Accounts yields all accounts in the order of their IDs. After an error it ends.
func (a *Admin) Accounts(ctx context.Context) iter.Seq2[*Status, error] { panic("to come") }

// SetPlan puts an account on a plan from start, zero meaning now. A plan that
// begins anew begins with its whole allowance; an account that is on the plan
// already keeps its period when start is zero or its present start. Errors:
// ErrNotFound, *ArgumentError.
func (a *Admin) SetPlan(ctx context.Context, id string, plan Plan, start time.Time) (*Status, error) {
	panic("to come")
}

// SetLimits replaces an account's own limits. Errors: ErrNotFound, *ArgumentError.
func (a *Admin) SetLimits(ctx context.Context, id string, l Limits) (*Status, error) {
	panic("to come")
}

// AddCredits adds credits, or takes them away when amount is negative. Under
// one idempotencyKey this happens once, however often and however late it is
// repeated; empty means that each call counts. Errors: ErrNotFound,
// ErrInsufficientCredits, ErrIdempotencyMismatch (another amount under the same
// key), *ArgumentError.
func (a *Admin) AddCredits(ctx context.Context, id string, amount int64, idempotencyKey, note string) (*Status, error) {
	panic("to come")
}

// RemoveAccount ends an account: its keys are revoked, its credits are gone,
// its name is forgotten. Its ledger stays, and its ID is never used again.
// Error: ErrNotFound.
func (a *Admin) RemoveAccount(ctx context.Context, id string) error { panic("to come") }

// NewKey makes a key. The key itself is returned this once and never again.
// Errors: ErrNotFound, *ArgumentError.
func (a *Admin) NewKey(ctx context.Context, account, name string) (key string, info KeyInfo, err error) {
	panic("to come")
}

// RevokeKey ends a key at once. Error: ErrNotFound.
func (a *Admin) RevokeKey(ctx context.Context, account, keyID string) error { panic("to come") }

// RotateKey makes a key with the name of another, which stays valid for grace
// from now and ends then. Errors: ErrNotFound, *ArgumentError.
func (a *Admin) RotateKey(ctx context.Context, account, keyID string, grace time.Duration) (key string, info KeyInfo, err error) {
	panic("to come")
}

// Ledger yields an account's ledger entries after the one numbered after, in
// order; 0 means all. The ledger of a removed account can still be read.
func (a *Admin) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[Entry, error] {
	return a.store.Ledger(ctx, account, after)
}

// AuditReport is what an audit of one account found.
type AuditReport struct {
	Account  string   `json:"account"`
	Entries  uint64   `json:"entries"`
	Problems []string `json:"problems,omitempty"` // empty: all agrees
}

// Audit proves for one account, also a removed one, that its credits and its
// use of each allowance equal the sums of its ledger, that the ledger has no
// gaps, that no charge was refunded twice, and that each open reservation was
// charged. Error: ErrNotFound, or the store's.
func (a *Admin) Audit(ctx context.Context, id string) (*AuditReport, error) { panic("to come") }

// AuditAll audits every account, removed ones too, in the order of their IDs.
// After an error it ends.
func (a *Admin) AuditAll(ctx context.Context) iter.Seq2[*AuditReport, error] { panic("to come") }
