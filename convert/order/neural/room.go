package neural

import "sync/atomic"

// room is where matrices stand that are computed without training. It is used again and
// again, so that reading documents one after the other leaves little garbage.
type room struct {
	numbers []float32
	used    int
	indices []uint16
	taken   int // indices that are in use
}

// Sizes of rooms, in numbers.
const (
	leastRoom = 1 << 16
	mostRoom  = 1 << 20 // what is beyond is garbage
)

// spare is a room that is not in use, or nil. There is none in a sync.Pool, which loses rooms between
// processors and collections.
var spare atomic.Pointer[room]

// Compute calls do with a tape that only computes. What it computes holds until do
// returns.
func Compute(do func(t *Tape)) {
	r := spare.Swap(nil)
	if r == nil {
		r = &room{numbers: make([]float32, leastRoom)}
	}
	do(&Tape{room: r})
	r.used, r.taken = 0, 0
	spare.Store(r)
}

// take returns so many numbers, of any size.
func (r *room) take(n int) []float32 {
	if n > len(r.numbers)-r.used {
		if n > mostRoom/2 {
			return make([]float32, n)
		}
		r.numbers, r.used = make([]float32, max(2*n, min(2*len(r.numbers), mostRoom))), 0
	}
	r.used += n
	return r.numbers[r.used-n : r.used : r.used]
}

// noIndices returns room for so many indices: of the tape's, where it has one.
func (t *Tape) noIndices(n int) []uint16 {
	if t.room == nil || n > mostRoom/2 {
		return make([]uint16, 0, n)
	}
	return t.room.takeIndices(n)
}

// takeIndices returns room for so many indices.
func (r *room) takeIndices(n int) []uint16 {
	if n > len(r.indices)-r.taken {
		r.indices, r.taken = make([]uint16, max(2*n, min(2*len(r.indices), mostRoom))), 0
	}
	r.taken += n
	return r.indices[r.taken-n : r.taken-n : r.taken]
}

// numbers returns so many numbers, of any size: of the tape's room, where it has one.
func (t *Tape) numbers(n int) []float32 {
	if t.room == nil {
		return make([]float32, n)
	}
	return t.room.take(n)
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
	numbers []float32
	used    int
}

// spareScratch is one that is not in use, or nil.
var spareScratch atomic.Pointer[Scratch]

// BorrowScratch returns a scratch, to be given back with Return.
func BorrowScratch() *Scratch {
	if s := spareScratch.Swap(nil); s != nil {
		return s
	}
	return &Scratch{numbers: make([]float32, leastRoom)}
}

// Return gives a scratch back. What stands in it may not be used any more.
func (s *Scratch) Return() {
	s.used = 0
	spareScratch.Store(s)
}

// Features returns room for so many features, none of which is there yet.
func (s *Scratch) Features(n int) Features {
	if s == nil || n > mostRoom/2 {
		return make(Features, 0, n)
	}
	if n > len(s.numbers)-s.used {
		s.numbers, s.used = make([]float32, max(2*n, min(2*len(s.numbers), mostRoom))), 0
	}
	s.used += n
	return s.numbers[s.used-n : s.used-n : s.used]
}
