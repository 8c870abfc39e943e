package workerpool

import (
	"context"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"lineitem/convert"
	"lineitem/convert/guestmemory"
	"lineitem/convert/order/taught"
	"lineitem/periodic"
)

const (
	watchInterval = 5 * time.Millisecond
	outsideGo     = 64 << 20 // bytes of the program and of compiled code, which Go's collector does not see
)

// watched ends the process when its work exceeds the memory limit. Only memory
// that the work needs counts: neither what earlier work left behind nor garbage. So
// whether a document can be converted depends on the document alone.
type watched struct {
	converter Converter
	memory    int64 // bytes
	gauge     gauge

	guests     int64       // memory of guests for which the collector's limit was last set, bytes
	collecting atomic.Bool // whether a forced collection is running, to see how much memory is in use
}

func (w *watched) Convert(ctx context.Context, in convert.Input) (*convert.Result, error) {
	defer w.watch()()
	return w.converter.Convert(ctx, in)
}

func (w *watched) Learn(ctx context.Context, in convert.Input, rows []map[string]string) (*taught.Lesson, error) {
	defer w.watch()()
	return w.converter.Learn(ctx, in, rows)
}

func (w *watched) Try(ctx context.Context, m *convert.Module) error {
	defer w.watch()()
	return w.converter.Try(ctx, m)
}

// watch checks the memory periodically until end is called.
func (w *watched) watch() (end func()) {
	w.makeRoom()
	if w.gauge.resident() > w.memory/2 {
		debug.FreeOSMemory() // of earlier work
	}
	var running sync.WaitGroup
	stop := periodic.Start(watchInterval, func() {
		w.makeRoom()
		w.look(&running)
	})
	return func() { stop(); running.Wait() }
}

// makeRoom limits Go's collector to the memory that guests leave, as far as
// possible. Close to its limit the collector runs more and more often, so the limit is
// set below the memory that is left.
func (w *watched) makeRoom() {
	guests := guestmemory.InUse()
	if guests == w.guests {
		return
	}
	w.guests = guests
	room := max(w.memory-outsideGo, w.memory/2)
	debug.SetMemoryLimit(max(room-guests, room/2) * 3 / 4)
}

// look ends the process if it is above its memory limit after garbage is collected. The collection
// takes a while, during which the memory may exceed the limit by up to a quarter.
func (w *watched) look(running *sync.WaitGroup) {
	switch resident := w.gauge.resident(); {
	case resident > w.memory+w.memory/4:
		os.Exit(exitMemory)
	case resident > w.memory && w.collecting.CompareAndSwap(false, true):
		running.Go(func() {
			defer w.collecting.Store(false)
			debug.FreeOSMemory()
			if w.gauge.resident() > w.memory {
				os.Exit(exitMemory)
			}
		})
	}
}
