package quota_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lineitem/quota"
	"lineitem/quota/badgerstore"
)

// clock is a clock that a test sets.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = t
}

func (c *clock) Add(d time.Duration) { c.Set(c.Now().Add(d)) }

func date(s string) time.Time {
	t, err := time.Parse("2006-01-02 15:04:05", s)
	if err != nil {
		panic(err)
	}
	return t
}

func newStore(t testing.TB) quota.Store {
	t.Helper()
	s, err := badgerstore.Open(t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	})
	return s
}

// desk is a gate with one account, a key of it, and a clock.
type desk struct {
	testing.TB
	clock *clock
	store quota.Store
	opts  quota.Options
	gate  *quota.Gate
	admin *quota.Admin
	key   string
}

const acme = "acme"

func newDesk(t testing.TB, account quota.NewAccount) *desk {
	t.Helper()
	d := &desk{TB: t, clock: &clock{now: date("2027-03-10 12:00:00")}, store: newStore(t)}
	d.opts = quota.Options{Now: d.clock.Now, PasswordMemory: 64}
	d.gate, d.admin = quota.NewGate(d.store, d.opts), quota.NewAdmin(d.store, d.opts)
	account.ID = acme
	if _, err := d.admin.AddAccount(t.Context(), account); err != nil {
		t.Fatalf("AddAccount(%+v) = %v", account, err)
	}
	var err error
	if d.key, _, err = d.admin.NewKey(t.Context(), acme, "test"); err != nil {
		t.Fatalf("NewKey() = %v", err)
	}
	return d
}

func (d *desk) status() *quota.Status {
	d.Helper()
	s, err := d.admin.Account(d.Context(), acme)
	if err != nil {
		d.Fatalf("Account() = %v", err)
	}
	return s
}

// admit admits a request or fails the test. The request no longer counts as under way.
func (d *desk) admit(idempotencyKey string) *quota.Grant {
	d.Helper()
	g, err := d.gate.Admit(d.Context(), d.key, idempotencyKey)
	if err != nil {
		d.Fatalf("Admit() at %v = %v", d.clock.Now(), err)
	}
	g.Done()
	return g
}

// convert admits and settles a request.
func (d *desk) convert() {
	d.Helper()
	if err := d.admit("").Settle(d.Context()); err != nil {
		d.Fatalf("Settle() = %v", err)
	}
}

// limited makes a request that a window must refuse.
func (d *desk) limited() *quota.RateError {
	d.Helper()
	_, err := d.gate.Admit(d.Context(), d.key, "")
	refused, ok := errors.AsType[*quota.RateError](err)
	if !ok {
		d.Fatalf("Admit() at %v = %v, want a *RateError", d.clock.Now(), err)
	}
	return refused
}

// unpaid makes a request that must be refused because it cannot be paid for.
func (d *desk) unpaid() *quota.PaymentError {
	d.Helper()
	_, err := d.gate.Admit(d.Context(), d.key, "")
	refused, ok := errors.AsType[*quota.PaymentError](err)
	if !ok {
		d.Fatalf("Admit() at %v = %v, want a *PaymentError", d.clock.Now(), err)
	}
	return refused
}

// audit fails the test when the account and its ledger disagree.
func (d *desk) audit() {
	d.Helper()
	checkAudit(d, d.admin, acme)
}

func checkAudit(t interface {
	Helper()
	Errorf(string, ...any)
}, admin *quota.Admin, account string) {
	t.Helper()
	report, err := admin.Audit(context.Background(), account)
	if err != nil {
		t.Errorf("Audit(%q) = %v", account, err)
	} else if len(report.Problems) > 0 {
		t.Errorf("Audit(%q) finds %q", account, report.Problems)
	}
}

