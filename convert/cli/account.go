package cli

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"lineitem/quota"
	"lineitem/quota/operator"
)

var accountCommands = &group{
	name: "account",
	about: `Manage accounts. If a server runs on the data directory, the commands go through
its socket; otherwise they change the directory directly.`,
	commands: []subcommand{
		{name: "add", operands: " [ACCOUNT]", most: 1, creates: true, prepare: accountAdd,
			about: `Create an account.
Its ID has 1 to 64 letters, digits and . _ - @ +, the first a letter or a digit;
capital letters become small ones. The default is a random ID. A new account has
no key; "lineitem key new" creates one.`},
		{name: "list", prepare: accountList, about: "Print all accounts, one per line."},
		{name: "show", operands: " ACCOUNT", least: 1, most: 1, prepare: accountShow, about: "Print one account with its keys."},
		{name: "plan", operands: " ACCOUNT free|pro", least: 2, most: 2, prepare: accountPlan,
			about: `Change the plan of an account.
The plan pro begins with its whole allowance. Each period begins on the day of the
month on which the plan began.`},
		{name: "limits", operands: " ACCOUNT", least: 1, most: 1, prepare: accountLimits,
			about: `Change limits of an account, or print them.
Limits without a flag stay as they are. A limit is a number, or "default" for the
limit of the service. With an allowance of 0 each conversion takes a credit.`},
		{name: "credits", operands: " ACCOUNT AMOUNT", least: 2, most: 2, prepare: accountCredits,
			about: `Add credits to an account, or take them away.
A negative amount is written after --, as in: account credits ACCOUNT -- -5`},
		{name: "ledger", operands: " ACCOUNT", least: 1, most: 1, prepare: accountLedger, about: "Print the ledger of an account: everything that was booked on it."},
		{name: "audit", operands: " [ACCOUNT...]", most: -1, prepare: accountAudit,
			about: `Check that balances equal the sums of the ledgers.
Without ACCOUNT all accounts are checked, including removed ones. The exit status
is 1 if a balance differs.`},
		{name: "invite", operands: " ACCOUNT", least: 1, most: 1, prepare: accountInvite,
			about: `Print a link with which the holder of an account sets a password.
It works once, and replaces the link of an earlier invitation. An existing password
stays valid until the link is used, so invite a holder who lost it again.`},
		{name: "sign-out", operands: " ACCOUNT", least: 1, most: 1, prepare: accountSignOut,
			about: `End all sessions of the holder of an account.
The password and the keys stay valid.`},
		{name: "remove", operands: " ACCOUNT", least: 1, most: 1, prepare: accountRemove,
			about: `Remove an account for good.
Its keys end at once, and its credits and its name are gone. Its ledger stays, and
its ID cannot be used again; "account list --removed" lists such IDs.`},
	},
}

// startFlag is a flag for the day on which a plan begins.
type startFlag struct{ time.Time }

func (s *startFlag) String() string { return "" }

func (s *startFlag) Set(text string) (err error) {
	if s.Time, err = time.Parse(time.DateOnly, text); err != nil {
		return errors.New("want a day such as 2026-03-31")
	}
	return nil
}

func accountAdd(c *command) func(context.Context, *session) error {
	var n quota.NewAccount
	var start startFlag
	var limits limitFlags
	c.StringVar(&n.Name, "name", "", "`name` to show to people, at most 200 bytes")
	c.StringVar((*string)(&n.Plan), "plan", string(quota.Free), "`plan`: free or pro")
	c.choices("plan", string(quota.Free), string(quota.Pro))
	c.Var(&start, "start", "`day` on which the plan began, such as 2026-03-31; the default is today")
	c.Int64Var(&n.Credits, "credits", 0, "`number` of credits to begin with")
	c.onlyOnce("name", "plan", "start", "credits")
	limits.addOwn(c)
	return func(ctx context.Context, s *session) error {
		if len(s.operands) > 0 {
			if n.ID = s.operands[0]; n.ID == "" {
				return &usageError{"account add: the account's ID is empty"}
			}
		}
		n.Start, n.Limits = start.Time, limits.over(n.Limits)
		status, err := s.AddAccount(ctx, n)
		if err != nil {
			return advise(err)
		}
		return s.print(status, func(w io.Writer) {
			printStatus(w, status)
			fmt.Fprintf(s.err, "\"lineitem key new %s\" makes a key for it.\n", status.ID)
		})
	}
}

