package quota

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"time"
)

const (
	// MaxLayoutBytes is the maximum size of a layout's data.
	MaxLayoutBytes = 64 << 10
	// MaxLayouts bounds the layouts of an account, whatever its limit, since a store
	// deletes all of them in one transaction.
	MaxLayouts = 1000

	maxLayoutID = 64 // bytes
)

// A Layout is what an account remembers of one document layout. Its data is opaque to
// this package.
type Layout struct {
	ID       string // 1 to 64 ASCII letters, digits, _ and -
	Name     string // for people, at most 200 bytes
	Examples int    // documents that it was learned from
	Created  time.Time
	Changed  time.Time // when it was learned, refined or imported last
	Data     []byte    // must not be changed
}

// A LayoutsRef says how many layouts an account has, and identifies them by a stamp: a
// reader that has the layouts with this stamp need not read them again.
type LayoutsRef struct {
	Count int    `json:"count"`
	Stamp uint64 `json:"-"` // a new random number whenever one of them changes; 0 if there are none
}

func (r *LayoutsRef) clone() *LayoutsRef {
	if r == nil {
		return nil
	}
	c := *r
	return &c
}

// orZero returns *r, or the zero LayoutsRef if r is nil.
func (r *LayoutsRef) orZero() LayoutsRef {
	if r == nil {
		return LayoutsRef{}
	}
	return *r
}

// A LayoutChange says that the layout with an ID is to be replaced or forgotten.
type LayoutChange struct {
	ID     string
	Layout *Layout // nil: it is forgotten
}

// ErrLayoutsChanged reports that an account's layouts are no longer those from which a
// change started. Nothing was changed.
var ErrLayoutsChanged = errors.New("the account's layouts have changed in the meantime")

// A LayoutLimitError says that an account already has the maximum number of layouts.
type LayoutLimitError struct {
	Max int
}

func (e *LayoutLimitError) Error() string {
	return fmt.Sprintf("the account has %d layouts, the most it may have", e.Max)
}

// Ledger notes that say what was done with a layout.
const (
	layoutLearned  = "learned"
	layoutRefined  = "refined"
	layoutImported = "imported"
	layoutRemoved  = "removed"
)

// LearnLayout keeps a layout that was learned. It replaces the layout with the same ID,
// if there is one, and reports whether it did. seen is the stamp that the account's
// layouts had when the layout was learned. If their stamp is another one by now, the
// error is ErrLayoutsChanged, so that two clients that refine a layout at the same time
// don't undo each other's changes. Other errors: ErrNotFound, *LayoutLimitError,
// *ArgumentError.
func (a *Admin) LearnLayout(ctx context.Context, account string, seen uint64, l Layout) (refined bool, err error) {
	if err := l.check(); err != nil {
		return false, err
	}
	status, err := a.Account(ctx, account)
	if err != nil {
		return false, err
	}
	if status.Layouts.Stamp != seen {
		return false, ErrLayoutsChanged
	}
	return a.putLayout(ctx, status, l, func(refined bool) string {
		if refined {
			return layoutRefined
		}
		return layoutLearned
	})
}

// ImportLayout keeps a layout. It replaces the layout with the same ID, if there is one,
// and reports whether it did. Errors: ErrNotFound, *LayoutLimitError, *ArgumentError, and
// ErrLayoutsChanged when others change the account's layouts all the time.
func (a *Admin) ImportLayout(ctx context.Context, account string, l Layout) (replaced bool, err error) {
	if err := l.check(); err != nil {
		return false, err
	}
	err = a.againIfChanged(ctx, account, func(status *Status) error {
		replaced, err = a.putLayout(ctx, status, l, func(bool) string { return layoutImported })
		return err
	})
	return replaced, err
}

// RemoveLayout forgets one of an account's layouts. Error: ErrNotFound.
func (a *Admin) RemoveLayout(ctx context.Context, account, id string) error {
	return a.againIfChanged(ctx, account, func(status *Status) error {
		if _, err := a.store.Layout(ctx, status.ID, id); err != nil {
			return err
		}
		return a.changeLayouts(ctx, status, layoutRemoved, LayoutChange{ID: id}, status.Layouts.Count-1)
	})
}

// Layout returns one of an account's layouts. Error: ErrNotFound.
func (a *Admin) Layout(ctx context.Context, account, id string) (*Layout, error) {
	account, err := findID(account)
	if err != nil {
		return nil, err
	}
	return a.store.Layout(ctx, account, id)
}

