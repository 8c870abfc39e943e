package neural

import "math"

const (
	// lanes divides how many outputs are summed at a time.
	lanes = 16
	// columnsAtOnce divides the lengths of rows that addRowsAtOnce adds.
	columnsAtOnce = 8
)

// term is an input of a layer that is not zero, and where its weights begin. Most inputs
// are zero: flags, and what a layer before has rectified.
type term struct {
	x  float32
	at int32
}

// appendTerms appends the terms of a row of inputs, whose weights stand in so many numbers each.
func appendTerms(terms []term, x []float32, stride int) []term {
	n, at := len(terms), int32(0)
	terms = terms[:n+len(x)] // a caller makes room
	for _, v := range x {
		terms[n] = term{v, at}
		at += int32(stride)
		bits := math.Float32bits(v) << 1 // without the sign
		n += int((bits | -bits) >> 31)   // without a branch that is hard to foretell
	}
	return terms[:n]
}

// addTermsOf adds the product of each term and the weights at its place to y, in the order of the
// terms.
func addTermsOf(y []float32, terms []term, w []float32) {
	for _, t := range terms {
		for o, k := range w[t.at:][:len(y)] {
			y[o] += t.x * k
		}
	}
}
