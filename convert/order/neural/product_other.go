//go:build !amd64

package neural

func addProduct(y *[lanes]float32, x, w []float32) { addProductOf(y[:], x, w) }
