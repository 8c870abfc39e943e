// Package workerpool runs conversions in child processes of the same binary, so
// that a document which crashes, hangs or uses too much memory only fails its own
// request.
//
// A Pool starts at most Config.Workers workers, each when it is first needed,
// and keeps them running: a worker converts one document at a time and then waits for
// the next. A worker that dies, or has to be killed, is replaced when the next
// document needs it. The document that killed it is answered with an error
// and is never tried again. Only if something else killed the worker, which is
// no document's fault, does another worker repeat the work, once.
//
// Workers are shared fairly among accounts; the Caller in a context names the account.
// The backlog of one account delays another by no more than the work in progress,
// and if there are several workers by hardly more than Config.Patience.
package workerpool

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order/taught"
)

// Config configures a Pool. In every field zero means the default.
type Config struct {
	// Args is a worker's command line, beginning with the program's name. The program
	// itself is always the running binary, which must call Work when it is
	// started with these arguments. By default ["lineitem", "worker"].
	Args []string
	// Env is a worker's environment. By default it is empty: a worker
	// reads documents from strangers and must not see the operator's secrets.
	Env []string
	// Workers is how many documents are converted at once. By default it is the
	// number of processors that may be used (GOMAXPROCS).
	Workers int
	// Queue is how many documents may wait for a worker, besides those that have
	// one. By default four per worker; negative means none. When it is full, the
	// account with the most documents in it loses its last place to one with fewer.
	Queue int
	// Patience is how long a document keeps its worker at least if another
	// account waits and has none: after that an account that has several workers loses
	// one, and the work of that is repeated later. By default a second; negative
	// means no time at all.
	Patience time.Duration
	// Timeout is the longest that one conversion may take. It includes neither the time spent
	// waiting for a worker nor the work of a worker that was killed
	// from outside. By default 30 seconds.
	Timeout time.Duration
	// Memory is the limit that workers are known to keep to, in bytes; it
	// is only reported in a MemoryError. The worker itself enforces it: see Work.
	Memory int64
	// Result is the greatest size of a result, in bytes as sent by a worker. By default it follows from
	// the default limits of package convert.
	Result int
	// Log records the death of workers, but never the content of documents. By default
	// nothing is logged.
	Log *slog.Logger
}

// Defaults of Config.
const (
	DefaultTimeout = 30 * time.Second
	DefaultMemory  = 640 << 20 // bytes

	defaultPatience       = time.Second
	trialQueue            = 32 // modules that may wait to be tried
	defaultQueuePerWorker = 4
)

// How long a pool waits for its workers.
const (
	startTimeout = 20 * time.Second // from starting a process to receiving its greeting
	closeGrace   = 2 * time.Second  // from closing a worker's input to its exit
)

// Pool converts documents in worker processes. It is safe for concurrent use.
type Pool struct {
	config  Config
	queue   *queue       // of work that needs a worker
	trials  *queue       // of trials that wait to be the one trial in queue
	started atomic.Int64 // workers

	mu     sync.Mutex
	closed bool
	idle   []*process // the most recently used last, so that surplus workers stay idle
	inside sync.WaitGroup
}

// ResultBytes returns the most bytes that a result takes when sent by a worker if its JSON has
// answer bytes; that includes its pictures and their words.
func ResultBytes(answer int) int {
	const word = 40 // bytes, besides its text
	return answer + convert.PictureBytes + convert.PictureWords*word + convert.PictureTextBytes + 1<<20
}

