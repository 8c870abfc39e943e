package plugins

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"lineitem/convert/guestmemory"
)

// Limits are the limits of one instance of a guest. A field that is zero means
// that of DefaultLimits.
type Limits struct {
	Memory int64         // bytes of its memory; rounded down to whole pages of 64 KiB
	Time   time.Duration // of one call
}

// DefaultLimits are the limits of guests for which none are set.
var DefaultLimits = Limits{Memory: 64 << 20, Time: 10 * time.Second}

func (l Limits) withDefaults() Limits {
	if l.Memory <= 0 {
		l.Memory = DefaultLimits.Memory
	}
	if l.Time <= 0 {
		l.Time = DefaultLimits.Time
	}
	return l
}

const memoryPage = 64 << 10 // bytes

// A GuestError says that a guest cannot be used, or broke its contract. No
// document is at fault.
type GuestError struct {
	Guest  string // its file, or another name for it
	Reason string // a sentence without its subject: "imports env.puts, but may import nothing"
	Err    error  // the WebAssembly runtime's error, nil if there is none
}

func (e *GuestError) Error() string {
	if e.Err == nil {
		return e.Guest + " " + e.Reason
	}
	// The first line says what happened; the others are a stack trace.
	cause, _, _ := strings.Cut(e.Err.Error(), "\n")
	return e.Guest + " " + e.Reason + ": " + strings.TrimSuffix(cause, " (recovered by wazero)")
}

func (e *GuestError) Unwrap() error { return e.Err }

// guest is a module with the limits of its instances.
type guest struct {
	name    string
	code    []byte
	limits  Limits
	watched bool // whether it is held to Limits.Time
	cache   wazero.CompilationCache

	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// compile makes the guest ready to be instantiated. The guest may import nothing.
func (g *guest) compile(ctx context.Context) error {
	err := g.compileWith(ctx, g.cache)
	var refused *GuestError
	if err != nil && g.cache != nil && !errors.As(err, &refused) {
		// The error may come from a damaged file in the cache's folder or a full
		// disk, which must not make the conversion fail. Try without the cache.
		err = g.compileWith(ctx, nil)
	}
	if err != nil && !errors.As(err, &refused) {
		return &GuestError{g.name, "is not a WebAssembly module that can be run", err}
	}
	return err
}

func (g *guest) compileWith(ctx context.Context, cache wazero.CompilationCache) error {
	config := wazero.NewRuntimeConfig().
		WithMemoryLimitPages(uint32(min(max(g.limits.Memory/memoryPage, 1), 1<<16))).
		WithCloseOnContextDone(g.watched).
		WithDebugInfoEnabled(false)
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	// The compiled module serves later callers too, so this caller's context must
	// not end the compilation.
	ctx = context.WithoutCancel(ctx)
	runtime := wazero.NewRuntimeWithConfig(ctx, config)
	module, err := compileModule(ctx, runtime, g.code)
	if err == nil {
		err = g.checkImports(module)
	}
	if err != nil {
		runtime.Close(ctx)
		return err
	}
	g.runtime, g.module = runtime, module
	return nil
}

// compileModule compiles a module. The validator of wazero 1.12 does not check
// some indexes of invalid modules and panics; compileModule returns an error then.
func compileModule(ctx context.Context, runtime wazero.Runtime, code []byte) (m wazero.CompiledModule, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			m, err = nil, fmt.Errorf("invalid module: %v", fault)
		}
	}()
	return runtime.CompileModule(ctx, code)
}

func (g *guest) checkImports(m wazero.CompiledModule) error {
	for _, f := range m.ImportedFunctions() {
		module, name, _ := f.Import()
		return &GuestError{g.name, fmt.Sprintf("imports %s.%s, but may import nothing", module, name), nil}
	}
	for _, f := range m.ImportedMemories() {
		module, name, _ := f.Import()
		return &GuestError{g.name, fmt.Sprintf("imports the memory %s.%s, but must export its own", module, name), nil}
	}
	return nil
}

// instantiate makes an instance and lets it initialize itself.
func (g *guest) instantiate(ctx context.Context) (api.Module, error) {
	memory, err := guestmemory.Reserve(g.limits.Memory)
	if err != nil {
		return nil, fmt.Errorf("plugins: %w", err)
	}
	config := wazero.NewModuleConfig().
		WithName(""). // so that there may be many instances
		WithStartFunctions("_initialize")
	var m api.Module
	err = g.within(ctx, "while it was started", func(ctx context.Context) (err error) {
		m, err = g.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, memory), g.module, config)
		return err
	})
	if err != nil {
		memory.Free()
	}
	return m, err
}

// function returns the exported function of the given name. It must have the given
// number of parameters, all i32, and one i32 result.
func (g *guest) function(m api.Module, name string, parameters int) (api.Function, error) {
	f := m.ExportedFunction(name)
	if f == nil {
		return nil, &GuestError{g.name, fmt.Sprintf("exports no function %q", name), nil}
	}
	p, r := f.Definition().ParamTypes(), f.Definition().ResultTypes()
	ok := len(p) == parameters && len(r) == 1 && r[0] == api.ValueTypeI32
	for _, t := range p {
		ok = ok && t == api.ValueTypeI32
	}
	if !ok {
		return nil, &GuestError{g.name, fmt.Sprintf("exports %q with a type that differs from the contract's", name), nil}
	}
	return f, nil
}

// call calls a function of an instance. After an error the instance must not
// be used again.
func (g *guest) call(ctx context.Context, f api.Function, parameters ...uint64) (uint32, error) {
	var results []uint64
	err := g.within(ctx, "in "+f.Definition().ExportNames()[0], func(ctx context.Context) (err error) {
		results, err = f.Call(ctx, parameters...)
		return err
	})
	if err != nil {
		return 0, err
	}
	return api.DecodeU32(results[0]), nil
}

// within runs a step of the guest, within Limits.Time if the guest is watched. It
// returns ctx's error if ctx had ended before, or ended a watched guest, and a
// *GuestError for any other failure.
func (g *guest) within(ctx context.Context, step string, run func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !g.watched {
		if err := run(ctx); err != nil {
			return &GuestError{g.name, "failed " + step, err}
		}
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, g.limits.Time)
	defer cancel()
	err := run(limited)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return &GuestError{g.name, fmt.Sprintf("took longer than %v %s", g.limits.Time, step), nil}
	}
	return &GuestError{g.name, "failed " + step, err}
}

// close frees the guest's resources, including its instances.
func (g *guest) close(ctx context.Context) error {
	if g.runtime == nil {
		return nil
	}
	return g.runtime.Close(ctx)
}
