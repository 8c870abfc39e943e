package serve

import (
	"container/list"
	"context"
	"sync"

	"lineitem/convert/order/taught"
)

// layoutCache keeps the most recently used indexes of accounts' layouts. An index is
// identified by its account and a stamp, which changes whenever a layout of the account
// changes, here or on another node.
type layoutCache struct {
	most int64 // bytes

	mu    sync.Mutex
	used  int64
	items map[string]*list.Element // by account
	order list.List                // of *layoutIndex, the one used last first
}

// layoutIndex is the index of an account's layouts. It holds their IDs and fingerprints.
type layoutIndex struct {
	account string
	stamp   uint64

	loading sync.Mutex
	index   *taught.Index // nil: not loaded yet
	layouts []indexed     // of the index; until it is loaded, those of the index with the earlier stamp
	bytes   int64         // counted for it in the cache; guarded by the cache's mutex
}

// indexed is the part of a layout that an index needs, with the sum that tells whether
// the layout has changed since.
type indexed struct {
	*taught.Layout        // its ID and its fingerprint
	sum            uint64 // of its data
}

// index returns the index of an account's layouts with the given stamp. If it is not in the
// cache, load returns the layouts; it gets those of an index with an earlier stamp, if there
// is one, ordered by ID.
func (c *layoutCache) index(ctx context.Context, account string, stamp uint64, load func(ctx context.Context, before []indexed) ([]indexed, error)) (*taught.Index, error) {
	i := c.entry(account, stamp)
	i.loading.Lock()
	defer i.loading.Unlock()
	if i.index != nil {
		return i.index, nil
	}
	all, err := load(ctx, i.layouts)
	if err != nil {
		return nil, err // the next caller tries again
	}
	size, layouts := int64(0), make([]*taught.Layout, len(all))
	for k, l := range all {
		layouts[k] = l.Layout
		size += indexSize(l.Layout)
	}
	i.index, i.layouts = taught.NewIndex(layouts), all
	c.grow(i, size)
	return i.index, nil
}

// The memory of an index for each mark of a fingerprint, and for each layout, in bytes.
const (
	indexMarkBytes   = 60
	indexLayoutBytes = 400
)

// indexSize returns the memory that an index needs for a layout, in bytes.
func indexSize(l *taught.Layout) int64 {
	return indexLayoutBytes + indexMarkBytes*int64(len(l.Fingerprint))
}

// entry returns the entry of an index, and makes one if there is none. It replaces the
// account's entry with another stamp and takes over its layouts, most of which will be the same.
func (c *layoutCache) entry(account string, stamp uint64) *layoutIndex {
	c.mu.Lock()
	defer c.mu.Unlock()
	var before []indexed
	if c.items == nil {
		c.items = map[string]*list.Element{}
	}
	if e := c.items[account]; e != nil {
		i := e.Value.(*layoutIndex)
		if i.stamp == stamp {
			c.order.MoveToFront(e)
			return i
		}
		c.dropLocked(e)
		if i.loading.TryLock() { // otherwise it is being loaded, and has no layouts yet
			before = i.layouts
			i.loading.Unlock()
		}
	}
	i := &layoutIndex{account: account, stamp: stamp, layouts: before}
	c.items[account] = c.order.PushFront(i)
	return i
}

// grow counts the memory of an index, size in bytes, and drops the least recently used
// indexes until all fit. It drops the index itself if that alone is larger than the cache.
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