// New returns a pool, which starts no process yet. Close it after use.
func New(c Config) *Pool {
	if len(c.Args) == 0 {
		c.Args = []string{"lineitem", "worker"}
	}
	if c.Env == nil {
		c.Env = []string{}
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	switch {
	case c.Queue == 0:
		c.Queue = defaultQueuePerWorker * c.Workers
	case c.Queue < 0:
		c.Queue = 0
	}
	switch {
	case c.Patience == 0:
		c.Patience = defaultPatience
	case c.Patience < 0:
		c.Patience = 0
	}
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Memory <= 0 {
		c.Memory = DefaultMemory
	}
	if c.Result <= 0 {
		c.Result = ResultBytes(convert.DefaultLimits.Answer)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Pool{
		config: c,
		queue:  newQueue(c.Workers, c.Queue, c.Patience),
		trials: newQueue(1, trialQueue, c.Patience),
	}
}

// Workers is how many documents are converted at once.
func (p *Pool) Workers() int { return p.config.Workers }

// Queue is how many documents may wait for a worker.
func (p *Pool) Queue() int { return p.config.Queue }

// Load returns how many documents have a worker at present, how many wait for one,
// and how many workers were started so far: more than Workers if some died.
func (p *Pool) Load() (working, waiting int, started int64) {
	working, waiting = p.queue.load()
	return working, waiting, p.started.Load()
}

// Convert converts one document in a worker. Its errors are those of
// convert.Converter, and in addition:
//
//   - ErrBusy if the queue is full, either at once or when another account takes the
//     place; ErrClosed after Close;
//   - *StartError if no worker can be started; ErrKilled if workers were killed
//     from outside;
//   - *CrashError if the document killed its worker;
//   - *MemoryError if it needed more memory than a worker may have;
//   - *TimeoutError, which wraps context.DeadlineExceeded, if it took too long;
//   - ctx's error if ctx ended first; the worker is killed then;
//   - the error of the input's mapper's Load, of its layouts' Find, and of the caller's Room.
func (p *Pool) Convert(ctx context.Context, in convert.Input) (result *convert.Result, err error) {
	err = p.do(ctx, job{
		kind: kindRequest, head: appendRequest(nil, in), document: in.Data, mapper: in.Mapper, layouts: in.Layouts,
		take: func(payload string, memory int) (err error) {
			result, err = parseResult(payload, memory)
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// Learn learns the layout of one document in a worker, as convert.Converter does. Its
// errors are those of convert.Converter, and in addition those of Convert.
func (p *Pool) Learn(ctx context.Context, in convert.Input, rows []map[string]string) (lesson *taught.Lesson, err error) {
	err = p.do(ctx, job{
		kind: kindLearn, head: appendRows(appendRequest(nil, in), rows), document: in.Data, mapper: in.Mapper, layouts: in.Layouts,
		take: func(payload string, memory int) (err error) {
			lesson, err = parseLesson(payload, memory)
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	return lesson, nil
}

// Try runs a mapper on a sample, in a worker. Only one trial runs at a time, and the
// others wait: compiling a module that is new to the service may take as long as a
// conversion may, and should not occupy all workers. Its errors are those of
// convert.Converter, and in addition those of Convert; if a module kills its
// worker, needs too much memory or takes too long, the error is a
// *doc.MapperError, as that is the module's fault.
func (p *Pool) Try(ctx context.Context, m *convert.Module) error {
	t, err := p.trials.join(callerOf(ctx).Account)
	if err != nil {
		return err
	}
	if _, err := t.wait(ctx); err != nil {
		return err
	}
	defer t.end(false)
	err = p.do(ctx, job{kind: kindTrial, head: m.Hash[:], mapper: m})
	var (
		crash   *CrashError
		memory  *MemoryError
		timeout *TimeoutError
	)
	switch {
	case errors.As(err, &crash):
		return &doc.MapperError{Reason: "crashed the converter (" + crash.Reason + ")"}
	case errors.As(err, &memory):
		return &doc.MapperError{Reason: "needs more than " + doc.SizeText(memory.Max) + " of memory to compile and run"}
	case errors.As(err, &timeout):
		return &doc.MapperError{Reason: fmt.Sprintf("took longer than %v to compile and run", timeout.After)}
	}
	return err
}

// A job is one piece of work for a worker.
type job struct {
	kind     byte   // of the frame that requests it
	head     []byte // the first part of that frame's payload
	document []byte // the rest of the payload
	mapper   *convert.Module
	layouts  convert.Layouts
	room     func(bytes int) error // called before a result is read; may be nil
	// take parses a result that may take memory bytes; nil if there is no result.
	take func(payload string, memory int) error
}

// do has a worker do one job.
func (p *Pool) do(ctx context.Context, j job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !p.enter() {
		return ErrClosed
	}
	defer p.inside.Done()
	caller := callerOf(ctx)
	j.room = caller.Room
	t, err := p.queue.join(caller.Account)
	if err != nil {
		return err
	}
	for {
		again, err := p.turn(ctx, t, j, caller)
		if !again {
			return err
		}
		p.config.Log.Info("worker taken from an account that has others", "account", caller.Account)
	}
}

// turn waits for a turn and uses it. again reports whether the turn was taken back, so that
// the caller must call turn once more.
func (p *Pool) turn(ctx context.Context, t *turn, j job, caller *Caller) (again bool, err error) {
	work, err := t.wait(ctx)
	if err != nil {
		return false, err
	}
	defer func() { t.end(again) }()
	err = p.twice(work, j, caller)
	again = errors.Is(err, context.Canceled) && context.Cause(work) == errTakenBack
	return again, err
}

// twice has a worker do a job, and another worker if the first one is killed from outside.
func (p *Pool) twice(ctx context.Context, j job, caller *Caller) error {
	for first := true; ; first = false {
		began := time.Now()
		err := p.once(ctx, j)
		if context.Cause(ctx) != errTakenBack && !errors.Is(err, ErrKilled) {
			caller.worked.Add(int64(time.Since(began)))
		}
		if !first || !errors.Is(err, ErrKilled) {
			return err
		}
	}
}

// once has one worker do a job. The caller must have a turn.
func (p *Pool) once(ctx context.Context, j job) error {
	w, err := p.worker(ctx)
	if err != nil {
		return err
	}
	err = w.do(ctx, j)
	if w.alive() {
		p.mu.Lock()
		p.idle = append(p.idle, w)
		p.mu.Unlock()
	}
	return err
}

// enter counts a document as inside, unless the pool is closed.
func (p *Pool) enter() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.inside.Add(1)
	return true
}

// worker returns an idle worker, or starts one. The caller must have a turn, so that
// there are never more workers than turns.
func (p *Pool) worker(ctx context.Context) (*process, error) {
	for {
		p.mu.Lock()
		n := len(p.idle)
		if n == 0 {
			p.mu.Unlock()
			p.started.Add(1)
			return start(ctx, &p.config)
		}
		w := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		if w.alive() { // it may have been killed from outside while it waited
			return w, nil
		}
	}
}

// Close refuses new documents, waits for those inside, and ends the workers.
// It always returns nil. To bound the wait, end the contexts of those inside.
func (p *Pool) Close() error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.inside.Wait()
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	var ended sync.WaitGroup
	for _, w := range idle {
		ended.Go(w.end)
	}
	ended.Wait()
	return nil
}

// executable returns the path of the running binary. If the system offers
// the open file itself, that is used instead of its path: by the time a worker is
// restarted, an upgrade may have put another version at the path.
func executable() (string, error) {
	if runtime.GOOS == "linux" {
		const self = "/proc/self/exe"
		if _, err := os.Stat(self); err == nil {
			return self, nil
		}
	}
	return os.Executable()
}
