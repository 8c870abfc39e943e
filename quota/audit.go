package quota

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"
)

// maxProblems bounds the problems reported for one account.
const maxProblems = 20

// AuditReport is the result of auditing one account.
type AuditReport struct {
	Account  string   `json:"account"`
	Entries  uint64   `json:"entries"`
	Credits  int64    `json:"credits"`            // the balance
	Problems []string `json:"problems,omitempty"` // at most 20; empty: everything agrees
}

func (r *AuditReport) problem(format string, args ...any) {
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
	}
}

// Audit checks for one account, also a removed one, that its credits and its
// use of each allowance equal the sums of its ledger, that the ledger has no
// gaps, that each refund is of a charge and no charge is refunded twice,
// that each open reservation is charged, and that it has as many layouts as its record
// says. It may run while a Gate uses the store. Error: ErrNotFound, or the store's.
func (a *Admin) Audit(ctx context.Context, id string) (*AuditReport, error) {
	record, err := a.record(ctx, id)
	if err != nil {
		return nil, err
	}
	return a.audit(ctx, record)
}

// record returns a copy of those fields of an account, removed or not, that an audit needs.
func (a *Admin) record(ctx context.Context, id string) (*Account, error) {
	id, err := findID(id)
	if err != nil {
		return nil, err
	}
	var record *Account
	err = a.store.Update(ctx, id, RequestID{}, func(tx *Tx) error {
		a := tx.Account
		if a == nil {
			return fmt.Errorf("account %s: %w", id, ErrNotFound)
		}
		record = &Account{
			ID: a.ID, Credits: a.Credits, Daily: a.Daily, Monthly: a.Monthly,
			Open: slices.Clone(a.Open), Seq: a.Seq, Layouts: a.Layouts.clone(),
		}
		return nil
	})
	return record, err
}

// AuditAll audits every account, removed ones too, in the order of their IDs.
// After an error it ends.
func (a *Admin) AuditAll(ctx context.Context) iter.Seq2[*AuditReport, error] {
	return func(yield func(*AuditReport, error) bool) {
		for account, err := range a.store.Accounts(ctx) {
			var report *AuditReport
			if err == nil {
				report, err = a.audit(ctx, account)
			}
			if !yield(report, err) || err != nil {
				return
			}
		}
	}
}

// allowancePeriod identifies an allowance in one period.
type allowancePeriod struct {
	source Source
	period int64
}

// audit compares a record with the ledger up to the record's last entry. Both
// were committed together, and the ledger only grows, so changes made meanwhile
// do not matter.
func (a *Admin) audit(ctx context.Context, record *Account) (*AuditReport, error) {
	report := &AuditReport{Account: record.ID, Entries: record.Seq, Credits: record.Credits}
	s := newSums(record, report)
	if err := a.entries(ctx, record, s.add); err != nil {
		return nil, err
	}
	s.compare(record)
	if err := a.auditCharges(ctx, record, s.refunds, report); err != nil {
		return nil, err
	}
	if err := a.auditLayouts(ctx, record, report); err != nil {
		return nil, err
	}
	return report, nil
}

// sums are the totals of a ledger's entries.
type sums struct {
	report  *AuditReport
	since   map[allowancePeriod]uint64 // Counter.Since: entries up to this Seq belong to an earlier count
	seq     uint64                     // of the last entry
	credits int64
	used    map[allowancePeriod]int64
	refunds map[uint64]Entry // by the Seq of the charge that each gives back
}

func newSums(record *Account, report *AuditReport) *sums {
	s := &sums{report: report, since: map[allowancePeriod]uint64{}, used: map[allowancePeriod]int64{}, refunds: map[uint64]Entry{}}
	for source, both := range map[Source]Counters{Daily: record.Daily, Monthly: record.Monthly} {
		for _, c := range both {
			s.since[allowancePeriod{source, c.Period}] = c.Since
		}
	}
	return s
}

