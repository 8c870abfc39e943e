package quota

import (
	"context"
	"errors"
	"fmt"
	"reflect"
)

// ErrNotEmpty reports that the target store of a copy already holds accounts.
var ErrNotEmpty = errors.New("it already holds accounts")

// Copied counts what Copy, Backup, Restore or CheckBackup has processed.
type Copied struct {
	Accounts int `json:"accounts"`
	Entries  int `json:"entries"`
	Requests int `json:"requests"`
	Modules  int `json:"modules"`
	Layouts  int `json:"layouts"`
}

// Copy copies all that a store holds into another one that is empty: accounts,
// removed ones too, with their ledgers, requests, layouts and the modules of their
// mappers. Nothing may change either store meanwhile. If it fails, the target may hold
// a part of the copy and must be emptied. Open reservations stay open;
// Gate.RecoverNodes gives them back. The error is ErrNotEmpty, or a store's.
func Copy(ctx context.Context, to Store, from Reader) (Copied, error) {
	if err := checkEmpty(ctx, to); err != nil {
		return Copied{}, err
	}
	c, err := walk(ctx, from, &storeWriter{store: to})
	if err != nil {
		return c, err
	}
	return c, sameAccounts(ctx, to, from)
}

func checkEmpty(ctx context.Context, store Store) error {
	for _, err := range store.Accounts(ctx) {
		if err == nil {
			err = ErrNotEmpty
		}
		return err
	}
	return nil
}

// A writer takes all that a store holds: each module before the first account
// whose mapper it is, and each account followed by its entries in order, its requests
// and its layouts.
type writer interface {
	module(ctx context.Context, module []byte) error
	account(ctx context.Context, account *Account) error
	entry(ctx context.Context, e Entry) error
	request(ctx context.Context, r KeptRequest) error
	layout(ctx context.Context, l *Layout) error
	// end is called after the last account.
	end(ctx context.Context) error
}

// walk passes all that a store holds to a writer, and counts it.
func walk(ctx context.Context, from Reader, to writer) (c Copied, err error) {
	modules := map[ModuleHash]bool{}
	for account, err := range from.Accounts(ctx) {
		if err == nil && account.Mapper != nil && !modules[account.Mapper.Hash] {
			modules[account.Mapper.Hash] = true
			c.Modules++
			err = walkModule(ctx, from, to, account.Mapper.Hash)
		}
		if err == nil {
			c.Accounts++
			err = c.walkAccount(ctx, from, to, account)
		}
		if err != nil {
			return c, err
		}
	}
	return c, to.end(ctx)
}

func walkModule(ctx context.Context, from Reader, to writer, hash ModuleHash) error {
	module, err := from.Module(ctx, hash)
	if err != nil {
		return err
	}
	return to.module(ctx, module)
}

func (c *Copied) walkAccount(ctx context.Context, from Reader, to writer, account *Account) error {
	if err := to.account(ctx, account); err != nil {
		return err
	}
	for e, err := range from.Ledger(ctx, account.ID, 0) {
		if err == nil {
			c.Entries++
			err = to.entry(ctx, e)
		}
		if err != nil {
			return err
		}
	}
	for r, err := range from.Requests(ctx, account.ID) {
		if err == nil {
			c.Requests++
			err = to.request(ctx, r)
		}
		if err != nil {
			return err
		}
	}
	for l, err := range from.Layouts(ctx, account.ID) {
		if err == nil {
			c.Layouts++
			err = to.layout(ctx, l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyPage is the maximum number of ledger entries that are written at once.
const copyPage = 500

// storeWriter writes into a store.
type storeWriter struct {
	store   Store
	current *Account // nil: none yet
	page    []Entry  // entries of current's ledger that are not written yet
	written bool     // whether current is in the store
}

func (w *storeWriter) module(ctx context.Context, module []byte) error {
	_, err := w.store.PutModule(ctx, module)
	return err
}

func (w *storeWriter) account(ctx context.Context, account *Account) error {
	err := w.flush(ctx)
	w.current, w.written = account, false
	return err
}

func (w *storeWriter) entry(ctx context.Context, e Entry) error {
	if w.page = append(w.page, e); len(w.page) < copyPage {
		return nil
	}
	return w.flush(ctx)
}

func (w *storeWriter) request(ctx context.Context, r KeptRequest) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	return w.store.Update(ctx, w.current.ID, r.ID, func(tx *Tx) error {
		request := r.Request
		tx.Request = &request
		return nil
	})
}

func (w *storeWriter) layout(ctx context.Context, l *Layout) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	return w.store.Update(ctx, w.current.ID, RequestID{}, func(tx *Tx) error {
		tx.Layouts = append(tx.Layouts, LayoutChange{l.ID, l})
		return nil
	})
}

func (w *storeWriter) end(ctx context.Context) error { return w.flush(ctx) }

// flush writes the current account and the ledger entries that wait for it.
func (w *storeWriter) flush(ctx context.Context) error {
	if w.current == nil || w.written && len(w.page) == 0 {
		return nil
	}
	entries := w.page
	w.page, w.written = nil, true
	return w.store.Update(ctx, w.current.ID, RequestID{}, func(tx *Tx) error {
		tx.Account = w.current
		tx.Entries = append(tx.Entries, entries...)
		return nil
	})
}

// sameAccounts returns an error if the account records of the stores differ.
func sameAccounts(ctx context.Context, to Store, from Reader) error {
	for account, err := range from.Accounts(ctx) {
		if err == nil {
			err = to.Update(ctx, account.ID, RequestID{}, func(tx *Tx) error {
				if !reflect.DeepEqual(tx.Account, account) {
					return fmt.Errorf("account %s differs after it was copied; was it changed in the meantime?", account.ID)
				}
				return nil
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}
