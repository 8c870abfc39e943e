package quota

import (
	"context"
	"iter"
	"time"
)

// A Reader reads what a Store keeps.
type Reader interface {
	// Accounts yields all accounts in the order of their IDs. Each is a state
	// that was committed at some moment during the iteration. After an error
	// it ends.
	Accounts(ctx context.Context) iter.Seq2[*Account, error]

	// Ledger yields an account's entries with a Seq greater than after, in
	// order. It yields at least those committed before the call. After an error
	// it ends.
	Ledger(ctx context.Context, account string, after uint64) iter.Seq2[Entry, error]

	// Requests yields the stored requests of an account, in any order. It
	// yields at least those that were stored before the call and not forgotten
	// since. After an error it ends.
	Requests(ctx context.Context, account string) iter.Seq2[KeptRequest, error]

	// Layouts yields an account's layouts in the order of their IDs. Each is a state
	// that was committed at some moment during the iteration. After an error it ends.
	Layouts(ctx context.Context, account string) iter.Seq2[*Layout, error]

	// Layout returns one of an account's layouts, or ErrNotFound.
	Layout(ctx context.Context, account, id string) (*Layout, error)

	// Module returns a module, or ErrNotFound. The caller may keep it, but must
	// not change it.
	Module(ctx context.Context, hash ModuleHash) ([]byte, error)
}

// A Store keeps accounts, their recent requests, their ledgers and their layouts.
//
// One account's record holds all that an admission reads and changes: keys,
// windows, counters, credits and open reservations. Every transaction is on one such
// record, for two reasons. The rules stay in this package, in one place,
// whatever the store is. And a store that is reached over a network needs one
// round trip per admission: it remembers the record as it saw it last, runs fn
// on it, and sends one conditional statement (replace the record if its version
// is still this one, and if so append these entries). Only if another node has changed
// the record meanwhile does it get the newer record back and run fn again.
//
// All methods are safe for concurrent use. They return ctx's error when it ends
// before the work is done; nothing is changed then.
type Store interface {
	Reader

	// AccountOf returns the ID of the account that holds a key, or ErrNotFound.
	// A hash belongs to one account for ever, so a store may cache the result;
	// whether the key is still valid is in the account's record.
	AccountOf(ctx context.Context, key KeyHash) (account string, err error)

	// Update runs fn on one account in a transaction. An account's ID is 1 to 64
	// ASCII letters, digits and . _ - @ +; accounts are sorted by the bytes of
	// their IDs.
	//
	// fn gets the account's record and, if request is not the zero ID, the
	// request with that ID; each is nil if there is none. It may change them in
	// place, set them, or set Request to nil to forget it, and add ledger
	// entries, whose numbers must continue from the last one. When it returns nil,
	// all changes are stored together or not at all, and are visible to every
	// later Update; changes of one account never interleave. When it returns an
	// error nothing is changed and Update returns that error. If fn changed
	// nothing, nothing is written. fn may run several times before Update
	// returns; it must depend only on what it is given, and must keep no reference
	// to it.
	//
	// The error is ErrFull when the store has no room for the changes; its
	// contents stay as they are and can still be read. It is ErrUnavailable when the
	// store cannot be reached, and an *UncertainError when the store stopped answering
	// after the changes were sent.
	//
	// The same transaction updates the index behind AccountOf from the record's Keys,
	// and deletes all layouts of the account if its record no longer has Layouts.
	// Records of accounts are never deleted.
	//
	// When Update has returned nil, the changes survive a crash of the process.
	// Whether they survive a power failure depends on a setting that the store
	// documents.
	Update(ctx context.Context, account string, request RequestID, fn func(*Tx) error) error

	// PutModule stores a module under its SHA-256, which it returns. A module that is
	// stored already stays. A module that no account's Mapper refers to may be
	// deleted, but, while the store is open, not within ModuleGrace after it was put or
	// after the last account stopped referring to it. The error is ErrFull
	// when the store has no room. Crashes are survived as with Update.
	PutModule(ctx context.Context, module []byte) (ModuleHash, error)

	// Close closes the store and releases its resources. Later calls return
	// ErrClosed.
	Close() error
}

// ModuleGrace is how long a module is kept that no account refers to. It is longer
// than it takes to make an account refer to a module just put, and longer than any
// conversion that was admitted before an account stopped referring to it.
const ModuleGrace = 10 * time.Minute

// Tx holds the records that one transaction of a Store reads and changes.
type Tx struct {
	Account *Account       // nil: there is none; set to create it
	Request *Request       // nil: there is none; set to create or replace it, nil to forget it
	Entries []Entry        // to be appended to the account's ledger
	Layouts []LayoutChange // to be made to the account's layouts, in this order
}

// RequestID identifies a request of one account that can be repeated: the first half
// of a SHA-256 of the request's kind and idempotency key. The zero value means none.
type RequestID [16]byte

// A Request records that something was done under an idempotency key, so that
// it is not charged, or credited, a second time.
type Request struct {
	// Expires is when a repetition becomes a new request; zero means never. A store
	// may forget the request after 24 hours of the system's clock have passed
	// since it was stored, unless it never expires.
	Expires time.Time
	// Bound says that Digest is set: the SHA-256 of what was asked for.
	Bound  bool
	Digest [32]byte
	// Reservation is the open reservation that pays for it, 0 once it is settled.
	Reservation uint64
}

// A KeptRequest is a request with its ID.
type KeptRequest struct {
	ID RequestID
	Request
}
