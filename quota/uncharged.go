package quota

import "time"

// A worker's time costs the service the same whether or not a document yields rows,
// and most failures are nobody's fault: the document cannot be read, takes too long or
// needs too much, or its client does not wait. Failures are not charged: a customer who
// pays for rows and gets none would pay for our limits. But requests that cost nothing
// could be sent for ever. So, instead of conversions, the time is counted that workers
// spend on requests for which no conversion is charged, including repetitions of a
// charged request and trials of mappers. Work that was charged never counts.
//
// The time is kept in a leaky bucket: a full one (Limits.UnchargedSeconds) drains evenly
// within an hour. An account that has used up its time usually waits minutes, and at
// most an hour, not until the next day, and no unit is lost. It may exceed its limit by
// the requests that are under way when the bucket becomes full.
//
// Account.Uncharged is the moment at which the bucket will be empty (the
// theoretical arrival time of the generic cell rate algorithm, ITU-T I.371).
const (
	unchargedWindow = "uncharged"
	unchargedLength = time.Hour
	// unchargedMost bounds how far ahead that moment may be. An account is thus shut
	// out for at most unchargedMost - unchargedLength, whatever it had under way.
	unchargedMost = 2 * unchargedLength
)

// uncharged returns how long it takes until all of an account's uncharged time has
// drained. A moment further ahead than unchargedMost and clockSlack allow was left by
// a wrong clock and is ignored.
func (a *Account) uncharged(now time.Time) time.Duration {
	left := time.Duration(a.Uncharged - now.UnixNano())
	if left < 0 || left > unchargedMost+clockSlack {
		return 0
	}
	return left
}

// addUncharged counts time that workers spent on work that was not charged.
func (a *Account) addUncharged(now time.Time, worked time.Duration, limits Limits) {
	if worked <= 0 {
		return
	}
	const longest = 24 * time.Hour // so that nothing overflows
	drains := min(worked, longest) * (unchargedLength / time.Second) / time.Duration(limits.UnchargedSeconds)
	a.Uncharged = now.UnixNano() + int64(min(a.uncharged(now)+drains, unchargedMost))
}

// unchargedState describes an account's uncharged time as a window, in seconds.
func (a *Account) unchargedState(now time.Time, limits Limits) Window {
	left := a.uncharged(now)
	used := left / (unchargedLength / time.Second) * time.Duration(limits.UnchargedSeconds)
	return Window{
		Name: unchargedWindow, Quota: limits.UnchargedSeconds, Length: unchargedLength, Reset: left,
		Remaining: max(0, limits.UnchargedSeconds-int(wholeSeconds(used))),
	}
}

// unchargedRefusal returns the error for an account that has used up its uncharged
// time, or nil if it has not.
func (a *Account) unchargedRefusal(now time.Time, r rates) *RateError {
	wait := a.uncharged(now) - unchargedLength
	if wait <= 0 {
		return nil
	}
	return &RateError{Account: a.ID, Window: a.unchargedState(now, r.limits), RetryAfter: wait, RetryAt: now.Add(wait), Windows: r.windows()}
}
