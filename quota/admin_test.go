package quota_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"lineitem/quota"
)

func TestAddAccount(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Name: "Acme Ltd"})
	ctx := t.Context()
	s := d.status()
	if s.Name != "Acme Ltd" || s.Plan != quota.Free || s.Limits != quota.DefaultLimits || len(s.Keys) != 1 || !s.Created.Equal(d.clock.Now()) {
		t.Errorf("the new account is %+v", s)
	}
	if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: acme}); !errors.Is(err, quota.ErrExists) {
		t.Errorf("AddAccount() of an ID that is taken = %v, want ErrExists", err)
	}
	a, err := d.admin.AddAccount(ctx, quota.NewAccount{})
	if err != nil || len(a.ID) < 16 {
		t.Errorf("AddAccount() without an ID = %+v, %v, want a random ID", a, err)
	}
	for _, n := range []quota.NewAccount{
		{ID: "."}, {ID: ".."}, {ID: "-"}, {ID: "_a"}, {ID: "@home"}, {ID: "a b"}, {ID: "a\x00"}, {ID: "a/b"}, {ID: strings.Repeat("a", 65)}, {ID: "ä"},
		{Name: strings.Repeat("n", 201)}, {Name: "\x1b[31m"}, {Name: "\xff"},
		{Plan: "gold"}, {Credits: -1}, {Start: d.clock.Now().Add(24 * time.Hour)},
		{Limits: quota.Limits{PerMinute: -1}}, {Limits: quota.Limits{PerMinute: quota.MaxPerMinute + 1}},
		{Limits: quota.Limits{PerDay: -1}}, {Limits: quota.Limits{FreePerDay: -2}}, {Limits: quota.Limits{PerMonth: -2}},
	} {
		if a, err := d.admin.AddAccount(ctx, n); !isArgument(err) {
			t.Errorf("AddAccount(%+v) = %+v, %v, want an *ArgumentError", n, a, err)
		}
	}
	ids := []string{}
	for s, err := range d.admin.Accounts(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, s.ID)
	}
	if want := []string{a.ID, acme}; !slices.Equal(ids, want) {
		t.Errorf("Accounts() yields %q, want %q", ids, want)
	}
}

// An account ID names the same account in capital and small letters.
func TestNamesAreFolded(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	a, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: "Mallory@Example.COM"})
	if err != nil || a.ID != "mallory@example.com" {
		t.Fatalf("AddAccount() = %+v, %v, want the ID in small letters", a, err)
	}
	for _, id := range []string{"mallory@example.com", "MALLORY@example.com"} {
		if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: id}); !errors.Is(err, quota.ErrExists) {
			t.Errorf("AddAccount(%q) = %v, want ErrExists", id, err)
		}
		if _, err := d.admin.Register(ctx, quota.NewAccount{ID: id}, password); !errors.Is(err, quota.ErrExists) {
			t.Errorf("Register(%q) = %v, want ErrExists", id, err)
		}
		if a, err := d.admin.Account(ctx, id); err != nil || a.ID != "mallory@example.com" {
			t.Errorf("Account(%q) = %+v, %v", id, a, err)
		}
		if _, err := d.admin.Audit(ctx, id); err != nil {
			t.Errorf("Audit(%q) = %v", id, err)
		}
		if _, err := d.admin.Usage(ctx, id, 3); err != nil {
			t.Errorf("Usage(%q) = %v", id, err)
		}
		if _, err := d.gate.AdmitAccount(ctx, id); err != nil {
			t.Errorf("AdmitAccount(%q) = %v", id, err)
		}
		token, _, err := d.admin.Invite(ctx, id, time.Hour)
		if err != nil {
			t.Fatalf("Invite(%q) = %v", id, err)
		}
		if _, err := d.admin.AcceptInvite(ctx, token, password); err != nil {
			t.Errorf("AcceptInvite() of an invitation of %q = %v", id, err)
		}
		session, err := d.admin.SignIn(ctx, id, password)
		if err != nil {
			t.Fatalf("SignIn(%q) = %v", id, err)
		}
		if a, err := d.admin.Session(ctx, session); err != nil || a.ID != "mallory@example.com" {
			t.Errorf("Session() of %q = %+v, %v", id, a, err)
		}
	}
}

