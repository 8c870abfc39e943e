//go:build !race

package isolate

const hasAddressLimit = true
