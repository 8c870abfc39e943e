package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"lineitem/quota"
)

// keep changes an account's layouts, and the count and stamp of layouts in its record,
// as everyone who changes layouts must.
func keep(t *testing.T, s quota.Store, account string, count int, changes ...quota.LayoutChange) {
	t.Helper()
	update(t, s, account, quota.RequestID{}, func(tx *quota.Tx) {
		stamp := uint64(1)
		if tx.Account.Layouts != nil {
			stamp += tx.Account.Layouts.Stamp
		}
		tx.Account.Layouts = nil
		if count > 0 {
			tx.Account.Layouts = &quota.LayoutsRef{Count: count, Stamp: stamp}
		}
		tx.Layouts = append(tx.Layouts, changes...)
	})
}

// layouts returns an account's layouts by their IDs.
func layouts(t *testing.T, s quota.Store, account string) map[string]*quota.Layout {
	t.Helper()
	kept := map[string]*quota.Layout{}
	last := ""
	for l, err := range s.Layouts(t.Context(), account) {
		if err != nil {
			t.Fatalf("Layouts(%q) = %v", account, err)
		}
		if l.ID <= last {
			t.Errorf("Layouts(%q) yields %q after %q", account, l.ID, last)
		}
		last = l.ID
		kept[l.ID] = l
	}
	return kept
}

func testLayouts(t *testing.T, s quota.Store) {
	add(t, s, "a", "ab", "b")
	day := time.Date(2027, 3, 10, 12, 0, 0, 0, time.UTC)
	want := map[string]*quota.Layout{}
	for i := range 70 { // more than a store reads at once
		l := &quota.Layout{
			ID: fmt.Sprintf("ly_%d", i), Name: "Ünited", Examples: i, Created: day, Changed: day.Add(time.Hour), Data: bytes.Repeat([]byte{byte(i)}, i*i),
		}
		if i == 33 {
			l.Data = bytes.Repeat([]byte{0xfe}, quota.MaxLayoutBytes)
		}
		want[l.ID] = l
		keep(t, s, "ab", i+1, quota.LayoutChange{ID: l.ID, Layout: l})
	}
	if got := layouts(t, s, "ab"); !reflect.DeepEqual(got, want) {
		t.Errorf("Layouts() yields %v, want %v, or others", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	if got, err := s.Layout(t.Context(), "ab", "ly_33"); err != nil || !reflect.DeepEqual(got, want["ly_33"]) {
		t.Errorf("Layout() = %+v, %v", got, err)
	}
	for _, other := range [][2]string{{"a", "ly_1"}, {"b", "ly_1"}, {"ab", "ly_"}, {"ab", "ly_70"}, {"ab", ""}, {"none", "ly_1"}} {
		if l, err := s.Layout(t.Context(), other[0], other[1]); !errors.Is(err, quota.ErrNotFound) {
			t.Errorf("Layout(%q, %q) = %+v, %v, want ErrNotFound", other[0], other[1], l, err)
		}
	}
	if got := layouts(t, s, "a"); len(got) != 0 {
		t.Errorf("another account has the layouts %v", got)
	}
	// One layout is deleted and another one is changed, in one transaction.
	changed := &quota.Layout{ID: "ly_2", Data: []byte("changed")}
	keep(t, s, "ab", 69, quota.LayoutChange{ID: "ly_1"}, quota.LayoutChange{ID: "ly_2", Layout: changed})
	delete(want, "ly_1")
	want["ly_2"] = &quota.Layout{ID: "ly_2", Data: []byte("changed")}
	if got := layouts(t, s, "ab"); !reflect.DeepEqual(got, want) {
		t.Errorf("after a change Layouts() yields %v", slices.Sorted(maps.Keys(got)))
	}
	for range s.Layouts(t.Context(), "ab") {
		break
	}
	testLayoutErrors(t, s)
}

func testLayoutErrors(t *testing.T, s quota.Store) {
	failure := errors.New("no")
	err := s.Update(t.Context(), "b", quota.RequestID{}, func(tx *quota.Tx) error {
		tx.Account.Layouts = &quota.LayoutsRef{Count: 1, Stamp: 1}
		tx.Layouts = []quota.LayoutChange{{ID: "ly_1", Layout: &quota.Layout{ID: "ly_1"}}}
		return failure
	})
	if got := layouts(t, s, "b"); err != failure || len(got) != 0 {
		t.Errorf("after an error, %v, the layouts are %v, want none", err, got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Layout(ended, "ab", "ly_2"); !errors.Is(err, context.Canceled) {
		t.Errorf("Layout() = %v, want context.Canceled", err)
	}
	for _, err := range s.Layouts(ended, "ab") {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Layouts() = %v, want context.Canceled", err)
		}
	}
}

func testForgottenLayouts(t *testing.T, s quota.Store) {
	add(t, s, "a", "ab")
	fill := func(account string, n int) {
		for i := range n {
			id := fmt.Sprintf("ly_%032d", i)
			keep(t, s, account, i+1, quota.LayoutChange{ID: id, Layout: &quota.Layout{ID: id, Data: []byte("data")}})
		}
	}
	fill("a", 3)
	fill("ab", 3)
	keep(t, s, "a", 0) // as when an account is removed
	if got := layouts(t, s, "a"); len(got) != 0 {
		t.Errorf("of an account whose record has none the layouts are %v", got)
	}
	if got := layouts(t, s, "ab"); len(got) != 3 {
		t.Errorf("of another account the layouts are %v, want its three", got)
	}
	// New layouts can be stored afterwards.
	fill("a", 1)
	if got := layouts(t, s, "a"); len(got) != 1 {
		t.Errorf("after one was learned the layouts are %v", got)
	}
	// The largest number of layouts that an account may have is deleted at once.
	var all []quota.LayoutChange
	for i := range quota.MaxLayouts {
		id := fmt.Sprintf("ly_%061d", i)
		all = append(all, quota.LayoutChange{ID: id, Layout: &quota.Layout{ID: id}})
	}
	for part := range slices.Chunk(all, 100) {
		keep(t, s, "a", quota.MaxLayouts, part...)
	}
	keep(t, s, "a", 0)
	if got := layouts(t, s, "a"); len(got) != 0 {
		t.Errorf("%d layouts are left", len(got))
	}
}
