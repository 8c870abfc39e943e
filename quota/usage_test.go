package quota_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lineitem/quota"
)

func (d *desk) usage(days int) []quota.DayUsage {
	d.Helper()
	u, err := d.admin.Usage(d.Context(), acme, days)
	if err != nil {
		d.Fatalf("Usage(%d) = %v", days, err)
	}
	return u
}

// on returns the use that a test wants for one day.
func on(day string, conversions, fromCredits int) quota.DayUsage {
	return quota.DayUsage{Day: date(day + " 00:00:00"), Conversions: conversions, FromCredits: fromCredits}
}

func TestUsage(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Credits: 10}) // and three free conversions a day
	for range 4 {
		d.convert()
	}
	want := []quota.DayUsage{on("2027-03-08", 0, 0), on("2027-03-09", 0, 0), on("2027-03-10", 4, 1)}
	if got := d.usage(3); !slices.Equal(got, want) {
		t.Errorf("Usage(3) = %v, want %v", got, want)
	}
	// A conversion that is given back no longer counts on the day on which it was charged.
	late := d.admit("")
	d.clock.Set(date("2027-03-10 23:59:59"))
	later := d.admit("")
	d.clock.Set(date("2027-03-12 00:00:00"))
	open := d.admit("")
	if got, want := d.usage(3), []quota.DayUsage{on("2027-03-10", 6, 3), on("2027-03-11", 0, 0), on("2027-03-12", 1, 0)}; !slices.Equal(got, want) {
		t.Errorf("Usage(3) = %v, want %v", got, want)
	}
	if err := errors.Join(late.GiveBack(t.Context()), later.Settle(t.Context()), open.GiveBack(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got, want := d.usage(3), []quota.DayUsage{on("2027-03-10", 5, 2), on("2027-03-11", 0, 0), on("2027-03-12", 0, 0)}; !slices.Equal(got, want) {
		t.Errorf("Usage(3) = %v, want %v", got, want)
	}
	// A refund of a charge from before these days does not count in them.
	if got, want := d.usage(1), []quota.DayUsage{on("2027-03-12", 0, 0)}; !slices.Equal(got, want) {
		t.Errorf("Usage(1) = %v, want %v", got, want)
	}
	// Neither do credits that are bought, and a year later nothing falls into the days asked for.
	if _, err := d.admin.AddCredits(t.Context(), acme, 50, "", ""); err != nil {
		t.Fatal(err)
	}
	d.clock.Set(date("2028-03-12 12:00:00"))
	for i, u := range d.usage(366) {
		if want := on("2027-03-13", 0, 0); u.Conversions != 0 || u.FromCredits != 0 || !u.Day.Equal(want.Day.AddDate(0, 0, i)) {
			t.Errorf("Usage(366)[%d] = %+v", i, u)
		}
	}
	for _, days := range []int{-1, 0, 367} {
		if _, err := d.admin.Usage(t.Context(), acme, days); !isArgument(err) {
			t.Errorf("Usage(%d) = %v, want an *ArgumentError", days, err)
		}
	}
	for _, id := range []string{"", "nobody", "a b"} {
		if _, err := d.admin.Usage(t.Context(), id, 1); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("Usage(%q) = %v, want ErrNotFound", id, err)
		}
	}
}

