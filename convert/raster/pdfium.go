package raster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

// room is how much memory an instance of PDFium may have. Memory that grows is
// copied, and takes nearly twice its size then; so most files get little, and
// those that need more get an instance that has it from the beginning.
type room uint8

const (
	little room = iota
	much
	rooms
)

// guestPages are the rooms in pages of 64 KiB: 96 and 320 MiB.
var guestPages = [rooms]uint32{little: 96 << 20 >> 16, much: 320 << 20 >> 16}

// headroom is what PDFium takes of its memory at its start, and more, in pages
// of 64 KiB.
const headroom = 32 << 20 >> 16

// PDFium renders PDF pages and reads their text, by the library of that name
// compiled to WebAssembly. It gets no files, no environment, no clock and no
// network. The zero value works; it is compiled when it is first needed. It is
// safe for concurrent use.
type PDFium struct {
	// Cache keeps compiled code. Without one that lives on disk, each process
	// compiles PDFium anew, which takes seconds and some 300 MiB.
	Cache wazero.CompilationCache

	mu    sync.Mutex
	pools [rooms]pdfium.Pool
}

// Warm compiles PDFium, or loads what was compiled, unless that has happened.
func (f *PDFium) Warm() error {
	_, err := f.open(little)
	return err
}

// open gives the pool of instances that share the compiled code.
func (f *PDFium) open(r room) (pdfium.Pool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pools[r] != nil {
		return f.pools[r], nil
	}
	if f.Cache == nil {
		f.Cache = wazero.NewCompilationCache() // shared by the pools
	}
	pool, err := compile(f.Cache, r)
	if err != nil {
		// A cache that cannot be read or written (a full disk, a damaged file)
		// costs time, not the document.
		pool, err = compile(wazero.NewCompilationCache(), r)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot start PDFium: %w", err)
	}
	f.pools[r] = pool
	return pool, nil
}

func compile(cache wazero.CompilationCache, r room) (pdfium.Pool, error) {
	return webassembly.Init(webassembly.Config{
		MaxTotal: -1, // each document has an instance of its own
		FSConfig: wazero.NewFSConfig(),
		RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(cache).
			WithMemoryLimitPages(guestPages[r]),
		Stdout: io.Discard,
		Stderr: io.Discard,
		// The same document gives the same pixels, so no true randomness.
		RandomSource: rand.NewChaCha8([32]byte{}),
	})
}

// instance starts PDFium.
func (f *PDFium) instance(ctx context.Context, r room) (pdfium.Pdfium, error) {
	pool, err := f.open(r)
	if err != nil {
		return nil, err
	}
	instance, err := pool.GetInstanceWithContext(ctx)
	if err != nil || r != much {
		return instance, err
	}
	// PDFium's memory grows at once when it makes a large bitmap, and stays.
	const width = 1 << 12
	height := int(guestPages[r]-headroom) << 16 / (4 * width)
	bitmap, err := instance.FPDFBitmap_Create(&requests.FPDFBitmap_Create{Width: width, Height: height})
	if err == nil {
		_, err = instance.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: bitmap.Bitmap})
	}
	if err != nil {
		instance.Close()
		return nil, fmt.Errorf("cannot give PDFium its memory: %w", err)
	}
	return instance, nil
}

// Close frees what PDFium holds. It must not be in use, and is not used again.
func (f *PDFium) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var errs []error
	for _, pool := range f.pools {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	return errors.Join(errs...)
}
