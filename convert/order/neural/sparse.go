package neural

import "slices"

// Sparse are the numbers of a vector that are not zero: about half of what rectified
// layers give, and few of the features that describe a word.
type Sparse struct{ entries []entry }

type entry struct {
	at int32
	v  float32
}

// SparseRows are the rows of so many columns that v holds.
func SparseRows(v []float32, columns int) []Sparse {
	rows := make([]Sparse, len(v)/columns)
	entries := make([]entry, len(v))
	for i := range rows {
		from, to := i*columns, (i+1)*columns
		rows[i].entries = entries[from:from:to]
		rows[i].Add(0, v[from:to])
	}
	return rows
}

// Clear takes all numbers out.
func (s *Sparse) Clear() { s.entries = s.entries[:0] }

// Add adds the numbers of v, which stand from the index at on.
func (s *Sparse) Add(at int, v []float32) {
	n := len(s.entries)
	s.entries = slices.Grow(s.entries, len(v))[:n+len(v)]
	for i, x := range v {
		s.entries[n] = entry{int32(at + i), x}
		if x != 0 {
			n++
		}
	}
	s.entries = s.entries[:n]
}

// Join adds the numbers of another vector, which stands from the index at on.
func (s *Sparse) Join(at int, other *Sparse) {
	for _, e := range other.entries {
		s.entries = append(s.entries, entry{e.at + int32(at), e.v})
	}
}

// AddProduct adds W·x to y. W holds for each input its weight in each output. Several
// outputs are summed at a time, since one sum alone waits for each addition before
// the next.
func (s *Sparse) AddProduct(y, w []float32) {
	const atOnce = 4 // as many as there are registers for
	o, out := 0, len(y)
	for ; o+atOnce <= out; o += atOnce {
		t := (*[atOnce]float32)(y[o:])
		s0, s1, s2, s3 := t[0], t[1], t[2], t[3]
		for _, e := range s.entries {
			k := int(e.at)*out + o
			w, v := w[k:k+atOnce:k+atOnce], e.v
			s0 += v * w[0]
			s1 += v * w[1]
			s2 += v * w[2]
			s3 += v * w[3]
		}
		*t = [atOnce]float32{s0, s1, s2, s3}
	}
	for ; o < out; o++ {
		sum := y[o]
		for _, e := range s.entries {
			sum += e.v * w[int(e.at)*out+o]
		}
		y[o] = sum
	}
}
