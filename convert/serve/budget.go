package serve

import (
	"context"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

const (
	idleBeforeFree = 5 * time.Second // how often is looked whether memory can be returned
	worthFreeing   = 8 << 20         // bytes that were taken since
)

// budget is an amount of memory, in bytes, that is taken at once or not at all.
type budget struct {
	max   int64
	used  atomic.Int64
	taken atomic.Int64 // ever, since memory was last returned to the system
}

func (b *budget) take(n int64) bool {
	if b.used.Add(n) > b.max {
		b.used.Add(-n)
		return false
	}
	b.taken.Add(n)
	return true
}

func (b *budget) giveBack(n int64) { b.used.Add(-n) }

// hold is what one request has of a budget. It is used by one goroutine.
type hold struct {
	of    *budget
	bytes int64
}

// take takes so many bytes more, or is errBusy.
func (h *hold) take(n int) error {
	if !h.of.take(int64(n)) {
		return errBusy
	}
	h.bytes += int64(n)
	return nil
}

func (h *hold) giveBack(n int) {
	h.of.giveBack(int64(n))
	h.bytes -= int64(n)
}

// end gives everything back. It may be called again.
func (h *hold) end() {
	h.of.giveBack(h.bytes)
	h.bytes = 0
}

// Room for what is read, whose length nobody believes before it has come: a
// client that is slow, or never sends what it announced, holds at most roomGrowth
// times what it did send.
const (
	firstRoom  = 32 << 10 // bytes
	roomGrowth = 4
)

// readAll reads r to its end, or one byte more than most, into memory that is
// taken as it comes. The error is errBusy where there is no more.
func (h *hold) readAll(r io.Reader, most int) ([]byte, error) {
	var b []byte
	for {
		if len(b) == cap(b) {
			if len(b) > most {
				return b, nil
			}
			room := min(max(firstRoom, roomGrowth*len(b)), most+1)
			if err := h.take(room); err != nil {
				return nil, err
			}
			larger := make([]byte, len(b), room)
			copy(larger, b)
			h.giveBack(len(b))
			b = larger
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch err {
		case nil:
		case io.EOF:
			return b, nil
		default:
			return nil, err
		}
	}
}

// startReturning returns memory to the system, until end is called, when a good
// deal was taken and all of it is given back: by itself Go keeps for minutes what
// a few large documents took, which workers could use.
func (b *budget) startReturning() (end func()) {
	b.taken.Store(worthFreeing) // by starting: opening the store, reading templates
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(idleBeforeFree)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if b.used.Load() == 0 && b.taken.Load() >= worthFreeing {
					b.taken.Store(0)
					debug.FreeOSMemory()
				}
			}
		}
	})
	return func() { cancel(); running.Wait() }
}
