package workerpool

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// The protocol between a pool and a worker. Each side sends frames:
//
//	length  4 bytes, big endian: the payload's length
//	kind    1 byte
//	payload
//
// A worker first sends a greeting, whose payload is the protocol's version.
// It then answers each request, to convert or to learn, with the size of a result and the result, or with
// one failure, and each trial of a mapper with a pass or a failure. Before
// the answer it may send one need, which is answered with
// the module, and some prints, each of which is answered with a layout. It ends when
// its input ends. Payloads are described in message.go.
const (
	kindGreeting byte = 'g'
	kindRequest  byte = 'c'
	kindLearn    byte = 'l'
	kindTrial    byte = 't'
	kindNeed     byte = 'n'
	kindModule   byte = 'm'
	kindPrint    byte = 'f'
	kindLayout   byte = 'y'
	kindSize     byte = 's'
	kindResult   byte = 'r'
	kindPass     byte = 'p'
	kindFailure  byte = 'e'
)

const (
	protocolVersion = 7
	frameHeader     = 5
)

// writeFrame writes one frame whose payload is head followed by tail, which
// are separate to avoid copying a large tail.
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
	kind, n, err := readHeader(r, limit)
	if err != nil {
		return 0, nil, err
	}
	payload = make([]byte, n)
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, cutShort(err)
	}
	return kind, payload, nil
}

// readHeader reads the header of a frame whose payload has at most limit bytes, and returns
// its kind and its payload's length.
func readHeader(r io.Reader, limit int) (kind byte, n int, err error) {
	var header [frameHeader]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, 0, err
	}
	length := binary.BigEndian.Uint32(header[:])
	if uint64(length) > uint64(limit) {
		return 0, 0, fmt.Errorf("a frame of %d bytes exceeds the limit of %d", length, limit)
	}
	return header[4], int(length), nil
}

// readText reads a payload of n bytes as a string, without a second copy.
func readText(r io.Reader, n int) (string, error) {
	var b strings.Builder
	b.Grow(n)
	_, err := io.CopyN(&b, r, int64(n))
	return b.String(), cutShort(err)
}

// cutShort converts the error of reading a payload: its premature end is io.ErrUnexpectedEOF.
func cutShort(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
