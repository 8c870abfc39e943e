package quota_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/quota"
)

// learn stores a learned layout, with the current stamp of the account's layouts.
func (d *desk) learn(l quota.Layout) {
	d.Helper()
	if _, err := d.admin.LearnLayout(d.Context(), acme, d.status().Layouts.Stamp, l); err != nil {
		d.Fatalf("LearnLayout(%q) = %v", l.ID, err)
	}
}

// layouts returns the IDs and the data of the account's layouts.
func (d *desk) layouts() string {
	d.Helper()
	var said []string
	for l, err := range d.admin.Layouts(d.Context(), acme) {
		if err != nil {
			d.Fatalf("Layouts() = %v", err)
		}
		said = append(said, l.ID+" "+string(l.Data))
	}
	return strings.Join(said, ", ")
}

// notes returns the notes of the ledger's entries about layouts.
func (d *desk) notes() (notes []string) {
	d.Helper()
	for e, err := range d.admin.Ledger(d.Context(), acme, 0) {
		if err != nil {
			d.Fatalf("Ledger() = %v", err)
		}
		if e.Kind == quota.EntryLayout {
			notes = append(notes, e.Note)
		}
	}
	return notes
}

func TestLayouts(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Plan: quota.Pro})
	ctx := t.Context()
	if g := d.admit(""); g.Layouts() != (quota.LayoutsRef{}) {
		t.Errorf("a new account has the layouts %+v", g.Layouts())
	}
	d.learn(quota.Layout{ID: "ly_1", Name: "Acme", Examples: 1, Data: []byte("one")})
	first := d.status().Layouts
	if first.Count != 1 || first.Stamp == 0 || d.admit("").Layouts() != first {
		t.Errorf("after one was learned the layouts are %+v", first)
	}
	learned := d.clock.Now()
	d.clock.Add(time.Hour)
	refined, err := d.admin.LearnLayout(ctx, acme, first.Stamp, quota.Layout{ID: "ly_1", Examples: 2, Data: []byte("two")})
	if second := d.status().Layouts; !refined || err != nil || second.Count != 1 || second.Stamp == first.Stamp {
		t.Errorf("after it was refined, %v, %v, the layouts are %+v", refined, err, second)
	}
	l, err := d.admin.Layout(ctx, acme, "ly_1")
	if err != nil || !l.Created.Equal(learned) || !l.Changed.Equal(d.clock.Now()) || l.Examples != 2 || string(l.Data) != "two" {
		t.Errorf("Layout() = %+v, %v", l, err)
	}
	if replaced, err := d.admin.ImportLayout(ctx, acme, quota.Layout{ID: "ly_2", Data: []byte("three")}); replaced || err != nil {
		t.Errorf("ImportLayout() = %v, %v", replaced, err)
	}
	if got, want := d.layouts(), "ly_1 two, ly_2 three"; got != want {
		t.Errorf("the layouts are %q, want %q", got, want)
	}
	// A grant of Count has them too, and costs nothing.
	if g, err := d.gate.Count(ctx, d.key); err != nil || g.Layouts() != d.status().Layouts {
		t.Errorf("Count() = %+v, %v", g, err)
	}
	if err := d.admin.RemoveLayout(ctx, acme, "ly_1"); err != nil {
		t.Errorf("RemoveLayout() = %v", err)
	}
	if err := d.admin.RemoveLayout(ctx, acme, "ly_1"); !errors.Is(err, quota.ErrNotFound) {
		t.Errorf("RemoveLayout() of one that was = %v, want ErrNotFound", err)
	}
	d.audit()
	if err := d.admin.RemoveLayout(ctx, acme, "ly_2"); err != nil || d.status().Layouts != (quota.LayoutsRef{}) || d.layouts() != "" {
		t.Errorf("RemoveLayout() of the last = %v, and there are %+v, %q", err, d.status().Layouts, d.layouts())
	}
	if got, want := fmt.Sprint(d.notes()), "[learned ly_1 refined ly_1 imported ly_2 removed ly_1 removed ly_2]"; got != want {
		t.Errorf("the ledger notes %s, want %s", got, want)
	}
	d.audit()
}

// An account's layouts cannot be read or removed through another account, and are removed
// with their account.
func TestLayoutsOfOthers(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	d.learn(quota.Layout{ID: "ly_1", Data: []byte("one")})
	if _, err := d.admin.AddAccount(ctx, quota.NewAccount{ID: "other"}); err != nil {
		t.Fatal(err)
	}
	if l, err := d.admin.Layout(ctx, "other", "ly_1"); !errors.Is(err, quota.ErrNotFound) {
		t.Errorf("Layout() of another account = %+v, %v, want ErrNotFound", l, err)
	}
	for l, err := range d.admin.Layouts(ctx, "other") {
		t.Errorf("Layouts() of another account yields %+v, %v", l, err)
	}
	if err := d.admin.RemoveLayout(ctx, "other", "ly_1"); !errors.Is(err, quota.ErrNotFound) {
		t.Errorf("RemoveLayout() of another account = %v, want ErrNotFound", err)
	}
	if err := d.admin.RemoveAccount(ctx, acme); err != nil {
		t.Fatal(err)
	}
	if got := d.layouts(); got != "" {
		t.Errorf("the layouts of an account that was removed are %q", got)
	}
	for _, id := range []string{acme, "nobody", ""} {
		if _, err := d.admin.ImportLayout(ctx, id, quota.Layout{ID: "ly_1"}); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("ImportLayout(%q) = %v, want ErrNotFound", id, err)
		}
		if _, err := d.admin.LearnLayout(ctx, id, 0, quota.Layout{ID: "ly_1"}); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("LearnLayout(%q) = %v, want ErrNotFound", id, err)
		}
		if err := d.admin.RemoveLayout(ctx, id, "ly_1"); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("RemoveLayout(%q) = %v, want ErrNotFound", id, err)
		}
	}
	d.audit()
}

