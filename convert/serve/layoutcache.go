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
	layouts []indexed     // of the index; or of the one before, as long as it is not loaded
	bytes   int64         // that the cache has taken for it; guarded by the cache's mutex
}

// indexed is what an index needs of a layout, and by what it is known whether that is
// still so.
type indexed struct {
	*taught.Layout        // its ID and its print
	sum            uint64 // of its data
}

// index returns the index of an account's layouts that have a stamp. Where it is not kept,
// load gives these, of which it is told those with an earlier stamp, in the order of their
// IDs.
func (c *layoutCache) index(ctx context.Context, account string, stamp uint64, load func(ctx context.Context, before []indexed) ([]indexed, error)) (*taught.Index, error) {
	i := c.entry(account, stamp)
	i.loading.Lock()
	defer i.loading.Unlock()
	if i.index != nil {
		return i.index, nil
	}
	all, err := load(ctx, i.layouts)
	if err != nil {
		return nil, err // and who comes next tries again
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

// indexBytes is the memory of an index for each mark of a fingerprint, and for each layout.
const (
	indexMarkBytes   = 60
	indexLayoutBytes = 400
)

// indexSize is the memory that an index needs for a layout, bytes.
func indexSize(l *taught.Layout) int64 { return indexLayoutBytes + indexMarkBytes*int64(len(l.Print)) }

// entry returns the place of an index. One with another stamp makes room for it, and leaves
// its layouts, of which most will be the same.
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
		if i.loading.TryLock() { // or else it is being loaded, and there is nothing yet
			before = i.layouts
			i.loading.Unlock()
		}
	}
	i := &layoutIndex{account: account, stamp: stamp, layouts: before}
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
