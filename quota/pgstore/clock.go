package pgstore

import (
	"sync"
	"time"
)

// drift bounds how much faster or slower than the database's clock a machine's clock
// may run, as a share of the time passed: ten times the drift of common quartz.
const drift = 500e-6

// clock follows the database's clock. Each answer to an attempt tells the database's
// time; it is uncertain by how long the answer was under way. So the quickest answer
// counts, until its age makes it less certain than a later one. The machine's own
// clock is only used to measure spans of time, which setting it does not change.
type clock struct {
	mu    sync.Mutex
	known bool
	local time.Time     // a moment by the machine's clock
	there time.Time     // the same moment by the database's clock
	off   time.Duration // how far there may be wrong, either way
}

// saw records the time that the database told in an answer: there is the database's
// time, sent and received are when the statement was sent and its answer received.
func (c *clock) saw(sent, received, there time.Time) {
	half := received.Sub(sent) / 2
	// The database read its clock at some moment between sending and receiving.
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
		// If the two answers contradict each other, the later one is right: the
		// database's clock was set, or the machine slept.
	}
	c.known, c.local, c.there, c.off = true, received, there, half
}

// now returns the time by the database's clock, or by the machine's if no answer has
// told it yet.
func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		return time.Now()
	}
	// Without the reading of the monotonic clock: it is another clock's time.
	return c.there.Add(time.Since(c.local)).Round(0)
}
