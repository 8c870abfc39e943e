package nodetest

import (
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert/cli/clitest"
	"lineitem/quota"
)

// nodeAccount is an account that many clients share.
type nodeAccount struct {
	quota.NewAccount
	repeats bool // all of its clients send Idempotency-Keys
	single  bool // none of its clients does
	refusal int  // the status with which it is refused in the end, 0: never
	most    int  // conversions that can be paid for, 0: more than are asked for

	keys    []string
	clients []*nodeClient
	refused atomic.Bool // at least once

	statuses map[int]int // how often its clients were answered with each status
	lost     int         // charges whose answers were cut off
	returned int         // charges of killed nodes that were given back
}

// nodeAccounts returns an account for each limit, and two that reach none.
func nodeAccounts() []*nodeAccount {
	const many = 1e9
	free := clitest.Unlimited
	free.FreePerDay = 60
	month := clitest.Unlimited
	month.PerMonth = 150
	minute := clitest.Unlimited
	minute.PerMinute = 90
	day := clitest.Unlimited
	day.PerDay = 120
	return []*nodeAccount{
		{NewAccount: quota.NewAccount{ID: "repeats", Credits: many, Limits: clitest.Unlimited}, repeats: true},
		{NewAccount: quota.NewAccount{ID: "plain", Credits: many, Limits: clitest.Unlimited}, single: true},
		{NewAccount: quota.NewAccount{ID: "minute", Credits: many, Limits: minute}, refusal: http.StatusTooManyRequests},
		{NewAccount: quota.NewAccount{ID: "day", Credits: many, Limits: day}, refusal: http.StatusTooManyRequests},
		{NewAccount: quota.NewAccount{ID: "free", Limits: free}, refusal: http.StatusPaymentRequired, most: free.FreePerDay},
		{NewAccount: quota.NewAccount{ID: "month", Plan: quota.Pro, Limits: month}, refusal: http.StatusPaymentRequired, most: month.PerMonth},
		{NewAccount: quota.NewAccount{ID: "credits", Credits: 100, Limits: clitest.Unlimited}, refusal: http.StatusPaymentRequired, most: 100},
	}
}

func (a *nodeAccount) open(t *testing.T, admin *quota.Admin) {
	a.keys = []string{clitest.AddAccount(t, admin, a.NewAccount)}
	second, _, err := admin.NewKey(t.Context(), a.ID, "second")
	if err != nil {
		t.Fatal(err)
	}
	a.keys = append(a.keys, second)
}

// check compares what the clients were told with the limits and with the ledger.
func (a *nodeAccount) check(t *testing.T, admin *quota.Admin, paid *payer) {
	t.Helper()
	var counted []nodeAnswer
	a.statuses = map[int]int{}
	acked, unknown := 0, 0
	days := map[string]bool{}
	for _, c := range a.clients {
		acked, unknown = acked+c.acked, unknown+c.unknown
		if c.pending {
			unknown++
		}
		for _, p := range c.doubtful {
			if p.killed.Load() {
				unknown++
			}
		}
		for _, answer := range c.record {
			a.statuses[answer.status]++
			days[answer.received.UTC().Format(time.DateOnly)] = true
			if answer.counted() {
				counted = append(counted, answer)
			}
		}
	}
	a.checkAnswers(t, counted)

	if a.most != 0 && acked > a.most && (a.most != a.Limits.FreePerDay || len(days) == 1) {
		t.Errorf("%s: %d documents were answered, more than %d", a.ID, acked, a.most)
	}
	charged, booked := a.checkLedger(t, admin)
	if charged < acked || charged > acked+unknown {
		t.Errorf("%s was charged %d times for %d answers, of which %d more may have been lost", a.ID, charged, acked, unknown)
	}
	a.lost = charged - acked
	wantBooked := a.Credits
	if paid.account == a.ID {
		wantBooked += paid.count
	}
	if booked != wantBooked {
		t.Errorf("%s was credited %d, and paid for %d", a.ID, booked, wantBooked)
	}
	status, err := admin.Account(t.Context(), a.ID)
	if err != nil {
		t.Fatal(err)
	}
	if status.Open != 0 {
		t.Errorf("%s has %d reservations open", a.ID, status.Open)
	}
}

// clockError is how far the nodes' readings of the database's clock may differ at one
// moment. It is longer than they take to ask for it.
const clockError = time.Second

// checkAnswers compares the clients' own record with the limits: requests that
// were sent and answered within a window certainly count in that window.
func (a *nodeAccount) checkAnswers(t *testing.T, counted []nodeAnswer) {
	t.Helper()
	slices.SortFunc(counted, func(x, y nodeAnswer) int { return x.sent.Compare(y.sent) })
	days := map[string]int{}
	for i, first := range counted {
		if day := first.sent.UTC().Format(time.DateOnly); day == first.received.UTC().Format(time.DateOnly) {
			days[day]++
		}
		if a.Limits.PerMinute >= len(counted) {
			continue
		}
		end, within := first.sent.Add(time.Minute-clockError), 0
		for _, other := range counted[i:] {
			if other.sent.After(end) {
				break
			}
			if !other.received.After(end) {
				within++
			}
		}
		if within > a.Limits.PerMinute {
			t.Errorf("%s: %d requests were counted within a minute, more than %d", a.ID, within, a.Limits.PerMinute)
			break
		}
	}
	for day, n := range days {
		if n > a.Limits.PerDay {
			t.Errorf("%s: %d requests were counted on %s, more than %d", a.ID, n, day, a.Limits.PerDay)
		}
	}
}

// checkLedger compares each state that the ledger records with the limits. It
// returns how often the account was charged, less what was refunded, and the credits
// that were booked.
func (a *nodeAccount) checkLedger(t *testing.T, admin *quota.Admin) (charged int, booked int64) {
	t.Helper()
	type allowance struct {
		source quota.Source
		period int64
	}
	used := map[allowance]int64{}
	allowed := map[quota.Source]int64{quota.Daily: max(0, int64(a.Limits.FreePerDay)), quota.Monthly: int64(a.Limits.PerMonth)}
	var charges []time.Time
	days := map[string]int{}
	for e, err := range admin.Ledger(t.Context(), a.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case quota.EntryCharge:
			charges = append(charges, e.Time)
			days[e.Time.UTC().Format(time.DateOnly)]++
			charged++
		case quota.EntryRefund:
			charged--
			if e.Note == "left open by a crash" {
				a.returned++
			}
		case quota.EntryCredit:
			booked += e.Amount
		}
		if e.Balance < 0 {
			t.Errorf("%s: entry %d leaves %d credits", a.ID, e.Seq, e.Balance)
		}
		if e.Source == quota.Daily || e.Source == quota.Monthly {
			of := allowance{e.Source, e.Period}
			if used[of] -= e.Amount; used[of] > allowed[e.Source] {
				t.Errorf("%s: entry %d uses %d of the %s allowance of %d", a.ID, e.Seq, used[of], e.Source, allowed[e.Source])
			}
		}
	}
	slices.SortFunc(charges, time.Time.Compare)
	for i := a.Limits.PerMinute; i < len(charges); i++ {
		if span := charges[i].Sub(charges[i-a.Limits.PerMinute]); span < time.Minute-clockError {
			t.Errorf("%s: %d charges within %v, more than %d", a.ID, a.Limits.PerMinute+1, span, a.Limits.PerMinute)
			break
		}
	}
	for day, n := range days {
		if n > a.Limits.PerDay {
			t.Errorf("%s: %d charges on %s, more than %d requests", a.ID, n, day, a.Limits.PerDay)
		}
	}
	return charged, booked
}
