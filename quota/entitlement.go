package quota

import (
	"slices"
	"time"
)

// An Allowance is what an account's plan gives it before credits are used.
type Allowance struct {
	Name      string    `json:"name"`      // "day" (plan free) or "month" (plan pro)
	Quota     int       `json:"quota"`     // conversions in one period
	Used      int       `json:"used"`      // conversions charged or reserved in this period
	Remaining int       `json:"remaining"` // 0 to Quota
	Reset     time.Time `json:"reset"`     // when the next period begins
}

// allowance returns an account's allowance at a moment, the source under which it
// is counted, and the period.
func (a *Account) allowance(now time.Time, limits Limits) (al Allowance, from Source, period int64) {
	var next int64
	var counters *Counters
	if a.Plan == Pro {
		al.Name, al.Quota, from, counters = "month", limits.PerMonth, Monthly, &a.Monthly
		period, next = month(a.PlanStart, now)
	} else {
		al.Name, al.Quota, from, counters = "day", limits.FreePerDay, Daily, &a.Daily
		period = day(now)
		next = period + 1
	}
	al.Quota = max(0, al.Quota) // None
	al.Used = int(counters.used(period))
	al.Remaining = max(0, al.Quota-al.Used)
	al.Reset = dayStart(next)
	return al, from, period
}

// counters returns the counters of an allowance's use, or nil for credits.
func (a *Account) counters(s Source) *Counters {
	switch s {
	case Daily:
		return &a.Daily
	case Monthly:
		return &a.Monthly
	}
	return nil
}

// idempotencyLife is how long after a request its repetitions are not charged.
const idempotencyLife = 24 * time.Hour

// entitle finds what pays for a request: an earlier request with the same
// idempotency key, or a new reservation. It returns the ID of the open reservation that
// holder now holds, or 0 if the charge of the earlier request is already final. ok is
// false if the account has neither allowance nor credits left.
func (tx *Tx) entitle(now time.Time, limits Limits, holder Holder, request RequestID) (reservation uint64, ok bool) {
	if r := tx.Request; r != nil && now.Before(r.Expires) {
		if r.Reservation == 0 {
			return 0, true
		}
		if open := tx.Account.open(r.Reservation); open != nil {
			open.Holders = append(open.Holders, holder)
			return open.ID, true
		}
	}
	id, ok := tx.reserve(now, limits, holder, request)
	if ok && request != (RequestID{}) {
		// One second more than 24 hours, since Expires is truncated to the second.
		tx.Request = &Request{Expires: second(now.Add(idempotencyLife + time.Second)), Reservation: id}
	}
	return id, ok
}

// reserve charges one conversion to the account's allowance, or to its credits if
// the allowance is used up, opens a reservation for it and returns the reservation's
// ID. ok is false if neither is left.
func (tx *Tx) reserve(now time.Time, limits Limits, holder Holder, request RequestID) (id uint64, ok bool) {
	a := tx.Account
	al, source, period := a.allowance(now, limits)
	switch {
	case al.Used < al.Quota:
		a.counters(source).count(period, a.Seq).Used++
	case a.Credits > 0:
		source, period = Credits, 0
	default:
		return 0, false
	}
	id = tx.addEntry(now, Entry{Kind: EntryCharge, Source: source, Period: period, Amount: -1})
	a.Open = append(a.Open, Reservation{
		ID: id, Source: source, Period: period, Request: request, Holders: []Holder{holder},
	})
	return id, true
}

// open returns the account's open reservation with an ID, or nil.
func (a *Account) open(id uint64) *Reservation {
	for i := range a.Open {
		if a.Open[i].ID == id {
			return &a.Open[i]
		}
	}
	return nil
}

// reservation returns a copy of an open reservation, without its holders, or nil.
func (tx *Tx) reservation(id uint64) *Reservation {
	if tx.Account == nil {
		return nil
	}
	r := tx.Account.open(id)
	if r == nil {
		return nil
	}
	c := *r
	c.Holders = nil
	return &c
}

// settle makes a reservation's charge final. A reservation that is no longer open was
// either settled by another grant of the same request, or given back by a process that
// took this one for dead. settle returns false if tx does not show that it was settled.
func (tx *Tx) settle(id uint64) bool {
	settled := tx.Request != nil && tx.Request.Reservation == 0
	if tx.Account == nil || tx.Account.open(id) == nil {
		return settled
	}
	tx.close(id)
	if tx.Request != nil && tx.Request.Reservation == id {
		tx.Request.Reservation = 0
	}
	return true
}

// release removes those holders from a reservation for which leaves returns true. If
// none is left, it refunds the charge and forgets the request, so that a repetition is
// charged like a new one. It reports whether it refunded the charge.
func (tx *Tx) release(now time.Time, id uint64, leaves func(Holder) bool, note string) bool {
	if tx.Account == nil {
		return false
	}
	r := tx.Account.open(id)
	if r == nil {
		return false
	}
	r.Holders = slices.DeleteFunc(r.Holders, leaves)
	if len(r.Holders) > 0 {
		return false
	}
	tx.refund(now, r, note)
	tx.close(id)
	if tx.Request != nil && tx.Request.Reservation == id {
		tx.Request = nil
	}
	return true
}

// refund gives back what a reservation was charged.
func (tx *Tx) refund(now time.Time, r *Reservation, note string) {
	if c := tx.Account.counters(r.Source); c != nil {
		c.refund(r.Period, r.ID)
	}
	tx.addEntry(now, Entry{Kind: EntryRefund, Source: r.Source, Period: r.Period, Amount: 1, Charge: r.ID, Note: note})
}

// close removes a reservation from the list of open ones.
func (tx *Tx) close(id uint64) {
	tx.Account.Open = slices.DeleteFunc(tx.Account.Open, func(r Reservation) bool { return r.ID == id })
}

// addEntry adds a ledger entry, adds its amount to the credits if they are its source, and
// returns its Seq. Nothing else changes credits.
func (tx *Tx) addEntry(now time.Time, e Entry) uint64 {
	a := tx.Account
	if e.Source == Credits {
		a.Credits += e.Amount
	}
	a.Seq++
	e.Seq, e.Time, e.Balance = a.Seq, second(now), a.Credits
	tx.Entries = append(tx.Entries, e)
	return e.Seq
}

// second returns t in UTC, truncated to the second: the precision of stored times.
func second(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }
