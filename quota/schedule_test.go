package quota_test

import (
	"context"
	"errors"
	"slices"
	"time"

	"pgregory.net/rapid"

	"lineitem/quota"
)

// schedule drives a gate and the model through the same random events.
type schedule struct {
	clock   *clock
	store   quota.Store
	opts    quota.Options
	gate    *quota.Gate
	admin   *quota.Admin
	account string
	key     string
	model   *model
	grants  map[*modelGrant]*quota.Grant
}

var limitsRange = rapid.Custom(func(t *rapid.T) quota.Limits {
	return quota.Limits{
		PerMinute:  rapid.IntRange(1, 6).Draw(t, "per minute"),
		PerDay:     rapid.IntRange(1, 25).Draw(t, "per day"),
		FreePerDay: rapid.SampledFrom([]int{quota.None, 1, 3, 10}).Draw(t, "free per day"),
		PerMonth:   rapid.SampledFrom([]int{quota.None, 1, 5, 20}).Draw(t, "per month"),
		AtOnce:     quota.MaxLimit,
	}
})

// moments are times near which a day, a month or a period ends.
var moments = rapid.SampledFrom([]time.Time{
	date("2027-01-31 23:59:58"), date("2027-02-28 12:00:00"), date("2027-02-28 23:59:30"), date("2027-03-30 23:59:59"),
	date("2027-04-30 23:59:59"), date("2027-12-31 23:59:10"), date("2028-02-28 23:59:59"), date("2028-02-29 23:59:59"),
	date("2028-03-01 00:00:00"), date("2029-02-28 23:59:01"), date("2027-10-31 01:00:00"),
})

func newSchedule(t *rapid.T, store quota.Store, account string) *schedule {
	ctx := context.Background()
	s := &schedule{clock: &clock{now: moments.Draw(t, "now")}, store: store, account: account, grants: map[*modelGrant]*quota.Grant{}}
	s.opts = quota.Options{Now: s.clock.Now}
	s.gate, s.admin = quota.NewGate(store, s.opts), quota.NewAdmin(store, s.opts)
	plan := rapid.SampledFrom([]quota.Plan{quota.Free, quota.Pro}).Draw(t, "plan")
	s.model = &model{
		limits: limitsRange.Draw(t, "limits"), plan: plan, start: s.clock.Now(), credits: rapid.IntRange(0, 5).Draw(t, "credits"),
		requests: map[string]*modelRequest{},
	}
	_, err := s.admin.AddAccount(ctx, quota.NewAccount{ID: account, Plan: plan, Limits: s.model.limits, Credits: int64(s.model.credits)})
	if err != nil {
		t.Fatalf("AddAccount() = %v", err)
	}
	if s.key, _, err = s.admin.NewKey(ctx, account, ""); err != nil {
		t.Fatalf("NewKey() = %v", err)
	}
	return s
}

func (s *schedule) run(t *rapid.T) {
	t.Repeat(map[string]func(*rapid.T){
		"request":    s.request,
		"request 2":  s.request, // more often than the rest
		"request 3":  s.request,
		"equal":      s.equalRequest,
		"settle":     s.settle,
		"settle 2":   s.settle,
		"give back":  s.giveBack,
		"wait":       s.wait,
		"step":       s.step,
		"plan":       s.setPlan,
		"limits":     s.setLimits,
		"credits":    s.addCredits,
		"crash":      s.crash,
		"":           s.compare,
		"audit":      s.audit,
		"wait again": s.wait,
	})
	s.audit(t)
}

func (s *schedule) request(t *rapid.T) { s.admit(t, "") }

func (s *schedule) equalRequest(t *rapid.T) {
	key := rapid.SampledFrom([]string{"k1", "k2"}).Draw(t, "idempotency key")
	if g := s.admit(t, key); g != nil {
		doc := rapid.SampledFrom([]string{"", "A", "A", "A", "B"}).Draw(t, "document")
		if doc == "" {
			return // not bound yet
		}
		err := s.grants[g].Bind(context.Background(), [32]byte{doc[0]})
		if fits := s.model.bind(g, doc); fits != (err == nil) {
			t.Fatalf("Bind(%q) = %v, the model says that it fits: %v", doc, err, fits)
		}
	}
}

func (s *schedule) admit(t *rapid.T, idempotencyKey string) *modelGrant {
	now := s.clock.Now()
	want, grant := s.model.request(now, idempotencyKey)
	got, err := s.knock(t, idempotencyKey)
	var windows []quota.Window
	rate, isRate := errors.AsType[*quota.RateError](err)
	payment, isPayment := errors.AsType[*quota.PaymentError](err)
	switch {
	case isRate && want == limited:
		windows = rate.Windows
	case isPayment && want == unpaid:
		windows = payment.Windows
	case err == nil && want == admitted:
		windows = got.Windows()
		s.grants[grant] = got
	default:
		t.Fatalf("Admit() at %v = %v, the model says %v", now, err, want)
	}
	minute := 0
	for _, at := range s.model.counted {
		if now.Sub(at) < time.Minute {
			minute++
		}
	}
	day := used(s.model.days, midnight(now))
	l := s.model.limits
	if windows[0].Remaining != max(0, l.PerMinute-minute) || windows[1].Remaining != max(0, l.PerDay-day) {
		t.Fatalf("the windows are %+v, the model has %d in the minute and %d in the day", windows, minute, day)
	}
	if isRate {
		s.checkRetry(t, now, rate)
	}
	return grant
}

