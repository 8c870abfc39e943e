package quota

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Bounds of the values that an operator may set.
const (
	maxNameLength = 200
	maxCredits    = 1_000_000_000_000_000
)

// Admin provides the operations on accounts and keys for operators and for account
// holders who are signed in. It is safe for concurrent use, also together with a Gate
// on the same store.
type Admin struct {
	store Store
	opts  Options
}

// NewAdmin makes an Admin. opts should be those of the Gate on the same store.
func NewAdmin(store Store, opts Options) *Admin {
	return &Admin{store: store, opts: opts.withDefaults(store)}
}

// NewAccount describes an account to be made.
type NewAccount struct {
	// ID is 1 to 64 ASCII letters, digits and . _ - @ +, with a letter or a digit
	// first; capital letters become small ones. Empty: a random one.
	ID      string    `json:"id"`
	Name    string    `json:"name"`    // for people, at most 200 bytes
	Plan    Plan      `json:"plan"`    // empty: Free
	Start   time.Time `json:"start"`   // of the plan, not after today; zero: now
	Limits  Limits    `json:"limits"`  // zero fields: the defaults
	Credits int64     `json:"credits"` // to begin with, at least 0
}

// Status is an account as it stands at one moment.
type Status struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Created   time.Time `json:"created"`
	Removed   time.Time `json:"removed,omitzero"`  // zero: the account lives
	LastUsed  time.Time `json:"lastUsed,omitzero"` // the UTC day of its last request, by a key or by its holder; zero: never
	Plan      Plan      `json:"plan"`
	PlanStart time.Time `json:"planStart"`
	Limits    Limits    `json:"limits"`    // in force
	OwnLimits Limits    `json:"ownLimits"` // set for this account; zero: the default
	Allowance Allowance `json:"allowance"`
	Credits   int64     `json:"credits"`
	Open      int       `json:"open"`      // conversions under way, charged already
	Windows   []Window  `json:"windows"`   // of requests
	Uncharged Window    `json:"uncharged"` // of worker seconds that were not charged
	Keys      []KeyInfo `json:"keys"`      // the valid ones, oldest first

	Mapper  *MapperRef  `json:"mapper,omitempty"` // nil: none
	SignIn  *SignInInfo `json:"signIn,omitempty"` // nil: its holder was never invited
	Layouts LayoutsRef  `json:"layouts"`
}

// AddAccount makes an account without keys. Errors: ErrExists, *ArgumentError.
func (a *Admin) AddAccount(ctx context.Context, n NewAccount) (*Status, error) {
	if n.Plan == "" {
		n.Plan = Free
	}
	if err := n.complete(); err != nil {
		return nil, err
	}
	return a.addAccount(ctx, n, nil)
}

func randomID() string { return "acct_" + strings.ToLower(rand.Text()[:16]) }

// complete checks whether the account may be made, and sets its ID: a random one if it
// is empty, otherwise in small letters. The start is checked by addAccount.
func (n *NewAccount) complete() (err error) {
	if n.ID == "" {
		n.ID = randomID()
	}
	n.ID, err = parseID(n.ID)
	if err := errors.Join(err, checkName("name", n.Name), checkPlan(n.Plan), n.Limits.check()); err != nil {
		return err
	}
	if n.Credits < 0 || n.Credits > maxCredits {
		return &ArgumentError{"credits", fmt.Sprintf("%d is not between 0 and %d", n.Credits, int64(maxCredits))}
	}
	return nil
}

// addAccount makes an account that complete has checked. signIn returns the initial
// sign-in of its holder; nil means none.
func (a *Admin) addAccount(ctx context.Context, n NewAccount, signIn func(now time.Time) *SignIn) (*Status, error) {
	return a.update(ctx, n.ID, RequestID{}, func(tx *Tx, now time.Time) error {
		switch account := tx.Account; {
		case account == nil:
		case account.Removed.IsZero():
			return fmt.Errorf("account %s: %w", n.ID, ErrExists)
		default:
			return fmt.Errorf("account %s: %w: it was removed on %s, and IDs are not reused", n.ID, ErrExists, account.Removed.Format(time.DateOnly))
		}
		start, err := planStart(n.Start, now)
		if err != nil {
			return err
		}
		tx.Account = &Account{
			ID: n.ID, Name: n.Name, Created: second(now),
			Plan: n.Plan, PlanStart: start, Limits: n.Limits,
		}
		if signIn != nil {
			tx.Account.SignIn = signIn(now)
		}
		tx.addEntry(now, Entry{Kind: EntryOpen, Note: planNote(n.Plan, start)})
		if n.Limits != (Limits{}) {
			tx.addEntry(now, Entry{Kind: EntryLimits, Note: n.Limits.note()})
		}
		if n.Credits > 0 {
			tx.addEntry(now, Entry{Kind: EntryCredit, Source: Credits, Amount: n.Credits})
		}
		return nil
	})
}

