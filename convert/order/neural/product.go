package neural

// lanes is how many outputs are summed at a time.
const lanes = 32

// AddProduct adds W·x to y. W holds for each input its weight in each output.
func AddProduct(y, x, w []float32) {
	w = w[:len(x)*len(y)]
	if len(y) == lanes {
		addProduct((*[lanes]float32)(y), x, w)
	} else {
		addProductOf(y, x, w)
	}
}

// addProductOf is AddProduct with any number of outputs.
func addProductOf(y, x, w []float32) {
	for i, v := range x {
		if v != 0 {
			addScaled(y, w[i*len(y):(i+1)*len(y)], v)
		}
	}
}