// Nobody can register a name that might be taken for the service's own; an operator may
// assign it.
func TestReservedNames(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	for _, id := range []string{"operator", "OPERATOR", "o.p-erator", "Admin", "postmaster", "support_"} {
		if _, err := d.admin.Register(ctx, quota.NewAccount{ID: id}, password); !errors.Is(err, quota.ErrExists) {
			t.Errorf("Register(%q) = %v, want ErrExists", id, err)
		}
	}
	for _, id := range []string{"operator", "admin"} {
		if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: id}); err != nil {
			t.Errorf("AddAccount(%q) = %v", id, err)
		}
	}
	for _, id := range []string{"operator1", "admin@acme.example", "supporters"} {
		if _, err := d.admin.Register(ctx, quota.NewAccount{ID: id}, password); err != nil {
			t.Errorf("Register(%q) = %v", id, err)
		}
	}
}

func isArgument(err error) bool {
	_, ok := errors.AsType[*quota.ArgumentError](err)
	return ok
}

func TestUnknownAccount(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	if err := d.admin.RemoveAccount(ctx, acme); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", "nobody", "..", "\x00", acme} {
		for name, call := range map[string]func() error{
			"Account":       func() error { _, err := d.admin.Account(ctx, id); return err },
			"SetPlan":       func() error { _, err := d.admin.SetPlan(ctx, id, quota.Pro, time.Time{}); return err },
			"SetLimits":     func() error { _, err := d.admin.SetLimits(ctx, id, quota.Limits{PerDay: 1}); return err },
			"AddCredits":    func() error { _, err := d.admin.AddCredits(ctx, id, 1, "", ""); return err },
			"RemoveAccount": func() error { return d.admin.RemoveAccount(ctx, id) },
			"NewKey":        func() error { _, _, err := d.admin.NewKey(ctx, id, ""); return err },
			"RevokeKey":     func() error { return d.admin.RevokeKey(ctx, id, "x") },
			"RotateKey":     func() error { _, _, err := d.admin.RotateKey(ctx, id, "x", 0); return err },
		} {
			if err := call(); !errors.Is(err, quota.ErrNotFound) {
				t.Errorf("%s(%q) = %v, want ErrNotFound", name, id, err)
			}
		}
	}
	for _, id := range []string{"", "nobody", "\x00"} {
		if _, err := d.admin.Audit(ctx, id); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("Audit(%q) = %v, want ErrNotFound", id, err)
		}
		for _, err := range d.admin.Ledger(ctx, id, 0) {
			if !errors.Is(err, quota.ErrNotFound) {
				t.Errorf("Ledger(%q) = %v, want ErrNotFound", id, err)
			}
		}
	}
}

func TestRemovedAccount(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Name: "Acme Ltd", Credits: 5})
	ctx := t.Context()
	g := d.admit("key")
	if err := d.admin.RemoveAccount(ctx, acme); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(g.Bind(ctx, [32]byte{}), g.GiveBack(ctx)); err != nil {
		t.Errorf("a request under way: %v", err)
	}
	d.audit()
	for s := range d.admin.Accounts(ctx) {
		t.Errorf("Accounts() yields the removed account %+v", s)
	}
	removed := 0
	for s, err := range d.admin.RemovedAccounts(ctx) {
		if removed++; err != nil || s.ID != acme || !s.Removed.Equal(d.clock.Now()) || s.Name != "" {
			t.Errorf("RemovedAccounts() yields %+v, %v, want the removed account", s, err)
		}
	}
	if removed != 1 {
		t.Errorf("RemovedAccounts() yields %d accounts, want 1", removed)
	}
	if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: acme}); !errors.Is(err, quota.ErrExists) || !strings.Contains(err.Error(), "removed on 20") {
		t.Errorf("AddAccount() with the ID of a removed account = %v, want ErrExists and when it was removed", err)
	}
	if _, err := d.admin.Account(ctx, acme); !errors.Is(err, quota.ErrNotFound) || !strings.Contains(err.Error(), "removed on 20") {
		t.Errorf("Account() of a removed account = %v, want ErrNotFound and when it was removed", err)
	}
	var last quota.Entry
	for e, err := range d.admin.Ledger(ctx, acme, 0) {
		if err != nil {
			t.Fatal(err)
		}
		last = e
	}
	if last.Kind != quota.EntryClose || last.Amount != -5 || last.Balance != 0 {
		t.Errorf("the ledger ends with %+v, want the account closed with 5 credits gone", last)
	}
}