func TestSlidingWindow(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Credits: 100})
	start := d.clock.Now()
	for range 30 {
		d.convert()
		d.clock.Add(time.Second)
	}
	refused := d.limited() // at 30 s
	if want := 30 * time.Second; refused.RetryAfter != want || refused.Window.Name != "minute" {
		t.Errorf("the 31st request may retry after %v because of the %s, want %v because of the minute", refused.RetryAfter, refused.Window.Name, want)
	}
	for range 100 {
		d.limited() // being refused does not make the wait longer
	}
	d.clock.Set(start.Add(60*time.Second - 1))
	d.limited()
	d.clock.Set(start.Add(60 * time.Second))
	d.convert()
	d.limited()
	d.audit()
}

func TestDefaultLimitsOutOfRange(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	d.opts.Limits = quota.Limits{PerMinute: -5, PerDay: -5, FreePerDay: -5, PerMonth: -5}
	d.gate = quota.NewGate(d.store, d.opts)
	d.unpaid() // FreePerDay below 0 is None
	d.clock.Add(time.Minute)
	refused := d.limited() // the one request of the day was made
	if want := 12*time.Hour - time.Minute; refused.RetryAfter != want {
		t.Errorf("RetryAfter = %v, want %v", refused.RetryAfter, want)
	}
}

func TestDayWindow(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{PerMinute: 2000}, Credits: 5000})
	d.clock.Set(date("2027-12-31 23:59:30"))
	for range 1000 {
		d.convert()
	}
	refused := d.limited()
	if want := 30 * time.Second; refused.RetryAfter != want || refused.Window.Name != "day" {
		t.Errorf("the 1001st request may retry after %v because of the %s, want %v because of the day", refused.RetryAfter, refused.Window.Name, want)
	}
	d.clock.Add(refused.RetryAfter)
	d.convert()
}

// A customer who has to wait long is told until when, not for how many seconds.
func TestRefusalsNameTimes(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{PerMinute: 2, PerDay: 4, FreePerDay: 1}})
	d.clock.Set(date("2027-12-31 09:30:00"))
	d.convert()
	for _, tt := range []struct {
		refused error
		want    string
	}{
		{d.unpaid(), "the account's 1 conversions per day are used up until 2028-01-01 00:00 UTC, and no credits are left"},
		{d.limited(), "more than 2 requests per minute; try again in 60 s"},
	} {
		if got := tt.refused.Error(); got != tt.want {
			t.Errorf("a refusal says %q, want %q", got, tt.want)
		}
	}
	for range 2 {
		d.clock.Add(time.Minute)
		d.unpaid()
	}
	if got, want := d.limited().Error(), "more than 4 requests per day; try again from 2028-01-01 00:00 UTC on"; got != want {
		t.Errorf("a refusal says %q, want %q", got, want)
	}
}

// Both windows are full and the day ends before the minute: waiting for
// midnight alone would not be enough.
func TestRetryAfterBothWindows(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{PerMinute: 10, PerDay: 10}, Credits: 100})
	d.clock.Set(date("2027-12-31 23:59:50"))
	for range 10 {
		d.convert()
	}
	refused := d.limited()
	if want := time.Minute; refused.RetryAfter != want {
		t.Errorf("RetryAfter = %v, want %v", refused.RetryAfter, want)
	}
	d.clock.Add(refused.RetryAfter)
	d.convert()
}

func TestWindowsOfAGrant(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	d.convert()
	d.clock.Add(20 * time.Second)
	got := fmt.Sprint(d.admit("").Windows())
	want := fmt.Sprint([]quota.Window{
		{Name: "minute", Quota: 30, Remaining: 28, Length: time.Minute, Reset: 40 * time.Second},
		{Name: "day", Quota: 1000, Remaining: 998, Length: 24 * time.Hour, Reset: 12*time.Hour - 20*time.Second},
	})
	if got != want {
		t.Errorf("Windows() = %v, want %v", got, want)
	}
}

