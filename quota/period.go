package quota

import "time"

// Counters count uses per period: a UTC day, or a month of a plan. They remember the
// two periods used most recently, the last one first, so that the counts stay right if
// the clock steps back over the end of a period and forward again.
type Counters [2]Counter

// A Counter is the use of one period.
type Counter struct {
	Period int64  // the period's first day, in days since 1970-01-01 UTC
	Since  uint64 // ledger entries up to this Seq belong to an earlier count
	Used   int64
}

// used returns the use of a period.
func (c *Counters) used(period int64) int64 {
	for i := range c {
		if c[i].Period == period {
			return c[i].Used
		}
	}
	return 0
}

// last returns the start of the latest remembered period that has any use, or the zero
// time if none has.
func (c *Counters) last() (t time.Time) {
	for i := range c {
		if start := dayStart(c[i].Period); c[i].Used > 0 && start.After(t) {
			t = start
		}
	}
	return t
}

// count returns the counter of a period for the caller to change. A period that is not
// remembered begins at 0, after the ledger entry since, and replaces the period that
// was used less recently.
func (c *Counters) count(period int64, since uint64) *Counter {
	switch period {
	case c[0].Period:
	case c[1].Period:
		c[0], c[1] = c[1], c[0]
	default:
		c[0], c[1] = Counter{Period: period, Since: since}, c[0]
	}
	return &c[0]
}

// refund subtracts one unit, which was charged by the ledger entry charge, from a
// period's use, if that count is still remembered.
func (c *Counters) refund(period int64, charge uint64) {
	for i := range c {
		if c[i].Period == period && c[i].Since < charge && c[i].Used > 0 {
			c[i].Used--
			return
		}
	}
}

// day returns the number of t's UTC day since 1970-01-01.
func day(t time.Time) int64 {
	seconds := t.Unix()
	days := seconds / 86400
	if seconds%86400 < 0 {
		days--
	}
	return days
}

// dayStart returns the midnight (UTC) at which a day begins.
func dayStart(day int64) time.Time { return time.Unix(day*86400, 0).UTC() }

// month returns the first day of the period that contains t, and of the period
// after it, for a plan that began at start. Periods begin at midnight UTC on
// start's day of the month, or on the last day of a month that is too short to
// have it: those of a plan of 31 January begin on 28 February, 31 March and so on.
func month(start, t time.Time) (first, next int64) {
	anchor := start.UTC().Day()
	year, mon, date := t.UTC().Date()
	begin := monthDay(year, mon, anchor)
	if date < begin.Day() {
		return day(monthDay(year, mon-1, anchor)), day(begin)
	}
	return day(begin), day(monthDay(year, mon+1, anchor))
}

// monthDay returns a day of a month, or the month's last day if it has fewer days. The
// month may be one before January or one after December.
func monthDay(year int, month time.Month, date int) time.Time {
	last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
	return last.AddDate(0, 0, min(0, date-last.Day()))
}
