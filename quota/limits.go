package quota

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Limits are the limits of an account. In an account's own limits zero means the
// gate's default. In JSON and on the command line a number, 0 included, always means
// itself; the default is "default" on the command line, and null or absent in JSON.
type Limits struct {
	PerMinute  int // requests in any 60 s, 1 to MaxPerMinute
	PerDay     int // requests per UTC day, 1 to MaxLimit
	FreePerDay int // conversions per UTC day of plan free, 1 to MaxLimit; None for no allowance
	PerMonth   int // conversions per month of plan pro, 1 to MaxLimit; None for no allowance
	AtOnce     int // requests under way at once, per process, 1 to MaxLimit
	// UnchargedSeconds is how long within an hour workers may be busy with requests
	// for which no conversion is charged, in seconds, 1 to MaxLimit.
	UnchargedSeconds int
	Layouts          int // layouts that are remembered, 1 to MaxLayouts
}

// None as an allowance means that every conversion takes a credit. In JSON and on
// the command line it is 0.
const None = -1

const (
	// MaxPerMinute bounds the request times in an account's record, which take
	// about 4 bytes each.
	MaxPerMinute = 6000
	// MaxLimit is more than anybody will ever convert.
	MaxLimit = 1_000_000_000
)

// DefaultLimits are the product's default limits.
var DefaultLimits = Limits{PerMinute: 30, PerDay: 1000, FreePerDay: 3, PerMonth: 1000, AtOnce: 8, UnchargedSeconds: 300, Layouts: 500}

// A limit is one field of Limits.
type limit struct {
	name     string // for people
	of       *int
	min, max int // as in JSON, where 0 is None
}

func (l *Limits) all() []limit {
	return []limit{
		{"per minute", &l.PerMinute, 1, MaxPerMinute},
		{"per day", &l.PerDay, 1, MaxLimit},
		{"free per day", &l.FreePerDay, 0, MaxLimit},
		{"per month", &l.PerMonth, 0, MaxLimit},
		{"at once", &l.AtOnce, 1, MaxLimit},
		{"uncharged seconds per hour", &l.UnchargedSeconds, 1, MaxLimit},
		{"layouts", &l.Layouts, 1, MaxLayouts},
	}
}

// number returns the limit as it is in JSON: 0 for None, nil for the default.
func (l limit) number() *int {
	switch n := *l.of; n {
	case 0:
		return nil
	case None:
		return new(0)
	default:
		return &n
	}
}

// set sets a limit to a number as it is in JSON: 0 for None, nil for the default.
// Error: *ArgumentError.
func (l limit) set(n *int) error {
	switch {
	case n == nil:
		*l.of = 0
	case *n < l.min || *n > l.max:
		return &ArgumentError{"limits", fmt.Sprintf("%s: %d is not between %d and %d", l.name, *n, l.min, l.max)}
	case *n == 0:
		*l.of = None
	default:
		*l.of = *n
	}
	return nil
}

// limitsJSON is the JSON form of Limits. A field is nil for the default.
type limitsJSON struct {
	PerMinute        *int `json:"perMinute"`
	PerDay           *int `json:"perDay"`
	FreePerDay       *int `json:"freePerDay"`
	PerMonth         *int `json:"perMonth"`
	AtOnce           *int `json:"atOnce"`
	UnchargedSeconds *int `json:"unchargedSeconds"`
	Layouts          *int `json:"layouts"`
}

func (j *limitsJSON) all() []**int {
	return []**int{&j.PerMinute, &j.PerDay, &j.FreePerDay, &j.PerMonth, &j.AtOnce, &j.UnchargedSeconds, &j.Layouts}
}

// MarshalJSON writes each limit as a number, 0 for None, or as null for the default.
func (l Limits) MarshalJSON() ([]byte, error) {
	var j limitsJSON
	for i, member := range j.all() {
		*member = l.all()[i].number()
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote. A limit that is left out is the default.
// The error is an *ArgumentError if a number is outside its range.
func (l *Limits) UnmarshalJSON(data []byte) error {
	var j limitsJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return err
	}
	for i, member := range j.all() {
		if err := l.all()[i].set(*member); err != nil {
			return err
		}
	}
	return nil
}

// or returns l with its zero fields taken from d. Each limit is brought into the range
// that the windows can work with, whatever the configuration says.
func (l Limits) or(d Limits) Limits {
	pick := func(own, other int) int {
		if own != 0 {
			return own
		}
		return other
	}
	return Limits{
		PerMinute:  min(max(1, pick(l.PerMinute, d.PerMinute)), MaxPerMinute),
		PerDay:     max(1, pick(l.PerDay, d.PerDay)),
		FreePerDay: max(None, pick(l.FreePerDay, d.FreePerDay)),
		PerMonth:   max(None, pick(l.PerMonth, d.PerMonth)),
		AtOnce:     max(1, pick(l.AtOnce, d.AtOnce)),

		UnchargedSeconds: max(1, pick(l.UnchargedSeconds, d.UnchargedSeconds)),
		Layouts:          min(max(1, pick(l.Layouts, d.Layouts)), MaxLayouts),
	}
}

// check checks whether limits may be an account's own.
func (l Limits) check() error {
	for _, limit := range l.all() {
		if err := limit.set(limit.number()); err != nil {
			return err
		}
	}
	return nil
}

// note returns the ledger's note about an account's own limits.
func (l Limits) note() string {
	var said []string
	for _, limit := range l.all() {
		text := "default"
		if n := limit.number(); n != nil {
			text = strconv.Itoa(*n)
		}
		said = append(said, limit.name+" "+text)
	}
	return strings.Join(said, ", ")
}
