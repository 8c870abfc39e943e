// Package compiled keeps the WebAssembly guests that tests have compiled, from one
// test and one package to the next: compiling PDFium takes some five seconds, and
// minutes under the race detector.
package compiled

import (
	"github.com/tetratelabs/wazero"

	"lineitem/convert/testenv"
)

// Folder returns the folder in which compiled guests are kept.
func Folder() string { return testenv.CacheFolder() }

// Cache returns the cache in Folder. If it cannot be opened, nothing is kept.
func Cache() wazero.CompilationCache {
	cache, err := wazero.NewCompilationCacheWithDir(Folder())
	if err != nil {
		return wazero.NewCompilationCache()
	}
	return cache
}
