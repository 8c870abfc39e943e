package quota

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// maxKeys bounds the number of valid keys of an account, since they are part of its record.
const maxKeys = 32

// KeyInfo describes a key to an operator and to the account's holder.
type KeyInfo struct {
	ID string `json:"id"` // identifies the key in RevokeKey and RotateKey
	Key
}

func (k *Key) info() KeyInfo { return KeyInfo{ID: k.Hash.ID(), Key: *k} }

// NewKey makes a key with a name of at most 200 bytes. The key itself is
// returned this once and never again. Errors: ErrNotFound, and *ArgumentError, also
// if the account has 32 valid keys already.
func (a *Admin) NewKey(ctx context.Context, account, name string) (key string, info KeyInfo, err error) {
	if err := checkName("key name", name); err != nil {
		return "", KeyInfo{}, err
	}
	return a.addKey(ctx, account, func(*Tx, time.Time) (string, error) { return name, nil })
}

// RotateKey replaces a key by a new one with the same name. The old key expires
// after grace, at once if that is 0, or earlier if it was to expire earlier already.
// Errors: ErrNotFound, *ArgumentError.
func (a *Admin) RotateKey(ctx context.Context, account, keyID string, grace time.Duration) (key string, info KeyInfo, err error) {
	if grace < 0 {
		return "", KeyInfo{}, &ArgumentError{"grace", "it must not be negative"}
	}
	return a.addKey(ctx, account, func(tx *Tx, now time.Time) (string, error) {
		i, err := tx.findKey(keyID)
		if err != nil {
			return "", err
		}
		old := &tx.Account.Keys[i]
		if end := second(now.Add(grace)); old.Expires.IsZero() || end.Before(old.Expires) {
			old.Expires = end
		}
		return old.Name, nil
	})
}

// RevokeKey removes a key at once. Error: ErrNotFound.
func (a *Admin) RevokeKey(ctx context.Context, account, keyID string) error {
	_, err := a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, now time.Time) error {
		i, err := tx.findKey(keyID)
		if err != nil {
			return err
		}
		tx.Account.Keys = slices.Delete(tx.Account.Keys, i, i+1)
		return nil
	})
	return err
}

// addKey removes the account's expired keys and makes a new key with the name that
// before returns. before runs first, in the same transaction.
func (a *Admin) addKey(ctx context.Context, account string, before func(*Tx, time.Time) (name string, err error)) (string, KeyInfo, error) {
	key := NewKey()
	var info KeyInfo
	_, err := a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, now time.Time) error {
		name, err := before(tx, now)
		if err != nil {
			return err
		}
		tx.Account.Keys = slices.DeleteFunc(tx.Account.Keys, func(k Key) bool { return !k.valid(now) })
		if len(tx.Account.Keys) >= maxKeys {
			return &ArgumentError{"keys", fmt.Sprintf("the account has %d already; revoke one first", maxKeys)}
		}
		k := Key{Hash: HashKey(key), Name: name, Created: second(now)}
		tx.Account.Keys = append(tx.Account.Keys, k)
		info = k.info()
		return nil
	})
	if err != nil {
		return "", KeyInfo{}, err
	}
	return key, info, nil
}

// findKey returns the index of the account's key with an ID. Error: ErrNotFound.
func (tx *Tx) findKey(id string) (int, error) {
	for i := range tx.Account.Keys {
		if tx.Account.Keys[i].Hash.ID() == id {
			return i, nil
		}
	}
	return 0, fmt.Errorf("key %q of account %s: %w", id, tx.Account.ID, ErrNotFound)
}