// Account returns one account. Error: ErrNotFound.
func (a *Admin) Account(ctx context.Context, id string) (*Status, error) {
	return a.updateLiving(ctx, id, RequestID{}, func(*Tx, time.Time) error { return nil })
}

// Accounts yields all accounts but the removed ones, in the order of their IDs.
// After an error it ends.
func (a *Admin) Accounts(ctx context.Context) iter.Seq2[*Status, error] {
	return a.accounts(ctx, false)
}

// RemovedAccounts yields the removed accounts in the order of their IDs, which are
// never used again. After an error it ends.
func (a *Admin) RemovedAccounts(ctx context.Context) iter.Seq2[*Status, error] {
	return a.accounts(ctx, true)
}

func (a *Admin) accounts(ctx context.Context, removed bool) iter.Seq2[*Status, error] {
	return func(yield func(*Status, error) bool) {
		for account, err := range a.store.Accounts(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			if account.Removed.IsZero() != removed && !yield(a.status(account, a.opts.Now()), nil) {
				return
			}
		}
	}
}

// SetPlan puts an account on a plan from start, which must not be after today;
// zero means now. Whenever plan pro begins, its whole allowance is available. If the
// account is on the plan already, and start is zero or the day on which the plan
// began, nothing changes. Errors: ErrNotFound, *ArgumentError.
func (a *Admin) SetPlan(ctx context.Context, id string, plan Plan, start time.Time) (*Status, error) {
	if err := checkPlan(plan); err != nil {
		return nil, err
	}
	return a.updateLiving(ctx, id, RequestID{}, func(tx *Tx, now time.Time) error {
		begin, err := planStart(start, now)
		if err != nil {
			return err
		}
		a := tx.Account
		if plan == a.Plan && (start.IsZero() || day(begin) == day(a.PlanStart)) {
			return nil
		}
		a.Plan, a.PlanStart = plan, begin
		if plan == Pro {
			a.Monthly = Counters{}
		}
		tx.addEntry(now, Entry{Kind: EntryPlan, Note: planNote(plan, begin)})
		return nil
	})
}

// SetLimits replaces an account's own limits. Errors: ErrNotFound, *ArgumentError.
func (a *Admin) SetLimits(ctx context.Context, id string, l Limits) (*Status, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	return a.updateLiving(ctx, id, RequestID{}, func(tx *Tx, now time.Time) error {
		if tx.Account.Limits != l {
			tx.Account.Limits = l
			tx.addEntry(now, Entry{Kind: EntryLimits, Note: l.note()})
		}
		return nil
	})
}

// A Booking is the result of adding credits.
type Booking struct {
	*Status
	// Repeated says that the credits were booked before under the same
	// idempotency key, so that nothing was booked now.
	Repeated bool `json:"repeated"`
}

