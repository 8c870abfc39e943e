package plugins

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"lineitem/convert/doc"
	"lineitem/convert/order"

	"github.com/tetratelabs/wazero"
)

// MapperLimits are the limits of one run of a mapper. A field that is zero means
// that of DefaultMapperLimits.
type MapperLimits struct {
	Memory int64         // bytes of its memory; rounded down to whole pages of 64 KiB
	Time   time.Duration // of one run, without compiling
	Output int64         // bytes of its standard output
	Module int64         // bytes of the module
	Value  int           // characters of one value in its answer
	Stack  int64         // bytes that nested calls take for their variables, which are not part of its memory
}

// DefaultMapperLimits are the limits of mappers for which none are set.
var DefaultMapperLimits = MapperLimits{Memory: 64 << 20, Time: 2 * time.Second, Output: 8 << 20, Module: 16 << 20, Value: 8_000, Stack: 8 << 20}

func (l MapperLimits) withDefaults() MapperLimits {
	d := DefaultMapperLimits
	if l.Memory > 0 {
		d.Memory = min(l.Memory, 4<<30)
	}
	if l.Time > 0 {
		d.Time = l.Time
	}
	if l.Output > 0 {
		d.Output = l.Output
	}
	if l.Module > 0 {
		d.Module = l.Module
	}
	if l.Value > 0 {
		d.Value = l.Value
	}
	if l.Stack > 0 {
		d.Stack = min(l.Stack, 1<<30)
	}
	return d
}

// MapperOptions say how mappers are run.
type MapperOptions struct {
	// Cache keeps compiled modules; nil means that each Mappers compiles its own.
	Cache wazero.CompilationCache
	// Limits of each run.
	Limits MapperLimits
	// Modules is how many compiled modules are held at the same time; zero means 4.
	Modules int
}

// Mappers runs customers' mappers. It satisfies convert.Mapper, and is safe for
// concurrent use. It compiles nothing before it is used.
type Mappers struct {
	limits  MapperLimits
	modules moduleCache
	memory  memoryPool
}

// NewMappers makes a Mappers. Close it after use.
func NewMappers(o MapperOptions) *Mappers {
	m := &Mappers{limits: o.Limits.withDefaults()}
	m.modules = moduleCache{cache: o.Cache, limits: m.limits, most: o.Modules}
	if m.modules.most <= 0 {
		m.modules.most = 4
	}
	return m
}

// Map runs a mapper on a sheet. The module must not be changed afterwards.
// Errors are *doc.MapperError, or ctx's.
func (m *Mappers) Map(ctx context.Context, module []byte, s *order.Sheet) (*order.Mapped, error) {
	return m.check(ctx, module, s, &Report{})
}

// Report is the result of Check for a module.
type Report struct {
	Mapped  *order.Mapped // what it made of the sheet; nil if it failed
	Size    int64         // of the module, bytes
	Imports []string      // "wasi_snapshot_preview1.fd_read", in the module's order
	Memory  int64         // bytes of memory that it had at its end
	Compile time.Duration // time to compile it; nearly nothing if a cache held it
	Time    time.Duration // time of the run
	Stderr  string        // the end of what it wrote to its standard error, at most 4 KiB of valid UTF-8
}

// Check runs a mapper on a sheet, SampleSheet if s is nil, and reports on it. It
// returns a report even with an error; what is not known then is left zero. Errors
// are those of Map.
func (m *Mappers) Check(ctx context.Context, module []byte, s *order.Sheet) (*Report, error) {
	if s == nil {
		s = SampleSheet()
	}
	r := &Report{}
	_, err := m.check(ctx, module, s, r)
	return r, err
}

// check runs a mapper on a sheet, and fills in r with what it finds out.
func (m *Mappers) check(ctx context.Context, code []byte, s *order.Sheet, r *Report) (*order.Mapped, error) {
	r.Size = int64(len(code))
	began := time.Now()
	module, err := m.modules.take(ctx, code)
	r.Compile = time.Since(began)
	if err != nil {
		return nil, err
	}
	defer m.modules.release(module)
	for _, f := range module.outline.imports {
		r.Imports = append(r.Imports, f.module+"."+f.name)
	}

	input := appendSheet(nil, s)
	run := newRun(m.limits, &m.memory, sha256.Sum256(input))
	began = time.Now()
	err = run.start(ctx, m.modules.runtime, module.compiled, input)
	r.Time, r.Memory, r.Stderr = time.Since(began), run.memory.size, run.stderr.text()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	reason := run.failure(err)
	if reason != "" && (run.output.full || len(run.output.data) == 0) {
		return nil, &doc.MapperError{Reason: reason, Stderr: r.Stderr}
	}
	mapped, message, fault := parseMapped(run.output.data, m.limits.Value)
	switch {
	case message != "":
		return nil, &doc.MapperError{Message: message, Stderr: r.Stderr}
	case reason != "": // whatever it wrote before
		return nil, &doc.MapperError{Reason: reason, Stderr: r.Stderr}
	case fault != nil:
		return nil, &doc.MapperError{Reason: "wrote a malformed answer: " + fault.Error(), Stderr: r.Stderr}
	}
	r.Mapped = mapped
	return mapped, nil
}

// Close frees all compiled modules. Nothing may be run afterwards.
func (m *Mappers) Close(ctx context.Context) error { return m.modules.close(ctx) }

// bytesText formats a number of bytes: as whole MiB or KiB if it is a multiple of
// these, otherwise in MiB to one decimal place, or in bytes below 1 MiB.
func bytesText(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}

// cause returns what an error of the WebAssembly runtime says about what happened:
// its first line, without the prefixes added while the error was passed up.
func cause(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	if i := strings.LastIndex(text, " failed: "); i >= 0 {
		text = text[i+len(" failed: "):]
	}
	return strings.TrimSuffix(strings.TrimPrefix(text, "wasm error: "), " (recovered by wazero)")
}
