package quota

import (
	"sync"
	"time"
)

const (
	atOnceWindow = "at once"
	atOnceRetry  = time.Second // when trying again may help
)

// underWay counts the requests of accounts that are under way in this process.
// The store does not know of them: what they take is this process's, and none is
// left when it dies.
type underWay struct {
	mu sync.Mutex
	of map[string]int
}

// enter counts a request in, and returns how many there are with it.
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

// leaveAfter counts a request out that was not admitted.
func (u *underWay) leaveAfter(err *error, account string) {
	if *err != nil {
		u.leave(account)
	}
}

// atOnceRefusal returns the error for an account that has so many requests under
// way, with the one that is refused, nil where they are not too many.
func atOnceRefusal(account string, n int, r rates) *RateError {
	if n <= r.limits.AtOnce {
		return nil
	}
	return &RateError{
		Account: account, Window: Window{Name: atOnceWindow, Quota: r.limits.AtOnce},
		RetryAfter: atOnceRetry, RetryAt: r.now.Add(atOnceRetry), Windows: r.windows(),
	}
}
