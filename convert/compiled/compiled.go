// Package compiled keeps WebAssembly guests that tests have compiled, from one test
// and one package to the next: PDFium takes some five seconds, and minutes under the
// race detector.
package compiled

import (
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"
)

// Folder is where they are kept, in the user's directory for caches.
func Folder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "lineitem-tests")
}

// Cache opens the folder. If that fails, nothing is kept.
func Cache() wazero.CompilationCache {
	cache, err := wazero.NewCompilationCacheWithDir(Folder())
	if err != nil {
		return wazero.NewCompilationCache()
	}
	return cache
}
