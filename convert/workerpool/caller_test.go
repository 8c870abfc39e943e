package workerpool

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"lineitem/convert"
)

// TestEndlessDocumentsOfAnotherAccount checks that an account whose documents
// never end does not keep another account waiting. A document that loses its
// worker to the other account is done again, with the same outcome.
func TestEndlessDocumentsOfAnotherAccount(t *testing.T) {
	p := newPool(t, Config{Workers: 2, Queue: 10, Timeout: time.Minute, Patience: -1})
	mallory := new(Caller)
	endless, stop := context.WithCancel(mallory.Context(t.Context()))
	var backlog sync.WaitGroup
	for range 5 {
		backlog.Go(func() {
			if _, err := p.Convert(endless, convert.Input{Data: []byte("spin")}); err != context.Canceled {
				t.Errorf("Convert() of a document that never ends = %v, want %v", err, context.Canceled)
			}
		})
	}
	awaitInside(p, 5)
	alice := &Caller{Account: "alice"}
	for range 3 {
		if _, err := p.Convert(alice.Context(t.Context()), convert.Input{Data: []byte("well")}); err != nil {
			t.Errorf("Convert() beside documents that never end = %v, want none", err)
		}
		if n := inside(p); n != 5 {
			t.Errorf("%d documents that never end are inside, want all 5", n)
		}
	}
	stop()
	backlog.Wait()
	if alice.Worked() <= 0 || mallory.Worked() <= 0 {
		t.Errorf("workers were busy for alice for %v and for mallory for %v, want some time", alice.Worked(), mallory.Worked())
	}
}

// TestWorkedOnlyForTheCaller checks that a document is converted again when its
// worker was killed from outside, and that the lost time is not counted as work
// for the caller.
func TestWorkedOnlyForTheCaller(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	var c Caller
	in := convert.Input{Data: []byte("killed-once " + filepath.Join(t.TempDir(), "killed"))}
	if _, err := p.Convert(c.Context(t.Context()), in); err != nil {
		t.Fatal(err)
	}
	once := c.Worked()
	if once <= 0 {
		t.Errorf("Worked() after a document that is converted again = %v, want some time", once)
	}
	if _, err := p.Convert(c.Context(t.Context()), convert.Input{Data: []byte("killed")}); err != ErrKilled || c.Worked() != once {
		t.Errorf("Worked() after %v = %v, want %v as before", err, c.Worked(), once)
	}
	if err := p.Try(c.Context(t.Context()), convert.NewModule([]byte("exit"))); err == nil || c.Worked() <= once {
		t.Errorf("Worked() after a trial with %v = %v, want more than %v", err, c.Worked(), once)
	}
}

// TestTrialsAreShared checks that one account's modules do not keep those of
// others waiting: another account has its trial after the one that is running.
func TestTrialsAreShared(t *testing.T) {
	p := newPool(t, Config{Workers: 2, Timeout: time.Minute})
	inside := func(n int) {
		for given, waiting := p.trials.load(); given+waiting != n; given, waiting = p.trials.load() {
			time.Sleep(time.Millisecond)
		}
	}
	var trials sync.WaitGroup
	try := func(ctx context.Context) {
		trials.Go(func() {
			if err := p.Try(ctx, convert.NewModule([]byte("spin"))); !errors.Is(err, context.Canceled) {
				t.Errorf("Try() of a module that never ends = %v, want %v", err, context.Canceled)
			}
		})
	}
	running, stopRunning := context.WithCancel(t.Context())
	waiting, stopWaiting := context.WithCancel(t.Context())
	try(running)
	inside(1)
	try(waiting)
	try(waiting)
	inside(3)
	trials.Go(func() {
		alice := &Caller{Account: "alice"}
		if err := p.Try(alice.Context(t.Context()), convert.NewModule([]byte("well"))); err != nil {
			t.Errorf("Try() beside modules that never end = %v, want none", err)
		}
		inside(2) // the earlier ones still wait
		stopWaiting()
	})
	inside(4)
	stopRunning()
	trials.Wait()
}
