// Package mechanism names the mechanisms by which orders are understood, so that
// command ablate can measure what each is worth: it reads the same documents with
// a mechanism and without it. A mechanism that gains nothing on documents for which
// it was not developed is deleted.
package mechanism

import (
	"slices"
	"strings"
	"sync/atomic"
)

// Mechanism is a part of the reading process that can be switched off. In the program all are on.
type Mechanism struct {
	name string
	off  atomic.Bool
}

var all []*Mechanism

// New returns a new mechanism, with a name of the form "package: what it does". Packages call it once for each
// mechanism, in the declaration of a variable.
func New(name string) *Mechanism {
	m := &Mechanism{name: name}
	all = append(all, m)
	return m
}

// Name returns the mechanism's name.
func (m *Mechanism) Name() string { return m.name }

// On reports whether the mechanism is switched on.
func (m *Mechanism) On() bool { return !m.off.Load() }

// Switch turns a mechanism on or off for the whole process. It exists for measurements.
func (m *Mechanism) Switch(on bool) { m.off.Store(!on) }

// All returns the mechanisms, sorted by name.
func All() []*Mechanism {
	return slices.SortedFunc(slices.Values(all), func(a, b *Mechanism) int { return strings.Compare(a.name, b.name) })
}
