package workerpool

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
	"syscall"
	"time"

	"lineitem/convert"
	"lineitem/convert/hugepages"
	"lineitem/convert/order/taught"
)

const (
	workerGCPercent = 400       // see PrepareHeap
	mostHugePages   = 512 << 20 // bytes of the heap for which huge pages are asked
	leastProcs      = 2         // one converts, one collects garbage and watches the memory
	workerStack     = 64 << 20  // bytes of one goroutine's stack

	idleBeforeFree = 5 * time.Second // until an idle worker returns memory to the system
)

// MostProcs is the most processors that a worker uses: reading pictures uses
// all of them, and more would gain less than the memory that they cost.
const MostProcs = 8

// Exit statuses of a worker that ends itself.
const (
	exitMemory = 86 // above its memory limit
	exitOrphan = 87 // its pool went away during a conversion
)

// Converter does the work of a worker: a *convert.Converter, or a substitute
// in tests.
type Converter interface {
	// Convert reads one document. Documents may make it
	// overflow its stack, run for ever or use up all memory.
	Convert(ctx context.Context, in convert.Input) (*convert.Result, error)
	// Learn learns the layout of one document from its right rows.
	Learn(ctx context.Context, in convert.Input, rows []map[string]string) (*taught.Lesson, error)
	// Try reports whether a module can be used as a mapper.
	Try(ctx context.Context, m *convert.Module) error
}

var (
	_ Converter = (*convert.Converter)(nil)
	_ Converter = (*Pool)(nil)
)

// Bounds limit a worker.
type Bounds struct {
	// Memory is the most memory of the process, in bytes. Zero means DefaultMemory.
	Memory int64
	// Guests is the address space that WebAssembly guests may reserve at the same
	// time (package guestmemory), in bytes. It counts as memory only once it is used.
	Guests int64
	// Folders are the folders below which the worker may use files. If it is not nil, the worker is
	// also kept from running programs, from opening sockets, and from other
	// processes, as far as the system supports that: see Confine.
	Folders []string
	// Heap is what PrepareHeap returned, if it was called.
	Heap hugepages.Heap
}

// PrepareHeap sets up Go's heap and its collector for a worker with so much memory, in bytes. It should be called
// before much is allocated.
func PrepareHeap(memory int64) hugepages.Heap {
	// Most documents need little memory for a short time: collecting garbage rarely,
	// and often near the limit, is faster than collecting evenly.
	debug.SetGCPercent(workerGCPercent)
	return hugepages.GrowHeap(min(memory/2, mostHugePages))
}

