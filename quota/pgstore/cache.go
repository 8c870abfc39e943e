package pgstore

import (
	"container/list"
	"sync"

	"lineitem/quota"
)

// seen is an account as the database last told it, or was told.
type seen struct {
	version int64 // as it was drawn; 0: there is none
	record  []byte
	writers []byte
	// requests are some of the account's requests, in their stored form; nil:
	// there is none with this ID. One that is not here is taken for one that
	// there is not, which the database checks.
	requests map[quota.RequestID][]byte
	read     bool // just now, by the turn that works on it
}

// maxRequests bounds the requests that are remembered of one account: those that
// are likely to come again are under way.
const maxRequests = 256

// size is about how many bytes an account takes.
func (s *seen) size() int {
	const entry, request = 200, 120
	return entry + len(s.record) + len(s.writers) + len(s.requests)*request
}

// cache remembers what was used last, up to a number of bytes.
type cache[K comparable, V any] struct {
	mu    sync.Mutex
	most  int
	size  int
	items map[K]*list.Element
	order list.List // the one used last first
}

type cached[K comparable, V any] struct {
	key   K
	value V
	size  int
}

func newCache[K comparable, V any](most int) *cache[K, V] {
	return &cache[K, V]{most: most, items: map[K]*list.Element{}}
}

func (c *cache[K, V]) get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.items[key]
	if e == nil {
		return v, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached[K, V]).value, true
}

func (c *cache[K, V]) put(key K, value V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropLocked(key)
	c.items[key] = c.order.PushFront(&cached[K, V]{key, value, size})
	for c.size += size; c.size > c.most; {
		c.dropLocked(c.order.Back().Value.(*cached[K, V]).key)
	}
}

func (c *cache[K, V]) drop(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropLocked(key)
}

func (c *cache[K, V]) dropLocked(key K) {
	if e := c.items[key]; e != nil {
		c.size -= e.Value.(*cached[K, V]).size
		c.order.Remove(e)
		delete(c.items, key)
	}
}
