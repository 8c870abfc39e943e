//go:build !linux || !(amd64 || arm64)

package workerpool

import "os"

// killMyself kills the worker as from outside.
func killMyself() {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		p.Kill()
	}
	select {}
}

func confinesFiles() bool { return false }

func try(string) error { return nil }
