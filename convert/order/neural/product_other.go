//go:build !amd64

package neural

func addTerms(y, x []float32, at []uint16, w []float32) { addTermsOf(y, x, at, w, len(y)) }

func indicesOfEights(at []uint16, x []float32) int { return indicesOf(at, x, 0) }

func relu(v []float32) { reluOf(v) }

func addByteRows(y []float32, w []byte, rows []int32, scale, s float32) {
	addByteRowsOf(y, w, rows, scale, s)
}

func addFours(y, x []float32, s float32) {
	for i := range y {
		y[i] += s * x[i]
	}
}

func addRowsAtOnce(y, w []float32, rows []int32, s float32) {
	for _, at := range rows {
		addFours(y, w[at:], s)
	}
}
