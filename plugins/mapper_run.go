package plugins

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/sys"
)

// run is one run of a mapper, with all that it can reach.
type run struct {
	limits MapperLimits
	output limitedBuffer
	stderr tailBuffer
	random io.Reader
	clock  clock
	memory *guestMemory

	timedOut bool
}

// newRun prepares a run. seed determines the random bytes that the guest gets.
func newRun(limits MapperLimits, pool *memoryPool, seed [32]byte) *run {
	return &run{
		limits: limits,
		output: limitedBuffer{most: limits.Output},
		random: rand.NewChaCha8(seed),
		memory: &guestMemory{pool: pool, limit: limits.Memory},
	}
}

// start runs the guest to its end. Errors are the WebAssembly runtime's.
func (r *run) start(ctx context.Context, runtime wazero.Runtime, m wazero.CompiledModule, input []byte) error {
	limited, cancel := context.WithTimeout(ctx, r.limits.Time)
	defer cancel()
	limited = experimental.WithMemoryAllocator(limited, r.memory)
	config := wazero.NewModuleConfig().
		WithName(""). // so that there may be many
		WithStartFunctions(startFunction).
		WithArgs("mapper").
		WithStdin(bytes.NewReader(input)).
		WithStdout(&r.output).
		WithStderr(&r.stderr).
		WithRandSource(r.random).
		WithWalltime(r.clock.walltime, clockResolution).
		WithNanotime(r.clock.nanotime, clockResolution).
		WithNanosleep(r.clock.sleep).
		WithOsyield(func() {})
	module, err := runtime.InstantiateModule(limited, m, config)
	if module != nil {
		err = errors.Join(err, module.Close(ctx))
	}
	r.memory.giveBack()
	r.timedOut = err != nil && limited.Err() != nil && ctx.Err() == nil
	return err
}

// tick is called by metered code at intervals. It ends the guest if its time is
// over, or if the argument says that its stack is exhausted.
func tick(ctx context.Context, arguments []uint64) {
	if arguments[0] == tickStack {
		panic(errStack)
	}
	// The deadline itself is checked too, as the context's timer may be late when
	// all processors are busy.
	if deadline, ok := ctx.Deadline(); ctx.Err() != nil || ok && !time.Now().Before(deadline) {
		<-ctx.Done()
		panic(sys.NewExitError(sys.ExitCodeDeadlineExceeded))
	}
}

var _ api.GoFunc = tick

// failure returns why a run failed, as a doc.MapperError's Reason; it is empty if
// the run did not fail.
func (r *run) failure(err error) string {
	var exit *sys.ExitError
	switch {
	case r.output.full:
		return fmt.Sprintf("wrote more than %s to its standard output", bytesText(r.limits.Output))
	case err == nil, errors.As(err, &exit) && exit.ExitCode() == 0:
		return ""
	case r.timedOut:
		return fmt.Sprintf("took longer than %v", r.limits.Time)
	case r.memory.refused:
		return fmt.Sprintf("ran out of memory (limit %s)", bytesText(r.memory.limit))
	case errors.As(err, &exit):
		return fmt.Sprintf("exited with status %d", exit.ExitCode())
	case errors.Is(err, errStack), cause(err) == "stack overflow":
		return fmt.Sprintf("exhausted its stack (limit %s): its calls are nested too deeply", bytesText(r.limits.Stack))
	}
	return fmt.Sprintf("trapped: %s", cause(err))
}

// The guest's clock begins at midnight of 1 January 2000, UTC. It advances by its
// resolution each time it is read, and by the time that the guest sleeps. Sleeping
// takes no real time.
const (
	clockStart      = 946684800 // seconds since 1970
	clockResolution = sys.ClockResolution(time.Microsecond)
)

type clock struct{ elapsed int64 } // nanoseconds

func (c *clock) walltime() (int64, int32) {
	t := c.nanotime()
	return clockStart + t/1e9, int32(t % 1e9)
}

func (c *clock) nanotime() int64 {
	c.sleep(int64(clockResolution))
	return c.elapsed
}

func (c *clock) sleep(ns int64) {
	const most = 1 << 62 // the clock neither goes back nor overflows
	if ns > 0 {
		c.elapsed = min(c.elapsed+min(ns, most), most)
	}
}

// Errors with which the host's functions panic to end a guest.
var (
	errFull  = errors.New("too much output")
	errStack = errors.New("stack exhausted")
)

// limitedBuffer is the guest's standard output.
type limitedBuffer struct {
	data []byte
	most int64
	full bool
}

// Write ends the guest when it writes more than it may: given an error, it might
// try again and again.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if int64(len(b.data))+int64(len(p)) > b.most {
		b.full = true
		panic(errFull)
	}
	b.data = append(b.data, p...)
	return len(p), nil
}

// maxStderr is how much is kept of a guest's standard error, bytes.
const maxStderr = 4 << 10

// tailBuffer is the guest's standard error, of which it keeps the end.
type tailBuffer struct {
	data []byte
	cut  bool // whether something was dropped before data
}

// Write keeps the end of what is written. p is never longer than the guest's memory.
func (t *tailBuffer) Write(p []byte) (int, error) {
	n := len(p)
	if n >= maxStderr {
		t.cut = t.cut || len(t.data) > 0 || n > maxStderr
		t.data, p = t.data[:0], p[n-maxStderr:]
	}
	t.data = append(t.data, p...)
	if over := len(t.data) - 2*maxStderr; over > 0 {
		t.cut = true
		t.data = append(t.data[:0], t.data[len(t.data)-maxStderr:]...)
	}
	return n, nil
}

// text returns the end of what was written, at most maxStderr bytes, as printable
// UTF-8.
func (t *tailBuffer) text() string {
	kept := t.data
	if over := len(kept) - maxStderr; over > 0 {
		kept = kept[over:]
	}
	if t.cut || len(kept) < len(t.data) {
		for len(kept) > 0 && !utf8.RuneStart(kept[0]) {
			kept = kept[1:]
		}
	}
	text := printable(string(kept))
	for len(text) > maxStderr { // replacing invalid UTF-8 may have made it longer
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return text
}

// printable removes control characters, which would disturb a terminal, except tabs
// and line feeds, and replaces invalid UTF-8 by U+FFFD.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
