package neural

import "golang.org/x/sys/cpu"

// addLanes adds W·x to y, whose length is a multiple of lanes: the processor sums thirty-two
// outputs at a time, or the last sixteen (AVX), or where it is an old one sixteen (SSE). Each is
// summed in the order of the inputs.
func addLanes(y, x, w []float32) {
	at, stride := 0, len(y)
	if cpu.X86.HasAVX {
		for ; at+2*lanes <= len(y); at += 2 * lanes {
			addTwiceLanesAVX((*[2 * lanes]float32)(y[at:]), x, w[at:], stride)
		}
		if at < len(y) {
			addLanesAVX((*[lanes]float32)(y[at:]), x, w[at:], stride)
		}
		return
	}
	for ; at < len(y); at += lanes {
		addLanesSSE((*[lanes]float32)(y[at:]), x, w[at:], stride)
	}
}

//go:noescape
func addTwiceLanesAVX(y *[2 * lanes]float32, x, w []float32, stride int)

//go:noescape
func addLanesAVX(y *[lanes]float32, x, w []float32, stride int)

//go:noescape
func addLanesSSE(y *[lanes]float32, x, w []float32, stride int)

// addFours adds s·x to y, whose length is a multiple of four.
func addFours(y, x []float32, s float32) {
	if eights := len(y) &^ 7; eights > 0 && cpu.X86.HasAVX {
		addEightsAVX(y[:eights], x, s)
		y, x = y[eights:], x[eights:]
	}
	addFoursSSE(y, x, s)
}

//go:noescape
func addEightsAVX(y, x []float32, s float32)

//go:noescape
func addFoursSSE(y, x []float32, s float32)

// addRowsAtOnce is addRows with one row at least, each of which has a multiple of columnsAtOnce
// numbers. Sums stay in registers while rows are added.
//
//go:noescape
func addRowsAtOnce(y, w []float32, rows []int32, s float32)
