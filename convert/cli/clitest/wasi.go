package clitest

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// WASI returns the path of the converter as a WebAssembly module, which is built once for each package of
// tests. Beside it is a compressed copy, whose name ends in .gz.
func WASI(t testing.TB) string {
	t.Helper()
	file, err := buildWASI()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

var buildWASI = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "lineitem-wasi-")
	if err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "lineitem.wasm")
	cmd := exec.Command(filepath.Join(root(), "convert", "wasi", "build"), file)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return file, cmd.Run()
})
