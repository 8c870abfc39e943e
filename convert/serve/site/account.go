package site

import (
	"net/http"
	"time"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"lineitem/quota"
)

// accountPage is the data of the page about the holder's account.
type accountPage struct {
	Status   *quota.Status
	Requests quota.Window     // of today
	Days     []quota.DayUsage // oldest first
	Total    int              // conversions in these days
	Chart    template.HTML
	Graces   []grace // choices of how long a rotated key stays valid
	Min      int     // least length of a password, in characters

	KeyName      string            // as it was typed
	KeyFailed    map[string]string // what is wrong with a new or rotated key, by field
	MapperFailed string            // what is wrong with a new mapper
	Failed       map[string]string // what is wrong with a new password, by field
}

// left returns how many conversions are left of the plan's allowance.
func left(s *quota.Status) int { return max(0, s.Allowance.Quota-s.Allowance.Used) }

// spent reports whether neither allowance nor credits are left, so that no document
// would be converted.
func spent(s *quota.Status) bool { return left(s) == 0 && s.Credits == 0 }

// usageDays is how many days the chart shows.
const usageDays = 30

func (v *visit) showAccount() error { return v.showAccountWith(http.StatusOK, accountPage{}) }

// refuseForm redirects to the account's page, which says what is wrong with a form
// that was sent from it. The form changed nothing.
func (v *visit) refuseForm(status int, p accountPage) error {
	return v.redirectToPage(func(v *visit) error { return v.showAccountWith(status, p) })
}

// showAccountWith shows the account as it was when the visit began, and what is wrong
// with a form on the page.
func (v *visit) showAccountWith(status int, p accountPage) error {
	p.Status = v.account
	var err error
	if p.Days, err = v.handler.config.Admin.Usage(v.r.Context(), v.account.ID, usageDays); err != nil {
		return err
	}
	for _, d := range p.Days {
		p.Total += d.Conversions
	}
	p.Chart = chart(p.Days)
	for _, w := range p.Status.Windows {
		if w.Name == "day" {
			p.Requests = w
		}
	}
	p.Graces, p.Min = graces, quota.MinPassword
	return v.show(status, "account", "Account", p)
}

// A grace is a choice of how long a key stays valid after another one has replaced it.
type grace struct {
	Value string
	Label string
	span  time.Duration
}

var graces = []grace{
	{"24h", "for 24 hours", 24 * time.Hour},
	{"168h", "for 7 days", 7 * 24 * time.Hour},
	{"1h", "for an hour", time.Hour},
	{"0", "no longer", 0},
}

func graceOf(value string) (time.Duration, bool) {
	for _, g := range graces {
		if g.Value == value {
			return g.span, true
		}
	}
	return 0, false
}
