package plugins

import (
	"sync"

	"github.com/tetratelabs/wazero/experimental"
)

// guestMemory is the memory of one run. It records whether the guest was refused
// more memory, and hands the memory that it used to the next run.
type guestMemory struct {
	pool    *memoryPool
	limit   int64 // bytes
	size    int64 // bytes
	refused bool  // whether the guest asked for more than the limit

	data  []byte
	dirty int // how many bytes at the beginning of data's capacity may not be zero
}

// Allocate makes room for the guest's memory. A guest has only one.
func (m *guestMemory) Allocate(capacity, _ uint64) experimental.LinearMemory {
	m.data, m.dirty = m.pool.get(int(min(capacity, uint64(m.limit))))
	return m
}

// Reallocate returns the memory with another size, or nil where that is beyond the
// limit. Added bytes are zero.
func (m *guestMemory) Reallocate(size uint64) []byte {
	if size > uint64(m.limit) {
		m.refused = true
		return nil
	}
	before, after := len(m.data), int(size)
	if after > cap(m.data) {
		// Double the capacity, so that growing page by page does not copy each time.
		// Beyond maxIdleBytes take all that the guest may have: the operating system
		// provides only what is used.
		room := max(after, 2*cap(m.data))
		if room > maxIdleBytes {
			room = int(m.limit)
		}
		grown := make([]byte, after, min(room, int(m.limit)))
		copy(grown, m.data)
		m.data, m.dirty = grown, 0
	} else {
		m.data = m.data[:after]
		if m.dirty > before {
			clear(m.data[before:min(m.dirty, after)])
		}
	}
	m.size = int64(after)
	return m.data
}

// Free does nothing: the memory is in use until the run has ended.
func (m *guestMemory) Free() {}

// giveBack hands the memory to the pool.
func (m *guestMemory) giveBack() {
	m.pool.put(m.data, max(m.dirty, len(m.data)))
	m.data = nil
}

// memoryPool keeps some memory of guests that have ended, because getting it from
// the operating system takes longer than a small guest runs.
type memoryPool struct {
	mu   sync.Mutex
	idle []idleMemory
}

type idleMemory struct {
	data  []byte
	dirty int // how many bytes at the beginning may not be zero
}

// Bounds of what memoryPool keeps.
const (
	maxIdle      = 4       // memories
	maxIdleBytes = 8 << 20 // of one memory
)

// get returns memory of length 0 and at least the given capacity, and how many
// bytes at its beginning may not be zero.
func (p *memoryPool) get(capacity int) ([]byte, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, m := range p.idle {
		if cap(m.data) >= capacity {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			return m.data[:0], m.dirty
		}
	}
	return make([]byte, 0, capacity), 0
}

func (p *memoryPool) put(data []byte, dirty int) {
	if cap(data) > maxIdleBytes || cap(data) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) < maxIdle {
		p.idle = append(p.idle, idleMemory{data[:0], dirty})
	}
}