func TestLimitsApplyAtOnce(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Credits: 100})
	set := func(l quota.Limits) {
		t.Helper()
		if _, err := d.admin.SetLimits(t.Context(), acme, l); err != nil {
			t.Fatal(err)
		}
	}
	for range 30 {
		d.convert()
	}
	d.limited()
	set(quota.Limits{PerMinute: 32})
	d.convert()
	d.convert()
	d.limited()
	d.clock.Add(30 * time.Second)
	set(quota.Limits{PerMinute: 2})
	refused := d.limited()
	if want := 30 * time.Second; refused.RetryAfter != want || refused.Windows[0].Remaining != 0 {
		t.Errorf("RetryAfter = %v, want %v; windows %+v", refused.RetryAfter, want, refused.Windows)
	}
	d.clock.Add(refused.RetryAfter)
	d.convert()
	set(quota.Limits{})
	if got := d.status(); got.Limits != quota.DefaultLimits || got.OwnLimits != (quota.Limits{}) {
		t.Errorf("the limits are %+v, its own %+v, want the defaults", got.Limits, got.OwnLimits)
	}
}

func TestSetPlan(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Plan: quota.Pro, Limits: quota.Limits{PerMonth: 2}})
	ctx := t.Context()
	set := func(p quota.Plan, start time.Time) {
		t.Helper()
		if _, err := d.admin.SetPlan(ctx, acme, p, start); err != nil {
			t.Fatal(err)
		}
	}
	began := d.clock.Now()
	d.convert()
	d.convert()
	d.clock.Add(2 * 24 * time.Hour)
	set(quota.Pro, time.Time{})             // the account is on it already
	set(quota.Pro, began.Add(-2*time.Hour)) // the same day
	d.unpaid()
	set(quota.Pro, time.Time{}.AddDate(2026, 1, 1)) // another day: begins anew
	d.convert()
	d.convert()
	d.unpaid()
	set(quota.Free, time.Time{})
	for range 3 {
		d.convert()
	}
	d.unpaid()
	d.audit()
	for _, bad := range []struct {
		plan  quota.Plan
		start time.Time
	}{{"", time.Time{}}, {"gold", time.Time{}}, {quota.Pro, d.clock.Now().Add(24 * time.Hour)}} {
		if _, err := d.admin.SetPlan(ctx, acme, bad.plan, bad.start); !isArgument(err) {
			t.Errorf("SetPlan(%q, %v) = %v, want an *ArgumentError", bad.plan, bad.start, err)
		}
	}
}

// An account counts as used when a request is made, with any key or without one.
func TestLastUsed(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Credits: 5})
	ctx := t.Context()
	if got := d.status().LastUsed; !got.IsZero() {
		t.Errorf("an account that nobody used was used %v", got)
	}
	for _, use := range []struct {
		what string
		do   func() error
	}{
		{"its holder, who is signed in", func() error { _, err := d.gate.AdmitAccount(ctx, acme); return err }},
		{"a key that was revoked since", func() error {
			key, info, err := d.admin.NewKey(ctx, acme, "")
			if err == nil {
				_, err = d.gate.Admit(ctx, key, "")
			}
			return errors.Join(err, d.admin.RevokeKey(ctx, acme, info.ID))
		}},
	} {
		d.clock.Add(48 * time.Hour)
		if err := use.do(); err != nil {
			t.Fatal(err)
		}
		if got, want := d.status().LastUsed, d.clock.Now().Truncate(24*time.Hour); !got.Equal(want) {
			t.Errorf("after %s used it the account was used %v, want %v", use.what, got, want)
		}
	}
}

