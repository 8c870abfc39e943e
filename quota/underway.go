package quota

import (
	"sync"
	"time"
)

const (
	atOnceWindow = "at once"
	atOnceRetry  = time.Second // the RetryAfter of an "at once" refusal, a guess
)

// underWay counts, for each account, the requests that are under way in this process.
// The counts are not in the store, since the requests use only this process's resources
// and end with it.
type underWay struct {
	mu sync.Mutex
	of map[string]int
}

// enter counts a new request and returns how many of the account's requests are under
// way, including it.
func (u *underWay) enter(account string) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of == nil {
		u.of = map[string]int{}
	}
	u.of[account]++
	return u.of[account]
}

func (u *underWay) leave(account string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of[account]--; u.of[account] == 0 {
		delete(u.of, account)
	}
}

// leaveAfter ends the count of a request that was not admitted, that is, if *err is not nil.
func (u *underWay) leaveAfter(err *error, account string) {
	if *err != nil {
		u.leave(account)
	}
}

// atOnceRefusal returns the error for an account that has n requests under way,
// including the new one, or nil if these are not too many.
func atOnceRefusal(account string, n int, r rates) *RateError {
	if n <= r.limits.AtOnce {
		return nil
	}
	return &RateError{
		Account: account, Window: Window{Name: atOnceWindow, Quota: r.limits.AtOnce},
		RetryAfter: atOnceRetry, RetryAt: r.now.Add(atOnceRetry), Windows: r.windows(),
	}
}
