package pgstore

import (
	"bytes"
	"slices"
	"testing"
	"time"
)

// The list of writers holds each process once, the last one first, and never
// grows beyond its bound.
func FuzzWriters(f *testing.F) {
	f.Add([]byte{1, 2, 1}, []byte{})
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 1}, []byte("0123456789abcdef"))
	f.Fuzz(func(t *testing.T, order, list []byte) {
		if len(order) > 1000 {
			return
		}
		last := map[process]uint64{}
		var recent []process
		for i, b := range order {
			p := process{b, 255}
			last[p] = uint64(i + 1)
			list = withAttempt(list, p, last[p])
			recent = slices.DeleteFunc(recent, func(q process) bool { return q == p })
			recent = append([]process{p}, recent...)
			recent = recent[:min(len(recent), maxWriters)]
		}
		if len(order) == 0 {
			lastAttempt(list, process{1}) // whatever it is, it does no harm
			return
		}
		if len(list) > maxWriters*writerSize || len(list)%writerSize != 0 {
			t.Fatalf("the list has %d bytes", len(list))
		}
		for _, p := range recent {
			if got, err := lastAttempt(list, p); got != last[p] || err != nil {
				t.Errorf("lastAttempt(%x) = %d, %v, want %d", p, got, err, last[p])
			}
		}
	})
}

func TestDamagedWriters(t *testing.T) {
	if _, err := lastAttempt(bytes.Repeat([]byte{1}, writerSize+1), process{}); err == nil {
		t.Error("lastAttempt() of a list that was cut = nil")
	}
}

// A machine whose clock is an hour off, and set meanwhile, tells the database's
// time; a slow answer changes nothing, one that contradicts does.
func TestClock(t *testing.T) {
	begin := time.Now()
	there := func(t time.Time) time.Time { return t.Add(-time.Hour).Round(0) }
	at := func(d time.Duration) time.Time { return begin.Add(d) }
	var c clock
	off := func() time.Duration { return c.now().Sub(there(time.Now())) }
	within := func(what string, want, by time.Duration) {
		t.Helper()
		if got := off() - want; got.Abs() > by {
			t.Errorf("%s: the clock is %v off, want %v", what, off(), want)
		}
	}
	c.saw(at(0), at(2*time.Millisecond), there(at(time.Millisecond)))
	within("an answer of 2 ms", 0, 2*time.Millisecond)
	c.saw(at(time.Second), at(2*time.Second), there(at(1900*time.Millisecond)))
	within("then one of a second", 0, 2*time.Millisecond)
	c.saw(at(3*time.Second), at(3*time.Second+time.Millisecond), there(at(3*time.Second)).Add(10*time.Second))
	within("after the database's clock was set", 10*time.Second, 2*time.Millisecond)
}

// What was used last stays, within the bound.
func TestCache(t *testing.T) {
	c := newCache[string, int](100)
	for i, key := range []string{"a", "b", "c"} {
		c.put(key, i, 30)
	}
	c.get("a")
	c.put("d", 3, 30)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, ok := c.get(key); ok != want {
			t.Errorf("get(%q) = %v, want %v", key, ok, want)
		}
	}
	c.put("large", 4, 101)
	if c.size != 0 || len(c.items) != 0 || c.order.Len() != 0 {
		t.Errorf("after a value that has no room the cache has %d bytes in %d items", c.size, len(c.items))
	}
}
