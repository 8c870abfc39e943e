package badgerstore

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/dgraph-io/badger/v4"

	"lineitem/quota"
)

// The prefixes of keys, with the rest of the key → the value. An account's ID has no zero byte.
const (
	accountPrefix = 'a' // account → quota.Account
	hashPrefix    = 'k' // key's hash → account's ID
	ledgerPrefix  = 'l' // account, 0, Seq (8 bytes, big-endian) → quota.Entry
	requestPrefix = 'r' // account, 0, quota.RequestID → quota.Request
	layoutPrefix  = 'y' // account, 0, layout's ID → quota.Layout
)

func accountKey(account string) []byte { return append([]byte{accountPrefix}, account...) }

func hashKey(h quota.KeyHash) []byte { return append([]byte{hashPrefix}, h[:]...) }

func ledgerKeys(account string) []byte {
	return append(append([]byte{ledgerPrefix}, account...), 0)
}

func ledgerKey(account string, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(ledgerKeys(account), seq)
}

func requestKeys(account string) []byte {
	return append(append([]byte{requestPrefix}, account...), 0)
}

func requestKey(account string, id quota.RequestID) []byte {
	return append(requestKeys(account), id[:]...)
}

func layoutKeys(account string) []byte {
	return append(append([]byte{layoutPrefix}, account...), 0)
}

func layoutKey(account, id string) []byte { return append(layoutKeys(account), id...) }

// records are an account and a request in their stored form; nil means that there is none.
type records struct {
	account, request []byte
}

func readRecords(txn *badger.Txn, account string, request quota.RequestID) (r records, err error) {
	if r.account, err = get(txn, accountKey(account)); err != nil {
		return r, err
	}
	if request != (quota.RequestID{}) {
		r.request, err = get(txn, requestKey(account, request))
	}
	return r, err
}

// decode returns the transaction's account and request, and the hashes of the keys that
// the account has before the transaction.
func (r records) decode() (tx *quota.Tx, keys []quota.KeyHash, err error) {
	tx = new(quota.Tx)
	if r.account != nil {
		tx.Account = new(quota.Account)
		if err := tx.Account.UnmarshalBinary(r.account); err != nil {
			return nil, nil, err
		}
		for i := range tx.Account.Keys {
			keys = append(keys, tx.Account.Keys[i].Hash)
		}
	}
	if r.request != nil {
		tx.Request = new(quota.Request)
		if err := tx.Request.UnmarshalBinary(r.request); err != nil {
			return nil, nil, err
		}
	}
	return tx, keys, nil
}

// changes returns the entries to write so that the store holds the result of tx.
// Entries without a value delete their keys.
func (r records) changes(account string, request quota.RequestID, tx *quota.Tx, keys []quota.KeyHash) ([]*badger.Entry, error) {
	var changes []*badger.Entry
	if tx.Account == nil {
		if r.account != nil || tx.Request != nil || len(tx.Entries) > 0 {
			return nil, fmt.Errorf("account %s does not exist", account)
		}
		return nil, nil
	}
	value, err := tx.Account.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(value, r.account) {
		changes = append(changes, badger.NewEntry(accountKey(account), value))
	}
	has := func(h quota.KeyHash) bool {
		return slices.ContainsFunc(tx.Account.Keys, func(k quota.Key) bool { return k.Hash == h })
	}
	for i := range tx.Account.Keys {
		if h := tx.Account.Keys[i].Hash; !slices.Contains(keys, h) {
			changes = append(changes, badger.NewEntry(hashKey(h), []byte(account)))
		}
	}
	for _, h := range keys {
		if !has(h) {
			changes = append(changes, badger.NewEntry(hashKey(h), nil))
		}
	}
	switch {
	case tx.Request != nil:
		value, err := tx.Request.AppendBinary(nil)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(value, r.request) {
			e := badger.NewEntry(requestKey(account, request), value)
			if !tx.Request.Expires.IsZero() {
				e = e.WithTTL(requestLife)
			}
			changes = append(changes, e)
		}
	case r.request != nil:
		changes = append(changes, badger.NewEntry(requestKey(account, request), nil))
	}
	for i := range tx.Entries {
		value, err := tx.Entries[i].AppendBinary(nil)
		if err != nil {
			return nil, err
		}
		changes = append(changes, badger.NewEntry(ledgerKey(account, tx.Entries[i].Seq), value))
	}
	return appendLayouts(changes, account, tx.Layouts)
}

// appendLayouts appends the entries to write for changes of an account's layouts.
func appendLayouts(changes []*badger.Entry, account string, layouts []quota.LayoutChange) ([]*badger.Entry, error) {
	for _, c := range layouts {
		var value []byte
		if c.Layout != nil {
			var err error
			if value, err = c.Layout.AppendBinary(nil); err != nil {
				return nil, err
			}
		}
		changes = append(changes, badger.NewEntry(layoutKey(account, c.ID), value))
	}
	return changes, nil
}

// forgotten returns the entries that delete the layouts with the given database keys.
func forgotten(keys [][]byte) (changes []*badger.Entry) {
	for _, key := range keys {
		changes = append(changes, badger.NewEntry(key, nil))
	}
	return changes
}
