package cos

// streamCache caches what was made from streams, by object number, up to
// keptBytes; the oldest entries are evicted first. The zero value is empty.
type streamCache[T any] struct {
	items map[uint32]sized[T]
	order []uint32
	bytes int
}

type sized[T any] struct {
	value T
	bytes int
}

func (c *streamCache[T]) get(number uint32) (T, bool) {
	item, ok := c.items[number]
	return item.value, ok
}

// put caches a value that takes size bytes, unless it exceeds the limit by itself.
func (c *streamCache[T]) put(number uint32, value T, size int) {
	if _, ok := c.items[number]; ok || size > keptBytes {
		return
	}
	for c.bytes+size > keptBytes {
		c.bytes -= c.items[c.order[0]].bytes
		delete(c.items, c.order[0])
		c.order = c.order[1:]
	}
	if c.items == nil {
		c.items = make(map[uint32]sized[T])
	}
	c.items[number] = sized[T]{value, size}
	c.order = append(c.order, number)
	c.bytes += size
}

func (c *streamCache[T]) clear() { *c = streamCache[T]{} }