func TestFreeThenCredits(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Credits: 2})
	for range 5 {
		d.convert()
	}
	refused := d.unpaid()
	if refused.Plan != quota.Free || refused.Allowance.Quota != 3 || refused.Allowance.Used != 3 || refused.Account != acme || len(refused.Windows) != 2 {
		t.Errorf("the refusal is %+v", refused)
	}
	if got := refused.Windows[0].Remaining; got != 24 {
		t.Errorf("after 5 conversions and a refusal for payment %d requests remain in the minute, want 24", got)
	}
	d.clock.Set(date("2027-03-11 00:00:00"))
	d.convert()
	d.audit()
}

func TestMonthlyQuotaThenCredits(t *testing.T) {
	for _, test := range []struct{ start, used, reset string }{
		{"2027-01-31 15:00:00", "2027-02-27 12:00:00", "2027-02-28 00:00:00"},
		{"2027-01-31 15:00:00", "2027-02-28 00:00:00", "2027-03-31 00:00:00"},
		{"2028-01-30 15:00:00", "2028-02-28 23:59:00", "2028-02-29 00:00:00"}, // leap year
		{"2028-02-29 00:00:00", "2029-02-28 12:00:00", "2029-03-29 00:00:00"},
		{"2027-01-31 15:00:00", "2027-04-29 12:00:00", "2027-04-30 00:00:00"},
		{"2027-12-15 00:00:00", "2028-01-14 23:59:59", "2028-01-15 00:00:00"},
		{"2027-12-01 00:00:00", "2027-12-31 23:59:59", "2028-01-01 00:00:00"},
	} {
		d := newDesk(t, quota.NewAccount{})
		d.clock.Set(date(test.start))
		if _, err := d.admin.SetPlan(t.Context(), acme, quota.Pro, time.Time{}); err != nil {
			t.Fatal(err)
		}
		if _, err := d.admin.SetLimits(t.Context(), acme, quota.Limits{PerMonth: 2}); err != nil {
			t.Fatal(err)
		}
		d.clock.Set(date(test.used))
		d.convert()
		d.convert()
		refused := d.unpaid()
		if got := refused.Allowance.Reset; !got.Equal(date(test.reset)) {
			t.Errorf("a plan from %s resets at %v after %s, want %s", test.start, got, test.used, test.reset)
		}
		d.clock.Set(date(test.reset).Add(-1))
		d.unpaid()
		if _, err := d.admin.AddCredits(t.Context(), acme, 1, "", ""); err != nil {
			t.Fatal(err)
		}
		d.convert()
		d.clock.Set(date(test.reset))
		d.convert()
		d.convert()
		d.audit()
	}
}

func TestGiveBack(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{FreePerDay: 1}, Credits: 1})
	free, paid := d.admit(""), d.admit("")
	d.unpaid()
	if s := d.status(); s.Open != 2 || s.Credits != 0 || s.Allowance.Used != 1 {
		t.Errorf("with two conversions under way the account is %+v", s)
	}
	d.audit()
	ended, cancel := context.WithCancel(t.Context())
	cancel() // the client hung up
	for range 2 {
		if err := errors.Join(free.GiveBack(ended), paid.GiveBack(ended)); err != nil {
			t.Errorf("GiveBack() = %v", err)
		}
	}
	if s := d.status(); s.Open != 0 || s.Credits != 1 || s.Allowance.Used != 0 || s.Windows[0].Remaining != 27 {
		t.Errorf("after both were given back the account is %+v", s)
	}
	if err := free.Settle(t.Context()); err == nil {
		t.Error("Settle() after GiveBack() = nil, want an error")
	}
	g := d.admit("")
	for range 2 {
		if err := errors.Join(g.Settle(t.Context()), g.GiveBack(t.Context())); err != nil {
			t.Errorf("Settle(), GiveBack() = %v", err)
		}
	}
	if s := d.status(); s.Allowance.Used != 1 {
		t.Errorf("GiveBack() after Settle() returned the conversion")
	}
	d.audit()
}

