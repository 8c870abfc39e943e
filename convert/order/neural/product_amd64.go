package neural

import "golang.org/x/sys/cpu"

// addLanes is addProduct with so many outputs, of which the processor sums eight at
// once (AVX) or, where it is an old one, four (SSE). Each is summed in the order of the inputs.
func addLanes(y *[lanes]float32, x, w []float32) {
	if cpu.X86.HasAVX {
		addLanesAVX(y, x, w)
	} else {
		addLanesSSE(y, x, w)
	}
}

//go:noescape
func addLanesAVX(y *[lanes]float32, x, w []float32)

//go:noescape
func addLanesSSE(y *[lanes]float32, x, w []float32)

// addFours adds s·x to y, whose length is a multiple of four.
//
//go:noescape
func addFours(y, x []float32, s float32)

// addRowsAtOnce is addRows with one row at least, each of which has a multiple of columnsAtOnce
// numbers. Sums stay in registers while rows are added.
//
//go:noescape
func addRowsAtOnce(y, w []float32, rows []int32, s float32)
