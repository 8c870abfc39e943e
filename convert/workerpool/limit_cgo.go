//go:build cgo

package workerpool

// threadStacks is what C's threads, of which Go makes use in binaries with cgo,
// reserve for their stacks, bytes.
const threadStacks = 512 << 20
