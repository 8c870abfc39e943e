package pgstore

import (
	"container/list"
	"sync"

	"lineitem/quota"
)

// snapshot is the state of an account as it was last read from the database or stored in it.
type snapshot struct {
	version int64 // random, see newVersion; 0: the account does not exist
	record  []byte
	writers []byte
	// requests are some of the account's requests, in their stored form; nil:
	// there is none with this ID. An ID that is missing here is taken to have no
	// request, which the database checks.
	requests map[quota.RequestID][]byte
	justRead bool // it was just read by the turn that works on it
}

// maxRequests bounds the requests that are remembered for one account. The ones that
// are likely to come again are those under way.
const maxRequests = 256

// size returns about how many bytes the account takes in memory.
func (s *snapshot) size() int {
	const entry, request = 200, 120
	return entry + len(s.record) + len(s.writers) + len(s.requests)*request
}

// cache keeps the most recently used items, up to a total size in bytes.
type cache[K comparable, V any] struct {
	mu    sync.Mutex
	most  int
	size  int
	items map[K]*list.Element
	order list.List // most recently used first
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
