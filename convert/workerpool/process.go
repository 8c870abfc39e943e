package workerpool

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
)

// process is a pool's side of one worker. It is used by one goroutine at a time.
type process struct {
	config  *Config
	cmd     *exec.Cmd
	in      *os.File      // requests
	out     *bufio.Reader // greeting, results, failures
	outPipe *os.File
	stderr  report
	reaped  chan struct{} // closed when the process is gone and stderr is complete
}

// start starts a worker and waits for its greeting.
func start(ctx context.Context, config *Config) (*process, error) {
	w := &process{config: config, reaped: make(chan struct{})}
	if err := w.spawn(); err != nil {
		return nil, &StartError{err}
	}
	greeted, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	stop := context.AfterFunc(greeted, w.kill)
	kind, payload, err := readFrame(w.out, 1)
	if stop() && err == nil && kind == kindGreeting && len(payload) == 1 && payload[0] == protocolVersion {
		return w, nil
	}
	w.kill()
	<-w.reaped
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	reason, trace := w.stderr.cause()
	config.Log.Error("worker did not start", "state", w.cmd.ProcessState.String(), "reason", reason, "trace", trace)
	return nil, &StartError{fmt.Errorf("it did not report ready: %s, %s", w.cmd.ProcessState, reason)}
}

// spawn starts the process with its pipes: requests on standard input, answers
// on standard output.
func (w *process) spawn() error {
	path, err := program()
	if err != nil {
		return err
	}
	childIn, in, err := os.Pipe()
	if err != nil {
		return err
	}
	defer childIn.Close()
	out, childOut, err := os.Pipe()
	if err != nil {
		in.Close()
		return err
	}
	defer childOut.Close()
	w.in, w.outPipe, w.out = in, out, bufio.NewReader(out)
	w.cmd = &exec.Cmd{
		Path:   path,
		Args:   w.config.Args,
		Env:    w.config.Env,
		Stdin:  childIn,
		Stdout: childOut,
		Stderr: &w.stderr,
	}
	if err := w.cmd.Start(); err != nil {
		in.Close()
		out.Close()
		return err
	}
	go func() {
		w.cmd.Wait() // its outcome stays in ProcessState
		close(w.reaped)
	}()
	return nil
}

// do has the worker do one job. Afterwards the worker is either alive and
// idle, or dead.
func (w *process) do(ctx context.Context, j job) error {
	limited, cancel := context.WithTimeout(ctx, w.config.Timeout)
	defer cancel()
	stop := context.AfterFunc(limited, w.kill)
	failure, err := w.exchange(limited, j)
	if !stop() {
		// Killed at its deadline, perhaps just when it had answered.
		w.discard()
	}
	if err == nil {
		return failure
	}
	byItself := w.discard()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		w.config.Log.Warn("worker stopped at its deadline", "after", w.config.Timeout.String())
		return &TimeoutError{w.config.Timeout}
	}
	return w.death(err, byItself)
}

// mostAsked is how many messages a worker may send for one job: what it asks the pool for,
// and the answer.
const mostAsked = 16

// exchange sends a job and reads the answer: either a result, which it passes to the job, or the failure that
// the converter reported. err is set if there was no answer.
func (w *process) exchange(ctx context.Context, j job) (failure, err error) {
	if err := writeFrame(w.in, j.kind, j.head, j.document); err != nil {
		return nil, err
	}
	var lending error // why the first thing that the worker asked for and did not get could not be sent
	for range mostAsked {
		kind, payload, err := readFrame(w.out, maxAsked)
		if err != nil {
			return nil, err
		}
		var why error
		switch {
		case kind == kindNeed && j.mapper != nil:
			why, err = w.sendModule(ctx, j.mapper)
		case kind == kindPrint && j.layouts != nil:
			why, err = w.sendLayout(ctx, j.layouts, payload)
		case kind == kindSize && j.take != nil:
			return w.result(payload, j)
		case kind == kindPass && j.take == nil:
			return nil, nil
		case kind == kindFailure:
			failure = parseFailure(payload)
			if failure == errMessage {
				return nil, failure
			}
			if lending != nil {
				failure = lending
			}
			return failure, nil
		default:
			return nil, errMessage
		}
		if err != nil {
			return nil, err
		}
		if lending == nil {
			lending = why
		}
	}
	return nil, errMessage
}

// sendModule sends the module that the worker needs, or an empty one if it cannot be loaded. why is
// the reason for the latter.
func (w *process) sendModule(ctx context.Context, m *convert.Module) (why, err error) {
	code, why := m.Load(ctx)
	switch {
	case why != nil:
		code = nil
	case len(code) == 0:
		why = &doc.MapperError{Reason: "is an empty file"}
	}
	return why, writeFrame(w.in, kindModule, nil, code)
}

// result reads the result whose size the worker has announced, if there is room
// for it.
func (w *process) result(size []byte, j job) (failure, err error) {
	memory, read := binary.Uvarint(size)
	if read != len(size) || memory > uint64(resultMemory(w.config.Result)) {
		return nil, errMessage
	}
	kind, n, err := readHeader(w.out, min(w.config.Result, int(memory)))
	if err != nil {
		return nil, err
	}
	if kind != kindResult {
		return nil, errMessage
	}
	if j.room != nil {
		if failure := j.room(int(memory)); failure != nil {
			_, err := io.CopyN(io.Discard, w.out, int64(n)) // skip it, so that the worker can go on
			return failure, cutShort(err)
		}
	}
	payload, err := readText(w.out, n)
	if err != nil {
		return nil, err
	}
	return nil, j.take(payload, int(memory))
}

// resultMemory returns the most memory that a result whose payload has so many bytes may take.
func resultMemory(payload int) int { return 4*payload + 64<<20 }

// death returns the error for a worker that died without an answer. byItself says that
// the pool did not kill it.
func (w *process) death(cause error, byItself bool) error {
	reason, trace := w.stderr.cause()
	state := w.cmd.ProcessState
	outOfMemory := state.ExitCode() == exitMemory || reason == reasonOutOfMemory
	w.config.Log.Warn("worker died in a conversion",
		"state", state.String(), "reason", reason, "trace", trace, "pipe", cause.Error())
	switch {
	case byItself && killed(state):
		return ErrKilled
	case outOfMemory:
		return &MemoryError{w.config.Memory}
	case errors.Is(cause, errMessage):
		return &CrashError{errMessage.Error()}
	case reason == "":
		return &CrashError{state.String()}
	}
	return &CrashError{reason}
}

// killed reports whether a process was ended by SIGKILL. It returns false on systems
// that do not report signals.
func killed(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// kill ends the process at once. It may be called at any time.
func (w *process) kill() { w.cmd.Process.Kill() }

// discard kills the process, waits until it is gone and closes the pipes. It
// reports whether the process ended before it was killed here.
func (w *process) discard() (byItself bool) {
	// A worker that ends by itself gets the time that it needs to report why:
	// its pipe closes before its exit status is known.
	select {
	case <-w.reaped:
		byItself = true
	case <-time.After(closeGrace):
	}
	w.kill()
	<-w.reaped
	w.in.Close()
	w.outPipe.Close()
	return byItself
}

// end closes the input of an idle worker, which then exits.
func (w *process) end() {
	w.in.Close()
	w.discard()
}

// alive reports whether the process still runs, as far as is known.
func (w *process) alive() bool {
	select {
	case <-w.reaped:
		return false
	default:
		return true
	}
}
