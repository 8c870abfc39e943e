//go:build !cgo

package isolate

const threadStacks = 0
