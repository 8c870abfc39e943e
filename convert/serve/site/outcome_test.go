package site

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// TestOutcomes checks that outcomes are kept within the limits of size and time,
// and that those of the account that keeps most are dropped first. One that is
// being read keeps its memory until it is released.
func TestOutcomes(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	s := newOutcomes(100, 10*time.Minute)
	put := func(path, account string, bytes int64) error {
		return s.add(path, &outcome{account: account, session: "of " + account, bytes: bytes}, now)
	}
	check := func(when string, used int64, want ...string) {
		t.Helper()
		if !slices.Equal(s.paths, want) || s.used != used {
			t.Errorf("%s %q are kept in %d bytes, want %q in %d", when, s.paths, s.used, want, used)
		}
	}
	for _, o := range []struct {
		path, account string
		bytes         int64
	}{{"a1", "a", 20}, {"b1", "b", 30}, {"a2", "a", 40}} {
		if err := put(o.path, o.account, o.bytes); err != nil {
			t.Fatal(err)
		}
	}
	check("at first", 90, "a1", "b1", "a2")
	put("b2", "b", 30) // otherwise a would keep 60 as well
	check("one more of b", 90, "a1", "a2", "b2")
	put("c1", "c", 20)
	check("one of c, who keeps least", 90, "a2", "b2", "c1")
	if s.read("a2", "of b", now) != nil {
		t.Error("what a keeps is shown to b")
	}
	read := s.read("a2", "of a", now)
	if read == nil {
		t.Fatal("what a keeps is not shown to a")
	}
	if err := put("a3", "a", 50); !errors.Is(err, errNoRoom) {
		t.Errorf("keeping what has room only when others go, or what is being read = %v, want errNoRoom", err)
	}
	check("a2 went, but is being read", 90, "b2", "c1")
	s.release(read)
	check("it was read", 50, "b2", "c1")
	if err := put("a4", "a", 101); !errors.Is(err, errNoRoom) {
		t.Errorf("keeping more than there is room for = %v, want errNoRoom", err)
	}
	now = now.Add(9 * time.Minute)
	put("c2", "c", 1)
	now = now.Add(time.Minute)
	if s.read("b2", "of b", now) != nil {
		t.Error("something is shown after its time")
	}
	check("ten minutes later", 1, "c2")
	s.drop(func(_ string, o *outcome) bool { return o.session == "of c" })
	check("when c signed out", 0)
	if len(s.byPath) != 0 || len(s.kept) != 0 {
		t.Errorf("of nothing there is left %v %v", s.byPath, s.kept)
	}
}
