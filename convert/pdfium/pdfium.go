// Package pdfium shows the pages of PDF files, and reads their text, by the library of that name
// compiled to WebAssembly.
package pdfium

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"lineitem/convert/linear"
	"lineitem/convert/raster"
)

// Memory is what an instance of PDFium may have, bytes.
const Memory = 320 << 20

var _ raster.Renderer = (*Library)(nil)

// Library is PDFium. It gets no files, no environment, no clock and no
// network. The zero value works; it is compiled when it is first needed. It is
// safe for concurrent use.
type Library struct {
	// Cache keeps compiled code. Without one that lives on disk, each process
	// compiles PDFium anew, which takes seconds and some 300 MiB.
	Cache wazero.CompilationCache

	mu     sync.Mutex
	pool   pdfium.Pool    // of instances that share the compiled code; nil before it is needed
	memory *linear.Memory // of the instance that is being made
}

// Warm compiles PDFium, or loads what was compiled, unless that has happened.
func (f *Library) Warm() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.warmLocked()
}

func (f *Library) warmLocked() error {
	if f.pool != nil {
		return nil
	}
	if f.Cache == nil {
		f.Cache = wazero.NewCompilationCache()
	}
	pool, err := f.compile(f.Cache)
	if err != nil {
		// A cache that cannot be read or written (a full disk, a damaged file)
		// costs time, not the document.
		pool, err = f.compile(wazero.NewCompilationCache())
	}
	if err != nil {
		return fmt.Errorf("cannot start PDFium: %w", err)
	}
	f.pool = pool
	return nil
}

func (f *Library) compile(cache wazero.CompilationCache) (pdfium.Pool, error) {
	next := func(_, _ uint64) experimental.LinearMemory { return f.memory }
	return webassembly.Init(webassembly.Config{
		Context:  experimental.WithMemoryAllocator(context.Background(), experimental.MemoryAllocatorFunc(next)),
		MaxTotal: -1, // each document has an instance of its own
		FSConfig: wazero.NewFSConfig(),
		RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(cache).
			WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling), // its setjmp
		Stdout:       io.Discard,
		Stderr:       io.Discard,
		RandomSource: sameRandom{},
	})
}

// sameRandom gives each instance the same for randomness, whatever was asked
// for before: the same document gives the same pixels.
type sameRandom struct{}

func (sameRandom) Read(b []byte) (int, error) { return rand.NewChaCha8([32]byte{}).Read(b) }

// instance starts PDFium. The memory goes back when the instance is closed.
func (f *Library) instance(ctx context.Context) (pdfium.Pdfium, *linear.Memory, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.warmLocked(); err != nil {
		return nil, nil, err
	}
	memory, err := linear.Reserve(Memory)
	if err != nil {
		return nil, nil, err
	}
	f.memory = memory
	instance, err := f.pool.GetInstanceWithContext(ctx)
	if err != nil {
		memory.Free()
		return nil, nil, err
	}
	return instance, memory, nil
}

// Close frees what PDFium holds. It must not be in use, and is not used again.
func (f *Library) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pool == nil {
		return nil
	}
	return f.pool.Close()
}
