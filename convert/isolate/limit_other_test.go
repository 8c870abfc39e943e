//go:build !linux || race

package isolate

const hasDataLimit = false