// TestUsageOfSchedules compares the reported use of random conversions with a list of them.
func TestUsageOfSchedules(t *testing.T) {
	store, n := newStore(t), 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		account, ctx := fmt.Sprintf("account-%d", n), context.Background()
		clock := &clock{now: moments.Draw(t, "now")}
		opts := quota.Options{Now: clock.Now}
		gate, admin := quota.NewGate(store, opts), quota.NewAdmin(store, opts)
		_, err := admin.AddAccount(ctx, quota.NewAccount{ID: account, Credits: 20, Limits: quota.Limits{PerMinute: quota.MaxPerMinute, FreePerDay: 2, AtOnce: quota.MaxLimit}})
		if err != nil {
			t.Fatal(err)
		}
		type conversion struct {
			grant       *quota.Grant
			on          time.Time
			fromCredits bool
		}
		var charged []conversion
		t.Repeat(map[string]func(*rapid.T){
			"convert": func(t *rapid.T) {
				before, err := admin.Account(ctx, account)
				if err != nil {
					t.Fatal(err)
				}
				g, err := gate.AdmitAccount(ctx, account)
				if _, unpaid := errors.AsType[*quota.PaymentError](err); unpaid {
					return
				} else if err != nil {
					t.Fatal(err)
				}
				after, err := admin.Account(ctx, account)
				if err != nil {
					t.Fatal(err)
				}
				charged = append(charged, conversion{g, midnight(clock.Now()), after.Credits < before.Credits})
			},
			"give back": func(t *rapid.T) {
				if len(charged) == 0 {
					t.Skip("nothing is charged")
				}
				i := rapid.IntRange(0, len(charged)-1).Draw(t, "which")
				if err := charged[i].grant.GiveBack(ctx); err != nil {
					t.Fatal(err)
				}
				charged = slices.Delete(charged, i, i+1)
			},
			"wait": func(t *rapid.T) {
				clock.Add(time.Duration(rapid.IntRange(0, 30*3600).Draw(t, "seconds")) * time.Second)
			},
			"step back": func(t *rapid.T) { clock.Add(-time.Duration(rapid.IntRange(1, 60).Draw(t, "seconds")) * time.Second) },
			"": func(t *rapid.T) {
				days := rapid.IntRange(1, 12).Draw(t, "days")
				got, err := admin.Usage(ctx, account, days)
				if err != nil {
					t.Fatalf("Usage(%d) = %v", days, err)
				}
				want := make([]quota.DayUsage, days)
				for i := range want {
					want[i].Day = midnight(clock.Now()).AddDate(0, 0, i-days+1)
					for _, c := range charged {
						if c.on.Equal(want[i].Day) {
							want[i].Conversions++
							if c.fromCredits {
								want[i].FromCredits++
							}
						}
					}
				}
				if !slices.Equal(got, want) {
					t.Fatalf("at %v Usage(%d) = %v, want %v", clock.Now(), days, got, want)
				}
			},
		})
	})
}

// readStore is a store that counts the ledger entries that are read.
type readStore struct {
	quota.Store
	read int
}

func (s *readStore) Ledger(ctx context.Context, account string, after uint64) iter.Seq2[quota.Entry, error] {
	return func(yield func(quota.Entry, error) bool) {
		for e, err := range s.Store.Ledger(ctx, account, after) {
			s.read++
			if !yield(e, err) {
				return
			}
		}
	}
}

// newLedger gives the account a conversion every ten minutes for the given number of
// days, the last of them ten minutes ago.
func (d *desk) newLedger(days int) {
	d.Helper()
	n := days * 24 * 6
	begin := d.clock.Now().Add(-time.Duration(n) * 10 * time.Minute)
	for done := 0; done < n; {
		err := d.store.Update(d.Context(), acme, quota.RequestID{}, func(tx *quota.Tx) error {
			for i := done; i < min(done+1000, n); i++ {
				post(tx, quota.Entry{
					Time: begin.Add(time.Duration(i) * 10 * time.Minute), Kind: quota.EntryCharge,
					Source: quota.Daily, Period: 1, Amount: -1,
				})
			}
			return nil
		})
		if err != nil {
			d.Fatal(err)
		}
		done += 1000
	}
}

// However long a ledger is, Usage reads only the entries of the days asked for, and a few
// more to find where they begin.
func TestUsageOfALongLedger(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	d.newLedger(300)
	store := &readStore{Store: d.store}
	u, err := quota.NewAdmin(store, d.opts).Usage(t.Context(), acme, 2)
	if want := []quota.DayUsage{on("2027-03-09", 144, 0), on("2027-03-10", 72, 0)}; err != nil || !slices.Equal(u, want) {
		t.Errorf("Usage(2) = %v, %v, want %v", u, err, want)
	}
	if most := 144 + 72 + 6 + 20; store.read > most { // two days, the hour before, and the steps of the search
		t.Errorf("Usage(2) read %d entries of %d, want at most %d", store.read, d.seq(), most)
	}
}

func (d *desk) seq() (seq uint64) {
	d.Helper()
	for e, err := range d.admin.Ledger(d.Context(), acme, 0) {
		if err != nil {
			d.Fatal(err)
		}
		seq = e.Seq
	}
	return seq
}

// BenchmarkUsage measures Usage of the last 30 days of an account with a conversion
// every ten minutes for three years.
func BenchmarkUsage(b *testing.B) {
	d := newDesk(b, quota.NewAccount{})
	d.newLedger(3 * 365)
	b.ReportAllocs()
	for b.Loop() {
		d.usage(30)
	}
}
