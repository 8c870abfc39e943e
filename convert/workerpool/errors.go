package workerpool

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lineitem/convert/doc"
)

// ErrBusy reports that the queue is full, and that no other account
// has more documents in it. Trying again later helps.
var ErrBusy = errors.New("too many documents are being converted already")

// ErrClosed reports that the pool takes no more documents.
var ErrClosed = errors.New("the converter is shutting down")

// A CrashError says that a worker died while it converted the document. A
// second try would end the same way.
type CrashError struct {
	// Reason is the cause as reported by the Go runtime or the operating system,
	// such as "stack overflow" or "exit status 7". It holds nothing of the document.
	Reason string
}

func (e *CrashError) Error() string {
	return "the document crashed the converter (" + e.Reason + ")"
}

// A MemoryError says that the document needed more memory than a worker may have.
type MemoryError struct {
	Max int64 // bytes
}

func (e *MemoryError) Error() string {
	return "the document needs more than " + doc.SizeText(e.Max) + " of memory"
}

// A TimeoutError says that a conversion took too long and was stopped.
type TimeoutError struct {
	After time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("the conversion took longer than %v and was stopped", e.After)
}

// Unwrap makes errors.Is(err, context.DeadlineExceeded) hold.
func (e *TimeoutError) Unwrap() error { return context.DeadlineExceeded }

// ErrKilled reports that a worker was ended by SIGKILL while it converted the
// document, and so was the one that tried again. A worker above its
// memory limit ends itself, and the pool kills workers only at their deadline, so somebody
// else killed it: an operator, or the kernel because all processes together used
// too much memory. It is no document's fault, and trying again later helps.
var ErrKilled = errors.New("the worker was killed from outside twice")

// A StartError says that a worker could not be started, or died before it was
// given a document: the system lacks processes, files or memory. It is
// no document's fault.
type StartError struct{ Cause error }

func (e *StartError) Error() string { return "cannot start a worker: " + e.Cause.Error() }
func (e *StartError) Unwrap() error { return e.Cause }
