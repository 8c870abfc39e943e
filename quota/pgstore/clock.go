package pgstore

import (
	"sync"
	"time"
)

// drift bounds how much faster or slower than the database's a machine's clock
// may run, as a share: ten times what common quartz does.
const drift = 500e-6

// clock follows the database's clock. Every answer of the database tells its
// time; what is uncertain about it is how long the answer was under way. So the
// answer that was the quickest counts, until its age makes it less certain than
// a later one. The machine's own clock is only used to measure spans, which
// setting it does not change.
type clock struct {
	mu    sync.Mutex
	known bool
	local time.Time     // a moment
	there time.Time     // what the database's clock told then
	off   time.Duration // how wrong that may be
}

// saw notes the time that the database told in answer to what was sent.
func (c *clock) saw(sent, received, there time.Time) {
	half := received.Sub(sent) / 2
	// There it was between sending and receiving.
	there = there.Add(half)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known {
		age := received.Sub(c.local)
		off := c.off + time.Duration(float64(age)*drift)
		wrong := there.Sub(c.there.Add(age)).Abs()
		if half > off && wrong <= half+off {
			return
		}
		// Where the two contradict each other the later one is right: the
		// database's clock was set, or the machine slept.
	}
	c.known, c.local, c.there, c.off = true, received, there, half
}

// now is the time by the database's clock.
func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		return time.Now()
	}
	// Without the reading of the monotonic clock: it is another clock's time.
	return c.there.Add(time.Since(c.local)).Round(0)
}
