package quota_test

import (
	"slices"
	"time"

	"lineitem/quota"
)

// model computes what an account may do in the simplest way: with lists and
// loops over them, without records, reservations or a ledger. TestSchedules
// compares a Gate with it.
type model struct {
	limits  quota.Limits
	plan    quota.Plan
	start   time.Time
	credits int

	counted []time.Time // requests that the window of a minute remembers
	days    []*tally    // requests per day, the latest used first
	daily   []*tally
	monthly []*tally

	grants   []*modelGrant
	requests map[string]*modelRequest
}

// tally is the use of one day or period.
type tally struct {
	begin time.Time
	used  int
}

type modelGrant struct {
	charge *charge // shared by grants of the same request; nil: an earlier one paid
	key    string
	bound  bool // a document was given for it
	refuse bool // that was another document than the idempotency key's
}

// charge is the payment for one conversion, from an allowance's tally or from credits.
type charge struct {
	from    *tally // nil: credits
	holders int
	final   bool
}

type modelRequest struct {
	expires time.Time
	charge  *charge
	doc     string
}

type verdict int

const (
	admitted verdict = iota
	limited
	unpaid
)

// remember returns the tally of a day or period, beginning one if there is none. Only the
// two that were used last are remembered.
func remember(list *[]*tally, begin time.Time) *tally {
	i := slices.IndexFunc(*list, func(t *tally) bool { return t.begin.Equal(begin) })
	if i < 0 {
		*list = append([]*tally{{begin: begin}}, *list...)
	} else {
		found := (*list)[i]
		*list = append([]*tally{found}, slices.Delete(*list, i, i+1)...)
	}
	*list = (*list)[:min(2, len(*list))]
	return (*list)[0]
}

// used returns how much of a day or period is used, and does not change what is remembered.
func used(list []*tally, begin time.Time) int {
	for _, t := range list {
		if t.begin.Equal(begin) {
			return t.used
		}
	}
	return 0
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// period returns the day on which the plan's current month began, walking back from today:
// a month begins on the day of the month of the plan's start, or on the last day of a
// month that has no such day.
func (m *model) period(now time.Time) time.Time {
	for d := midnight(now); ; d = d.AddDate(0, 0, -1) {
		last := d.AddDate(0, 0, 1).Month() != d.Month()
		if d.Day() == m.start.Day() || last && d.Day() < m.start.Day() {
			return d
		}
	}
}

// room reports whether the rate windows let a request pass at some moment.
func (m *model) room(at time.Time) bool {
	n := 0
	for _, t := range m.counted {
		if at.Sub(t) < time.Minute {
			n++
		}
	}
	return n < m.limits.PerMinute && used(m.days, midnight(at)) < m.limits.PerDay
}

// correct treats requests more than a minute in the future as made now. It reports whether
// there were any.
func (m *model) correct(now time.Time) (corrected bool) {
	for i, t := range m.counted {
		if t.Sub(now) > time.Minute {
			m.counted[i], corrected = now, true
		}
	}
	return corrected
}

// forget drops requests that are a minute old or older.
func (m *model) forget(now time.Time) {
	m.counted = slices.DeleteFunc(m.counted, func(t time.Time) bool { return now.Sub(t) >= time.Minute })
}

// request makes a request with a valid API key; key is its idempotency key, if it has one.
func (m *model) request(now time.Time, key string) (verdict, *modelGrant) {
	corrected := m.correct(now)
	if !m.room(now) {
		if corrected {
			m.forget(now)
		}
		return limited, nil
	}
	m.forget(now)
	m.counted = append(m.counted, now)
	remember(&m.days, midnight(now)).used++

	g := &modelGrant{key: key}
	if r := m.requests[key]; r != nil && now.Before(r.expires) {
		if !r.charge.final {
			g.charge = r.charge
			g.charge.holders++
		}
		m.grants = append(m.grants, g)
		return admitted, g
	}
	c := m.pay(now)
	if c == nil {
		return unpaid, nil
	}
	g.charge = c
	if key != "" {
		m.requests[key] = &modelRequest{expires: now.Add(24*time.Hour + time.Second).Truncate(time.Second), charge: c}
	}
	m.grants = append(m.grants, g)
	return admitted, g
}

func (m *model) pay(now time.Time) *charge {
	list, begin, quota := &m.daily, midnight(now), m.limits.FreePerDay
	if m.pro() {
		list, begin, quota = &m.monthly, m.period(now), m.limits.PerMonth
	}
	if used(*list, begin) < quota {
		t := remember(list, begin)
		t.used++
		return &charge{from: t, holders: 1}
	}
	if m.credits > 0 {
		m.credits--
		return &charge{holders: 1}
	}
	return nil
}

func (m *model) pro() bool { return m.plan == quota.Pro }

// bind reports whether a document may be converted under the grant's key.
func (m *model) bind(g *modelGrant, doc string) bool {
	g.bound = true
	r := m.requests[g.key]
	if r == nil {
		return true
	}
	if r.doc == "" {
		r.doc = doc
	}
	g.refuse = g.refuse || r.doc != doc
	return r.doc == doc
}

func (m *model) drop(g *modelGrant) {
	m.grants = slices.DeleteFunc(m.grants, func(other *modelGrant) bool { return other == g })
}

func (m *model) settle(g *modelGrant) bool {
	if g.refuse || g.key != "" && !g.bound {
		return false
	}
	m.drop(g)
	if g.charge != nil && !g.charge.final {
		g.charge.final = true
	}
	return true
}

func (m *model) giveBack(g *modelGrant) {
	m.drop(g)
	c := g.charge
	if c == nil || c.final {
		return
	}
	if c.holders--; c.holders > 0 {
		return
	}
	if c.from != nil {
		c.from.used--
	} else {
		m.credits++
	}
	if r := m.requests[g.key]; r != nil && r.charge == c {
		delete(m.requests, g.key)
	}
}

// setPlan begins a plan, unless the account has been on it since that day.
func (m *model) setPlan(plan quota.Plan, start time.Time) {
	if plan == m.plan && midnight(start).Equal(midnight(m.start)) {
		return
	}
	m.plan, m.start = plan, start
	if m.pro() {
		m.monthly = nil
	}
}
