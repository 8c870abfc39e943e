//go:build !cgo

package workerpool

const threadStacks = 0