// Layouts yields an account's layouts in the order of their IDs, and none if there is
// no such account. After an error it ends.
func (a *Admin) Layouts(ctx context.Context, account string) iter.Seq2[*Layout, error] {
	account, err := findID(account)
	if err != nil {
		return func(func(*Layout, error) bool) {}
	}
	return a.store.Layouts(ctx, account)
}

// Layouts reports which layouts the account had when the request was admitted.
func (g *Grant) Layouts() LayoutsRef { return g.layouts }

// againIfChanged calls change with the account's current status, and again each time
// change fails because the layouts were changed meanwhile (ErrLayoutsChanged).
func (a *Admin) againIfChanged(ctx context.Context, account string, change func(*Status) error) error {
	const most = 20 // tries
	for tries := 1; ; tries++ {
		status, err := a.Account(ctx, account)
		if err != nil {
			return err
		}
		if err := change(status); !errors.Is(err, ErrLayoutsChanged) || tries == most {
			return err
		}
	}
}

// putLayout keeps a layout. The error is ErrLayoutsChanged if the account's layouts have
// changed since status was read.
func (a *Admin) putLayout(ctx context.Context, status *Status, l Layout, what func(replaced bool) string) (replaced bool, err error) {
	old, err := a.store.Layout(ctx, status.ID, l.ID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return false, err
	}
	l.Changed = second(a.opts.Now())
	l.Created = l.Changed
	count := status.Layouts.Count
	if replaced = err == nil; replaced {
		l.Created = old.Created
	} else if count++; count > status.Limits.Layouts {
		return false, &LayoutLimitError{status.Limits.Layouts}
	}
	return replaced, a.changeLayouts(ctx, status, what(replaced), LayoutChange{l.ID, &l}, count)
}

// changeLayouts makes a change after which the account has count layouts. The error is
// ErrLayoutsChanged if its layouts have changed since status was read.
func (a *Admin) changeLayouts(ctx context.Context, status *Status, what string, change LayoutChange, count int) error {
	stamp := 1 + rand.Uint64N(1<<63) // random: a store that lost its last changes would use the numbers of a counter again
	_, err := a.updateLiving(ctx, status.ID, RequestID{}, func(tx *Tx, now time.Time) error {
		if tx.Account.Layouts.orZero().Stamp != status.Layouts.Stamp {
			return ErrLayoutsChanged
		}
		tx.Account.Layouts = nil
		if count > 0 {
			tx.Account.Layouts = &LayoutsRef{Count: count, Stamp: stamp}
		}
		tx.Layouts = append(tx.Layouts, change)
		tx.addEntry(now, Entry{Kind: EntryLayout, Note: what + " " + change.ID})
		return nil
	})
	return err
}

// check checks whether a layout may be kept.
func (l *Layout) check() error {
	letter := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
	}
	switch {
	case l.ID == "" || len(l.ID) > maxLayoutID || strings.ContainsFunc(l.ID, func(r rune) bool { return !letter(r) }):
		return &ArgumentError{"layout id", fmt.Sprintf("it must be 1 to %d letters, digits, _ and -", maxLayoutID)}
	case len(l.Data) > MaxLayoutBytes:
		return &ArgumentError{"layout", fmt.Sprintf("it has %d bytes; at most %d are allowed", len(l.Data), MaxLayoutBytes)}
	case l.Examples < 0:
		return &ArgumentError{"layout", "its number of examples is negative"}
	}
	return checkName("layout name", l.Name)
}

// AppendBinary appends the layout's stored form to b.
func (l *Layout) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, recordVersion)
	b = appendString(b, l.ID)
	b = appendString(b, l.Name)
	b = binary.AppendUvarint(b, uint64(l.Examples))
	b = appendTime(b, l.Created)
	b = appendTime(b, l.Changed)
	return append(b, l.Data...), nil
}

// UnmarshalBinary reads what AppendBinary wrote.
func (l *Layout) UnmarshalBinary(data []byte) error {
	d := newDecoder(data)
	*l = Layout{ID: d.string(), Name: d.string(), Examples: int(d.uvarint()), Created: d.time(), Changed: d.time()}
	l.Data = append([]byte{}, d.rest...)
	d.rest = nil
	return d.end("layout")
}