// add adds the next entry, and reports a problem if it contradicts those before it.
func (s *sums) add(e Entry) {
	s.seq++
	if e.Seq != s.seq {
		s.report.problem("entry %d follows entry %d", e.Seq, s.seq-1)
		s.seq = e.Seq
	}
	if e.Source == Credits {
		s.credits += e.Amount
	} else if e.Amount != 0 {
		// A refund belongs to the count that its charge belongs to.
		charge := e.Seq
		if e.Kind == EntryRefund {
			charge = e.Charge
		}
		if of := (allowancePeriod{e.Source, e.Period}); charge > s.since[of] {
			s.used[of] -= e.Amount
		}
	}
	if e.Balance != s.credits {
		s.report.problem("entry %d says a balance of %d credits, the sum is %d", e.Seq, e.Balance, s.credits)
	}
	if e.Kind == EntryRefund {
		if _, twice := s.refunds[e.Charge]; twice {
			s.report.problem("entry %d refunds charge %d again", e.Seq, e.Charge)
		}
		s.refunds[e.Charge] = e
	}
}

// compare reports where a record differs from the sums.
func (s *sums) compare(record *Account) {
	if s.seq != record.Seq {
		s.report.problem("the ledger ends with entry %d instead of %d", s.seq, record.Seq)
	}
	if s.credits != record.Credits {
		s.report.problem("the account has %d credits, the ledger's sum is %d", record.Credits, s.credits)
	}
	for _, source := range []Source{Daily, Monthly} {
		for _, c := range *record.counters(source) {
			if sum := s.used[allowancePeriod{source, c.Period}]; c.Period != 0 && sum != c.Used {
				s.report.problem("the %s allowance from %s has a use of %d, the ledger's sum is %d",
					source, dayStart(c.Period).Format(time.DateOnly), c.Used, sum)
			}
		}
	}
}

// auditLayouts reports a problem if the account's record has a wrong number of layouts,
// unless they changed meanwhile.
func (a *Admin) auditLayouts(ctx context.Context, record *Account, report *AuditReport) error {
	count := 0
	for _, err := range a.store.Layouts(ctx, record.ID) {
		if err != nil {
			return err
		}
		count++
	}
	if count == record.Layouts.orZero().Count {
		return nil
	}
	now, err := a.record(ctx, record.ID)
	if err == nil && now.Layouts.orZero() == record.Layouts.orZero() {
		report.problem("the account has %d layouts, its record says %d", count, now.Layouts.orZero().Count)
	}
	return err
}

// auditCharges checks that every refund and every open reservation has its charge.
func (a *Admin) auditCharges(ctx context.Context, record *Account, refunds map[uint64]Entry, report *AuditReport) error {
	open := map[uint64]Reservation{}
	for _, r := range record.Open {
		if _, refunded := refunds[r.ID]; refunded {
			report.problem("reservation %d is open and refunded", r.ID)
		}
		open[r.ID] = r
	}
	if len(refunds)+len(open) == 0 {
		return nil
	}
	err := a.entries(ctx, record, func(e Entry) {
		if e.Kind != EntryCharge {
			return
		}
		if r, ok := refunds[e.Seq]; ok {
			if r.Source != e.Source || r.Period != e.Period || r.Amount != -e.Amount {
				report.problem("entry %d does not give back what charge %d took", r.Seq, e.Seq)
			}
			delete(refunds, e.Seq)
		}
		if r, ok := open[e.Seq]; ok {
			if r.Source != e.Source || r.Period != e.Period {
				report.problem("reservation %d is not what its charge took", r.ID)
			}
			delete(open, e.Seq)
		}
	})
	if err != nil {
		return err
	}
	for _, charge := range slices.Sorted(maps.Keys(refunds)) {
		report.problem("entry %d refunds charge %d, which there is not", refunds[charge].Seq, charge)
	}
	for _, id := range slices.Sorted(maps.Keys(open)) {
		report.problem("reservation %d is open and was never charged", id)
	}
	return nil
}

// entries calls fn with each ledger entry up to the record's last one.
func (a *Admin) entries(ctx context.Context, record *Account, fn func(Entry)) error {
	for e, err := range a.store.Ledger(ctx, record.ID, 0) {
		if err != nil {
			return err
		}
		if e.Seq > record.Seq {
			return nil
		}
		fn(e)
	}
	return nil
}
