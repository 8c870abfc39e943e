package neural

import "math"

const (
	// lanes divides how many outputs are summed at a time.
	lanes = 16
	// columnsAtOnce divides the lengths of rows that addRowsAtOnce adds.
	columnsAtOnce = 8
)

// term is an input of a layer that is not zero, and its index. Most inputs are zero: flags, and
// what the layer before has rectified.
type term struct {
	x  float32
	at int32
}

// appendTerms appends the terms of a row of inputs.
func appendTerms(terms []term, x []float32) []term {
	n := len(terms)
	terms = terms[:n+len(x)] // a caller makes room
	for i, v := range x {
		terms[n] = term{v, int32(i)}
		bits := math.Float32bits(v) << 1 // without the sign
		n += int((bits | -bits) >> 31)   // without a branch that is hard to foretell
	}
	return terms[:n]
}

// addTermsOf adds the product of each term and its weights to y, in the order of the terms. W holds
// for each input its weight in each output, so many numbers.
func addTermsOf(y []float32, terms []term, w []float32, stride int) {
	for _, t := range terms {
		for o, k := range w[int(t.at)*stride:][:len(y)] {
			y[o] += t.x * k
		}
	}
}
