package quota

import (
	"context"
	"errors"
	"fmt"
	"reflect"
)

// ErrNotEmpty says that a store that is to be copied into holds accounts.
var ErrNotEmpty = errors.New("there are accounts in it already")

// Copied is what Copy has copied.
type Copied struct {
	Accounts int `json:"accounts"`
	Entries  int `json:"entries"`
	Requests int `json:"requests"`
	Modules  int `json:"modules"`
}

// copyPage bounds the ledger entries that are written at once.
const copyPage = 500

// Copy copies all that a store holds into another one that is empty: accounts,
// removed ones too, with their ledgers, their requests and the modules of their
// mappers. Nothing may change either store meanwhile. A copy that fails leaves
// a part in the target, which has to be emptied. Reservations that are open stay
// so; Gate.RecoverNodes gives them back. The error is ErrNotEmpty, or a store's.
func Copy(ctx context.Context, to, from Store) (Copied, error) {
	var c Copied
	for _, err := range to.Accounts(ctx) {
		if err == nil {
			err = ErrNotEmpty
		}
		return c, err
	}
	modules := map[ModuleHash]bool{}
	for account, err := range from.Accounts(ctx) {
		if err == nil && account.Mapper != nil && !modules[account.Mapper.Hash] {
			modules[account.Mapper.Hash] = true
			err = copyModule(ctx, to, from, account.Mapper.Hash)
			c.Modules++
		}
		if err == nil {
			err = c.account(ctx, to, from, account)
		}
		if err != nil {
			return c, err
		}
		c.Accounts++
	}
	return c, sameAccounts(ctx, to, from)
}

func copyModule(ctx context.Context, to, from Store, hash ModuleHash) error {
	module, err := from.Module(ctx, hash)
	if err != nil {
		return err
	}
	_, err = to.PutModule(ctx, module)
	return err
}

// account copies one account.
func (c *Copied) account(ctx context.Context, to, from Store, account *Account) error {
	page := make([]Entry, 0, copyPage)
	write := func() error {
		entries := page
		page = page[:0]
		return to.Update(ctx, account.ID, RequestID{}, func(tx *Tx) error {
			tx.Account = account
			tx.Entries = append(tx.Entries, entries...)
			return nil
		})
	}
	for e, err := range from.Ledger(ctx, account.ID, 0) {
		if err != nil {
			return err
		}
		c.Entries++
		if page = append(page, e); len(page) == copyPage {
			if err := write(); err != nil {
				return err
			}
		}
	}
	if err := write(); err != nil {
		return err
	}
	for r, err := range from.Requests(ctx, account.ID) {
		if err == nil {
			err = to.Update(ctx, account.ID, r.ID, func(tx *Tx) error {
				request := r.Request
				tx.Request = &request
				return nil
			})
		}
		if err != nil {
			return err
		}
		c.Requests++
	}
	return nil
}

// sameAccounts compares the records of both stores.
func sameAccounts(ctx context.Context, to, from Store) error {
	for account, err := range from.Accounts(ctx) {
		if err == nil {
			err = to.Update(ctx, account.ID, RequestID{}, func(tx *Tx) error {
				if !reflect.DeepEqual(tx.Account, account) {
					return fmt.Errorf("account %s is another after it was copied; was it changed meanwhile?", account.ID)
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
