package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"lineitem/quota"
	"lineitem/quota/operator"
)

var keyCommands = &group{
	name: "key",
	about: `Manage the API keys of accounts. A key is shown when it is created and never again,
because only its hash is stored. Afterwards it is referred to by its ID. A key that
cannot be printed is revoked again.`,
	commands: []subcommand{
		{name: "new", operands: " ACCOUNT", least: 1, most: 1, prepare: keyNew, about: "Create a key and print it, once."},
		{name: "list", operands: " ACCOUNT", least: 1, most: 1, prepare: keyList, about: "Print the keys of an account: IDs, names and when they were used."},
		{name: "rotate", operands: " ACCOUNT KEY-ID", least: 2, most: 2, prepare: keyRotate,
			about: `Create a key that replaces another, and print it, once.
The old key stays valid for --grace, so that it can be replaced without a gap.`},
		{name: "revoke", operands: " ACCOUNT KEY-ID", least: 2, most: 2, prepare: keyRevoke, about: "Revoke a key at once."},
	},
}

func keyNew(c *command) func(context.Context, *session) error {
	name := c.String("name", "", "`name` to show to people, at most 200 bytes")
	c.onlyOnce("name")
	return func(ctx context.Context, s *session) error {
		key, info, err := s.NewKey(ctx, s.operands[0], *name)
		if err != nil {
			return advise(err)
		}
		return s.made(ctx, key, info)
	}
}

func keyList(*command) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		status, err := s.Account(ctx, s.operands[0])
		if err != nil {
			return advise(err)
		}
		if !s.json {
			printKeys(s.out, status.Keys)
			return nil
		}
		for _, k := range status.Keys {
			if err := s.print(k, nil); err != nil {
				return err
			}
		}
		return nil
	}
}

func keyRotate(c *command) func(context.Context, *session) error {
	grace := wait(24 * time.Hour)
	c.Var(&grace, "grace", "`time` for which the old key stays valid; 0 revokes it at once")
	c.onlyOnce("grace")
	return func(ctx context.Context, s *session) error {
		account, old := s.operands[0], s.operands[1]
		key, info, err := s.RotateKey(ctx, account, old, time.Duration(grace))
		if err != nil {
			return advise(err)
		}
		if err := s.made(ctx, key, info); err != nil {
			return fmt.Errorf("%w; key %s ends all the same: lineitem key new %s", err, old, account)
		}
		return nil
	}
}

func keyRevoke(*command) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		account, id := s.operands[0], s.operands[1]
		if err := s.RevokeKey(ctx, account, id); err != nil {
			return advise(err)
		}
		return s.print(struct {
			Revoked string `json:"revoked"`
		}{id}, func(w io.Writer) { fmt.Fprintf(w, "key %s of account %s is revoked\n", id, account) })
	}
}

// made prints a key that was just made. For people it prints more, on standard
// error, so that standard output has only the key.
func (s *session) made(ctx context.Context, key string, info quota.KeyInfo) error {
	err := s.print(operator.NewKey{Secret: key, KeyInfo: info}, func(w io.Writer) {
		if _, err := fmt.Fprintln(w, key); err == nil {
			fmt.Fprintf(s.err, "This is key %s; it is not shown again.\n", info.ID)
		}
	})
	if err != nil {
		return unprinted(ctx, s.accounts, s.operands[0], info.ID, err)
	}
	return nil
}

// unprinted revokes a key that could not be printed, so that nobody knows it, and returns
// an error that says so.
func unprinted(ctx context.Context, a interface {
	RevokeKey(ctx context.Context, account, keyID string) error
}, account, id string, err error) error {
	if failed := a.RevokeKey(context.WithoutCancel(ctx), account, id); failed != nil {
		return fmt.Errorf("key %s could not be printed: %w, nor be revoked: %v; revoke it with: lineitem key revoke %s %s", id, err, failed, account, id)
	}
	return fmt.Errorf("key %s could not be printed and is revoked again: %w", id, err)
}

// isRefusal reports whether an error says that nothing was changed.
func isRefusal(err error) bool {
	_, argument := errors.AsType[*quota.ArgumentError](err)
	answered, ok := errors.AsType[*operator.Error](err)
	return argument || ok && answered.Status < 500 || errors.Is(err, quota.ErrNotFound) ||
		errors.Is(err, quota.ErrInsufficientCredits) || errors.Is(err, quota.ErrIdempotencyMismatch) || errors.Is(err, quota.ErrFull)
}

// advise adds to an error what to do about it.
func advise(err error) error {
	switch {
	case errors.Is(err, quota.ErrNotFound):
		return fmt.Errorf(`%w; "lineitem account list" shows the accounts, with --removed those that are gone, "lineitem key list" an account's keys`, err)
	case errors.Is(err, quota.ErrExists):
		return fmt.Errorf("%w; choose another ID", err)
	case errors.Is(err, quota.ErrIdempotencyMismatch):
		return fmt.Errorf("%w; each payment needs an id of its own", err)
	}
	return err
}
