// Package periodic calls functions at intervals.
package periodic

import (
	"context"
	"sync"
	"time"
)

// Run calls fn once per interval until ctx ends. The first call is after one interval.
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

// Start calls fn once per interval in the background until end is called. end waits for
// a call that is under way.
func Start(interval time.Duration, fn func()) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { Run(ctx, interval, fn) })
	return func() { cancel(); running.Wait() }
}
