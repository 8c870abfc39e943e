package quota

import "time"

// Counters count per period: a UTC day, or a month of a plan. They remember the
// two periods used last, the latest first, so that a clock that steps back over
// a period's end and forward again finds each period's count as it left it.
type Counters [2]Counter

// A Counter is the use of one period.
type Counter struct {
	Period int64  // the period's first day, in days since 1970-01-01 UTC
	Since  uint64 // ledger entries up to this Seq belong to an earlier count
	Used   int64
}

// day returns the number of t's UTC day.
func day(t time.Time) int64 {
	days := t.Unix() / 86400
	if t.Unix()%86400 < 0 {
		days--
	}
	return days
}
