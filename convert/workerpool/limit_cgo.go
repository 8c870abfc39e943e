//go:build cgo

package workerpool

// threadStacks is how much address space the stacks of C threads, which Go uses in binaries with cgo,
// reserve, bytes.
const threadStacks = 512 << 20
