package clitest

import (
	"fmt"
	"path/filepath"
	"testing"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
	"lineitem/quota/operator"
)

// AccountsFolder returns the folder in which the program keeps the accounts of a data directory.
func AccountsFolder(data string) string { return filepath.Join(data, "accounts") }

// NewAdmin opens the accounts in a data directory that no server has open. end closes them.
func NewAdmin(t testing.TB, data string) (admin *quota.Admin, end func()) {
	t.Helper()
	store, err := badgerstore.Open(AccountsFolder(data), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	return quota.NewAdmin(store, quota.Options{}), func() {
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// AddAccount makes an account and returns a key for it.
func AddAccount(t testing.TB, admin *quota.Admin, n quota.NewAccount) string {
	t.Helper()
	if _, err := admin.AddAccount(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	key, _, err := admin.NewKey(t.Context(), n.ID, "test")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Unlimited are limits that no test reaches.
var Unlimited = quota.Limits{PerMinute: quota.MaxPerMinute, PerDay: 1e9, FreePerDay: quota.None, AtOnce: quota.MaxLimit, UnchargedSeconds: quota.MaxLimit}

// NewPayer makes a data directory with an account "payer" that has credits, and returns a key for it.
func NewPayer(t testing.TB) (data, key string) {
	t.Helper()
	data = t.TempDir()
	admin, end := NewAdmin(t, data)
	defer end()
	return data, AddAccount(t, admin, quota.NewAccount{ID: "payer", Credits: 100_000, Limits: Unlimited})
}

// LeaveOpen leaves a conversion open, as a server that is killed does.
func LeaveOpen(t testing.TB, data, key string) {
	t.Helper()
	store, err := badgerstore.Open(AccountsFolder(data), badgerstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	gate := quota.NewGate(store, quota.Options{})
	if _, err := gate.Admit(t.Context(), key, "an order"); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

// CheckPaid checks that an account was charged for as many conversions as were
// answered, that none is open, and that the audit finds no problems.
func CheckPaid(t testing.TB, data, account string, answered int) {
	t.Helper()
	ctx := t.Context()
	client, err := operator.Dial(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	report, err := client.Audit(ctx, account)
	if err != nil {
		t.Fatal(err)
	}
	status, err := client.Account(ctx, account)
	if err != nil {
		t.Fatal(err)
	}
	charged := 0
	for e, err := range client.Ledger(ctx, account, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == quota.EntryCharge || e.Kind == quota.EntryRefund {
			charged -= int(e.Amount)
		}
	}
	if len(report.Problems) > 0 || status.Open != 0 || charged != answered {
		t.Errorf("%s was charged %d conversions for %d answers, has %d open, and the audit finds %q", account, charged, answered, status.Open, report.Problems)
	}
}

// AddAccounts makes n accounts that can pay for everything, in a data directory that no
// server has open, and returns a key for each.
func AddAccounts(b testing.TB, data string, n int) (keys []string) {
	b.Helper()
	admin, end := NewAdmin(b, data)
	defer end()
	for i := range n {
		keys = append(keys, AddAccount(b, admin, quota.NewAccount{ID: fmt.Sprint("account-", i), Credits: 1e12, Limits: Unlimited}))
	}
	return keys
}