// Work makes this process a worker: it reads requests from
// standard input and answers them on standard output until the input ends. It returns what
// ended it, nil for a regular end of the input.
//
// The process keeps itself to its memory limit, which covers the program and the
// memory of WebAssembly guests too: see watched. On Linux RLIMIT_AS is the
// last line of defence. The stack of a goroutine may take 64 MiB, so that an endless recursion
// is over in a fraction of a second. What a library prints to os.Stdout goes to
// standard error. Signals that ask a process to end are ignored; the pool ends the worker.
func Work(c Converter, b Bounds) error {
	memory := b.Memory
	if memory <= 0 {
		memory = DefaultMemory
	}
	// Terminals and service managers signal the whole process group. The pool may still
	// want the answer, and closes the input when it does not.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	runtime.GOMAXPROCS(min(max(leastProcs, runtime.GOMAXPROCS(0)), MostProcs))
	debug.SetMaxStack(workerStack)
	// Go's heap keeps the addresses of memory that it has freed, and they are fragmented.
	if err := limitAddresses(memory + memory/2 - b.Heap.Size() + b.Guests); err != nil {
		return err
	}
	gauge, err := newGauge()
	if err != nil {
		return err
	}
	defer gauge.close()
	if b.Folders != nil {
		if err := Confine(b.Folders); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	answers := os.Stdout
	os.Stdout = os.Stderr
	orphan := func() { time.AfterFunc(closeGrace, func() { os.Exit(exitOrphan) }) }
	return work(os.Stdin, answers, &watched{converter: c, memory: memory, gauge: gauge, guests: -1}, b.Heap, orphan)
}

// work answers requests until in ends. If that happens during
// a conversion, it ends the conversion's context and calls orphan.
func work(in io.Reader, out io.Writer, c Converter, heap hugepages.Heap, orphan func()) error {
	if err := writeFrame(out, kindGreeting, []byte{protocolVersion}, nil); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	frames := make(chan frame)
	var readErr error
	go func() {
		// Reading continues during a conversion, so that the end of the input, which
		// means that nobody waits for the answer any more, is noticed at once.
		defer close(frames)
		defer cancel()
		defer orphan()
		r := bufio.NewReader(in)
		for {
			kind, payload, err := readFrame(r, math.MaxInt32)
			if err != nil {
				readErr = err
				return
			}
			frames <- frame{kind, payload}
		}
	}()
	w := &worker{converter: c, frames: frames, out: out}
	idle := time.NewTimer(idleBeforeFree)
	defer idle.Stop()
	for {
		select {
		case f, ok := <-frames:
			if !ok {
				if errors.Is(readErr, io.EOF) {
					return nil
				}
				return readErr
			}
			if !idle.Stop() { // the worker was idle
				heap.Want()
			}
			if err := w.answer(ctx, f); err != nil {
				return err
			}
			idle.Reset(idleBeforeFree)
		case <-idle.C:
			heap.Unwant()
			debug.FreeOSMemory()
		}
	}
}

// frame is one message from the pool.
type frame struct {
	kind    byte
	payload []byte
}

// worker answers frames, one after the other.
type worker struct {
	converter Converter
	frames    <-chan frame // closed at the end of the input
	out       io.Writer
	modules   modules
}

// answer answers one request to convert or to learn, or one trial. An error ends the
// worker.
func (w *worker) answer(ctx context.Context, f frame) error {
	switch f.kind {
	case kindRequest:
		in, err := parseRequest(f.payload)
		if err != nil {
			return err
		}
		w.lend(in)
		result, err := w.converter.Convert(ctx, in)
		if err != nil {
			return w.fail(err)
		}
		head, rest, memory := writeResult(result)
		return w.succeed(memory, head, rest)
	case kindLearn:
		in, err := parseRequest(f.payload)
		if err != nil {
			return err
		}
		rows, document, err := parseRows(in.Data)
		if err != nil {
			return err
		}
		in.Data = document
		w.lend(in)
		return w.learn(ctx, in, rows)
	case kindTrial:
		m, rest, err := parseHash(f.payload)
		if err != nil || len(rest) > 0 {
			return errMessage
		}
		w.lendMapper(m)
		if err := w.converter.Try(ctx, m); err != nil {
			return w.fail(err)
		}
		return writeFrame(w.out, kindPass, nil, nil)
	}
	return errMessage
}

func (w *worker) learn(ctx context.Context, in convert.Input, rows []map[string]string) error {
	lesson, err := w.converter.Learn(ctx, in, rows)
	if err != nil {
		return w.fail(err)
	}
	payload, memory, err := writeLesson(lesson)
	if err != nil {
		return w.fail(err)
	}
	return w.succeed(memory, payload, nil)
}

// succeed sends a result that takes memory bytes once it is parsed.
func (w *worker) succeed(memory int, head, rest []byte) error {
	if err := writeFrame(w.out, kindSize, appendCount(nil, memory), nil); err != nil {
		return err
	}
	return writeFrame(w.out, kindResult, head, rest)
}

func (w *worker) fail(err error) error {
	return writeFrame(w.out, kindFailure, appendFailure(nil, err), nil)
}

// lend makes the input's mapper and its layouts load from the pool.
func (w *worker) lend(in convert.Input) {
	w.lendMapper(in.Mapper)
	if l, ok := in.Layouts.(*poolLayouts); ok {
		l.worker = w
	}
}

// lendMapper sets the Load of a mapper, of which the pool sent only the hash: it returns a
// cached module, or else asks the pool for it, at most once for each request.
func (w *worker) lendMapper(m *convert.Module) {
	if m == nil {
		return
	}
	asked := false
	m.Load = func(context.Context) ([]byte, error) {
		if code := w.modules.get(m.Hash); code != nil {
			return code, nil
		}
		if asked {
			return nil, errNoModule
		}
		asked = true
		if err := writeFrame(w.out, kindNeed, nil, nil); err != nil {
			return nil, err
		}
		f, ok := <-w.frames
		if !ok || f.kind != kindModule || len(f.payload) == 0 {
			return nil, errNoModule
		}
		w.modules.put(m.Hash, f.payload)
		return f.payload, nil
	}
}
