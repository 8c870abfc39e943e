package raster

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

// guestPages bounds PDFium's memory, in pages of 64 KiB: 192 MiB. A page that
// needs more gives an error.
const guestPages = 192 << 20 >> 16

// PDFium renders PDF pages and reads their text, by the library of that name
// compiled to WebAssembly. It gets no files, no environment, no clock and no
// network. The zero value works; it is compiled when it is first needed. It is
// safe for concurrent use.
type PDFium struct {
	// Cache keeps compiled code. Without one that lives on disk, each process
	// compiles PDFium anew, which takes seconds and some 300 MiB.
	Cache wazero.CompilationCache

	mu   sync.Mutex
	pool pdfium.Pool
}

// Warm compiles PDFium, or loads what was compiled, unless that has happened.
func (f *PDFium) Warm() error {
	_, err := f.open()
	return err
}

// open gives the pool of instances that share the compiled code.
func (f *PDFium) open() (pdfium.Pool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pool != nil {
		return f.pool, nil
	}
	pool, err := f.compile(f.Cache)
	if err != nil && f.Cache != nil {
		// A cache that cannot be read or written (a full disk, a damaged file)
		// costs time, not the document.
		pool, err = f.compile(nil)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot start PDFium: %w", err)
	}
	f.pool = pool
	return pool, nil
}

func (f *PDFium) compile(cache wazero.CompilationCache) (pdfium.Pool, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(guestPages)
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	return webassembly.Init(webassembly.Config{
		MaxTotal:      -1, // each document has an instance of its own
		FSConfig:      wazero.NewFSConfig(),
		RuntimeConfig: config,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
		// The same document gives the same pixels, so no true randomness.
		RandomSource: rand.NewChaCha8([32]byte{}),
	})
}

// instance starts PDFium. One that has failed inside is not used again.
func (f *PDFium) instance(ctx context.Context) (pdfium.Pdfium, error) {
	pool, err := f.open()
	if err != nil {
		return nil, err
	}
	return pool.GetInstanceWithContext(ctx)
}

// Close frees what PDFium holds. It must not be in use, and is not used again.
func (f *PDFium) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pool == nil {
		return nil
	}
	return f.pool.Close()
}
