package neural

const (
	// lanes divides how many outputs are summed at a time.
	lanes = 16
	// columnsAtOnce divides the lengths of rows that addRowsAtOnce adds.
	columnsAtOnce = 8
)

// addProduct adds W·x to y. W holds for each input its weight in each output.
func addProduct(y, x, w []float32) {
	w = w[:len(x)*len(y)]
	if len(x) > 0 && len(y)%lanes == 0 {
		addLanes(y, x, w)
	} else {
		addProductOf(y, x, w)
	}
}

// addProductOf is addProduct with any number of outputs.
func addProductOf(y, x, w []float32) {
	for i, v := range x {
		if v != 0 {
			for o, k := range w[i*len(y) : (i+1)*len(y)] {
				y[o] += v * k
			}
		}
	}
}