// knock makes a request with the key or, where that makes no difference, as the
// holder of the account who is signed in.
func (s *schedule) knock(t *rapid.T, idempotencyKey string) (*quota.Grant, error) {
	if idempotencyKey == "" && rapid.Bool().Draw(t, "signed in") {
		return s.gate.AdmitAccount(context.Background(), s.account)
	}
	return s.gate.Admit(context.Background(), s.key, idempotencyKey)
}

// checkRetry checks that a request succeeds after RetryAfter and not before.
func (s *schedule) checkRetry(t *rapid.T, now time.Time, e *quota.RateError) {
	if at := now.Add(e.RetryAfter); !s.model.room(at) || s.model.room(at.Add(-1)) {
		t.Fatalf("at %v RetryAfter is %v: not the first moment with room", now, e.RetryAfter)
	}
	if rapid.Bool().Draw(t, "retry") {
		s.clock.Add(e.RetryAfter)
		if s.admit(t, ""); !s.model.counted[len(s.model.counted)-1].Equal(s.clock.Now()) {
			t.Fatalf("a request after RetryAfter was refused")
		}
	}
}

// pick chooses a grant that has not ended.
func (s *schedule) pick(t *rapid.T) (*modelGrant, *quota.Grant) {
	if len(s.model.grants) == 0 {
		t.Skip("no grant")
	}
	g := rapid.SampledFrom(s.model.grants).Draw(t, "grant")
	return g, s.grants[g]
}

func (s *schedule) settle(t *rapid.T) {
	m, g := s.pick(t)
	want := s.model.settle(m)
	if err := g.Settle(context.Background()); (err == nil) != want {
		t.Fatalf("Settle() = %v, the model says %v", err, want)
	}
}

func (s *schedule) giveBack(t *rapid.T) {
	m, g := s.pick(t)
	s.model.giveBack(m)
	if err := g.GiveBack(context.Background()); err != nil {
		t.Fatalf("GiveBack() = %v", err)
	}
}

func (s *schedule) wait(t *rapid.T) {
	s.clock.Add(time.Duration(rapid.Int64Range(0, int64(40*time.Second)).Draw(t, "wait")))
}

// step moves the clock back, as clocks should not move, or far ahead.
func (s *schedule) step(t *rapid.T) {
	switch rapid.SampledFrom([]string{"back", "far back", "to midnight", "to a moment", "hours", "days"}).Draw(t, "step") {
	case "back":
		s.clock.Add(-time.Duration(rapid.Int64Range(1, int64(2*time.Minute)).Draw(t, "back")))
	case "far back":
		s.clock.Add(-time.Duration(rapid.IntRange(1, 40*24).Draw(t, "hours back")) * time.Hour)
	case "to midnight":
		s.clock.Set(midnight(s.clock.Now()).AddDate(0, 0, 1).Add(-time.Duration(rapid.IntRange(0, 70).Draw(t, "seconds before")) * time.Second))
	case "to a moment":
		s.clock.Set(moments.Draw(t, "moment"))
	case "hours":
		s.clock.Add(time.Duration(rapid.IntRange(1, 30).Draw(t, "hours")) * time.Hour)
	case "days":
		s.clock.Add(time.Duration(rapid.IntRange(1, 40).Draw(t, "days")) * 24 * time.Hour)
	}
}

func (s *schedule) setPlan(t *rapid.T) {
	plan := rapid.SampledFrom([]quota.Plan{quota.Free, quota.Pro}).Draw(t, "plan")
	start := s.clock.Now().AddDate(0, 0, -rapid.IntRange(0, 45).Draw(t, "days ago"))
	s.model.setPlan(plan, start)
	if _, err := s.admin.SetPlan(context.Background(), s.account, plan, start); err != nil {
		t.Fatalf("SetPlan() = %v", err)
	}
}

func (s *schedule) setLimits(t *rapid.T) {
	s.model.limits = limitsRange.Draw(t, "limits")
	if _, err := s.admin.SetLimits(context.Background(), s.account, s.model.limits); err != nil {
		t.Fatalf("SetLimits() = %v", err)
	}
}

func (s *schedule) addCredits(t *rapid.T) {
	n := rapid.SampledFrom([]int{1, 3, -1, -2}).Draw(t, "credits")
	_, err := s.admin.AddCredits(context.Background(), s.account, int64(n), "", "")
	if s.model.credits+n < 0 {
		if !errors.Is(err, quota.ErrInsufficientCredits) {
			t.Fatalf("AddCredits(%d) to %d = %v, want ErrInsufficientCredits", n, s.model.credits, err)
		}
		return
	}
	if s.model.credits += n; err != nil {
		t.Fatalf("AddCredits(%d) = %v", n, err)
	}
}

// crash acts as a process that dies, so that all grants are forgotten, and starts again.
func (s *schedule) crash(t *rapid.T) {
	for _, g := range slices.Clone(s.model.grants) {
		s.model.giveBack(g)
	}
	s.gate = quota.NewGate(s.store, s.opts)
	if _, err := s.gate.Recover(context.Background()); err != nil {
		t.Fatalf("Recover() = %v", err)
	}
}

func (s *schedule) compare(t *rapid.T) {
	status, err := s.admin.Account(context.Background(), s.account)
	if err != nil {
		t.Fatalf("Account() = %v", err)
	}
	now := s.clock.Now()
	want := used(s.model.daily, midnight(now))
	if s.model.pro() {
		want = used(s.model.monthly, s.model.period(now))
	}
	if status.Credits != int64(s.model.credits) || status.Allowance.Used != want {
		t.Fatalf("at %v the account has %d credits and used %d of its allowance, the model %d and %d",
			now, status.Credits, status.Allowance.Used, s.model.credits, want)
	}
}

func (s *schedule) audit(t *rapid.T) { checkAudit(t, s.admin, s.account) }
