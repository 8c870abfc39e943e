package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"time"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/operator"
)

// accounts are the operations of the commands on accounts, in a store or through
// the server that has the store open.
type accounts interface {
	AddAccount(ctx context.Context, n quota.NewAccount) (*quota.Status, error)
	Account(ctx context.Context, id string) (*quota.Status, error)
	Accounts(ctx context.Context) iter.Seq2[*quota.Status, error]
	RemovedAccounts(ctx context.Context) iter.Seq2[*quota.Status, error]
	SetPlan(ctx context.Context, id string, plan quota.Plan, start time.Time) (*quota.Status, error)
	SetLimits(ctx context.Context, id string, l quota.Limits) (*quota.Status, error)
	AddCredits(ctx context.Context, id string, amount int64, idempotencyKey, note string) (*quota.Booking, error)
	RemoveAccount(ctx context.Context, id string) error
	Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error]
	Audit(ctx context.Context, id string) (*quota.AuditReport, error)
	AuditAll(ctx context.Context) iter.Seq2[*quota.AuditReport, error]
	NewKey(ctx context.Context, account, name string) (key string, info quota.KeyInfo, err error)
	RotateKey(ctx context.Context, account, keyID string, grace time.Duration) (key string, info quota.KeyInfo, err error)
	RevokeKey(ctx context.Context, account, keyID string) error
	SetMapper(ctx context.Context, account string, module []byte) (*quota.Status, error)
	RemoveMapper(ctx context.Context, account string) (*quota.Status, error)
	Invite(ctx context.Context, account string, valid time.Duration) (*operator.Invitation, error)
	SignOutEverywhere(ctx context.Context, account string) error
	Backup(ctx context.Context, w io.Writer) error
}

var (
	_ accounts = storeAccounts{}
	_ accounts = (*operator.Client)(nil)
)

// storeAccounts are the accounts in a store that the command itself has open.
type storeAccounts struct {
	*quota.Admin
	store quota.Store
}

func newStoreAccounts(store quota.Store) storeAccounts {
	return storeAccounts{quota.NewAdmin(store, quota.Options{Limits: serviceLimits()}), store}
}

// Backup writes a backup, if the store can provide a snapshot.
func (s storeAccounts) Backup(ctx context.Context, w io.Writer) error {
	store, ok := s.store.(*badgerstore.Store)
	if !ok {
		return operator.ErrNoBackup
	}
	return backUp(store)(ctx, w)
}

// backUp returns a function that writes a backup of a store.
func backUp(store *badgerstore.Store) func(ctx context.Context, w io.Writer) error {
	return func(ctx context.Context, w io.Writer) error {
		return store.Snapshot(ctx, func(r quota.Reader) error {
			_, err := quota.Backup(ctx, w, r)
			return err
		})
	}
}

// Invite makes an invitation without a link, since there is no server whose
// address it would contain.
func (s storeAccounts) Invite(ctx context.Context, account string, valid time.Duration) (*operator.Invitation, error) {
	token, expires, err := s.Admin.Invite(ctx, account, valid)
	if err != nil {
		return nil, err
	}
	return &operator.Invitation{Token: token, Expires: expires}, nil
}

// How long a command waits, and how often it tries, until another process answers
// on its socket or closes the store: a starting or ending server, or another command.
const (
	openWait  = 10 * time.Second
	openPause = 50 * time.Millisecond
)

// openAccounts opens the accounts in a data directory: through the server that
// has them open, or in the store itself. It makes a store only if create is set.
// On a full disk it opens the store for reading. close must be called when the
// work is done.
func openAccounts(ctx context.Context, data string, create bool) (a accounts, close func() error, err error) {
	for began := time.Now(); ; {
		client, err := operator.Dial(ctx, data)
		if err == nil {
			return client, client.Close, nil
		}
		if !errors.Is(err, operator.ErrNoServer) {
			return nil, nil, err
		}
		store, err := openStore(data, create)
		if err == nil {
			return newStoreAccounts(store), store.Close, nil
		}
		if !errors.Is(err, badgerstore.ErrInUse) {
			return nil, nil, err
		}
		if time.Since(began) > openWait {
			return nil, nil, fmt.Errorf("%w, which does not answer on its socket; is it another command, or a server that is ending?", err)
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(openPause):
		}
	}
}

func openStore(data string, create bool) (*badgerstore.Store, error) {
	dir := accountsDirectory(data)
	if create {
		if err := os.MkdirAll(data, 0o700); err != nil {
			return nil, err
		}
	} else if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf(`there are no accounts in %s; is --data right? "lineitem account add" makes the first`, data)
	}
	store, err := openDirectory(data, badgerstore.Options{})
	if errors.Is(err, quota.ErrFull) {
		if reading, e := badgerstore.OpenReadOnly(dir, badgerstore.Options{}); e == nil || errors.Is(e, badgerstore.ErrInUse) {
			return reading, e
		}
	}
	return store, err
}

// openServed opens the store in a data directory for a server. If a command has
// it open, it waits for that to end.
func openServed(ctx context.Context, data string, o badgerstore.Options) (*badgerstore.Store, error) {
	for began := time.Now(); ; {
		store, err := openDirectory(data, o)
		if !errors.Is(err, badgerstore.ErrInUse) || time.Since(began) > openWait {
			return store, err
		}
		if client, e := operator.Dial(ctx, data); e == nil {
			client.Close()
			return nil, fmt.Errorf("%s: %w", data, operator.ErrServing)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(openPause):
		}
	}
}

// serviceLimits returns the limits that the environment sets for the service, for
// a command that does not go through a server.
func serviceLimits() quota.Limits {
	var q limitFlags
	c := newCommand("serve", "", "")
	q.addService(c)
	if _, err := c.parse(nil); err != nil {
		return quota.DefaultLimits // the service would not start either
	}
	return q.over(quota.DefaultLimits)
}
