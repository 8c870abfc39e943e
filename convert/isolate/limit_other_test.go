//go:build !linux || race

package isolate

const hasAddressSpaceLimit = false