// A conversion that was charged yesterday and fails today adds nothing to today's allowance.
func TestGiveBackAfterMidnight(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{FreePerDay: 1}})
	d.clock.Set(date("2027-03-10 23:59:59"))
	g := d.admit("")
	d.clock.Add(time.Second)
	d.convert()
	if err := g.GiveBack(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.unpaid()
	d.audit()
}

// Giving back a conversion that was charged before the plan began again adds nothing to
// the new plan's allowance, although both count the same month.
func TestGiveBackAfterPlanBeganAnew(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Plan: quota.Pro, Limits: quota.Limits{PerMonth: 2}})
	g := d.admit("")
	for _, plan := range []quota.Plan{quota.Free, quota.Pro} {
		if _, err := d.admin.SetPlan(t.Context(), acme, plan, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	d.convert()
	if err := g.GiveBack(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := d.status().Allowance.Used; got != 1 {
		t.Errorf("the new plan's use is %d, want 1", got)
	}
	d.convert()
	d.unpaid()
	d.audit()
}

func TestInvalidKeys(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	for _, key := range []string{"", "li_", d.key + "x", d.key[:len(d.key)-1], "xx" + d.key[2:], quota.NewKey()} {
		if _, err := d.gate.Admit(t.Context(), key, ""); !errors.Is(err, quota.ErrInvalidKey) {
			t.Errorf("Admit(%q) = %v, want ErrInvalidKey", key, err)
		}
	}
	if err := d.admin.RemoveAccount(t.Context(), acme); err != nil {
		t.Fatal(err)
	}
	if _, err := d.gate.Admit(t.Context(), d.key, ""); !errors.Is(err, quota.ErrInvalidKey) {
		t.Errorf("Admit() of a removed account = %v, want ErrInvalidKey", err)
	}
}

func TestTwoHundredAtOnce(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{AtOnce: quota.MaxLimit}, Credits: 1000})
	var passed, refused atomic.Int64
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			g, err := d.gate.Admit(t.Context(), d.key, "")
			if err == nil {
				err = g.Settle(t.Context())
				passed.Add(1)
			}
			if _, ok := errors.AsType[*quota.RateError](err); ok {
				refused.Add(1)
			} else if err != nil {
				t.Errorf("Admit(), Settle() = %v", err)
			}
		})
	}
	wg.Wait()
	if passed.Load() != 30 || refused.Load() != 170 {
		t.Errorf("of 200 requests at once %d passed and %d were refused, want 30 and 170", passed.Load(), refused.Load())
	}
	if got := d.status().Credits; got != 1000-30+3 {
		t.Errorf("30 requests left %d credits of 1000, want %d", got, 1000-30+3)
	}
	d.audit()
}

