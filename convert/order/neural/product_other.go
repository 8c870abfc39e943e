//go:build !amd64

package neural

func addTerms(y []float32, terms []term, w []float32) { addTermsOf(y, terms, w, len(y)) }

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
