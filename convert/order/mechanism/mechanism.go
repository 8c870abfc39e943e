// Package mechanism names the mechanisms by which orders are understood, so that
// command ablate can measure what each is worth: it reads the same documents with
// a mechanism and without it. What gains nothing on documents that it was not made
// on is deleted.
package mechanism

import (
	"slices"
	"strings"
	"sync/atomic"
)

// Mechanism is a way of reading that can be switched off. In the program all are on.
type Mechanism struct {
	name string
	off  atomic.Bool
}

var all []*Mechanism

// New names a mechanism, as "room: what it does". Packages call it once for each,
// in the declaration of a variable.
func New(name string) *Mechanism {
	m := &Mechanism{name: name}
	all = append(all, m)
	return m
}

// Name is the mechanism's name.
func (m *Mechanism) Name() string { return m.name }

// On reports whether the mechanism works.
func (m *Mechanism) On() bool { return !m.off.Load() }

// Switch turns a mechanism on or off for the whole process. It is for measuring.
func (m *Mechanism) Switch(on bool) { m.off.Store(!on) }

// All are the mechanisms by name.
func All() []*Mechanism {
	return slices.SortedFunc(slices.Values(all), func(a, b *Mechanism) int { return strings.Compare(a.name, b.name) })
}
