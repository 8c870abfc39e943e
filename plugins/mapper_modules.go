package plugins

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"lineitem/convert/doc"
)

// compiledMapper is a module that can be run, or why it cannot.
type compiledMapper struct {
	hash     [sha256.Size]byte
	code     []byte // as it was given
	outline  *moduleOutline
	compiled wazero.CompiledModule
	err      error

	ready chan struct{} // closed when the three above are known
	users int           // runs that use it or wait for it
	held  bool          // whether it is in the cache
}

// moduleCache holds the modules that were used most recently. A module that it has
// dropped is compiled again when needed, which the cache on disk makes quick.
type moduleCache struct {
	cache  wazero.CompilationCache
	limits MapperLimits
	most   int // modules held

	mu      sync.Mutex
	runtime wazero.Runtime
	host    map[string]api.FunctionDefinition // functions of WASI preview 1
	modules []*compiledMapper                 // the most recently used first
}

// take returns a compiled module, which the caller has to release. Errors are
// *doc.MapperError, or ctx's.
func (c *moduleCache) take(ctx context.Context, code []byte) (*compiledMapper, error) {
	if int64(len(code)) > c.limits.Module {
		return nil, mapperFault("has %s; the limit is %s", bytesText(int64(len(code))), bytesText(c.limits.Module))
	}
	for {
		m, first, err := c.find(ctx, code)
		if err != nil {
			return nil, err
		}
		if first {
			c.compile(ctx, m)
		} else {
			select {
			case <-m.ready:
			case <-ctx.Done():
				c.release(m)
				return nil, ctx.Err()
			}
		}
		if m.err == nil {
			return m, nil
		}
		c.release(m)
		var fault *doc.MapperError
		if errors.As(m.err, &fault) || ctx.Err() != nil {
			return nil, m.err
		}
		// The caller that compiled it gave up. Try again.
	}
}

// find looks a module up and notes one more user of it. If first is true, the
// module is new, and the caller has to compile it.
func (c *moduleCache) find(ctx context.Context, code []byte) (m *compiledMapper, first bool, err error) {
	same := func(m *compiledMapper) bool {
		return len(m.code) == len(code) && len(code) > 0 && &m.code[0] == &code[0]
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.startLocked(ctx); err != nil {
		return nil, false, err
	}
	// A caller that passes the same slice again saves us from hashing it each time.
	i := slices.IndexFunc(c.modules, same)
	if i < 0 {
		hash := sha256.Sum256(code)
		i = slices.IndexFunc(c.modules, func(m *compiledMapper) bool { return m.hash == hash })
		if i < 0 {
			m := &compiledMapper{hash: hash, code: code, ready: make(chan struct{}), users: 1, held: true}
			c.modules = slices.Insert(c.modules, 0, m)
			if len(c.modules) > c.most {
				c.dropLocked(len(c.modules) - 1)
			}
			return m, true, nil
		}
	}
	m = c.modules[i]
	m.users++
	copy(c.modules[1:], c.modules[:i])
	c.modules[0] = m
	return m, false, nil
}

// startLocked makes the runtime of all modules, with the functions that they may
// import, unless it has been made.
func (c *moduleCache) startLocked(ctx context.Context) error {
	if c.runtime != nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	// guestMemory limits how much memory a guest gets. Only metering stops guests.
	config := wazero.NewRuntimeConfig().WithDebugInfoEnabled(false)
	if c.cache != nil {
		config = config.WithCompilationCache(c.cache)
	}
	r := wazero.NewRuntimeWithConfig(ctx, config)
	_, err := wasi_snapshot_preview1.Instantiate(ctx, r)
	if err == nil {
		_, err = r.NewHostModuleBuilder(meterModule).NewFunctionBuilder().
			WithGoFunction(api.GoFunc(tick), []api.ValueType{api.ValueTypeI32}, nil).Export(meterFunction).Instantiate(ctx)
	}
	if err != nil {
		r.Close(ctx)
		return fmt.Errorf("plugins: %w", err)
	}
	c.runtime, c.host = r, r.Module(wasi_snapshot_preview1.ModuleName).ExportedFunctionDefinitions()
	return nil
}

// dropLocked removes a module from the cache, and frees it if nobody uses it.
func (c *moduleCache) dropLocked(i int) {
	m := c.modules[i]
	c.modules = slices.Delete(c.modules, i, i+1)
	m.held = false
	c.freeLocked(m)
}

// release notes that a module has one user less. A module that could not be
// compiled because the caller that compiled it gave up is dropped.
func (c *moduleCache) release(m *compiledMapper) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m.users--
	var fault *doc.MapperError
	if m.held && m.err != nil && !errors.As(m.err, &fault) {
		c.dropLocked(slices.Index(c.modules, m))
		return
	}
	c.freeLocked(m)
}