func TestIdempotency(t *testing.T) {
	doc, other := [32]byte{1}, [32]byte{2}
	ctx := t.Context()
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{FreePerDay: quota.None}, Credits: 10})
	credits := func(want int64, when string) {
		t.Helper()
		if got := d.status().Credits; got != want {
			t.Errorf("%s the account has %d credits, want %d", when, got, want)
		}
		d.audit()
	}

	first := d.admit("order-1")
	second := d.admit("order-1") // while the first is under way
	if err := errors.Join(first.Bind(ctx, doc), second.Bind(ctx, doc)); err != nil {
		t.Fatalf("Bind() = %v", err)
	}
	credits(9, "with two equal requests under way")
	if err := first.GiveBack(ctx); err != nil {
		t.Fatal(err)
	}
	credits(9, "after the first of two failed")
	if err := second.Settle(ctx); err != nil {
		t.Fatal(err)
	}
	credits(9, "after the second of two succeeded")

	d.clock.Add(24 * time.Hour)
	again := d.admit("order-1")
	if err := errors.Join(again.Bind(ctx, doc), again.Settle(ctx)); err != nil {
		t.Errorf("a repetition: %v", err)
	}
	wrong := d.admit("order-1")
	if err := wrong.Bind(ctx, other); !errors.Is(err, quota.ErrIdempotencyMismatch) {
		t.Errorf("Bind() of another document = %v, want ErrIdempotencyMismatch", err)
	}
	if err := wrong.Settle(ctx); !errors.Is(err, quota.ErrIdempotencyMismatch) {
		t.Errorf("Settle() of another document = %v, want ErrIdempotencyMismatch", err)
	}
	if err := wrong.GiveBack(ctx); err != nil {
		t.Error(err)
	}
	credits(9, "after a repetition and a refusal")

	d.clock.Add(2 * time.Second) // now the 24 hours are over
	late := d.admit("order-1")
	if err := errors.Join(late.Bind(ctx, other), late.Settle(ctx)); err != nil {
		t.Errorf("a request under a key of the day before: %v", err)
	}
	credits(8, "after the key was used again a day later")

	failed := d.admit("order-2")
	if err := errors.Join(failed.Bind(ctx, doc), failed.GiveBack(ctx)); err != nil {
		t.Error(err)
	}
	credits(8, "after a failed request")
	retry := d.admit("order-2")
	if err := errors.Join(retry.Bind(ctx, other), retry.Settle(ctx)); err != nil {
		t.Errorf("another document under the key of a failed request: %v", err)
	}
	credits(7, "after its retry")

	// A request that was not bound to a document is not converted on an earlier request's charge.
	unbound := d.admit("order-2")
	if err := unbound.Settle(ctx); err == nil {
		t.Error("Settle() without Bind() = nil, want an error")
	}
}

// Equal requests that arrive at once cost one credit when any succeeds, and
// none when all fail.
func TestIdempotencyAtOnce(t *testing.T) {
	for _, succeed := range []bool{true, false} {
		d := newDesk(t, quota.NewAccount{Limits: quota.Limits{AtOnce: quota.MaxLimit, FreePerDay: quota.None}, Credits: 10})
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				g, err := d.gate.Admit(t.Context(), d.key, "same")
				if err != nil {
					t.Errorf("Admit() = %v", err)
					return
				}
				defer g.GiveBack(t.Context())
				if err := g.Bind(t.Context(), [32]byte{7}); err != nil {
					t.Errorf("Bind() = %v", err)
				}
				if succeed && i%2 == 0 {
					if err := g.Settle(t.Context()); err != nil {
						t.Errorf("Settle() = %v", err)
					}
				}
			})
		}
		wg.Wait()
		want := int64(10)
		if succeed {
			want = 9
		}
		if s := d.status(); s.Credits != want || s.Open != 0 {
			t.Errorf("after 20 equal requests at once (some succeed: %v) the account has %d credits and %d open, want %d and 0", succeed, s.Credits, s.Open, want)
		}
		d.audit()
	}
}

func TestRecover(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{FreePerDay: 1}, Credits: 5})
	ctx := t.Context()
	d.admit("")
	g := d.admit("key")
	if err := g.Bind(ctx, [32]byte{1}); err != nil {
		t.Fatal(err)
	}
	d.admit("key") // shares the reservation
	if err := d.admit("").Settle(ctx); err != nil {
		t.Fatal(err)
	}
	other := quota.NewGate(d.store, quota.Options{Now: d.clock.Now, Node: "other"})
	if _, err := other.Admit(ctx, d.key, ""); err != nil {
		t.Fatal(err)
	}
	n, err := quota.NewGate(d.store, d.opts).Recover(ctx)
	if n != 2 || err != nil {
		t.Errorf("Recover() = %d, %v, want the 2 reservations of this node", n, err)
	}
	if s := d.status(); s.Credits != 3 || s.Allowance.Used != 0 || s.Open != 1 {
		t.Errorf("after Recover() the account is %+v, want 3 credits, the free conversion back and the other node's open", s)
	}
	d.audit()
	if n, err := other.Recover(ctx); n != 1 || err != nil {
		t.Errorf("Recover() of the other node = %d, %v, want 1", n, err)
	}
	// The interrupted request can be repeated, with any document.
	again := d.admit("key")
	if err := errors.Join(again.Bind(ctx, [32]byte{2}), again.Settle(ctx)); err != nil {
		t.Error(err)
	}
	d.audit()
}

