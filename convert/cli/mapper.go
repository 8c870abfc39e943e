package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/workerpool"
	"lineitem/plugins"
	"lineitem/quota"
)

// mappers run customers' mappers.
type mappers struct{ *plugins.Mappers }

var _ convert.Mapper = mappers{}

// Try implements convert.Mapper. A mapper that only refuses the sample, because of
// something that the sample lacks, counts as working.
func (m mappers) Try(ctx context.Context, module []byte) error {
	_, err := m.Check(ctx, module, nil)
	if fault, ok := errors.AsType[*doc.MapperError](err); ok && fault.Message != "" {
		return nil
	}
	return err
}

// checkMapper returns a function with which package operator checks whether a module
// can be used. If all workers are busy it waits, since it is an operator who asks.
func checkMapper(pool *workerpool.Pool) func(ctx context.Context, module []byte) error {
	return func(ctx context.Context, module []byte) error {
		m := convert.NewModule(module)
		err := pool.Try(ctx, m)
		for errors.Is(err, workerpool.ErrBusy) {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(busyPause):
			}
			err = pool.Try(ctx, m)
		}
		if fault, ok := errors.AsType[*doc.MapperError](err); ok {
			return &quota.ArgumentError{Name: "mapper", Reason: strings.TrimPrefix(withStderr(fault), "the mapper ")}
		}
		return err
	}
}

const busyPause = 200 * time.Millisecond

// withStderr returns an error's text and, if it is that of a mapper, the end of
// what the mapper wrote to standard error.
func withStderr(err error) string {
	fault, ok := errors.AsType[*doc.MapperError](err)
	if !ok {
		return err.Error()
	}
	stderr := endOf(fault.Stderr)
	if stderr == "" {
		return err.Error()
	}
	return err.Error() + "; its standard error ends:" + stderr
}

// endOf returns the last lines of a mapper's standard error, each after a line break
// and indented. It is empty if there are none.
func endOf(stderr string) string {
	const most = 12 // lines
	stderr = strings.TrimSpace(printable(stderr))
	if stderr == "" {
		return ""
	}
	lines := strings.Split(stderr, "\n")
	return "\n  " + strings.Join(lines[max(0, len(lines)-most):], "\n  ")
}

// printable removes from a text, such as a mapper's, characters that could control a
// terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
}

// mapperLimits are the limits of one run of a mapper.
type mapperLimits struct {
	memory, output, module, stack size
	time                          span
}

func defaultMapperLimits() mapperLimits {
	d := plugins.DefaultMapperLimits
	return mapperLimits{
		memory: size(d.Memory), output: size(d.Output), module: size(d.Module), stack: size(d.Stack), time: span(d.Time),
	}
}

// add adds the flags to a command.
func (l *mapperLimits) add(c *command) {
	c.Var(&l.memory, "mapper-memory", "memory of a mapper, as a `size`")
	c.Var(&l.time, "mapper-time", "longest `time` of a mapper for one document")
	c.Var(&l.output, "mapper-output", "largest answer of a mapper, as a `size`")
	c.Var(&l.module, "mapper-module", "largest mapper, as a `size`")
	c.Var(&l.stack, "mapper-stack", "stack of a mapper's nested calls, as a `size`")
}

// args returns the flags that set these limits, for a worker.
func (l *mapperLimits) args() []string {
	return []string{
		"--mapper-memory=" + l.memory.String(), "--mapper-time=" + l.time.String(),
		"--mapper-output=" + l.output.String(), "--mapper-module=" + l.module.String(),
		"--mapper-stack=" + l.stack.String(),
	}
}

// mappers returns a plugins.Mappers, which runs mappers within the limits.
func (l *conversion) mappers(cache wazero.CompilationCache) *plugins.Mappers {
	return plugins.NewMappers(plugins.MapperOptions{Cache: cache, Limits: plugins.MapperLimits{
		Memory: int64(l.mapper.memory), Time: time.Duration(l.mapper.time), Output: int64(l.mapper.output), Module: int64(l.mapper.module),
		Stack: int64(l.mapper.stack), Value: int(l.cell),
	}})
}

// read reads a mapper; it returns nil if the name is empty.
func (l *mapperLimits) read(name string) (*convert.Module, error) {
	if name == "" {
		return nil, nil
	}
	code, err := l.readCode(name)
	if err != nil {
		return nil, err
	}
	return convert.NewModule(code), nil
}

func (l *mapperLimits) readCode(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	code, err := io.ReadAll(io.LimitReader(file, int64(l.module)+1))
	switch {
	case err != nil:
		return nil, err
	case len(code) > int(l.module):
		return nil, fmt.Errorf("%s is larger than %s, which is the limit of mappers (--mapper-module)", name, l.module.String())
	}
	return code, nil
}
