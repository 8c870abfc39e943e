package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"lineitem/quota"
)

// limitFlag is a limit of accounts: a number, or "default".
type limitFlag struct {
	quota int // as in quota.Limits
	set   bool
	// min and max are the least and greatest number allowed.
	min, max int
	// usual is what "default" stands for; 0 for the limit of the service.
	usual int
}

func (l *limitFlag) String() string {
	switch l.quota {
	case 0:
		return ""
	case quota.None:
		return "0"
	}
	return strconv.Itoa(l.quota)
}

func (l *limitFlag) Set(text string) error {
	l.set = true
	if text == "default" {
		l.quota = l.usual
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < l.min || n > l.max {
		return errors.New(l.wanted())
	}
	if l.quota = n; n == 0 {
		l.quota = quota.None
	}
	return nil
}

// wanted says what a limit may be. There is no word for "no limit" or for "no
// allowance", since people took "none" for either.
func (l *limitFlag) wanted() string {
	text := fmt.Sprintf(`want a whole number from %d to %d, or "default"`, l.min, l.max)
	if l.min == 0 {
		text += "; 0 is no allowance"
	}
	return text
}

// limitFlags are the limits of accounts.
type limitFlags struct{ perMinute, perDay, freePerDay, perMonth, atOnce, unchargedSeconds, layouts limitFlag }

// add adds the flags to a command. usual are their defaults, 0 for that of the
// service, and whose ends the usage texts.
func (l *limitFlags) add(c *command, usual quota.Limits, whose string) {
	for _, f := range []struct {
		flag     *limitFlag
		name     string
		usual    int
		min, max int
		usage    string
	}{
		{&l.perMinute, "per-minute", usual.PerMinute, 1, quota.MaxPerMinute, "`number` of requests in any 60 seconds"},
		{&l.perDay, "per-day", usual.PerDay, 1, quota.MaxLimit, "`number` of requests per UTC day"},
		{&l.freePerDay, "free-per-day", usual.FreePerDay, 0, quota.MaxLimit, "`number` of conversions per UTC day of plan free"},
		{&l.perMonth, "per-month", usual.PerMonth, 0, quota.MaxLimit, "`number` of conversions per month of plan pro"},
		{&l.atOnce, "at-once", usual.AtOnce, 1, quota.MaxLimit, "`number` of requests in flight"},
		{&l.unchargedSeconds, "uncharged-seconds", usual.UnchargedSeconds, 1, quota.MaxLimit, "`seconds` of work within an hour that is not charged"},
		{&l.layouts, "max-layouts", usual.Layouts, 1, quota.MaxLayouts, "`number` of layouts"},
	} {
		*f.flag = limitFlag{quota: f.usual, usual: f.usual, min: f.min, max: f.max}
		c.Var(f.flag, f.name, fmt.Sprintf("%s%s, %d to %d", f.usage, whose, f.min, f.max))
	}
}

// over returns limits with those replaced that were given by flags.
func (l *limitFlags) over(limits quota.Limits) quota.Limits {
	for _, f := range []struct {
		flag *limitFlag
		to   *int
	}{
		{&l.perMinute, &limits.PerMinute}, {&l.perDay, &limits.PerDay},
		{&l.freePerDay, &limits.FreePerDay}, {&l.perMonth, &limits.PerMonth},
		{&l.atOnce, &limits.AtOnce}, {&l.unchargedSeconds, &limits.UnchargedSeconds},
		{&l.layouts, &limits.Layouts},
	} {
		if f.flag.set {
			*f.to = f.flag.quota
		}
	}
	return limits
}

// addOwn adds flags for the limits of one account.
func (l *limitFlags) addOwn(c *command) {
	l.add(c, quota.Limits{}, "")
	c.onlyOnce("per-minute", "per-day", "free-per-day", "per-month", "at-once", "uncharged-seconds", "max-layouts")
}

// addService adds flags for the service's limits, which hold for accounts without their own.
func (l *limitFlags) addService(c *command) { l.add(c, quota.DefaultLimits, ", per account") }

// ownLimits lists the limits that are the account's own.
func ownLimits(l quota.Limits) string {
	var own []string
	for _, f := range []struct {
		n    int
		what string
	}{
		{l.PerMinute, "per minute"}, {l.PerDay, "per day"},
		{l.FreePerDay, "free per day"}, {l.PerMonth, "per month"},
		{l.AtOnce, "at once"}, {l.UnchargedSeconds, "uncharged seconds per hour"},
		{l.Layouts, "layouts"},
	} {
		if f.n != 0 {
			own = append(own, fmt.Sprint(max(f.n, 0), " ", f.what)) // quota.None is 0
		}
	}
	if own == nil {
		return "default"
	}
	return strings.Join(own, ", ")
}
