package testenv

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// WithTime calls a test of what happens when a time limit expires, such as that of a lease or of an answer, with a limit of
// one second. If the test fails, it is called again with longer limits, up to two minutes: how long the limit must be for
// what should take less, depends on how busy the machine is. Only a failure of the last call is t's.
func WithTime(t *testing.T, test func(t testing.TB, limit time.Duration)) {
	t.Helper()
	for _, limit := range []time.Duration{time.Second, 5 * time.Second, 25 * time.Second} {
		failures := try(t, func(t testing.TB) { test(t, limit) })
		if len(failures) == 0 || t.Failed() {
			return
		}
		t.Logf("with %v: %q", limit, failures)
	}
	test(t, 2*time.Minute)
}

// trial is a testing.TB that records failures instead of failing the test.
type trial struct {
	testing.TB
	mu       sync.Mutex
	failures []string
	cleanups []func()
}

// try calls a test that may fail, and returns the messages of its failures.
func try(t testing.TB, test func(t testing.TB)) []string {
	tr := &trial{TB: t}
	for _, part := range []func(){func() { test(tr) }, tr.cleanUp} {
		ended := make(chan struct{})
		go func() { // a goroutine of its own, since FailNow ends it
			defer close(ended)
			part()
		}()
		<-ended
	}
	return tr.failures
}

func (t *trial) cleanUp() {
	for _, f := range slices.Backward(t.cleanups) {
		f()
	}
}

func (t *trial) fail(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failures = append(t.failures, message)
}

func (t *trial) Failed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.failures) > 0
}

func (t *trial) Cleanup(f func())                  { t.cleanups = append(t.cleanups, f) }
func (t *trial) Error(args ...any)                 { t.fail(fmt.Sprint(args...)) }
func (t *trial) Errorf(format string, args ...any) { t.fail(fmt.Sprintf(format, args...)) }
func (t *trial) Fail()                             { t.fail("it failed") }
func (t *trial) FailNow()                          { t.Fail(); runtime.Goexit() }
func (t *trial) Fatal(args ...any)                 { t.Error(args...); runtime.Goexit() }
func (t *trial) Fatalf(format string, args ...any) { t.Errorf(format, args...); runtime.Goexit() }
