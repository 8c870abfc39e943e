package quota_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
)

// watched is a store that records what it is asked for.
type watched struct {
	quota.Store
	calls []string
}

func (w *watched) AccountOf(ctx context.Context, key quota.KeyHash) (string, error) {
	w.calls = append(w.calls, fmt.Sprintf("account of %x", key))
	return w.Store.AccountOf(ctx, key)
}

func (w *watched) Update(ctx context.Context, account string, request quota.RequestID, fn func(*quota.Tx) error) error {
	w.calls = append(w.calls, "account "+account)
	return w.Store.Update(ctx, account, request, fn)
}

// The time that it takes to check a key reveals nothing about how much of it is right:
// a key is only ever looked up by its SHA-256, so that a key that differs from a
// valid one in a single character, wherever, takes the same work as any unknown key.
// So does a revoked key; an expired one takes the same work as a valid one. All
// get the same answer.
func TestKeysAreCheckedWithEqualWork(t *testing.T) {
	const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	now := &clock{now: date("2026-03-10 12:00:00")}
	store := &watched{Store: newStore(t)}
	options := quota.Options{Now: now.Now}
	admin, gate := quota.NewAdmin(store, options), quota.NewGate(store, options)
	newKey := func(account string) (string, quota.KeyInfo) {
		t.Helper()
		key, info, err := admin.NewKey(t.Context(), account, "key")
		if err != nil {
			t.Fatal(err)
		}
		return key, info
	}
	for _, id := range []string{"acme", "gone"} {
		if _, err := admin.AddAccount(t.Context(), quota.NewAccount{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	valid, _ := newKey("acme")
	revoked, info := newKey("acme")
	if err := admin.RevokeKey(t.Context(), "acme", info.ID); err != nil {
		t.Fatal(err)
	}
	expired, info := newKey("acme")
	if _, _, err := admin.RotateKey(t.Context(), "acme", info.ID, time.Hour); err != nil {
		t.Fatal(err)
	}
	now.Add(2 * time.Hour)
	removed, _ := newKey("gone")
	if err := admin.RemoveAccount(t.Context(), "gone"); err != nil {
		t.Fatal(err)
	}

	check := func(name, key string, want ...string) {
		t.Helper()
		store.calls = nil
		grant, err := gate.Admit(t.Context(), key, "")
		if grant != nil || err != quota.ErrInvalidKey {
			t.Errorf("Admit(%s) = %v, want %v as it is", name, err, quota.ErrInvalidKey)
		}
		want = append([]string{fmt.Sprintf("account of %x", sha256.Sum256([]byte(key)))}, want...)
		if !slices.Equal(store.calls, want) {
			t.Errorf("Admit(%s) asks the store for %q, want %q", name, store.calls, want)
		}
	}
	body := valid[:len(valid)-6]
	for at := len("li_"); at < len(body); at++ {
		// Its neighbour in the alphabet, with the checksum that belongs to it.
		next := base62[(strings.IndexByte(base62, body[at])+1)%62]
		near := body[:at] + string(next) + body[at+1:]
		sum := crc32.ChecksumIEEE([]byte(near))
		var digits [6]byte
		for i := range digits {
			digits[5-i] = base62[sum%62]
			sum /= 62
		}
		near += string(digits[:])
		if err := quota.CheckKey(near); err != nil {
			t.Fatalf("CheckKey() of a key with one other character = %v", err)
		}
		check(fmt.Sprintf("a key that is wrong at %d", at), near)
	}
	check("an unknown key", quota.NewKey())
	check("a revoked key", revoked)
	check("an expired key", expired, "account acme")
	check("a removed account's key", removed)

	store.calls = nil
	if _, err := gate.Admit(t.Context(), valid[:len(valid)-1]+"!", ""); err == nil || len(store.calls) > 0 {
		t.Errorf("Admit() of a mistyped key = %v, and asks the store for %q, want an error and nothing", err, store.calls)
	}
}
