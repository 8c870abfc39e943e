// Package pdfium renders the pages of PDF files, and reads their text, with the PDFium
// library, compiled to WebAssembly.
package pdfium

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"lineitem/convert/guestmemory"
	"lineitem/convert/raster"
)

// compressed is the module as built by ./build.
//
//go:embed pdfium.wasm.zst
var compressed []byte

// Module returns PDFium's module: the parts that Functions need of the one in github.com/klippa-app/go-pdfium.
func Module() ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(compressed, nil)
}

// Memory is the most memory of an instance of PDFium, bytes.
const Memory = 320 << 20

var _ raster.Renderer = (*Library)(nil)

// Library is PDFium. It has no access to files, environment, clock and
// network. The zero value works; the module is compiled when it is first needed. It is
// safe for concurrent use.
type Library struct {
	// Cache holds compiled code. Without one on disk, each process
	// compiles PDFium again, which takes seconds and some 300 MiB.
	Cache wazero.CompilationCache

	mu      sync.Mutex
	runtime wazero.Runtime        // nil before it is needed
	module  wazero.CompiledModule // shared by all instances
}

// Warm compiles PDFium, or loads compiled code from the cache, unless that was done before.
func (f *Library) Warm() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.warmLocked()
}

func (f *Library) warmLocked() error {
	if f.runtime != nil {
		return nil
	}
	if f.Cache == nil {
		f.Cache = wazero.NewCompilationCache()
	}
	err := f.compile(f.Cache)
	if err != nil {
		// A cache that cannot be read or written (a full disk, a damaged file)
		// must only cost time.
		err = f.compile(wazero.NewCompilationCache())
	}
	if err != nil {
		return fmt.Errorf("cannot start PDFium: %w", err)
	}
	return nil
}

func (f *Library) compile(cache wazero.CompilationCache) error {
	code, err := Module()
	if err != nil {
		return err
	}
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache).
		WithCoreFeatures(api.CoreFeaturesV2|experimental.CoreFeaturesExceptionHandling)) // needed for its setjmp
	module, err := runtime.CompileModule(ctx, code)
	if err == nil {
		_, err = wasi_snapshot_preview1.Instantiate(ctx, runtime)
	}
	if err == nil {
		err = provide(ctx, runtime, module)
	}
	if err != nil {
		runtime.Close(ctx)
		return err
	}
	f.runtime, f.module = runtime, module
	return nil
}

// provide supplies what the module imports besides WASI: the callbacks into the embedder.
// Nothing here uses them, so all do nothing and return 0.
func provide(ctx context.Context, runtime wazero.Runtime, module wazero.CompiledModule) error {
	env := runtime.NewHostModuleBuilder("env")
	for _, f := range module.ImportedFunctions() {
		from, name, _ := f.Import()
		if from != "env" {
			continue
		}
		results := f.ResultTypes()
		nothing := api.GoFunc(func(_ context.Context, stack []uint64) { clear(stack[:len(results)]) })
		env.NewFunctionBuilder().WithGoFunction(nothing, f.ParamTypes(), results).Export(name)
	}
	_, err := env.Instantiate(ctx)
	return err
}

// sameRandom gives each read the same random bytes, whatever was read
// before, so that the same document gives the same pixels.
type sameRandom struct{}

func (sameRandom) Read(b []byte) (int, error) { return rand.NewChaCha8([32]byte{}).Read(b) }

// instance starts PDFium. Its memory is released when the instance is closed.
func (f *Library) instance() (*instance, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.warmLocked(); err != nil {
		return nil, err
	}
	memory, err := guestmemory.Reserve(Memory)
	if err != nil {
		return nil, err
	}
	ctx := experimental.WithMemoryAllocator(context.Background(), memory)
	module, err := f.runtime.InstantiateModule(ctx, f.module, wazero.NewModuleConfig().
		WithName("").WithStartFunctions("_initialize").WithRandSource(sameRandom{}))
	if err != nil {
		memory.Free()
		return nil, err
	}
	i := &instance{module: module, memory: memory, functions: map[string]api.Function{}}
	if err := i.start(); err != nil {
		i.close()
		return nil, err
	}
	return i, nil
}

// Close frees PDFium. It must not be in use, and must not be used again.
func (f *Library) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.runtime == nil {
		return nil
	}
	return f.runtime.Close(context.Background())
}
