package plugins

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/tetratelabs/wazero"
)

// OpenCache opens the folder in which compiled guests are kept from one process
// to the next, and makes it if need be. Any number of processes may use one
// folder at the same time. The code in it is run unchecked, so a folder to which
// users other than its owner may write is refused (except on Windows, where this
// is not checked). The oldest files are removed if there is more than 1 GiB.
//
// The returned cache can be used even if there is an error, which says why nothing
// is kept: each process then compiles guests again. An empty name means that
// nothing is to be kept.
func OpenCache(folder string) (wazero.CompilationCache, error) {
	if folder == "" {
		return wazero.NewCompilationCache(), nil
	}
	if err := checkFolder(folder); err != nil {
		return wazero.NewCompilationCache(), fmt.Errorf("compiled modules are not cached: %w", err)
	}
	trim(folder, maxCache)
	cache, err := wazero.NewCompilationCacheWithDir(folder)
	if err != nil {
		return wazero.NewCompilationCache(), fmt.Errorf("compiled modules are not cached: %w", err)
	}
	return cache, nil
}

// checkFolder makes the folder. It returns an error unless this process can write
// to it and, except on Windows, no other user can.
func checkFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
		return errors.New("other users can write to " + folder)
	}
	probe, err := os.CreateTemp(folder, "probe-*")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
