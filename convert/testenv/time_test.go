package testenv

import (
	"reflect"
	"testing"
	"time"
)

// TestWithTime checks that a test is repeated with more time until it passes, and that failures
// of earlier attempts do not count.
func TestWithTime(t *testing.T) {
	var got []string
	note := func(what string, limit time.Duration) { got = append(got, what+" "+limit.String()) }
	WithTime(t, func(t testing.TB, limit time.Duration) {
		t.Cleanup(func() { note("end", limit) })
		note("begin", limit)
		switch limit {
		case time.Second:
			t.Fatal("too short")
		case 5 * time.Second:
			t.Errorf("too short still")
			note("on", limit)
		}
	})
	if want := []string{"begin 1s", "end 1s", "begin 5s", "on 5s", "end 5s", "begin 25s", "end 25s"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	failures := try(t, func(t testing.TB) {
		t.Error("a", 1)
		t.Errorf("b%d", 2)
		t.Fatalf("c%d", 3)
		t.Error("d") // not reached
	})
	if want := []string{"a1", "b2", "c3"}; !reflect.DeepEqual(failures, want) {
		t.Errorf("a test failed with %q, want %q", failures, want)
	}
}
