// Package guestmemory gives WebAssembly guests their linear memory outside of Go's
// heap. The addresses for all memory that a guest may ever have are reserved at
// once, and the operating system provides memory for them as the guest grows. So
// growing moves nothing and needs no additional room for a copy, what a guest gets
// does not depend on what Go's heap happens to hold, and all memory goes back to
// the system when the guest ends.
package guestmemory

import (
	"fmt"
	"sync/atomic"

	"github.com/tetratelabs/wazero/experimental"

	"lineitem/convert/hugepages"
)

// Memory is the memory of one guest. The guest's module must be instantiated
// with it as the allocator (experimental.WithMemoryAllocator), and frees it when
// the module is closed. It must be used by one goroutine at a time.
type Memory struct {
	addresses []byte // reserved; nil once they have been given back
	size      int    // bytes that the guest has, from the beginning of addresses
	refused   bool
	err       error
}

var (
	_ experimental.MemoryAllocator = (*Memory)(nil)
	_ experimental.LinearMemory    = (*Memory)(nil)
)

// page is the unit in which guests' memory grows, in bytes.
const page = 64 << 10

// step is the unit in which memory is made usable, in bytes. A part of a huge page would be small pages.
const step = hugepages.Size

// inUse is the memory of all guests, bytes.
var inUse atomic.Int64

// InUse returns how much memory the guests of this process have, in bytes: the
// size to which they have grown, whether or not they have written to all of it.
func InUse() int64 { return inUse.Load() }

// Reserve reserves the addresses for a guest that may have limit bytes, rounded
// up to whole pages of 64 KiB. It fails if the process cannot get that many
// addresses.
func Reserve(limit int64) (*Memory, error) {
	n := (max(limit, 1) + page - 1) / page * page
	addresses, err := reserve(int(n))
	if err != nil {
		return nil, fmt.Errorf("cannot reserve the addresses of %d MiB for a guest: %w", n>>20, err)
	}
	return &Memory{addresses: addresses}, nil
}

// Allocate returns the guest's memory. A guest has only one.
func (m *Memory) Allocate(_, _ uint64) experimental.LinearMemory { return m }

// Reallocate lets the memory grow to size bytes, and returns it. Added bytes are
// zero, and nothing moves. It returns nil if size is beyond the limit, or if the
// system has no memory left.
func (m *Memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.addresses)) {
		m.refused = true
		return nil
	}
	if n := int(size); n > m.size {
		if from, to := m.usable(m.size), m.usable(n); from < to {
			if err := commit(m.addresses, from, to); err != nil {
				m.err = fmt.Errorf("the system gives a guest of %d MiB no more memory: %w", m.size>>20, err)
				return nil
			}
		}
		inUse.Add(int64(n - m.size))
		m.size = n
	}
	return m.addresses[:size]
}

// usable returns how many bytes are usable while the guest has n.
func (m *Memory) usable(n int) int { return min((n+step-1)/step*step, len(m.addresses)) }

// Free gives the memory and the addresses back. Further calls do nothing. Slices of
// the memory must not be used afterwards.
func (m *Memory) Free() {
	if m.addresses == nil {
		return
	}
	release(m.addresses)
	inUse.Add(-int64(m.size))
	m.addresses, m.size = nil, 0
}

// Size returns how much memory the guest has, in bytes.
func (m *Memory) Size() int64 { return int64(m.size) }

// Refused reports whether the guest asked for more than its limit.
func (m *Memory) Refused() bool { return m.refused }

// Err returns the error if the system had no memory left for a guest that was
// still within its limit, for which the guest is not to blame. It is nil otherwise.
func (m *Memory) Err() error { return m.err }