func TestAddCredits(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	for _, step := range []struct {
		amount int64
		key    string
		want   int64
		err    error
	}{
		{10, "", 10, nil},
		{10, "", 20, nil},
		{5, "invoice-1", 25, nil},
		{5, "invoice-1", 25, nil},
		{6, "invoice-1", 25, quota.ErrIdempotencyMismatch},
		{-26, "", 25, quota.ErrInsufficientCredits},
		{-26, "refund-1", 25, quota.ErrInsufficientCredits},
		{-20, "refund-2", 5, nil},
		{-20, "refund-2", 5, nil},
	} {
		s, err := d.admin.AddCredits(ctx, acme, step.amount, step.key, "note")
		if !errors.Is(err, step.err) || err == nil && s.Credits != step.want {
			t.Errorf("AddCredits(%d, %q) = %+v, %v, want %d credits, %v", step.amount, step.key, s, err, step.want, step.err)
		}
		if got := d.status().Credits; got != step.want {
			t.Errorf("after AddCredits(%d, %q) the account has %d credits, want %d", step.amount, step.key, got, step.want)
		}
	}
	d.clock.Add(10 * 365 * 24 * time.Hour)
	if s, err := d.admin.AddCredits(ctx, acme, 5, "invoice-1", ""); err != nil || s.Credits != 5 {
		t.Errorf("AddCredits() repeated ten years later = %+v, %v, want 5 credits", s, err)
	}
	for _, amount := range []int64{0, 1 << 62, -1 << 63} {
		if _, err := d.admin.AddCredits(ctx, acme, amount, "", ""); !isArgument(err) {
			t.Errorf("AddCredits(%d) = %v, want an *ArgumentError", amount, err)
		}
	}
	// A conversion and an invoice under the same key have nothing to do with each other.
	g := d.admit("invoice-1")
	if err := errors.Join(g.Bind(ctx, [32]byte{}), g.Settle(ctx)); err != nil {
		t.Error(err)
	}
	d.audit()
}

func TestKeys(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Credits: 100})
	ctx := t.Context()
	valid := func(key string) bool {
		before := d.status().Windows[1].Remaining
		account, err := d.gate.Authenticate(ctx, key)
		if err == nil && account != acme || d.status().Windows[1].Remaining != before {
			t.Errorf("Authenticate() = %q, want %q, or it counted a request", account, acme)
		}
		_, admitErr := d.gate.Admit(ctx, key, "")
		for _, err := range []error{err, admitErr} {
			if err != nil && !errors.Is(err, quota.ErrInvalidKey) {
				t.Fatalf("Authenticate(), Admit() = %v", err)
			}
		}
		if (err == nil) != (admitErr == nil) {
			t.Errorf("Authenticate() = %v, Admit() = %v", err, admitErr)
		}
		return err == nil
	}
	first := d.status().Keys[0]
	if !first.LastUsed.IsZero() || first.Name != "test" {
		t.Errorf("a key that was never used is %+v", first)
	}
	d.clock.Add(time.Minute)
	d.convert()
	if got := d.status().Keys[0].LastUsed; !got.Equal(d.clock.Now()) {
		t.Errorf("the key was last used at %v, want %v", got, d.clock.Now())
	}
	rotated, info, err := d.admin.RotateKey(ctx, acme, first.ID, time.Hour)
	if err != nil || info.Name != "test" {
		t.Fatalf("RotateKey() = %+v, %v", info, err)
	}
	if !valid(d.key) || !valid(rotated) {
		t.Error("within the hour of grace not both keys are valid")
	}
	d.clock.Add(time.Hour)
	if valid(d.key) || !valid(rotated) {
		t.Error("after the hour of grace the old key is still valid, or the new one is not")
	}
	if keys := d.status().Keys; len(keys) != 1 || keys[0].ID != info.ID {
		t.Errorf("the keys are %+v, want the new one only", keys)
	}
	other, otherInfo, err := d.admin.NewKey(ctx, acme, "other")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.admin.RevokeKey(ctx, acme, otherInfo.ID); err != nil || valid(other) || !valid(rotated) {
		t.Errorf("RevokeKey() = %v; the revoked key is valid: %v", err, valid(other))
	}
	if err := d.admin.RevokeKey(ctx, acme, otherInfo.ID); !errors.Is(err, quota.ErrNotFound) {
		t.Errorf("RevokeKey() again = %v, want ErrNotFound", err)
	}
	for range 31 {
		if _, _, err = d.admin.NewKey(ctx, acme, "more"); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err = d.admin.NewKey(ctx, acme, "too many"); !isArgument(err) {
		t.Errorf("NewKey() number 33 = %v, want an *ArgumentError", err)
	}
	if _, _, err = d.admin.RotateKey(ctx, acme, info.ID, -1); !isArgument(err) {
		t.Errorf("RotateKey() with a negative grace = %v, want an *ArgumentError", err)
	}
}

