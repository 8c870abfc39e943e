package quota

import (
	"context"
	"fmt"
	"sort"
	"time"
)

const (
	maxUsageDays = 366
	// clockSlack is how far a clock may have stepped back without making the
	// usage of a day inexact.
	clockSlack = time.Hour
)

// DayUsage counts an account's conversions on one UTC day. A conversion that was
// given back, even on a later day, does not count.
type DayUsage struct {
	Day         time.Time `json:"day"`         // its midnight
	Conversions int       `json:"conversions"` // charged, including those under way
	FromCredits int       `json:"fromCredits"` // of these, the ones that took a credit
}

// Usage returns an account's usage on each of the last days, 1 to 366, oldest first;
// the last is today (UTC). It is computed from the ledger entries of these days; few
// older ones are read. Errors: ErrNotFound, *ArgumentError.
func (a *Admin) Usage(ctx context.Context, account string, days int) ([]DayUsage, error) {
	if days < 1 || days > maxUsageDays {
		return nil, &ArgumentError{"days", fmt.Sprintf("%d is not between 1 and %d", days, maxUsageDays)}
	}
	var last uint64
	var today int64
	_, err := a.updateLiving(ctx, account, RequestID{}, func(tx *Tx, now time.Time) error {
		account, last, today = tx.Account.ID, tx.Account.Seq, day(now)
		return nil
	})
	if err != nil {
		return nil, err
	}
	u := newUsage(today-int64(days)+1, days)
	after, err := a.ledgerBefore(ctx, account, last, dayStart(u.first).Add(-clockSlack))
	if err != nil {
		return nil, err
	}
	for e, err := range a.store.Ledger(ctx, account, after) {
		if err != nil {
			return nil, err
		}
		if e.Seq > last {
			break
		}
		u.add(e)
	}
	return u.days, nil
}

// ledgerBefore returns the number of the last ledger entry before t, or 0 if there is
// none. last is the number of the account's newest entry. Entries are in the order of
// their times, so that it can use a binary search.
func (a *Admin) ledgerBefore(ctx context.Context, account string, last uint64, t time.Time) (uint64, error) {
	before, notBefore := uint64(0), last+1
	for before+1 < notBefore {
		middle := before + (notBefore-before)/2
		e, err := a.ledgerEntry(ctx, account, middle)
		if err != nil {
			return 0, err
		}
		if e.Time.Before(t) {
			before = middle
		} else {
			notBefore = middle
		}
	}
	return before, nil
}

// ledgerEntry returns one ledger entry, which must exist.
func (a *Admin) ledgerEntry(ctx context.Context, account string, seq uint64) (Entry, error) {
	for e, err := range a.store.Ledger(ctx, account, seq-1) {
		return e, err
	}
	return Entry{}, fmt.Errorf("account %s: the ledger has no entry %d", account, seq)
}

// usage adds up ledger entries by day.
type usage struct {
	first int64 // the first day (see day)
	days  []DayUsage
	// spans tell on which day a refunded charge was made. There is one for each
	// day, and there are more if the clock stepped back over midnight.
	spans []daySpan
}

// daySpan is a run of entries of one day. since is the number of the first of them.
type daySpan struct {
	since uint64
	day   int64
}

func newUsage(first int64, days int) *usage {
	u := &usage{first: first, days: make([]DayUsage, days)}
	for i := range u.days {
		u.days[i].Day = dayStart(first + int64(i))
	}
	return u
}

func (u *usage) add(e Entry) {
	on := day(e.Time)
	if n := len(u.spans); n == 0 || u.spans[n-1].day != on {
		u.spans = append(u.spans, daySpan{e.Seq, on})
	}
	switch e.Kind {
	case EntryCharge:
	case EntryRefund:
		// A refund belongs to the day of its charge, if that is one of these.
		i := sort.Search(len(u.spans), func(i int) bool { return u.spans[i].since > e.Charge })
		if i == 0 {
			return
		}
		on = u.spans[i-1].day
	default:
		return
	}
	if on < u.first || on >= u.first+int64(len(u.days)) {
		return
	}
	d := &u.days[on-u.first]
	d.Conversions -= int(e.Amount)
	if e.Source == Credits {
		d.FromCredits -= int(e.Amount)
	}
}
