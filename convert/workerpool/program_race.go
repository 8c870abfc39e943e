//go:build race

package workerpool

import (
	"os"
	"path/filepath"
)

// workersWithoutRace is the environment variable that names a folder of test binaries which were built without the race
// detector. Only binaries that were built with it look there.
const workersWithoutRace = "LINEITEM_PLAIN_WORKERS"

// program returns the path of the program that runs as a worker: the binary of the same name in the folder that
// workersWithoutRace names, or else the running binary. Most of what tests take under the race detector is the start of their
// workers, in which it finds nothing that the tests of this package, whose workers have it, do not show as well.
func program() (string, error) {
	running, err := os.Executable()
	if err != nil {
		return "", err
	}
	if folder := os.Getenv(workersWithoutRace); folder != "" {
		other := filepath.Join(folder, filepath.Base(running))
		if _, err := os.Stat(other); err == nil {
			return other, nil
		}
	}
	return executable()
}
