package quota

import (
	"encoding/json"
	"slices"
	"time"
)

// windowLength is the length of the sliding window.
const windowLength = time.Minute

// A Window is the state of one rate window after a request. Two of them count
// requests, "minute" and "day"; "uncharged" counts seconds of workers.
type Window struct {
	Name      string
	Quota     int           // requests, or seconds, in one window
	Remaining int           // what would be admitted now, 0 to Quota
	Length    time.Duration // of the window: 60 s sliding, a UTC day of 24 h, or an hour
	// Reset is how long until Remaining grows: for the minute, until its oldest
	// request is 60 s old (0 when it holds none); for the day, until midnight UTC.
	// For uncharged seconds, of which some come back all the time, it is how long
	// until all are there.
	Reset time.Duration
}

// windowJSON is a Window as programs see it, its durations in whole seconds.
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

// wholeSeconds rounds up, so that who waits that long has waited long enough.
func wholeSeconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

// rates are the two rate windows of an account at one moment.
type rates struct {
	now    time.Time
	limits Limits
	// recent are the requests of the sliding window, ascending. Some may lie
	// in the future, when the clock stepped back or another node's is ahead.
	recent []int64
	// corrected says that recent holds times that were not those of the record.
	corrected bool
	requests  Counters
}

// ratesOf looks at an account's windows and changes nothing.
//
// A request counts as long as its time is less than 60 s ago. A time in the
// future counts from when it comes, so that the window stays exact when the
// clocks of several nodes differ a little. Only a time more than 60 s ahead,
// which a badly wrong clock must have left, is taken for now; without that such
// a clock could shut an account out for as long as it was wrong.
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

// minuteFree is when the sliding window has room: now, or when enough requests
// have become 60 s old.
func (r *rates) minuteFree() time.Time {
	over := len(r.recent) - r.limits.PerMinute
	if over < 0 {
		return r.now
	}
	return time.Unix(0, r.recent[over]+int64(windowLength))
}

// dayFree is the first moment from t on whose UTC day has room. That is not
// always the next midnight: a clock that stepped back may have filled the day
// after this one already.
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

// refusal returns the error for a request that finds no room, or nil.
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

// windows describes both windows.
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
