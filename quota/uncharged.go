package quota

import "time"

// Workers cost the service the same whatever becomes of a document, and most of
// what they do for nothing is nobody's fault: a document that cannot be read, that takes
// too long or needs too much, whose client does not wait. That is not charged: who
// pays for rows and gets none would pay for our limits. But what costs nothing
// could be sent for ever, so that the time of workers is counted instead of
// conversions: of all that no conversion is charged for, repetitions of a charged
// request and trials of mappers too. What was charged never counts.
//
// The time drains evenly, all that an account may have (Limits.UnchargedSeconds) within an
// hour: a leaky bucket. Who has used up his time waits minutes at most, not until the
// next day, and no unit is lost. The last one to be admitted may go beyond by what
// he has under way.
//
// An Account holds the moment at which all will have drained, Uncharged (the
// theoretical arrival time of the generic cell rate algorithm, ITU-T I.371).
const (
	unchargedWindow = "uncharged"
	unchargedLength = time.Hour
	// unchargedMost is how far ahead that moment is at the most: so long an account
	// is shut out, less unchargedLength, whatever it had under way.
	unchargedMost = 2 * unchargedLength
)

// uncharged is how long it will be until an account's uncharged time has drained. A
// moment that is further ahead than any can be was left by a wrong clock.
func (a *Account) uncharged(now time.Time) time.Duration {
	left := time.Duration(a.Uncharged - now.UnixNano())
	if left < 0 || left > unchargedMost+clockSlack {
		return 0
	}
	return left
}

// addUncharged counts time that workers spent, and that nothing was charged for.
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

// unchargedRefusal returns the error for an account that used up its uncharged
// time, nil for one that did not.
func (a *Account) unchargedRefusal(now time.Time, r rates) *RateError {
	wait := a.uncharged(now) - unchargedLength
	if wait <= 0 {
		return nil
	}
	return &RateError{Account: a.ID, Window: a.unchargedState(now, r.limits), RetryAfter: wait, RetryAt: now.Add(wait), Windows: r.windows()}
}
