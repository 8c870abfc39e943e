package quota

import (
	"encoding/json"
	"slices"
	"time"
)

// windowLength is the length of the sliding window.
const windowLength = time.Minute

// A Window is the state of one rate window after a request. The windows "minute" and
// "day" count requests; "uncharged" counts worker seconds.
type Window struct {
	Name      string
	Quota     int           // requests, or seconds, in one window
	Remaining int           // requests, or seconds, still available now, 0 to Quota
	Length    time.Duration // of the window: 60 s sliding, a UTC day of 24 h, or an hour
	// Reset is how long until Remaining grows: for the minute, until its oldest
	// request is 60 s old (0 when it holds none); for the day, until midnight UTC.
	// For uncharged seconds, which become available again continuously, it is how
	// long until all are available.
	Reset time.Duration
}

// windowJSON is the JSON form of a Window, with its durations in whole seconds.
type windowJSON struct {
	Name          string `json:"name"`
	Quota         int    `json:"quota"`
	Remaining     int    `json:"remaining"`
	LengthSeconds int64  `json:"lengthSeconds"`
	ResetSeconds  int64  `json:"resetSeconds"`
}

// MarshalJSON writes the durations in seconds, rounded up.
func (w Window) MarshalJSON() ([]byte, error) {
	return json.Marshal(windowJSON{w.Name, w.Quota, w.Remaining, wholeSeconds(w.Length), wholeSeconds(w.Reset)})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (w *Window) UnmarshalJSON(data []byte) error {
	var j windowJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*w = Window{
		Name: j.Name, Quota: j.Quota, Remaining: j.Remaining,
		Length: time.Duration(j.LengthSeconds) * time.Second, Reset: time.Duration(j.ResetSeconds) * time.Second,
	}
	return nil
}

// wholeSeconds returns d in seconds, rounded up, so that a client that waits that long
// waits long enough.
func wholeSeconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

// rates are the two rate windows of an account at one moment.
type rates struct {
	now    time.Time
	limits Limits
	// recent are the times of the requests in the sliding window, in Unix
	// nanoseconds, ascending. Some may be in the future, if the clock stepped back
	// or another node's clock is ahead.
	recent []int64
	// corrected says that recent holds times that differ from the record's.
	corrected bool
	requests  Counters
}

// ratesOf returns the rate windows of an account, and does not change the account.
//
// A request counts until its time is 60 s ago. A time in the future is kept as it
// is, so that the window stays exact if the clocks of several nodes differ a little.
// Only a time more than 60 s ahead, which a badly wrong clock must have left, is
// replaced by the current time; otherwise such a clock could shut an account out for
// as long as it was ahead.
func ratesOf(a *Account, now time.Time, limits Limits) rates {
	r := rates{now: now, limits: limits, requests: a.Requests}
	at := now.UnixNano()
	for _, t := range a.Recent {
		if t > at+int64(windowLength) {
			t, r.corrected = at, true
		}
		if t > at-int64(windowLength) {
			r.recent = append(r.recent, t)
		}
	}
	if r.corrected {
		slices.Sort(r.recent)
	}
	return r
}

// count counts a request.
func (r *rates) count() {
	at := r.now.UnixNano()
	i, _ := slices.BinarySearch(r.recent, at)
	r.recent = slices.Insert(r.recent, i, at)
	r.requests.count(day(r.now), 0).Used++
}

// minuteFree returns when the sliding window has room: now, or when enough requests
// will be 60 s old.
func (r *rates) minuteFree() time.Time {
	over := len(r.recent) - r.limits.PerMinute
	if over < 0 {
		return r.now
	}
	return time.Unix(0, r.recent[over]+int64(windowLength))
}

// dayFree returns the first moment, t or later, whose UTC day has room. If the day of t
// is full, that is not always the next midnight: before a clock stepped back, the next
// day may have been filled already.
func (r *rates) dayFree(t time.Time) time.Time {
	for d := day(t); ; d++ { // ends: at most two days are remembered
		if r.requests.used(d) < int64(r.limits.PerDay) {
			if start := dayStart(d); start.After(t) {
				return start
			}
			return t
		}
	}
}

// refusal returns the error for a request for which a window has no room, or nil.
func (r *rates) refusal(account string) *RateError {
	minute := r.minuteFree()
	free := r.dayFree(minute)
	if !free.After(r.now) {
		return nil
	}
	windows := r.windows()
	cause := windows[0]
	if free.After(minute) {
		cause = windows[1]
	}
	return &RateError{Account: account, Window: cause, RetryAfter: free.Sub(r.now), RetryAt: free, Windows: windows}
}

// windows returns the state of both windows.
func (r *rates) windows() []Window {
	minute := Window{
		Name:      "minute",
		Quota:     r.limits.PerMinute,
		Remaining: max(0, r.limits.PerMinute-len(r.recent)),
		Length:    windowLength,
	}
	if len(r.recent) > 0 {
		next := r.recent[max(0, len(r.recent)-r.limits.PerMinute)]
		minute.Reset = time.Duration(next + int64(windowLength) - r.now.UnixNano())
	}
	today := day(r.now)
	return []Window{minute, {
		Name:      "day",
		Quota:     r.limits.PerDay,
		Remaining: max(0, r.limits.PerDay-int(r.requests.used(today))),
		Length:    24 * time.Hour,
		Reset:     dayStart(today + 1).Sub(r.now),
	}}
}
