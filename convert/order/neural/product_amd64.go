package neural

import "golang.org/x/sys/cpu"

// addTerms is addTermsOf with as many numbers for each input as y has, a multiple of lanes: the
// processor sums forty-eight, thirty-two or sixteen outputs at a time (AVX). Each is summed in the
// order of the terms.
func addTerms(y []float32, terms []term, w []float32) {
	stride := len(y)
	if !cpu.X86.HasAVX {
		addTermsOf(y, terms, w, stride)
		return
	}
	for len(y) >= 3*lanes {
		addThriceLanesAVX((*[3 * lanes]float32)(y), terms, w, stride)
		y, w = y[3*lanes:], w[min(3*lanes, len(w)):]
	}
	switch len(y) {
	case 2 * lanes:
		addTwiceLanesAVX((*[2 * lanes]float32)(y), terms, w, stride)
	case lanes:
		addLanesAVX((*[lanes]float32)(y), terms, w, stride)
	}
}

//go:noescape
func addThriceLanesAVX(y *[3 * lanes]float32, terms []term, w []float32, stride int)

//go:noescape
func addTwiceLanesAVX(y *[2 * lanes]float32, terms []term, w []float32, stride int)

//go:noescape
func addLanesAVX(y *[lanes]float32, terms []term, w []float32, stride int)

// addFours adds s·x to y, whose length is a multiple of four.
func addFours(y, x []float32, s float32) {
	if eights := len(y) &^ 7; eights > 0 && cpu.X86.HasAVX {
		addEightsAVX(y[:eights], x, s)
		y, x = y[eights:], x[eights:]
	}
	if len(y) > 0 {
		addFoursSSE(y, x, s)
	}
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
