package pgstore

import (
	"encoding/binary"
	"errors"
)

// Each account's row says which processes changed it last, and with which of
// their attempts. A process whose connection broke before it heard whether its
// attempt was stored finds the answer there, also when others came after it. The
// list is a sequence of a process (8 random bytes) and the number of its last
// attempt (8 bytes, big-endian), the latest first.

// process names one run of one process.
type process [8]byte

const (
	writerSize = len(process{}) + 8
	// maxWriters is how many processes are listed: more than would change one
	// account between an attempt and the answer to what became of it.
	maxWriters = 16
)

var errWriters = errors.New("the list of an account's writers is damaged")

// lastAttempt returns the number of a process's last attempt that was stored, 0
// if it is not listed.
func lastAttempt(writers []byte, p process) (uint64, error) {
	if len(writers)%writerSize != 0 {
		return 0, errWriters
	}
	for ; len(writers) > 0; writers = writers[writerSize:] {
		if process(writers[:len(p)]) == p {
			return binary.BigEndian.Uint64(writers[len(p):]), nil
		}
	}
	return 0, nil
}

// withAttempt returns the list after a process's attempt.
func withAttempt(writers []byte, p process, attempt uint64) []byte {
	list := binary.BigEndian.AppendUint64(append(make([]byte, 0, maxWriters*writerSize), p[:]...), attempt)
	for ; len(writers) >= writerSize && len(list) < maxWriters*writerSize; writers = writers[writerSize:] {
		if process(writers[:len(p)]) != p {
			list = append(list, writers[:writerSize]...)
		}
	}
	return list
}
