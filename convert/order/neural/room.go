package neural

import "sync"

// room is where matrices stand that are computed without training. It is used again and
// again, so that reading documents one after the other leaves little garbage.
type room struct {
	numbers []float32
	used    int // those behind are zero
	terms   []term
	taken   int // terms that are in use
}

// Sizes of rooms, in numbers.
const (
	leastRoom = 1 << 16
	mostRoom  = 1 << 20 // what is beyond is garbage
)

var rooms = sync.Pool{New: func() any { return &room{numbers: make([]float32, leastRoom)} }}

// Compute calls do with a tape that only computes. What it computes holds until do
// returns.
func Compute(do func(t *Tape)) {
	r := rooms.Get().(*room)
	do(&Tape{room: r})
	clear(r.numbers[:r.used])
	r.used, r.taken = 0, 0
	rooms.Put(r)
}

// take returns so many zeros.
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

// noTerms returns room for so many terms: of the tape's, where it has one.
func (t *Tape) noTerms(n int) []term {
	if t.room == nil || n > mostRoom/2 {
		return make([]term, 0, n)
	}
	return t.room.takeTerms(n)
}

// takeTerms returns room for so many terms.
func (r *room) takeTerms(n int) []term {
	if n > len(r.terms)-r.taken {
		r.terms, r.taken = make([]term, max(2*n, min(2*len(r.terms), mostRoom))), 0
	}
	r.taken += n
	return r.terms[r.taken-n : r.taken-n : r.taken]
}

// zeros returns so many zeros: of the tape's room, where it has one.
func (t *Tape) zeros(n int) []float32 {
	if t.room == nil {
		return make([]float32, n)
	}
	return t.room.take(n)
}
