package neural

import "sync/atomic"

// workspace is memory for matrices that are computed without training. It is reused, so that
// reading one document after the other leaves little garbage.
type workspace struct {
	numbers arena[float32]
	indices arena[uint16]
	rows    arena[int32]
}

// Sizes of workspaces, in numbers.
const (
	leastWorkspace = 1 << 16
	mostWorkspace  = 1 << 20 // what a document needs beyond this becomes garbage
)

// arena is memory from which slices are taken until all of it is reused.
type arena[T any] struct {
	all  []T
	used int
}

// take returns a slice of n elements with arbitrary values.
func (s *arena[T]) take(n int) []T {
	if n > len(s.all)-s.used {
		if n > mostWorkspace/2 {
			return make([]T, n)
		}
		s.all, s.used = make([]T, max(2*n, min(2*len(s.all), mostWorkspace))), 0
	}
	s.used += n
	return s.all[s.used-n : s.used : s.used]
}

// spareWorkspace is a workspace that is not in use, or nil. It is not a sync.Pool, which would lose workspaces between
// processors and at garbage collections.
var spareWorkspace atomic.Pointer[workspace]

// Compute calls do with a tape that only computes. The matrices that it computes are valid
// until do returns.
func Compute(do func(t *Tape)) {
	r := spareWorkspace.Swap(nil)
	if r == nil {
		r = &workspace{numbers: arena[float32]{all: make([]float32, leastWorkspace)}}
	}
	do(&Tape{workspace: r})
	r.numbers.used, r.indices.used, r.rows.used = 0, 0, 0
	spareWorkspace.Store(r)
}

// noIndices returns an empty slice with the capacity for n indices, from the tape's workspace if it has one.
func (t *Tape) noIndices(n int) []uint16 {
	if t.workspace == nil {
		return make([]uint16, 0, n)
	}
	return t.workspace.indices.take(n)[:0]
}

// Rows returns n row numbers with arbitrary values, for the index of an Input, from the tape's workspace if it has one.
func (t *Tape) Rows(n int) []int32 {
	if t.workspace == nil {
		return make([]int32, n)
	}
	return t.workspace.rows.take(n)
}

// numbers returns n numbers with arbitrary values, from the tape's workspace if it has one.
func (t *Tape) numbers(n int) []float32 {
	if t.workspace == nil {
		return make([]float32, n)
	}
	return t.workspace.numbers.take(n)
}

// zeros returns n zeros, from the tape's workspace if it has one.
func (t *Tape) zeros(n int) []float32 {
	v := t.numbers(n)
	if t.workspace != nil {
		clear(v)
	}
	return v
}

// Scratch is memory for the features of a document, which is reused for the next one. A nil
// Scratch allocates new memory instead.
type Scratch struct {
	numbers arena[float32]
	hashes  arena[int32]
}

// spareScratch is a scratch that is not in use, or nil.
var spareScratch atomic.Pointer[Scratch]

// BorrowScratch returns a scratch, to be given back with Return.
func BorrowScratch() *Scratch {
	if s := spareScratch.Swap(nil); s != nil {
		return s
	}
	return &Scratch{numbers: arena[float32]{all: make([]float32, leastWorkspace)}}
}

// Return gives a scratch back. The slices that it gave may not be used any more.
func (s *Scratch) Return() {
	s.numbers.used, s.hashes.used = 0, 0
	spareScratch.Store(s)
}

// Features returns an empty slice with the capacity for n features.
func (s *Scratch) Features(n int) Features {
	if s == nil {
		return make(Features, 0, n)
	}
	return s.numbers.take(n)[:0]
}

// Hashes returns an empty slice with the capacity for n hashes, or nil if the scratch is nil.
func (s *Scratch) Hashes(n int) []int32 {
	if s == nil {
		return nil
	}
	return s.hashes.take(n)[:0]
}
