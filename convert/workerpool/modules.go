package workerpool

import (
	"crypto/sha256"
	"errors"
	"slices"
)

// What a worker keeps of the mappers that it was sent. A service that has more
// of them in use at the same time sends some again and again, which costs a
// copy through a pipe.
const (
	mostModules     = 64
	mostModuleBytes = 32 << 20
)

// errNoModule reports that the pool could not send a module. The pool knows why.
var errNoModule = errors.New("the mapper is not available")

// modules keeps the mappers that were used last.
type modules struct {
	held  []heldModule // used last first
	bytes int
}

type heldModule struct {
	hash [sha256.Size]byte
	code []byte
}

// get returns a module, nil where it is not kept.
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

// put keeps a module that is not kept yet, unless it is too large for that, and
// drops those for which no room is left.
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