// AddCredits adds credits, or takes them away if amount is negative. With the
// same idempotencyKey this happens only once, however often and however late the
// call is repeated; with an empty one every call counts. The note, at most 200 bytes,
// goes into the ledger. Errors: ErrNotFound, ErrInsufficientCredits,
// ErrIdempotencyMismatch (another amount under the same key), *ArgumentError.
func (a *Admin) AddCredits(ctx context.Context, id string, amount int64, idempotencyKey, note string) (*Booking, error) {
	if amount == 0 || amount > maxCredits || amount < -maxCredits {
		return nil, &ArgumentError{"credits", fmt.Sprintf("%d is not between 1 and %d in absolute value", amount, int64(maxCredits))}
	}
	if err := checkName("note", note); err != nil {
		return nil, err
	}
	request := requestID("credits", idempotencyKey)
	digest := sha256.Sum256(strconv.AppendInt(nil, amount, 10))
	repeated := false
	status, err := a.updateLiving(ctx, id, request, func(tx *Tx, now time.Time) error {
		if repeated = tx.Request != nil; repeated {
			if tx.Request.Digest != digest {
				return ErrIdempotencyMismatch
			}
			return nil
		}
		balance := tx.Account.Credits + amount
		if balance < 0 {
			return ErrInsufficientCredits
		}
		if balance > maxCredits {
			return &ArgumentError{"credits", fmt.Sprintf("the balance would be more than %d", int64(maxCredits))}
		}
		tx.addEntry(now, Entry{Kind: EntryCredit, Source: Credits, Amount: amount, Note: note})
		if request != (RequestID{}) {
			tx.Request = &Request{Bound: true, Digest: digest}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Booking{status, repeated}, nil
}

// RemoveAccount removes an account: its keys are revoked, its credits are lost,
// its name, mapper and layouts are deleted, its holder can no longer sign in, and
// conversions under way stay charged. Its ledger stays, and its ID is never used
// again. Error: ErrNotFound.
func (a *Admin) RemoveAccount(ctx context.Context, id string) error {
	_, err := a.updateLiving(ctx, id, RequestID{}, func(tx *Tx, now time.Time) error {
		account := tx.Account
		closing := Entry{Kind: EntryClose}
		if account.Credits != 0 {
			closing.Source, closing.Amount = Credits, -account.Credits
		}
		tx.addEntry(now, closing)
		account.Removed = second(now)
		account.Name, account.Keys, account.Open, account.Recent = "", nil, nil, nil
		account.Mapper, account.SignIn, account.Layouts = nil, nil, nil
		return nil
	})
	return err
}

// Ledger yields, in order, an account's ledger entries whose Seq is greater than
// after; 0 means all. The ledger of a removed account can still be read. After
// an error it ends. Error: ErrNotFound.
func (a *Admin) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[Entry, error] {
	record, err := a.record(ctx, account)
	if err != nil {
		return func(yield func(Entry, error) bool) { yield(Entry{}, err) }
	}
	return a.store.Ledger(ctx, record.ID, after)
}

// A RemovedError is an ErrNotFound for an account that has been removed.
type RemovedError struct {
	Account string
	Removed time.Time
}

func (e *RemovedError) Error() string {
	return fmt.Sprintf("account %s was removed on %s; only its ledger is left", e.Account, e.Removed.Format(time.DateOnly))
}

// Unwrap lets errors.Is find ErrNotFound.
func (e *RemovedError) Unwrap() error { return ErrNotFound }

// update runs fn on an account in a transaction and returns the account's status after it.
func (a *Admin) update(ctx context.Context, id string, request RequestID, fn func(*Tx, time.Time) error) (*Status, error) {
	var status *Status
	err := a.store.Update(ctx, id, request, func(tx *Tx) error {
		now := a.opts.Now()
		if err := fn(tx, now); err != nil {
			return err
		}
		status = a.status(tx.Account, now)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return status, nil
}

// updateLiving is update for accounts that exist and were not removed.
func (a *Admin) updateLiving(ctx context.Context, id string, request RequestID, fn func(*Tx, time.Time) error) (*Status, error) {
	id, err := findID(id)
	if err != nil {
		return nil, err
	}
	return a.update(ctx, id, request, func(tx *Tx, now time.Time) error {
		if tx.Account == nil {
			return fmt.Errorf("account %s: %w", id, ErrNotFound)
		}
		if removed := tx.Account.Removed; !removed.IsZero() {
			return &RemovedError{id, removed}
		}
		return fn(tx, now)
	})
}

// status returns the status of an account. It keeps no reference to the account.
func (a *Admin) status(account *Account, now time.Time) *Status {
	limits := account.Limits.or(a.opts.Limits)
	r := ratesOf(account, now, limits)
	s := &Status{
		ID: account.ID, Name: account.Name, Created: account.Created, Removed: account.Removed, LastUsed: account.Requests.last(),
		Plan: account.Plan, PlanStart: account.PlanStart,
		Limits: limits, OwnLimits: account.Limits,
		Credits: account.Credits, Open: len(account.Open),
		Windows: r.windows(), Uncharged: account.unchargedState(now, limits), Keys: []KeyInfo{}, Mapper: account.Mapper.clone(), SignIn: account.SignIn.info(now), Layouts: account.Layouts.orZero(),
	}
	s.Allowance, _, _ = account.allowance(now, limits)
	for _, k := range account.Keys {
		if k.valid(now) {
			s.Keys = append(s.Keys, k.info())
		}
	}
	return s
}

// planStart checks the date on which a plan is to begin and returns it to the second; zero is now.
func planStart(start, now time.Time) (time.Time, error) {
	if start.IsZero() {
		return second(now), nil
	}
	if day(start) > day(now) {
		return start, &ArgumentError{"start", "a plan cannot begin in the future"}
	}
	return second(start), nil
}

func planNote(p Plan, start time.Time) string {
	return fmt.Sprintf("plan %s from %s", p, start.Format(time.DateOnly))
}

func checkPlan(p Plan) error {
	if !slices.Contains([]Plan{Free, Pro}, p) {
		return &ArgumentError{"plan", fmt.Sprintf("%q is neither %s nor %s", p, Free, Pro)}
	}
	return nil
}

// checkName checks a text for people: it must not be too long, and be safe to print on a
// terminal.
func checkName(what, s string) error {
	if len(s) > maxNameLength {
		return &ArgumentError{what, fmt.Sprintf("it has more than %d bytes", maxNameLength)}
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return &ArgumentError{what, "it holds a control character or is not UTF-8"}
	}
	return nil
}
