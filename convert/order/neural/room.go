package neural

import "sync/atomic"

// room is where matrices stand that are computed without training. It is used again and
// again, so that reading documents one after the other leaves little garbage.
type room struct {
	numbers stock[float32]
	indices stock[uint16]
	rows    stock[int32]
}

// Sizes of rooms, in numbers.
const (
	leastRoom = 1 << 16
	mostRoom  = 1 << 20 // what is beyond is garbage
)

// stock is memory of which parts are taken, until all of it is used again.
type stock[T any] struct {
	all  []T
	used int
}

// take returns so many, of any value.
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

// spare is a room that is not in use, or nil. There is none in a sync.Pool, which loses rooms between
// processors and collections.
var spare atomic.Pointer[room]

// Compute calls do with a tape that only computes. What it computes holds until do
// returns.
func Compute(do func(t *Tape)) {
	r := spare.Swap(nil)
	if r == nil {
		r = &room{numbers: stock[float32]{all: make([]float32, leastRoom)}}
	}
	do(&Tape{room: r})
	r.numbers.used, r.indices.used, r.rows.used = 0, 0, 0
	spare.Store(r)
}

// noIndices returns room for so many indices: of the tape's, where it has one.
func (t *Tape) noIndices(n int) []uint16 {
	if t.room == nil {
		return make([]uint16, 0, n)
	}
	return t.room.indices.take(n)[:0]
}

// Rows returns so many numbers of rows, of any value, such as a Source has: of the tape's room, where it has one.
func (t *Tape) Rows(n int) []int32 {
	if t.room == nil {
		return make([]int32, n)
	}
	return t.room.rows.take(n)
}

// numbers returns so many numbers, of any size: of the tape's room, where it has one.
func (t *Tape) numbers(n int) []float32 {
	if t.room == nil {
		return make([]float32, n)
	}
	return t.room.numbers.take(n)
}

// zeros returns so many zeros.
func (t *Tape) zeros(n int) []float32 {
	v := t.numbers(n)
	if t.room != nil {
		clear(v)
	}
	return v
}

// Scratch is room for the features of a document, which is used again for the next. A nil
// Scratch gives room that stays.
type Scratch struct {
	numbers stock[float32]
	hashes  stock[int32]
}

// spareScratch is one that is not in use, or nil.
var spareScratch atomic.Pointer[Scratch]

// BorrowScratch returns a scratch, to be given back with Return.
func BorrowScratch() *Scratch {
	if s := spareScratch.Swap(nil); s != nil {
		return s
	}
	return &Scratch{numbers: stock[float32]{all: make([]float32, leastRoom)}}
}

// Return gives a scratch back. What stands in it may not be used any more.
func (s *Scratch) Return() {
	s.numbers.used, s.hashes.used = 0, 0
	spareScratch.Store(s)
}

// Features returns room for so many features, none of which is there yet.
func (s *Scratch) Features(n int) Features {
	if s == nil {
		return make(Features, 0, n)
	}
	return s.numbers.take(n)[:0]
}

// Hashes returns room for so many hashes at most, none of which is there yet; a nil Scratch gives none.
func (s *Scratch) Hashes(n int) []int32 {
	if s == nil {
		return nil
	}
	return s.hashes.take(n)[:0]
}
