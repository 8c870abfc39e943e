package neural

import "math"

const (
	// lanes divides the number of outputs that are summed at a time.
	lanes = 16
	// columnsAtOnce divides the lengths of the rows that addRowsAtOnce adds.
	columnsAtOnce = 8
)

// appendIndices appends the indices of a row's inputs that are not zero. Most inputs are zero: flags, and
// what the layer before has rectified. At must have capacity for as many more indices as there are inputs,
// plus lanes.
func appendIndices(at []uint16, x []float32) []uint16 {
	n, done := len(at), 0
	at = at[:cap(at)]
	if eights := len(x) &^ 7; eights > 0 {
		n, done = n+indicesOfEights(at[n:n+eights+lanes], x[:eights]), eights
	}
	return at[:n+indicesOf(at[n:], x[done:], done)]
}

// addTermsOf adds to y the product of each input whose index is given and its weights, in the order of the
// indices. For each input, w holds stride numbers, which begin with its weight in each output.
func addTermsOf(y, x []float32, at []uint16, w []float32, stride int) {
	for _, i := range at {
		v := x[i]
		for o, k := range w[int(i)*stride:][:len(y)] {
			y[o] += v * k
		}
	}
}

// indicesOf sets at to the indices of the numbers in x that are not zero, where the first number has index first.
// It returns how many there are.
func indicesOf(at []uint16, x []float32, first int) (n int) {
	for i, v := range x {
		at[n] = uint16(first + i)
		bits := math.Float32bits(v) << 1 // without the sign
		n += int((bits | -bits) >> 31)   // without a branch, which would be hard to predict
	}
	return n
}

// reluOf sets negative numbers to zero.
func reluOf(v []float32) {
	for i, x := range v {
		b := math.Float32bits(x)
		v[i] = math.Float32frombits(b &^ uint32(int32(b)>>31)) // without a branch, which would be hard to predict
	}
}

// addByteRowsOf adds to y s times each of the rows of w that begin at the given indices. The rows are
// signed bytes in units of scale.
func addByteRowsOf(y []float32, w []byte, rows []int32, scale, s float32) {
	for _, at := range rows {
		for i, q := range w[at:][:len(y)] {
			y[i] += s * (float32(int8(q)) * scale)
		}
	}
}
