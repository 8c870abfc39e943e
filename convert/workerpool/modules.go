package workerpool

import (
	"crypto/sha256"
	"errors"
	"slices"
)

// How many of the mappers that it was sent a worker keeps. A service with more mappers
// in use at the same time sends some repeatedly, each time at the cost of a
// copy through a pipe.
const (
	mostModules     = 64
	mostModuleBytes = 32 << 20
)

// errNoModule reports that the pool could not send a module. The pool knows why.
var errNoModule = errors.New("the mapper is not available")

// modules is a cache of the mappers used most recently.
type modules struct {
	held  []heldModule // most recently used first
	bytes int
}

type heldModule struct {
	hash [sha256.Size]byte
	code []byte
}

// get returns a module, nil if it is not cached.
func (m *modules) get(hash [sha256.Size]byte) []byte {
	i := slices.IndexFunc(m.held, func(h heldModule) bool { return h.hash == hash })
	if i < 0 {
		return nil
	}
	found := m.held[i]
	copy(m.held[1:], m.held[:i])
	m.held[0] = found
	return found.code
}

// put caches a module that is not cached yet, unless it is too large, and
// drops the least recently used modules that exceed the limits.
func (m *modules) put(hash [sha256.Size]byte, code []byte) {
	if len(code) > mostModuleBytes {
		return
	}
	m.held = slices.Insert(m.held, 0, heldModule{hash, code})
	m.bytes += len(code)
	for len(m.held) > mostModules || m.bytes > mostModuleBytes {
		last := len(m.held) - 1
		m.bytes -= len(m.held[last].code)
		m.held = slices.Delete(m.held, last, last+1)
	}
}
