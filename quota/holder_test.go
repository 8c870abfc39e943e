package quota_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
)

// A holder who is signed in needs no key, and shares the rate windows, the entitlement
// and the mapper with the account's keys.
func TestSignedInHolder(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Credits: 1, Limits: quota.Limits{PerMinute: 8}})
	ctx := t.Context()
	if _, err := d.admin.SetMapper(ctx, acme, []byte("module")); err != nil {
		t.Fatal(err)
	}
	d.convert()
	d.clock.Add(time.Second)
	g, err := d.gate.AdmitAccount(ctx, acme)
	if err != nil {
		t.Fatalf("AdmitAccount() = %v", err)
	}
	if w := g.Windows(); g.Account() != acme || w[0].Remaining != 6 || w[1].Remaining != 998 {
		t.Errorf("AdmitAccount() of %s leaves %+v, want 6 in the minute and 998 in the day", g.Account(), w)
	}
	if module, err := g.Module(ctx); err != nil || string(module) != "module" {
		t.Errorf("Module() = %q, %v", module, err)
	}
	if err := errors.Join(g.Bind(ctx, [32]byte{1}), g.Settle(ctx)); err != nil {
		t.Errorf("Bind(), Settle() = %v", err)
	}
	if got := d.status(); got.Allowance.Used != 2 || !got.Keys[0].LastUsed.Equal(d.clock.Now().Add(-time.Second)) {
		t.Errorf("used are %d of the allowance, and the key at %v; want 2, and the key once", got.Allowance.Used, got.Keys[0].LastUsed)
	}
	given, err := d.gate.AdmitAccount(ctx, acme)
	if err == nil {
		err = given.GiveBack(ctx)
	}
	if err != nil || d.status().Allowance.Used != 2 {
		t.Errorf("AdmitAccount(), GiveBack() = %v; used are %d of the allowance, want 2", err, d.status().Allowance.Used)
	}
	if g, err := d.gate.CountAccount(ctx, acme); err != nil || g.Windows()[0].Remaining != 4 {
		t.Errorf("CountAccount() = %+v, %v, want 4 left in the minute", g, err)
	}
	for range 2 { // the third conversion of the allowance, and the credit
		if _, err = d.gate.AdmitAccount(ctx, acme); err != nil {
			t.Fatalf("AdmitAccount() = %v", err)
		}
	}
	if _, err := d.gate.AdmitAccount(ctx, acme); !isPayment(err) {
		t.Errorf("AdmitAccount() without an allowance or credits = %v, want a *PaymentError", err)
	}
	if _, err := d.gate.CountAccount(ctx, acme); err != nil {
		t.Errorf("CountAccount() = %v", err)
	}
	d.limited()
	for what, err := range map[string]error{
		"AdmitAccount()": only(d.gate.AdmitAccount(ctx, acme)),
		"CountAccount()": only(d.gate.CountAccount(ctx, acme)),
	} {
		if _, ok := errors.AsType[*quota.RateError](err); !ok {
			t.Errorf("%s of a full window = %v, want a *RateError", what, err)
		}
	}
	d.audit()
	if err := d.admin.RemoveAccount(ctx, acme); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{acme, "nobody", "", "a b", strings.Repeat("a", 65)} {
		if _, err := d.gate.AdmitAccount(ctx, id); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("AdmitAccount(%q) = %v, want ErrNotFound", id, err)
		}
		if _, err := d.gate.CountAccount(ctx, id); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("CountAccount(%q) = %v, want ErrNotFound", id, err)
		}
	}
}

func only[T any](_ T, err error) error { return err }

func isPayment(err error) bool {
	_, ok := errors.AsType[*quota.PaymentError](err)
	return ok
}
