package neural

import "math"

const (
	// lanes divides how many outputs are summed at a time.
	lanes = 16
	// columnsAtOnce divides the lengths of rows that addRowsAtOnce adds.
	columnsAtOnce = 8
)

// appendIndices appends the indices of a row's inputs that are not zero. Most are zero: flags, and
// what the layer before has rectified. There is to be room for as many as there are inputs, and
// for lanes more.
func appendIndices(at []uint16, x []float32) []uint16 {
	n, done := len(at), 0
	at = at[:cap(at)]
	if eights := len(x) &^ 7; eights > 0 {
		n, done = n+indicesOfEights(at[n:n+eights+lanes], x[:eights]), eights
	}
	return at[:n+indicesOf(at[n:], x[done:], done)]
}

// addTermsOf adds the product of each input whose index is given and its weights to y, in that order. W
// holds for each input its weight in each output, so many numbers.
func addTermsOf(y, x []float32, at []uint16, w []float32, stride int) {
	for _, i := range at {
		v := x[i]
		for o, k := range w[int(i)*stride:][:len(y)] {
			y[o] += v * k
		}
	}
}

// indicesOf sets at to the indices of what is not zero in x, the first of which has the given index,
// and returns how many there are.
func indicesOf(at []uint16, x []float32, first int) (n int) {
	for i, v := range x {
		at[n] = uint16(first + i)
		bits := math.Float32bits(v) << 1 // without the sign
		n += int((bits | -bits) >> 31)   // without a branch that is hard to foretell
	}
	return n
}

// reluOf sets what is negative to zero.
func reluOf(v []float32) {
	for i, x := range v {
		b := math.Float32bits(x)
		v[i] = math.Float32frombits(b &^ uint32(int32(b)>>31)) // without a branch that is hard to foretell
	}
}

// addByteRowsOf adds s times each of some rows of bytes, which begin at the given places and count
// in units of scale, to y.
func addByteRowsOf(y []float32, w []byte, rows []int32, scale, s float32) {
	for _, at := range rows {
		for i, q := range w[at:][:len(y)] {
			y[i] += s * (float32(int8(q)) * scale)
		}
	}
}