func accountList(c *command) func(context.Context, *session) error {
	removed := c.Bool("removed", false, "print removed accounts, whose IDs cannot be used again")
	c.onlyOnce("removed")
	return func(ctx context.Context, s *session) error {
		accounts, heads, row := s.Accounts, livingHeads, livingRow
		if *removed {
			accounts, heads, row = s.RemovedAccounts, removedHeads, removedRow
		}
		t := newTable(s.out)
		if !s.json {
			t.row(heads...)
		}
		e := json.NewEncoder(s.out)
		for a, err := range accounts(ctx) {
			if err != nil {
				return err
			}
			if !s.json {
				t.row(row(a)...)
			} else if err := e.Encode(a); err != nil {
				return err
			}
		}
		t.flush()
		return nil
	}
}

var (
	livingHeads  = []any{"ACCOUNT", "PLAN", "USED", "CREDITS", "KEYS", "LAST USED", "NAME"}
	removedHeads = []any{"ACCOUNT", "CREATED", "LAST USED", "REMOVED"}
)

func livingRow(a *quota.Status) []any {
	used := fmt.Sprintf("%d/%d this %s", a.Allowance.Used, a.Allowance.Quota, a.Allowance.Name)
	return []any{a.ID, a.Plan, used, a.Credits, len(a.Keys), dateOf(a.LastUsed), orDash(a.Name)}
}

func removedRow(a *quota.Status) []any {
	return []any{a.ID, dateOf(a.Created), dateOf(a.LastUsed), dateOf(a.Removed)}
}

func accountShow(*command) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		status, err := s.Account(ctx, s.operands[0])
		if err != nil {
			return advise(err)
		}
		return s.print(status, func(w io.Writer) {
			printStatus(w, status)
			if len(status.Keys) > 0 {
				fmt.Fprintln(w)
				printKeys(w, status.Keys)
			}
		})
	}
}

func accountPlan(c *command) func(context.Context, *session) error {
	var start startFlag
	c.Var(&start, "start", "`day` on which the plan began, such as 2026-03-31; the default is today")
	c.onlyOnce("start")
	return func(ctx context.Context, s *session) error {
		status, err := s.SetPlan(ctx, s.operands[0], quota.Plan(s.operands[1]), start.Time)
		return s.changed(status, err)
	}
}

func accountLimits(c *command) func(context.Context, *session) error {
	var limits limitFlags
	limits.addOwn(c)
	return func(ctx context.Context, s *session) error {
		status, err := s.Account(ctx, s.operands[0])
		if err != nil {
			return advise(err)
		}
		if l := limits.over(status.OwnLimits); l != status.OwnLimits {
			status, err = s.SetLimits(ctx, status.ID, l)
		}
		return s.changed(status, err)
	}
}

func accountCredits(c *command) func(context.Context, *session) error {
	id := c.String("id", "", "`id` of this payment: under one id credits are added once, even if the command is repeated")
	note := c.String("note", "", "`text` for the ledger, at most 200 bytes; the default is the payment's id")
	c.onlyOnce("id", "note")
	return func(ctx context.Context, s *session) error {
		amount, err := strconv.ParseInt(s.operands[1], 10, 64)
		if err != nil {
			return &usageError{fmt.Sprintf("account credits: %q is not a number of credits", s.operands[1])}
		}
		if strings.ContainsFunc(*id, func(r rune) bool { return r <= ' ' || r > '~' }) || len(*id) > 200 {
			return &usageError{"account credits: --id takes at most 200 printable ASCII characters without spaces"}
		}
		key := *id
		if key == "" {
			key = rand.Text()
		}
		if *note == "" {
			*note = *id
		}
		booking, err := s.AddCredits(ctx, s.operands[0], amount, key, *note)
		switch {
		case err == nil:
		case isRefusal(err):
			return advise(err)
		default:
			return fmt.Errorf("%w\nIt is not known whether the credits were booked. Repeat the command with --id %s: under one id they are booked once", err, key)
		}
		return s.print(booking, func(w io.Writer) {
			printStatus(w, booking.Status)
			if booking.Repeated {
				fmt.Fprintf(s.err, "This was already booked under the id %s; nothing was changed.\n", *id)
			}
		})
	}
}

