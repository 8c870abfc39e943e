package serve

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"lineitem/convert/order/taught"
)

// The cache loads an index once for each stamp, also for many who want it at once, drops
// what was used longest ago, and tries again after an error.
func TestLayoutCache(t *testing.T) {
	c := &layoutCache{most: 250}
	var mu sync.Mutex
	loads := map[string]int{}
	get := func(account string, stamp uint64, err error) error {
		t.Helper()
		index, got := c.index(t.Context(), account, stamp, func(context.Context) ([]*taught.Layout, int64, error) {
			mu.Lock()
			defer mu.Unlock()
			loads[fmt.Sprint(account, stamp)]++
			return nil, 100, err
		})
		if (index == nil) != (got != nil) {
			t.Errorf("index(%q, %d) = %v, %v", account, stamp, index, got)
		}
		return got
	}
	want := func(key string, n int) {
		t.Helper()
		if loads[key] != n {
			t.Errorf("%s was loaded %d times, want %d", key, loads[key], n)
		}
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { get("a", 1, nil) })
	}
	wg.Wait()
	want("a1", 1)
	get("a", 2, nil)
	get("a", 2, nil)
	want("a2", 1)
	get("b", 1, nil)
	get("a", 2, nil)
	get("c", 1, nil) // no room for b any more
	get("a", 2, nil)
	want("a2", 1)
	get("b", 1, nil)
	want("b1", 2)
	failed := errors.New("the store is away")
	if err := get("d", 1, failed); err != failed {
		t.Errorf("index() that cannot be loaded = %v, want %v", err, failed)
	}
	if err := get("d", 1, nil); err != nil {
		t.Errorf("index() that can be loaded again = %v", err)
	}
	want("d1", 2)
	if c.used > c.most || c.used != int64(c.order.Len())*100 || len(c.items) != c.order.Len() {
		t.Errorf("the cache says that it takes %d bytes for %d indexes of %d accounts", c.used, c.order.Len(), len(c.items))
	}
	// What is larger than the cache is made, and not kept.
	c.most = 50
	get("e", 1, nil)
	get("e", 1, nil)
	want("e1", 2)
}
