package plugins

import (
	"context"
	"time"

	"github.com/tetratelabs/wazero"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// MapperLimits are what one run of a mapper may take. In every field zero means
// that of DefaultMapperLimits.
type MapperLimits struct {
	Memory int64         // bytes of its memory; rounded down to whole pages of 64 KiB
	Time   time.Duration // of one run
	Output int64         // bytes of its standard output
	Module int64         // bytes of the module
}

// DefaultMapperLimits are the limits of mappers for which none are set.
var DefaultMapperLimits = MapperLimits{Memory: 64 << 20, Time: 2 * time.Second, Output: 8 << 20, Module: 16 << 20}

// MapperOptions say how mappers are run.
type MapperOptions struct {
	// Cache keeps compiled modules; nil means that they are compiled anew by
	// each Mappers.
	Cache wazero.CompilationCache
	// Limits of each run.
	Limits MapperLimits
	// Modules is how many compiled modules are held at the same time; zero means 8.
	Modules int
}

// Mappers runs customers' mappers. It satisfies convert.Mapper, and is safe for
// concurrent use.
type Mappers struct {
	options MapperOptions
}

// NewMappers makes a Mappers. Close it after use.
func NewMappers(o MapperOptions) *Mappers { return &Mappers{options: o} }

// Map runs a mapper on a sheet. The module must not be changed afterwards.
// Errors are *doc.MapperError, or ctx's.
func (m *Mappers) Map(ctx context.Context, module []byte, s *order.Sheet) (*order.Mapped, error) {
	return nil, &doc.MapperError{Reason: "cannot be run yet"}
}

// Report is what Check finds out about a module.
type Report struct {
	Mapped  *order.Mapped // what it made of the sheet; nil where it failed
	Size    int64         // of the module, bytes
	Imports []string      // "wasi_snapshot_preview1.fd_read", in the module's order
	Memory  int64         // that it had at its end, bytes
	Compile time.Duration // what compiling took; nearly nothing where a cache held it
	Time    time.Duration // what the run took
	Stderr  string        // the end of what it wrote to its standard error, at most 4 KiB of valid UTF-8
}

// Check runs a mapper and reports on it, on the built-in SampleSheet where s is
// nil. There is a report also where there is an error, but for what is not
// known then. Errors are those of Map.
func (m *Mappers) Check(ctx context.Context, module []byte, s *order.Sheet) (*Report, error) {
	mapped, err := m.Map(ctx, module, s)
	return &Report{Mapped: mapped, Size: int64(len(module))}, err
}

// Close frees all compiled modules. Nothing may be run afterwards.
func (m *Mappers) Close(ctx context.Context) error { return nil }

// SampleSheet is the sheet of a small order, on which a mapper can be tried.
func SampleSheet() *order.Sheet { return &order.Sheet{Filename: "sample.pdf", Mode: "text"} }
