//go:build !race

package isolate

const hasDataLimit = true
