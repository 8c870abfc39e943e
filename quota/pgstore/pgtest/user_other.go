//go:build !unix

package pgtest

import "os/exec"

func command(name string, args ...string) *exec.Cmd { return exec.Command(name, args...) }

func own(string) error { return nil }