// The JSON form of an account, which operators and billing systems see, has no hashes,
// seconds instead of nanoseconds, and no field whose value means nothing.
func TestStatusAsJSON(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Name: "Acme"})
	d.convert()
	s := d.status()
	s.Keys[0].ID = "0123456789ab"
	got, err := json.Marshal(s)
	want := `{"id":"acme","name":"Acme","created":"2027-03-10T12:00:00Z","lastUsed":"2027-03-10T00:00:00Z","plan":"free","planStart":"2027-03-10T12:00:00Z",` +
		`"limits":{"perMinute":30,"perDay":1000,"freePerDay":3,"perMonth":1000,"atOnce":8,"unchargedSeconds":300,"layouts":500},"ownLimits":{"perMinute":null,"perDay":null,"freePerDay":null,"perMonth":null,"atOnce":null,"unchargedSeconds":null,"layouts":null},` +
		`"allowance":{"name":"day","quota":3,"used":1,"remaining":2,"reset":"2027-03-11T00:00:00Z"},"credits":0,"open":0,` +
		`"windows":[{"name":"minute","quota":30,"remaining":29,"lengthSeconds":60,"resetSeconds":60},{"name":"day","quota":1000,"remaining":999,"lengthSeconds":86400,"resetSeconds":43200}],` +
		`"uncharged":{"name":"uncharged","quota":300,"remaining":300,"lengthSeconds":3600,"resetSeconds":0},` +
		`"keys":[{"id":"0123456789ab","name":"test","created":"2027-03-10T12:00:00Z","lastUsed":"2027-03-10T12:00:00Z"}],"layouts":{"count":0}}`
	if err != nil || string(got) != want {
		t.Errorf("json.Marshal() = %s, %v, want\n%s", got, err, want)
	}
}

// An audit must find each inconsistency that should never happen.
func TestAuditFinds(t *testing.T) {
	for name, tamper := range map[string]func(tx *quota.Tx){
		"its record says 3":           func(tx *quota.Tx) { tx.Account.Layouts = &quota.LayoutsRef{Count: 3, Stamp: 1} },
		"the account has 7 credits":   func(tx *quota.Tx) { tx.Account.Credits = 7 },
		"the daily allowance":         func(tx *quota.Tx) { tx.Account.Daily[0].Used++ },
		"the ledger ends with":        func(tx *quota.Tx) { tx.Account.Seq++ },
		"never charged":               func(tx *quota.Tx) { tx.Account.Open = []quota.Reservation{{ID: 1}} },
		"open and refunded":           func(tx *quota.Tx) { tx.Account.Open = []quota.Reservation{{ID: 4, Source: quota.Daily}} },
		"refunds charge 4 again":      func(tx *quota.Tx) { post(tx, quota.Entry{Kind: quota.EntryRefund, Charge: 4}) },
		"refunds charge 1, which":     func(tx *quota.Tx) { post(tx, quota.Entry{Kind: quota.EntryRefund, Charge: 1}) },
		"does not give back what":     func(tx *quota.Tx) { post(tx, quota.Entry{Kind: quota.EntryRefund, Charge: 3, Amount: 5}) },
		"entry 7 follows entry 5":     func(tx *quota.Tx) { tx.Account.Seq++; post(tx, quota.Entry{}) },
		"says a balance of 2 credits": func(tx *quota.Tx) { post(tx, quota.Entry{}); tx.Entries[0].Balance = 2 },
	} {
		d := newDesk(t, quota.NewAccount{Credits: 1})             // entries 1 and 2
		d.convert()                                               // 3
		if err := d.admit("").GiveBack(t.Context()); err != nil { // 4 and 5
			t.Fatal(err)
		}
		d.audit()
		err := d.store.Update(t.Context(), acme, quota.RequestID{}, func(tx *quota.Tx) error { tamper(tx); return nil })
		if err != nil {
			t.Fatal(err)
		}
		for report, err := range d.admin.AuditAll(t.Context()) {
			if err != nil || !strings.Contains(strings.Join(report.Problems, "\n"), name) {
				t.Errorf("AuditAll() finds %q, %v, want %q", report.Problems, err, name)
			}
		}
	}
}

func post(tx *quota.Tx, e quota.Entry) {
	tx.Account.Seq++
	e.Seq, e.Balance = tx.Account.Seq, tx.Account.Credits
	tx.Entries = append(tx.Entries, e)
}
