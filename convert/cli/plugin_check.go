package cli

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/plugins"
	"lineitem/quota"
)

// pluginCheck is the command "plugin check". It runs the mapper in this process,
// which is the user's own.
func pluginCheck(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	var l conversion
	l.add(c, 1)
	asJSON := c.Bool("json", false, "print JSON")
	operands, err := c.parse(args)
	switch {
	case err != nil:
		return err
	case len(operands) == 0:
		return &usageError{"plugin check: an argument is missing: lineitem plugin check" + c.operands}
	case len(operands) > 2:
		return &usageError{fmt.Sprintf("plugin check: unexpected argument %q", operands[2])}
	}
	name := operands[0]
	module, err := l.mapper.readCode(name)
	if err != nil {
		return err
	}
	var path string
	var document []byte
	if len(operands) == 2 {
		path = operands[1]
		if document, err = os.ReadFile(path); err != nil {
			return err
		}
	}
	report, err := l.tryMapper(ctx, module, path, document)
	fault, failed := errors.AsType[*doc.MapperError](err)
	switch {
	case failed && fault.Message != "" && document == nil:
		// The mapper works, but refuses the sample.
	case failed:
		return fmt.Errorf("%s: %s", name, withStderr(err))
	case err != nil && document == nil:
		return fmt.Errorf("%s: %w", name, err)
	case err != nil: // the document is at fault
		return fmt.Errorf("%s: %w", path, err)
	}
	checked := checkedMapper{
		Hash: sha256.Sum256(module), Size: report.Size, Imports: report.Imports, Memory: report.Memory,
		CompileMS: milliseconds(report.Compile), RunMS: milliseconds(report.Time), Stderr: report.Stderr,
	}
	if failed {
		checked.Refusal = fault.Message
	} else {
		checked.Columns, checked.Rows = report.Mapped.Columns, report.Mapped.Rows
	}
	if *asJSON {
		return json.NewEncoder(stdout).Encode(checked)
	}
	checked.print(stdout)
	return nil
}

// tryMapper runs a mapper on a document, or on the sample if document is nil, and returns the report of the run.
func (l *conversion) tryMapper(ctx context.Context, module []byte, path string, document []byte) (*plugins.Report, error) {
	cache, _ := plugins.OpenCache(l.cache)
	defer cache.Close(ctx)
	m := &reporting{Mappers: l.mappers(cache)}
	defer m.Close(ctx)
	limited, cancel := context.WithTimeout(ctx, time.Duration(l.timeout))
	defer cancel()
	if document == nil {
		_, err := m.Map(limited, module, plugins.SampleSheet())
		return m.report, err
	}
	converter, end, err := l.converter(ctx, cache, m)
	if err != nil {
		return nil, err
	}
	defer end()
	_, err = converter.Convert(limited, convert.Input{Filename: filepath.Base(path), Data: document, Mapper: convert.NewModule(module)})
	return m.report, err
}

// reporting runs mappers and remembers the report of the last run.
type reporting struct {
	*plugins.Mappers
	report *plugins.Report
}

// Map implements convert.Mapper.
func (m *reporting) Map(ctx context.Context, module []byte, s *order.Sheet) (*order.Mapped, error) {
	report, err := m.Check(ctx, module, s)
	m.report = report
	return report.Mapped, err
}

// Try implements convert.Mapper.
func (m *reporting) Try(ctx context.Context, module []byte) error {
	return mappers{m.Mappers}.Try(ctx, module)
}

// checkedMapper is what is printed about a mapper that works.
type checkedMapper struct {
	Hash      quota.ModuleHash `json:"sha256"`
	Size      int64            `json:"size"` // bytes
	Imports   []string         `json:"imports"`
	CompileMS float64          `json:"compileMs"`
	RunMS     float64          `json:"runMs"`
	Memory    int64            `json:"memory"` // bytes
	Stderr    string           `json:"stderr,omitempty"`
	Refusal   string           `json:"error,omitempty"` // message with which it refused its input
	Columns   []order.Column   `json:"columns,omitempty"`
	Rows      []order.Row      `json:"rows,omitempty"`
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (c *checkedMapper) print(w io.Writer) {
	t := newTable(w)
	t.row("sha256", c.Hash)
	t.row("size", bytesText(c.Size))
	t.row("imports", plural(len(c.Imports), "function")+" of WASI preview 1")
	t.row("compiling", fmt.Sprintf("%.1f ms", c.CompileMS))
	t.row("running", fmt.Sprintf("%.1f ms", c.RunMS))
	t.row("memory", bytesText(c.Memory))
	t.flush()
	if stderr := endOf(c.Stderr); stderr != "" {
		fmt.Fprintf(w, "\nIts standard error ends with:%s\n", stderr)
	}
	if c.Refusal != "" {
		fmt.Fprintf(w, "\nIt works; it refuses its input: %s\n", printable(c.Refusal))
		return
	}
	fmt.Fprintf(w, "\nIt works; its output has %s with %s:\n\n", plural(len(c.Rows), "row"), plural(len(c.Columns), "column"))
	const most = 20 // rows; --json prints all
	t = newTable(w)
	cells := make([]any, len(c.Columns))
	for i, column := range c.Columns {
		cells[i] = column.Key
	}
	t.row(cells...)
	for _, row := range c.Rows[:min(len(c.Rows), most)] {
		for i, p := range row {
			cells[i] = orDash(cell(p.Value))
		}
		t.row(cells...)
	}
	t.flush()
	if more := len(c.Rows) - most; more > 0 {
		fmt.Fprintf(w, "… and %s more; --json prints all\n", plural(more, "row"))
	}
}

// cell returns a value on one line, cut to 40 characters.
func cell(value string) string {
	const most = 40 // characters
	value = strings.Join(strings.Fields(printable(value)), " ")
	if utf8.RuneCountInString(value) > most {
		value = string([]rune(value)[:most-1]) + "…"
	}
	return value
}
