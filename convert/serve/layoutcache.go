package serve

import (
	"container/list"
	"context"
	"sync"

	"lineitem/convert/order/taught"
)

// layoutCache keeps the indexes of accounts' layouts that were used last. An index is
// known by its stamp, which is another one as soon as a layout of the account changes, here
// or on another node.
type layoutCache struct {
	most int64 // bytes

	mu    sync.Mutex
	used  int64
	items map[string]*list.Element // by account
	order list.List                // of *layoutIndex, the one used last first
}

// layoutIndex is the index of an account's layouts, of which it holds IDs and prints.
type layoutIndex struct {
	account string
	stamp   uint64

	loading sync.Mutex
	index   *taught.Index // nil: it is not loaded
	bytes   int64         // that the cache has taken for it; guarded by the cache's mutex
}

// index gives the index of an account's layouts that have a stamp. Where it is not kept,
// load gives them and tells how many bytes the index takes.
func (c *layoutCache) index(ctx context.Context, account string, stamp uint64, load func(context.Context) ([]*taught.Layout, int64, error)) (*taught.Index, error) {
	i := c.entry(account, stamp)
	i.loading.Lock()
	defer i.loading.Unlock()
	if i.index != nil {
		return i.index, nil
	}
	layouts, size, err := load(ctx)
	if err != nil {
		return nil, err // and who comes next tries again
	}
	i.index = taught.NewIndex(layouts)
	c.grow(i, size)
	return i.index, nil
}

// entry gives the place of an index. One with another stamp makes room for it.
func (c *layoutCache) entry(account string, stamp uint64) *layoutIndex {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.items == nil {
		c.items = map[string]*list.Element{}
	}
	if e := c.items[account]; e != nil {
		if i := e.Value.(*layoutIndex); i.stamp == stamp {
			c.order.MoveToFront(e)
			return i
		}
		c.dropLocked(e)
	}
	i := &layoutIndex{account: account, stamp: stamp}
	c.items[account] = c.order.PushFront(i)
	return i
}

// grow takes what an index needs, and drops others for which no room is left, or
// itself where it is larger than all that there may be.
func (c *layoutCache) grow(i *layoutIndex, size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[i.account]; e == nil || e.Value != i {
		return // dropped meanwhile
	}
	i.bytes = size
	for c.used += size; c.used > c.most; {
		c.dropLocked(c.order.Back())
	}
}

func (c *layoutCache) dropLocked(e *list.Element) {
	i := c.order.Remove(e).(*layoutIndex)
	delete(c.items, i.account)
	c.used -= i.bytes
}