// freeLocked frees a module if it is not in the cache and nobody uses it.
func (c *moduleCache) freeLocked(m *compiledMapper) {
	if !m.held && m.users == 0 && m.compiled != nil {
		m.compiled.Close(context.Background())
	}
}

func (c *moduleCache) close(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runtime == nil {
		return nil
	}
	// A shared compilation cache would keep modules that are not closed one by one.
	for len(c.modules) > 0 {
		c.dropLocked(0)
	}
	return c.runtime.Close(ctx)
}

// compile makes a module ready to be run, or notes why it cannot be.
func (c *moduleCache) compile(ctx context.Context, m *compiledMapper) {
	outline, compiled, err := c.compiled(ctx, m.code)
	c.mu.Lock()
	defer c.mu.Unlock()
	m.outline, m.compiled, m.err = outline, compiled, err
	close(m.ready)
}

// compiled checks, meters and compiles a module.
func (c *moduleCache) compiled(ctx context.Context, code []byte) (*moduleOutline, wazero.CompiledModule, error) {
	metered, outline, err := meter(code, int(c.limits.Stack))
	if fault := c.refusal(code, outline, err); fault != nil {
		return nil, nil, fault
	}
	workers := experimental.WithCompilationWorkers(ctx, goruntime.GOMAXPROCS(0))
	compiled, err := compileModule(workers, c.runtime, metered)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	default:
		return nil, nil, mapperFault("is not a WebAssembly module that can be run: %s", cause(err))
	}
	if fault := c.checkTypes(compiled); fault != nil {
		compiled.Close(ctx)
		return nil, nil, fault
	}
	return outline, compiled, nil
}

// refusal returns what is wrong with a module, as far as that is known before it is compiled. err is meter's error.
func (c *moduleCache) refusal(code []byte, outline *moduleOutline, err error) error {
	var (
		refused refusedImport
		beyond  boundError
	)
	switch {
	case !bytes.HasPrefix(code, []byte("\x00asm")):
		return mapperFault("is not a WebAssembly module: it does not begin with the bytes 00 61 73 6d")
	case len(code) >= 8 && !bytes.Equal(code[4:8], []byte{1, 0, 0, 0}):
		if code[6] == 1 {
			return mapperFault("is a WebAssembly component; only core modules for WASI preview 1 (wasm32-wasip1) can be run")
		}
		return mapperFault("has an unknown WebAssembly version, want 1")
	case errors.As(err, &refused):
		return mapperFault("%s; only functions of WASI preview 1 may be imported", refused.Error())
	case errors.As(err, &beyond):
		return mapperFault("would take too long to compile: %v", beyond)
	case err != nil:
		return mapperFault("is not a WebAssembly module that can be run: %v", err)
	case outline.memory > uint64(c.limits.Memory):
		return mapperFault("needs %s of memory from the start; the limit is %s", bytesText(int64(outline.memory)), bytesText(c.limits.Memory))
	}
	var unknown []string
	for _, f := range outline.imports {
		name := f.module + "." + f.name
		if (f.module != wasi_snapshot_preview1.ModuleName || c.host[f.name] == nil) && !slices.Contains(unknown, name) {
			unknown = append(unknown, name)
		}
	}
	if n := len(unknown); n > 0 {
		const most = 5
		names := strings.Join(unknown[:min(n, most)], ", ")
		if n > most {
			names += fmt.Sprintf(" and %d more", n-most)
		}
		return mapperFault("imports %s; only functions of WASI preview 1 (%s) may be imported", printable(names), wasi_snapshot_preview1.ModuleName)
	}
	return nil
}

// checkTypes checks the types of the imported functions, and that the module
// exports a start function without parameters and results.
func (c *moduleCache) checkTypes(m wazero.CompiledModule) error {
	for _, f := range m.ImportedFunctions() {
		module, name, _ := f.Import()
		if module != wasi_snapshot_preview1.ModuleName {
			continue
		}
		if host := c.host[name]; !slices.Equal(f.ParamTypes(), host.ParamTypes()) || !slices.Equal(f.ResultTypes(), host.ResultTypes()) {
			return mapperFault("imports %s.%s with a type that differs from WASI preview 1", module, name)
		}
	}
	f := m.ExportedFunctions()[startFunction]
	switch {
	case f == nil:
		return mapperFault("exports no function _start: build it as a command, not as a library")
	case len(f.ParamTypes()) > 0 || len(f.ResultTypes()) > 0:
		return mapperFault("exports _start with parameters or results")
	}
	return nil
}

const startFunction = "_start"

func mapperFault(format string, arguments ...any) error {
	return &doc.MapperError{Reason: fmt.Sprintf(format, arguments...)}
}
