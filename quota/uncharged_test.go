package quota_test

import (
	"errors"
	"testing"
	"time"

	"lineitem/quota"
)

// spend makes a request on which workers work for some time and which ends without a charge.
func (d *desk) spend(worked time.Duration) {
	d.Helper()
	g := d.admit("")
	g.Worked(worked)
	if err := g.GiveBack(d.Context()); err != nil {
		d.Fatalf("GiveBack() = %v", err)
	}
}

// Within an hour, an account's uncharged requests may take only so many seconds of work.
// After that its requests are refused until enough of these seconds have drained, and no
// longer. It is charged for none of them.
func TestUnchargedTime(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{UnchargedSeconds: 60}})
	for range 3 {
		d.spend(30 * time.Second) // when the third begins almost nothing is left
		d.clock.Add(time.Second)
	}
	refused := d.limited()
	// 90 s were spent, and in 3 s 0.05 s of the 60 per hour came back.
	want := 30*time.Minute - 3*time.Second
	if refused.Window.Name != "uncharged" || refused.RetryAfter != want || refused.Window.Quota != 60 || refused.Window.Remaining != 0 {
		t.Errorf("Admit() after 90 s that were not charged = %+v, want %v to wait", refused, want)
	}
	if got := refused.Error(); got != "requests that were not charged took more than 60 seconds of work within an hour; try again from 2027-03-10 12:30 UTC on" {
		t.Errorf("the error says %q", got)
	}
	d.clock.Add(want - 1)
	d.limited()
	d.clock.Add(1)
	d.convert()
	if s := d.status(); s.Allowance.Used != 1 || s.Windows[1].Remaining != s.Windows[1].Quota-4 || s.Uncharged.Remaining != 0 {
		t.Errorf("the account is %+v, want 1 conversion charged and 4 requests counted", s)
	}
	d.clock.Add(30 * time.Minute)
	if s := d.status(); s.Uncharged.Remaining != 30 || s.Uncharged.Reset != 30*time.Minute {
		t.Errorf("after half an hour the account has %+v left, want half of 60 s", s.Uncharged)
	}
	d.clock.Add(24 * time.Hour)
	if s := d.status(); s.Uncharged.Remaining != 60 || s.Uncharged.Reset != 0 {
		t.Errorf("after a day the account has %+v left, want all", s.Uncharged)
	}
	d.audit()
}

// Work for a charged request never counts as uncharged. Work for a repetition of a
// charged request does, and so does work for requests that are no conversions.
func TestUnchargedIsWhatNobodyPaysFor(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	left := func() int { return d.status().Uncharged.Remaining }
	first, beside := d.admit("k"), d.admit("k")
	for _, g := range []*quota.Grant{first, beside} {
		g.Worked(10 * time.Second)
		if err := g.Bind(t.Context(), [32]byte{1}); err != nil {
			t.Fatal(err)
		}
	}
	steps := []struct {
		what string
		do   func() error
		want int
	}{
		{"a conversion is charged", func() error { return first.Settle(t.Context()) }, 300},
		{"one beside it, under the same key, is not", func() error { return beside.Settle(t.Context()) }, 290},
		{"and counts once", func() error { return errors.Join(beside.Settle(t.Context()), beside.GiveBack(t.Context())) }, 290},
		{"a repetition is not charged either", func() error {
			g := d.admit("k")
			g.Worked(10 * time.Second)
			return errors.Join(g.Bind(t.Context(), [32]byte{1}), g.Settle(t.Context()))
		}, 280},
		{"nor one that fails", func() error {
			g := d.admit("k")
			g.Worked(10 * time.Second)
			return g.GiveBack(t.Context())
		}, 270},
		{"nor a request that is no conversion", func() error {
			g, err := d.gate.Count(t.Context(), d.key)
			if err != nil {
				return err
			}
			g.Worked(10 * time.Second)
			return g.GiveBack(t.Context())
		}, 260},
		{"what takes no time costs none", func() error { return d.admit("").GiveBack(t.Context()) }, 260},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			t.Errorf("%s: %v", step.what, err)
		}
		if got := left(); got != step.want {
			t.Errorf("%s: %d seconds are left, want %d", step.what, got, step.want)
		}
	}
	if used := d.status().Allowance.Used; used != 1 {
		t.Errorf("%d conversions were charged, want 1", used)
	}
	d.audit()
}

// No account is shut out for longer than an hour, however much work its requests took
// and whatever clocks do.
func TestUnchargedTimeHasBounds(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{UnchargedSeconds: 1}})
	grants := []*quota.Grant{d.admit(""), d.admit(""), d.admit("")}
	for _, g := range grants {
		g.Worked(1000 * time.Hour)
		if err := g.GiveBack(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if refused := d.limited(); refused.RetryAfter != time.Hour {
		t.Errorf("after 3000 hours RetryAfter is %v, want an hour", refused.RetryAfter)
	}
	d.clock.Add(-30 * 24 * time.Hour) // the other clock was wrong
	d.convert()
	d.clock.Add(31 * 24 * time.Hour)
	d.convert()

	if _, err := d.admin.SetLimits(t.Context(), acme, quota.Limits{UnchargedSeconds: quota.MaxLimit}); err != nil {
		t.Fatal(err)
	}
	d.spend(time.Hour)
	if s := d.status().Uncharged; s.Remaining < quota.MaxLimit-3601 {
		t.Errorf("of %d seconds %d are left after an hour of work", s.Quota, s.Remaining)
	}
}

// An account may have only so many requests under way at once, conversions and others
// together, until they are answered. Requests that were refused do not count.
func TestAtOnce(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{AtOnce: 2}, Credits: 2})
	first, err := d.gate.Admit(t.Context(), d.key, "")
	second, err2 := d.gate.Count(t.Context(), d.key)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	before := d.status()
	for range 3 {
		refused := d.limited()
		if refused.Window.Name != "at once" || refused.Window.Quota != 2 || refused.RetryAfter <= 0 || len(refused.Windows) != 2 {
			t.Errorf("Admit() beside 2 requests = %+v, want that no more may be at once", refused)
		}
	}
	if _, err := d.gate.CountAccount(t.Context(), acme); err == nil || err.Error() != "the account has 2 requests under way, the most it may have at once; try again when one is answered" {
		t.Errorf("CountAccount() beside 2 requests = %v", err)
	}
	if after := d.status(); after.Windows[0] != before.Windows[0] || after.Allowance != before.Allowance {
		t.Errorf("what was refused changed the account from %+v to %+v", before, after)
	}
	if err := first.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.limited() // it is not answered yet
	first.Done()
	first.Done() // counts once
	d.convert()
	d.convert()
	second.Done()
	third, err := d.gate.AdmitAccount(t.Context(), acme)
	fourth, err2 := d.gate.Admit(t.Context(), d.key, "")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	d.limited()
	third.Done()
	fourth.Done()
	d.unpaid() // leaves nothing under way
	d.unpaid()
	d.unpaid()
}
