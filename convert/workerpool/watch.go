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
	outsideGo     = 64 << 20 // bytes of the program and of compiled code: what Go's collector does not see
)

// watched ends the process when its work takes it above its memory. What counts
// is what the work needs: neither what earlier work left behind nor garbage. So
// it depends on the document alone whether it can be converted.
type watched struct {
	converter Converter
	memory    int64 // bytes
	gauge     gauge

	guests     int64       // memory of guests that the collector was last told of, bytes
	collecting atomic.Bool // whether garbage is being taken away to see what is left
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

// watch looks at the memory until end is called.
func (w *watched) watch() (end func()) {
	w.makeRoom()
	if w.gauge.resident() > w.memory/4 {
		debug.FreeOSMemory() // of earlier work
	}
	var running sync.WaitGroup
	stop := periodic.Start(watchInterval, func() {
		w.makeRoom()
		w.look(&running)
	})
	return func() { stop(); running.Wait() }
}

// makeRoom has Go's collector keep to what guests leave of the memory, as far as
// it can. Before the limit it collects more and more often, so that the limit is
// set below what is left.
func (w *watched) makeRoom() {
	guests := guestmemory.InUse()
	if guests == w.guests {
		return
	}
	w.guests = guests
	room := max(w.memory-outsideGo, w.memory/2)
	debug.SetMemoryLimit(max(room-guests, room/2) * 3 / 4)
}

// look ends the process above its memory, once garbage is taken away. That takes
// a while, in which the memory may grow by a quarter.
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
