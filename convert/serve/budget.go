package serve

import (
	"context"
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
