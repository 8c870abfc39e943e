//go:build !amd64

package neural

func addLanes(y *[lanes]float32, x, w []float32) { addProductOf(y[:], x, w) }
