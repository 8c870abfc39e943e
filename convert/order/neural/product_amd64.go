package neural

import "golang.org/x/sys/cpu"

// addTerms is addTermsOf with a stride of len(y), which must be a multiple of lanes. With AVX the
// processor sums 48, 32 or 16 outputs at a time. Each output is summed in the order of
// the terms.
func addTerms(y, x []float32, at []uint16, w []float32) {
	stride := len(y)
	if !cpu.X86.HasAVX {
		addTermsOf(y, x, at, w, stride)
		return
	}
	if len(at) == 0 {
		return
	}
	for len(y) >= 3*lanes {
		addThriceLanesAVX((*[3 * lanes]float32)(y), x, at, w, stride)
		y, w = y[3*lanes:], w[min(3*lanes, len(w)):]
	}
	switch len(y) {
	case 2 * lanes:
		addTwiceLanesAVX((*[2 * lanes]float32)(y), x, at, w, stride)
	case lanes:
		addLanesAVX((*[lanes]float32)(y), x, at, w, stride)
	}
}

//go:noescape
func addThriceLanesAVX(y *[3 * lanes]float32, x []float32, at []uint16, w []float32, stride int)

//go:noescape
func addTwiceLanesAVX(y *[2 * lanes]float32, x []float32, at []uint16, w []float32, stride int)

//go:noescape
func addLanesAVX(y *[lanes]float32, x []float32, at []uint16, w []float32, stride int)

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

// addRowsAtOnce is addRows for at least one row and a len(y) that is a multiple of columnsAtOnce.
// Sums stay in registers while rows are added.
//
//go:noescape
func addRowsAtOnce(y, w []float32, rows []int32, s float32)

// indicesOfEights sets at to the indices of the numbers in x that are not zero, and returns how many there
// are. The length of x is a multiple of eight, and at is longer than x by lanes.
func indicesOfEights(at []uint16, x []float32) int {
	if !cpu.X86.HasAVX2 {
		return indicesOf(at, x, 0)
	}
	return indicesAVX2(at, x, &setBits)
}

// setBits holds, for each value of a byte, the indices of its set bits, one byte for each, the lowest first.
var setBits = func() (all [256]uint64) {
	for b := range all {
		n := 0
		for bit := range 8 {
			if b>>bit&1 != 0 {
				all[b] |= uint64(bit) << (8 * n)
				n++
			}
		}
	}
	return all
}()

//go:noescape
func indicesAVX2(at []uint16, x []float32, bits *[256]uint64) int

// relu sets negative numbers to zero.
func relu(v []float32) {
	if eights := len(v) &^ 7; eights > 0 && cpu.X86.HasAVX2 {
		reluAVX2(v[:eights])
		v = v[eights:]
	}
	reluOf(v)
}

//go:noescape
func reluAVX2(v []float32)

// addByteRows is addByteRowsOf for a len(y) that is a multiple of columnsAtOnce.
func addByteRows(y []float32, w []byte, rows []int32, scale, s float32) {
	if len(rows) == 0 {
		return
	}
	if !cpu.X86.HasAVX2 {
		addByteRowsOf(y, w, rows, scale, s)
		return
	}
	addByteRowsAVX2(y, w, rows, scale, s)
}

//go:noescape
func addByteRowsAVX2(y []float32, w []byte, rows []int32, scale, s float32)