func TestLayoutLimit(t *testing.T) {
	d := newDesk(t, quota.NewAccount{Limits: quota.Limits{Layouts: 2}})
	ctx := t.Context()
	d.learn(quota.Layout{ID: "ly_1"})
	d.learn(quota.Layout{ID: "ly_2"})
	wantFull := func(err error) {
		t.Helper()
		if full, ok := errors.AsType[*quota.LayoutLimitError](err); !ok || full.Max != 2 {
			t.Errorf("a third layout = %v, want a *LayoutLimitError of 2", err)
		}
	}
	_, err := d.admin.LearnLayout(ctx, acme, d.status().Layouts.Stamp, quota.Layout{ID: "ly_3"})
	wantFull(err)
	_, err = d.admin.ImportLayout(ctx, acme, quota.Layout{ID: "ly_3"})
	wantFull(err)
	// At the limit a layout can still be refined, and another is accepted once one is removed.
	d.learn(quota.Layout{ID: "ly_1", Data: []byte("more")})
	if err := d.admin.RemoveLayout(ctx, acme, "ly_2"); err != nil {
		t.Fatal(err)
	}
	d.learn(quota.Layout{ID: "ly_3"})
	if got, want := d.layouts(), "ly_1 more, ly_3 "; got != want {
		t.Errorf("the layouts are %q, want %q", got, want)
	}
	// An operator can raise the limit.
	if _, err := d.admin.SetLimits(ctx, acme, quota.Limits{Layouts: 3}); err != nil {
		t.Fatal(err)
	}
	d.learn(quota.Layout{ID: "ly_4"})
	if _, err := d.admin.SetLimits(ctx, acme, quota.Limits{Layouts: quota.MaxLayouts + 1}); !isArgument(err) {
		t.Errorf("SetLimits() beyond the most = %v, want an *ArgumentError", err)
	}
	for name, l := range map[string]quota.Layout{
		"no ID":              {},
		"a long ID":          {ID: strings.Repeat("a", 65)},
		"a path as an ID":    {ID: "../ly_1"},
		"a zero byte":        {ID: "ly\x00"},
		"too much data":      {ID: "ly_1", Data: bytes.Repeat([]byte{1}, quota.MaxLayoutBytes+1)},
		"a name of two rows": {ID: "ly_1", Name: "a\nb"},
		"minus one example":  {ID: "ly_1", Examples: -1},
	} {
		if _, err := d.admin.ImportLayout(ctx, acme, l); !isArgument(err) {
			t.Errorf("ImportLayout() with %s = %v, want an *ArgumentError", name, err)
		}
	}
	d.audit()
}

// Of two requests that learn at the same time, the second is refused and must read the
// layouts again.
func TestLayoutsChanged(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	ctx := t.Context()
	d.learn(quota.Layout{ID: "ly_1", Data: []byte("one")})
	seen := d.status().Layouts.Stamp
	d.learn(quota.Layout{ID: "ly_1", Data: []byte("first")})
	if _, err := d.admin.LearnLayout(ctx, acme, seen, quota.Layout{ID: "ly_1", Data: []byte("second")}); !errors.Is(err, quota.ErrLayoutsChanged) {
		t.Errorf("LearnLayout() of layouts as they were before = %v, want ErrLayoutsChanged", err)
	}
	if got, want := d.layouts(), "ly_1 first"; got != want {
		t.Errorf("the layouts are %q, want %q", got, want)
	}
	d.audit()
}

// Refinements that are made at the same time are all kept: each adds one example.
func TestLayoutsLearnedAtOnce(t *testing.T) {
	d := newDesk(t, quota.NewAccount{})
	const workers, rounds = 4, 10
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for n := 0; n < rounds; {
				status, err := d.admin.Account(t.Context(), acme)
				l := quota.Layout{ID: "ly_1"}
				if known, e := d.admin.Layout(t.Context(), acme, "ly_1"); e == nil {
					l = *known
				}
				l.Examples++
				if err == nil {
					_, err = d.admin.LearnLayout(t.Context(), acme, status.Layouts.Stamp, l)
				}
				switch {
				case err == nil:
					n++
				case !errors.Is(err, quota.ErrLayoutsChanged):
					t.Errorf("LearnLayout() = %v", err)
					return
				}
			}
		})
	}
	wg.Wait()
	if l, err := d.admin.Layout(t.Context(), acme, "ly_1"); err != nil || l.Examples != workers*rounds {
		t.Errorf("Layout() = %+v, %v, want %d examples", l, err, workers*rounds)
	}
	d.audit()
}
