//go:build !race

package isolate

const hasAddressSpaceLimit = true