func accountLedger(c *command) func(context.Context, *session) error {
	after := c.Uint64("after", 0, "`number` of the entry after which to begin")
	c.onlyOnce("after")
	return func(ctx context.Context, s *session) error {
		t := newTable(s.out)
		if !s.json {
			t.row("ENTRY", "TIME", "KIND", "AMOUNT", "FROM", "CREDITS", "NOTE")
		}
		e := json.NewEncoder(s.out)
		for entry, err := range s.Ledger(ctx, s.operands[0], *after) {
			if err != nil {
				return advise(err)
			}
			if s.json {
				if err := e.Encode(entry); err != nil {
					return err
				}
				continue
			}
			note := entry.Note
			if entry.Kind == quota.EntryRefund {
				note = strings.TrimSuffix(fmt.Sprintf("of entry %d, %s", entry.Charge, note), ", ")
			}
			t.row(entry.Seq, entry.Time.UTC().Format(time.DateTime), entry.Kind, entry.Amount, orDash(string(entry.Source)), entry.Balance, orDash(note))
		}
		t.flush()
		return nil
	}
}

func accountAudit(*command) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		reports := s.AuditAll(ctx)
		if len(s.operands) > 0 {
			reports = auditSome(ctx, s.accounts, s.operands)
		}
		accounts, entries, wrong := 0, uint64(0), 0
		e := json.NewEncoder(s.out)
		for report, err := range reports {
			if err != nil {
				return advise(err)
			}
			accounts++
			entries += report.Entries
			if len(report.Problems) > 0 {
				wrong++
			}
			if s.json {
				if err := e.Encode(report); err != nil {
					return err
				}
				continue
			}
			for _, p := range report.Problems {
				fmt.Fprintf(s.out, "%s: %s\n", report.Account, p)
			}
		}
		verdict := "all balances equal the sums of their ledgers"
		if wrong > 0 {
			verdict = plural(wrong, "account") + " with a balance that differs from its ledger"
		}
		if !s.json {
			fmt.Fprintf(s.out, "%s, %s: %s\n", plural(accounts, "account"), pluralEntries(entries), verdict)
		}
		if wrong > 0 {
			return errTold
		}
		return nil
	}
}

func pluralEntries(n uint64) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

func auditSome(ctx context.Context, a accounts, ids []string) iter.Seq2[*quota.AuditReport, error] {
	return func(yield func(*quota.AuditReport, error) bool) {
		for _, id := range ids {
			if report, err := a.Audit(ctx, id); !yield(report, err) || err != nil {
				return
			}
		}
	}
}

func accountRemove(c *command) func(context.Context, *session) error {
	yes := confirmed(c, "remove the account: this cannot be undone")
	return func(ctx context.Context, s *session) error {
		status, err := s.Account(ctx, s.operands[0])
		if err != nil {
			return advise(err)
		}
		if !*yes {
			return &usageError{fmt.Sprintf("account remove: this ends %s of account %s and %s for good; confirm with --yes",
				plural(len(status.Keys), "key"), status.ID, plural(status.Credits, "credit"))}
		}
		if err := s.RemoveAccount(ctx, status.ID); err != nil {
			return advise(err)
		}
		return s.print(struct {
			Removed string `json:"removed"`
		}{status.ID}, func(w io.Writer) {
			fmt.Fprintf(w, "account %s is removed; \"lineitem account list --removed\" lists the IDs that cannot be used again\n", status.ID)
		})
	}
}

// inviteLife is how long an invitation can be accepted by default: a weekend.
const inviteLife = 72 * time.Hour

func accountInvite(c *command) func(context.Context, *session) error {
	var public publicURL
	valid := wait(inviteLife)
	c.Var(&valid, "valid", "`time` for which the link works, 1s to 30d")
	c.Var(&public, "url", "public `address` of the service, such as https://orders.example; needed if no server is running")
	c.onlyOnce("valid")
	return func(ctx context.Context, s *session) error {
		made, err := s.Invite(ctx, s.operands[0], time.Duration(valid))
		if err != nil {
			return advise(err)
		}
		if made.Link == "" {
			made.Link = operator.InviteLink(string(public.or(defaultAddr)), made.Token)
		}
		return s.print(made, func(w io.Writer) {
			fmt.Fprintln(w, made.Link)
			fmt.Fprintf(s.err, "It works once, until %s, and is not shown again.\n", minuteOf(made.Expires))
		})
	}
}

func accountSignOut(*command) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		account := s.operands[0]
		if err := s.SignOutEverywhere(ctx, account); err != nil {
			return advise(err)
		}
		return s.print(struct {
			SignedOut string `json:"signedOut"`
		}{account}, func(w io.Writer) { fmt.Fprintf(w, "account %s is signed out everywhere\n", account) })
	}
}

// changed prints an account after a change.
func (s *session) changed(status *quota.Status, err error) error {
	if err != nil {
		return advise(err)
	}
	return s.print(status, func(w io.Writer) { printStatus(w, status) })
}
