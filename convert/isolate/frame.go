package isolate

import (
	"encoding/binary"
	"fmt"
	"io"
)

// The protocol between a pool and a worker. Each side sends frames:
//
//	length  4 bytes, big endian: the payload's length
//	kind    1 byte
//	payload
//
// A worker begins with one greeting, whose payload is the protocol's version,
// and then answers each request with one result or one failure, and each trial
// of a mapper with a pass or a failure. Before that it may send one need, which
// is answered with the module. It ends when its input ends. Payloads are
// described in message.go.
const (
	kindGreeting byte = 'g'
	kindRequest  byte = 'c'
	kindTrial    byte = 't'
	kindNeed     byte = 'n'
	kindModule   byte = 'm'
	kindResult   byte = 'r'
	kindPass     byte = 'p'
	kindFailure  byte = 'e'
)

const (
	protocolVersion = 4
	frameHeader     = 5
)

// writeFrame writes one frame whose payload is head followed by tail; tail is
// what would be costly to copy.
func writeFrame(w io.Writer, kind byte, head, tail []byte) error {
	n := len(head) + len(tail)
	if uint64(n) > 1<<32-1 {
		return fmt.Errorf("a frame of %d bytes is too long", n)
	}
	b := make([]byte, frameHeader, frameHeader+len(head))
	binary.BigEndian.PutUint32(b, uint32(n))
	b[4] = kind
	if _, err := w.Write(append(b, head...)); err != nil {
		return err
	}
	if len(tail) == 0 {
		return nil
	}
	_, err := w.Write(tail)
	return err
}

// readFrame reads one frame whose payload is at most limit bytes long. It
// returns io.EOF only at the end of the input between two frames.
func readFrame(r io.Reader, limit int) (kind byte, payload []byte, err error) {
	var header [frameHeader]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint32(header[:])
	if uint64(n) > uint64(limit) {
		return 0, nil, fmt.Errorf("a frame of %d bytes exceeds the limit of %d", n, limit)
	}
	payload = make([]byte, n)
	if _, err := io.ReadFull(r, payload); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return 0, nil, err
	}
	return header[4], payload, nil
}
