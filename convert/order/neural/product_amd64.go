package neural

// addLanes is addProduct with so many outputs, of which the processor sums four at
// once (SSE, which every amd64 has). Each is summed in the order of the inputs.
//
//go:noescape
func addLanes(y *[lanes]float32, x, w []float32)

// addFours adds s·x to y, whose length is a multiple of four.
//
//go:noescape
func addFours(y, x []float32, s float32)
