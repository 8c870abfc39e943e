//go:build !linux || race

package isolate

const hasAddressLimit = false
