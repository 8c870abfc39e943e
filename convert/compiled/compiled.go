// Package compiled keeps WebAssembly guests that tests have compiled, from one test
// and one package to the next: PDFium takes some five seconds, and minutes under the
// race detector.
package compiled

import (
	"github.com/tetratelabs/wazero"

	"lineitem/convert/testenv"
)

// Folder is where they are kept.
func Folder() string { return testenv.CacheFolder() }

// Cache opens the folder. If that fails, nothing is kept.
func Cache() wazero.CompilationCache {
	cache, err := wazero.NewCompilationCacheWithDir(Folder())
	if err != nil {
		return wazero.NewCompilationCache()
	}
	return cache
}