func TestClockGoesBack(t *testing.T) {
	t.Run("a little, within the minute", func(t *testing.T) {
		d := newDesk(t, quota.NewAccount{Credits: 100})
		for range 30 {
			d.convert()
		}
		d.clock.Add(-10 * time.Second)
		refused := d.limited()
		if want := 70 * time.Second; refused.RetryAfter != want {
			t.Errorf("RetryAfter = %v, want %v", refused.RetryAfter, want)
		}
		d.clock.Add(refused.RetryAfter)
		d.convert()
	})
	t.Run("by a year, after a wrong clock", func(t *testing.T) {
		d := newDesk(t, quota.NewAccount{Credits: 100})
		right := d.clock.Now()
		d.convert()
		d.clock.Add(365 * 24 * time.Hour)
		for range 30 {
			d.convert()
		}
		d.clock.Set(right)
		refused := d.limited()
		if want := time.Minute; refused.RetryAfter != want {
			t.Errorf("RetryAfter = %v, want %v", refused.RetryAfter, want)
		}
		d.clock.Add(refused.RetryAfter)
		d.convert()
		if got := d.status(); got.Allowance.Used != 2 {
			t.Errorf("today's use is %d, want the 2 conversions of today", got.Allowance.Used)
		}
		d.audit()
	})
	t.Run("over midnight and forward again", func(t *testing.T) {
		d := newDesk(t, quota.NewAccount{})
		before, after := date("2027-03-10 23:59:59"), date("2027-03-11 00:00:01")
		d.clock.Set(before)
		d.convert()
		d.clock.Set(after)
		d.convert()
		d.convert()
		d.clock.Set(before)
		d.convert()
		d.convert()
		d.unpaid()
		d.clock.Set(after)
		d.convert()
		d.unpaid()
		d.audit()
	})
	t.Run("to a minute that ends in a day that is full", func(t *testing.T) {
		d := newDesk(t, quota.NewAccount{Limits: quota.Limits{PerMinute: 2, PerDay: 2}, Credits: 10})
		d.clock.Set(date("2027-03-11 12:00:00"))
		d.convert()
		d.convert()
		d.clock.Set(date("2027-03-10 23:59:30")) // the two now count as made at this moment
		refused := d.limited()
		if want := 24*time.Hour + 30*time.Second; refused.RetryAfter != want || refused.Window.Name != "day" {
			t.Errorf("RetryAfter = %v because of the %s, want %v because of the day", refused.RetryAfter, refused.Window.Name, want)
		}
		d.clock.Add(refused.RetryAfter)
		d.convert()
	})
	t.Run("to a day whose next day is full", func(t *testing.T) {
		d := newDesk(t, quota.NewAccount{Limits: quota.Limits{PerDay: 2}})
		for _, day := range []string{"2027-03-11 12:00:00", "2027-03-10 12:00:00"} {
			d.clock.Set(date(day))
			d.convert()
			d.convert()
		}
		refused := d.limited()
		if want := 36 * time.Hour; refused.RetryAfter != want {
			t.Errorf("RetryAfter = %v, want %v", refused.RetryAfter, want)
		}
		d.clock.Add(refused.RetryAfter)
		d.convert()
	})
}

// TestSchedules compares random schedules with a simple model.
func TestSchedules(t *testing.T) {
	if f := flag.Lookup("rapid.steps"); f.Value.String() == f.DefValue {
		f.Value.Set("120")
	}
	store := newStore(t)
	accounts := 0
	rapid.Check(t, func(t *rapid.T) {
		accounts++
		newSchedule(t, store, fmt.Sprintf("account-%d", accounts)).run(t)
	})
}
