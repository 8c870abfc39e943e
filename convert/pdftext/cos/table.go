package cos

import (
	"maps"
	"slices"
)

// entry says where an object is; once it was parsed, it also holds the object.
type entry struct {
	value    Object
	offset   int    // inFile: of the object, bytes; compressed: the object stream's number
	index    uint32 // compressed: the object's index in its object stream
	place    place
	progress progress
}

type place uint8

const (
	nowhere place = iota // no entry
	free                 // not in use
	inFile
	compressed // in an object stream
)

type progress uint8

const (
	unread progress = iota
	loading
	parsed
)

// table is the cross-reference table. Numbers below dense, which depends on
// the size of the file, are in a slice, and others in a map, so that a large number in a small
// file costs nothing.
type table struct {
	dense  int
	low    []entry
	high   map[uint32]*entry
	length int // number of entries set
}

// at returns the entry of a number, nil if there is none.
func (t *table) at(number uint32) *entry {
	if int64(number) < int64(len(t.low)) {
		if e := &t.low[number]; e.place != nowhere {
			return e
		}
		return nil
	}
	return t.high[number]
}

// set sets a number's entry.
func (t *table) set(number uint32, e entry) {
	if int64(number) >= int64(t.dense) {
		if t.high == nil {
			t.high = make(map[uint32]*entry)
		}
		if t.high[number] == nil {
			t.length++
		}
		t.high[number] = &e
		return
	}
	t.reserve(int(number) + 1)
	if t.low[number].place == nowhere {
		t.length++
	}
	t.low[number] = e
}

// reserve makes room for the numbers below n, except those from dense on.
func (t *table) reserve(n int) {
	n = min(n, t.dense)
	if n <= len(t.low) {
		return
	}
	if n > cap(t.low) {
		grown := make([]entry, n, min(max(n, 2*cap(t.low)), t.dense))
		copy(grown, t.low)
		t.low = grown
	}
	t.low = t.low[:n]
}

// each calls f with the numbers that have entries, in rising order.
func (t *table) each(f func(number uint32)) {
	for number := range t.low {
		if t.low[number].place != nowhere {
			f(uint32(number))
		}
	}
	for _, number := range slices.Sorted(maps.Keys(t.high)) {
		f(number)
	}
}

// forget discards all parsed objects.
func (t *table) forget() {
	t.each(func(number uint32) {
		e := t.at(number)
		e.value, e.progress = nil, unread
	})
}
