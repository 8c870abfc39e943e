package workerpool

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/testenv"
)

// counted returns a module that counts how often it is loaded.
func counted(code string, loads *atomic.Int32) *convert.Module {
	m := convert.NewModule([]byte(code))
	load := m.Load
	m.Load = func(ctx context.Context) ([]byte, error) {
		loads.Add(1)
		return load(ctx)
	}
	return m
}

// TestModulesAreSentOnce checks that a worker is sent a module only with the
// first request that needs it, whether that is a conversion or a trial.
func TestModulesAreSentOnce(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	var loads atomic.Int32
	first, second := counted("first", &loads), counted("second", &loads)
	for i, m := range []*convert.Module{first, first, second, first, second} {
		if i == 2 {
			if err := p.Try(t.Context(), second); err != nil {
				t.Errorf("Try = %v, want none", err)
			}
		}
		r, err := p.Convert(t.Context(), convert.Input{Filename: "order.pdf", Data: []byte("x"), Mapper: m})
		want := "first"
		if m == second {
			want = "second"
		}
		if err != nil || r.Mode != want || r.Filename != "order.pdf" {
			t.Errorf("Convert with the module %q gives %+v, %v", want, r, err)
		}
	}
	if n := loads.Load(); n != 2 {
		t.Errorf("two modules were loaded %d times, want twice", n)
	}
	if r, err := convertText(p, "pid"); err != nil || r.Mode == "" {
		t.Errorf("Convert without a mapper afterwards = %+v, %v", r, err)
	}
}

// TestModulesDoNotMix checks that many concurrent requests with different modules
// each get their own.
func TestModulesDoNotMix(t *testing.T) {
	p := newPool(t, Config{Workers: 3, Queue: 200})
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			want := fmt.Sprintf("module %d", i%7)
			in := convert.Input{Data: []byte("x"), Mapper: convert.NewModule([]byte(want))}
			if r, err := p.Convert(t.Context(), in); err != nil || r.Mode != want {
				t.Errorf("Convert with %q = %+v, %v", want, r, err)
			}
		})
	}
	wg.Wait()
}

// TestModulesThatCannotBeHad checks that a module that cannot be loaded costs
// neither the worker nor the next document.
func TestModulesThatCannotBeHad(t *testing.T) {
	p := newPool(t, Config{Workers: 1})
	before, err := convertText(p, "pid")
	if err != nil {
		t.Fatal(err)
	}
	failed := errors.New("the disk is gone")
	lost := convert.NewModule([]byte("lost"))
	lost.Load = func(context.Context) ([]byte, error) { return nil, failed }
	if _, err := p.Convert(t.Context(), convert.Input{Data: []byte("x"), Mapper: lost}); err != failed {
		t.Errorf("Convert with a module that cannot be loaded = %v, want %v", err, failed)
	}
	if err := p.Try(t.Context(), lost); err != failed {
		t.Errorf("Try of a module that cannot be loaded = %v, want %v", err, failed)
	}
	var fault *doc.MapperError
	if err := p.Try(t.Context(), convert.NewModule(nil)); !errors.As(err, &fault) {
		t.Errorf("Try of an empty module = %v, want a MapperError", err)
	}
	if after, err := convertText(p, "pid"); err != nil || after.Mode != before.Mode {
		t.Errorf("the worker is %+v, %v, want still %s", after, err, before.Mode)
	}
}

// TestTry checks that a trial reports what is wrong with a module, even if the
// module kills its worker.
func TestTry(t *testing.T) {
	testenv.Sequential(t)
	// Only the module that never ends may reach its deadline, even on a busy
	// machine.
	patient, hasty := newPool(t, Config{Workers: 1, Timeout: testenv.Patience}), newPool(t, Config{Workers: 1, Timeout: 100 * time.Millisecond})
	tests := []struct {
		module string
		want   *doc.MapperError
	}{
		{"well", nil},
		{"refuse", &doc.MapperError{Reason: "exited with status 3", Stderr: "no such field\n"}},
		{"exit", &doc.MapperError{Reason: "crashed the converter (exit status 7)"}},
		{"allocate", &doc.MapperError{Reason: "needs more than 256 MiB of memory to compile and run"}},
		{"spin", &doc.MapperError{Reason: "took longer than 100ms to compile and run"}},
		{"well", nil},
	}
	for _, test := range tests {
		p := patient
		if test.module == "spin" {
			p = hasty
		}
		err := p.Try(t.Context(), convert.NewModule([]byte(test.module)))
		if test.want == nil && err == nil {
			continue
		}
		var got *doc.MapperError
		if errors.As(err, &got); !reflect.DeepEqual(got, test.want) {
			t.Errorf("Try(%q) = %+v, want %+v", test.module, err, test.want)
		}
	}
}

// TestOneTrialAtATime checks that trials leave workers for documents, however
// many modules are tried at once.
func TestOneTrialAtATime(t *testing.T) {
	p := newPool(t, Config{Workers: 2, Queue: -1, Timeout: testenv.Patience})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	loaded := make(chan struct{})
	for range 10 {
		wg.Go(func() {
			m := convert.NewModule([]byte("spin"))
			load := m.Load
			m.Load = func(ctx context.Context) ([]byte, error) {
				close(loaded) // panics if a second module is loaded
				return load(ctx)
			}
			if err := p.Try(ctx, m); !errors.Is(err, context.Canceled) {
				t.Errorf("Try that was given up = %v, want %v", err, context.Canceled)
			}
		})
	}
	<-loaded
	for range 3 {
		if _, err := convertText(p, "well"); err != nil {
			t.Errorf("Convert beside trials = %v", err)
		}
	}
}

func TestModulesKeepWithinBounds(t *testing.T) {
	var m modules
	hash := func(i int) (h [32]byte) {
		h[0], h[1] = byte(i), byte(i>>8)
		return h
	}
	for i := range mostModules + 10 {
		m.put(hash(i), []byte{1})
	}
	if len(m.held) != mostModules || m.get(hash(9)) != nil || m.get(hash(10)) == nil {
		t.Errorf("of %d modules %d are kept, want the last %d", mostModules+10, len(m.held), mostModules)
	}
	large := make([]byte, mostModuleBytes/2)
	m.put(hash(1000), large)
	m.get(hash(20))
	m.put(hash(1001), large[:len(large)-1])
	if len(m.held) != 3 || m.get(hash(20)) == nil || m.bytes != mostModuleBytes {
		t.Errorf("beside two large modules %d of %d bytes are kept, want the one used last", len(m.held), m.bytes)
	}
	m.put(hash(1002), make([]byte, mostModuleBytes+1))
	if m.get(hash(1002)) != nil || m.get(hash(1001)) == nil {
		t.Error("a module larger than all that may be kept is kept, or drives out others")
	}
}

// TestMapperErrorSurvivesThePipe checks that what a mapper wrote to standard
// error is not lost on the way from the worker.
func TestMapperErrorSurvivesThePipe(t *testing.T) {
	want := &doc.MapperError{Reason: "trapped: unreachable", Stderr: strings.Repeat("é\n", 1000), Message: "m"}
	var got *doc.MapperError
	if err := parseFailure(appendFailure(nil, fmt.Errorf("wrapped: %w", want))); !errors.As(err, &got) || *got != *want {
		t.Errorf("parseFailure(appendFailure(%+v)) = %+v", want, err)
	}
}
