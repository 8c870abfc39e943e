package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"lineitem/quota/badgerstore"
)

// openDirectory opens the store in a data directory.
func openDirectory(data string, o badgerstore.Options) (*badgerstore.Store, error) {
	dir := accountsDirectory(data)
	if err := checkOwner(dir); err != nil {
		return nil, fmt.Errorf("%w; was a command run as another user, such as root? All of %s must belong to the user of the server (chown -R)", err, data)
	}
	return badgerstore.Open(dir, o)
}

// checkOwner returns an error if this user may not write a file of the store. Such
// files are left behind by a command that root runs while no server is running.
func checkOwner(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return nil // opening the store reports that, or makes the directory
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		file, e := os.OpenFile(filepath.Join(dir, entry.Name()), os.O_RDWR, 0)
		if e == nil {
			file.Close()
		} else if errors.Is(e, fs.ErrPermission) {
			return e
		}
	}
	return err
}
