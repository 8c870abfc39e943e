package isolate

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"time"

	"lineitem/convert"
)

const (
	workerGCPercent = 400      // see Work
	leastProcs      = 2        // one converts, one collects garbage and keeps watch
	mostProcs       = 8        // reading pictures uses all; what more would bring, memory takes
	workerStack     = 64 << 20 // bytes of one goroutine's stack

	watchInterval  = 5 * time.Millisecond
	idleBeforeFree = 5 * time.Second // until an idle worker returns its memory to the system
)

// Exit statuses of a worker that ends itself.
const (
	exitMemory = 86 // at its memory limit
	exitOrphan = 87 // its pool went away in the middle of a conversion
)

// Converter is what a worker converts with: *convert.Converter, or what stands
// for it in tests.
type Converter interface {
	// Convert reads one document. It may be given documents that make it
	// overflow its stack, run for ever or use up all memory.
	Convert(ctx context.Context, in convert.Input) (*convert.Result, error)
}

var (
	_ Converter = (*convert.Converter)(nil)
	_ Converter = (*Pool)(nil)
)

// Work makes this process a worker: it answers the requests that come on
// standard input on standard output until the input ends, and returns what
// ended it, nil in the ordinary case.
//
// The process holds itself to memory bytes (zero means DefaultMemory): the
// garbage collector keeps below it as long as it can, a watch ends the process
// above it, and on Linux RLIMIT_AS stops what grows faster than the watch
// looks. One goroutine's stack may take 64 MiB, so that an endless recursion
// is over in a fraction of a second. What a library prints to os.Stdout goes to
// standard error. Signals that ask a process to end are left to the pool.
func Work(c Converter, memory int64) error {
	if memory <= 0 {
		memory = DefaultMemory
	}
	// The terminal and service managers signal the whole group. The pool still
	// wants the answer to what it asked, and closes the input when it does not.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	runtime.GOMAXPROCS(min(max(leastProcs, runtime.GOMAXPROCS(0)), mostProcs))
	debug.SetMaxStack(workerStack)
	// Most documents need little memory for a short time: collecting seldom
	// and, near the limit, often, is faster than collecting evenly.
	debug.SetGCPercent(workerGCPercent)
	debug.SetMemoryLimit(memory - memory/8)
	if err := limitAddressSpace(memory); err != nil {
		return err
	}
	answers := os.Stdout
	os.Stdout = os.Stderr
	orphan := func() { time.AfterFunc(closeGrace, func() { os.Exit(exitOrphan) }) }
	return work(os.Stdin, answers, &watched{c, memory}, orphan)
}

// work answers requests until in ends. It calls orphan when that happens in
// the middle of a conversion, whose context it ends.
func work(in io.Reader, out io.Writer, c Converter, orphan func()) error {
	if err := writeFrame(out, kindGreeting, []byte{protocolVersion}, nil); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	requests := make(chan []byte)
	var readErr error
	go func() {
		// Reading goes on during a conversion: so the end of the input, which
		// means that nobody waits for the answer any more, is seen at once.
		defer close(requests)
		defer cancel()
		defer orphan()
		r := bufio.NewReader(in)
		for {
			kind, payload, err := readFrame(r, math.MaxInt32)
			if err == nil && kind != kindRequest {
				err = errMessage
			}
			if err != nil {
				readErr = err
				return
			}
			requests <- payload
		}
	}()
	idle := time.NewTimer(idleBeforeFree)
	defer idle.Stop()
	for {
		select {
		case payload, ok := <-requests:
			if !ok {
				if errors.Is(readErr, io.EOF) {
					return nil
				}
				return readErr
			}
			if err := answer(ctx, out, c, payload); err != nil {
				return err
			}
			idle.Reset(idleBeforeFree)
		case <-idle.C:
			debug.FreeOSMemory()
		}
	}
}

func answer(ctx context.Context, out io.Writer, c Converter, payload []byte) error {
	in, err := parseRequest(payload)
	if err != nil {
		return err
	}
	result, err := c.Convert(ctx, in)
	if err != nil {
		return writeFrame(out, kindFailure, appendFailure(nil, err), nil)
	}
	return writeFrame(out, kindResult, appendResult(nil, result), nil)
}

// watched ends the process when a conversion takes it above its memory.
type watched struct {
	converter Converter
	memory    int64 // bytes
}

func (w *watched) Convert(ctx context.Context, in convert.Input) (*convert.Result, error) {
	done := make(chan struct{})
	defer close(done)
	go w.watch(done)
	return w.converter.Convert(ctx, in)
}

func (w *watched) watch(done <-chan struct{}) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			metrics.Read(sample)
			if sample[0].Value.Uint64()-sample[1].Value.Uint64() > uint64(w.memory) {
				os.Exit(exitMemory)
			}
		}
	}
}
