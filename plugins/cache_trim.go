package plugins

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// maxCache is how many bytes are kept in a cache's folder. Customers' mappers
// come and go, and nothing else removes their compiled modules.
const maxCache = 1 << 30

// TrimCache removes the oldest files of a cache's folder if there is more than
// 1 GiB, as OpenCache does. It is for processes that run for a long time.
func TrimCache(folder string) {
	if folder != "" {
		trim(folder, maxCache)
	}
}

// trim removes the oldest of the files that the WebAssembly runtime keeps below a
// folder, until the total is not above most, in bytes. A module whose file is
// removed is compiled again when it is needed.
func trim(folder string, most int64) {
	type file struct {
		name string
		info fs.FileInfo
	}
	var files []file
	var size int64
	// Files that vanish or cannot be read are somebody else's.
	names, _ := fs.Glob(os.DirFS(folder), "wazero-*/*")
	for _, name := range names {
		name = filepath.Join(folder, name)
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
			files, size = append(files, file{name, info}), size+info.Size()
		}
	}
	slices.SortFunc(files, func(a, b file) int {
		return cmp.Or(a.info.ModTime().Compare(b.info.ModTime()), cmp.Compare(a.name, b.name))
	})
	for _, f := range files {
		if size <= most {
			return
		}
		if os.Remove(f.name) == nil {
			size -= f.info.Size()
		}
	}
}
