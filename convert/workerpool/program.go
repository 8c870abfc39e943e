//go:build !race

package workerpool

// program returns the path of the program that runs as a worker: the running binary.
func program() (string, error) { return executable() }
