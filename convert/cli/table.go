package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"lineitem/quota"
)

// table aligns columns. Values must not contain tabs; names have no control characters.
type table struct{ w *tabwriter.Writer }

func newTable(w io.Writer) *table {
	return &table{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
}

func (t *table) row(cells ...any) {
	for i, cell := range cells {
		if i > 0 {
			fmt.Fprint(t.w, "\t")
		}
		fmt.Fprint(t.w, cell)
	}
	fmt.Fprintln(t.w)
}

func (t *table) flush() { t.w.Flush() }

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func dateOf(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.DateOnly)
}

func minuteOf(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

// plural returns a number with its noun: "1 credit" or "2 credits".
func plural[N int | int64 | uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// orDash returns s, or a dash if it is empty, so that programs can tell columns apart.
func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func printStatus(w io.Writer, s *quota.Status) {
	t := newTable(w)
	t.row("account", s.ID)
	t.row("name", orDash(s.Name))
	t.row("created", dateOf(s.Created))
	t.row("last used", dateOf(s.LastUsed))
	t.row("plan", fmt.Sprintf("%s, from %s", s.Plan, dateOf(s.PlanStart)))
	t.row("allowance", fmt.Sprintf("%d of %d used this %s; the next begins on %s", s.Allowance.Used, s.Allowance.Quota, s.Allowance.Name, dateOf(s.Allowance.Reset)))
	t.row("credits", s.Credits)
	t.row("under way", plural(s.Open, "conversion"))
	for _, w := range s.Windows {
		t.row("requests", fmt.Sprintf("%d of %d left in this %s", w.Remaining, w.Quota, w.Name))
	}
	t.row("not charged", fmt.Sprintf("%d of %d seconds of workers left", s.Uncharged.Remaining, s.Uncharged.Quota))
	t.row("own limits", ownLimits(s.OwnLimits))
	t.row("keys", len(s.Keys))
	t.row("mapper", mapperText(s.Mapper))
	t.row("layouts", fmt.Sprintf("%d, at most %d", s.Layouts.Count, s.Limits.Layouts))
	t.row("sign-in", signInText(s.SignIn))
	t.flush()
}

// mapperText describes the mapper of an account.
func mapperText(m *quota.MapperRef) string {
	if m == nil {
		return "none"
	}
	return fmt.Sprintf("sha256 %s, %s, set %s", m.Hash, bytesText(m.Size), minuteOf(m.Set))
}

// signInText describes how an account's holder can sign in.
func signInText(s *quota.SignInInfo) string {
	if s == nil {
		return "never invited"
	}
	text := "no password"
	if s.Password {
		text = "password set, " + plural(s.Sessions, "session")
	}
	if !s.InvitedUntil.IsZero() {
		text += ", invited until " + minuteOf(s.InvitedUntil)
	}
	return text
}

// bytesText formats an amount of bytes for people.
func bytesText(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return plural(n, "byte")
}

func printKeys(w io.Writer, keys []quota.KeyInfo) {
	t := newTable(w)
	t.row("KEY ID", "CREATED", "LAST USED", "ENDS", "NAME")
	for _, k := range keys {
		t.row(k.ID, dateOf(k.Created), minuteOf(k.LastUsed), minuteOf(k.Expires), orDash(k.Name))
	}
	t.flush()
}
