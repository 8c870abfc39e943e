// Package periodic calls functions at intervals.
package periodic

import (
	"context"
	"sync"
	"time"
)

// Run calls fn at each interval until ctx ends.
func Run(ctx context.Context, interval time.Duration, fn func()) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			fn()
		}
	}
}

// Start calls fn at each interval in the background, until end is called, which waits for
// a call that is under way.
func Start(interval time.Duration, fn func()) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { Run(ctx, interval, fn) })
	return func() { cancel(); running.Wait() }
}
