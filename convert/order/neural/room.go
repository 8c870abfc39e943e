package neural

import "sync/atomic"

// room is memory for matrices that are computed without training. It is reused, so that
// reading one document after the other leaves little garbage.
type room struct {
	numbers stock[float32]
	indices stock[uint16]
	rows    stock[int32]
}

// Sizes of rooms, in numbers.
const (
	leastRoom = 1 << 16
	mostRoom  = 1 << 20 // what a document needs beyond this becomes garbage
)

// stock is memory from which slices are taken until all of it is reused.
type stock[T any] struct {
	all  []T
	used int
}

// take returns a slice of n elements with arbitrary values.
func (s *stock[T]) take(n int) []T {
	if n > len(s.all)-s.used {
		if n > mostRoom/2 {
			return make([]T, n)
		}
		s.all, s.used = make([]T, max(2*n, min(2*len(s.all), mostRoom))), 0
	}
	s.used += n
	return s.all[s.used-n : s.used : s.used]
}

// spare is a room that is not in use, or nil. It is not a sync.Pool, which would lose rooms between
// processors and at garbage collections.
var spare atomic.Pointer[room]

// Compute calls do with a tape that only computes. The matrices that it computes are valid
// until do returns.
func Compute(do func(t *Tape)) {
	r := spare.Swap(nil)
	if r == nil {
		r = &room{numbers: stock[float32]{all: make([]float32, leastRoom)}}
	}
	do(&Tape{room: r})
	r.numbers.used, r.indices.used, r.rows.used = 0, 0, 0
	spare.Store(r)
}

// noIndices returns an empty slice with the capacity for n indices, from the tape's room if it has one.
func (t *Tape) noIndices(n int) []uint16 {
	if t.room == nil {
		return make([]uint16, 0, n)
	}
	return t.room.indices.take(n)[:0]
}

// Rows returns n row numbers with arbitrary values, for the index of a Source, from the tape's room if it has one.
func (t *Tape) Rows(n int) []int32 {
	if t.room == nil {
		return make([]int32, n)
	}
	return t.room.rows.take(n)
}

// numbers returns n numbers with arbitrary values, from the tape's room if it has one.
func (t *Tape) numbers(n int) []float32 {
	if t.room == nil {
		return make([]float32, n)
	}
	return t.room.numbers.take(n)
}

// zeros returns n zeros, from the tape's room if it has one.
func (t *Tape) zeros(n int) []float32 {
	v := t.numbers(n)
	if t.room != nil {
		clear(v)
	}
	return v
}

// Scratch is memory for the features of a document, which is reused for the next one. A nil
// Scratch allocates new memory instead.
type Scratch struct {
	numbers stock[float32]
	hashes  stock[int32]
}

// spareScratch is a scratch that is not in use, or nil.
var spareScratch atomic.Pointer[Scratch]

// BorrowScratch returns a scratch, to be given back with Return.
func BorrowScratch() *Scratch {
	if s := spareScratch.Swap(nil); s != nil {
		return s
	}
	return &Scratch{numbers: stock[float32]{all: make([]float32, leastRoom)}}
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
