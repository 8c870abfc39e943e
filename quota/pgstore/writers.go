package pgstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
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
	// maxWriters is how many processes are listed. When as many others have
	// changed an account between an attempt and the question for it, nobody can
	// tell any more what became of the attempt.
	maxWriters = 32
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

// errForgotten reports that nobody can tell what became of an attempt.
var errForgotten = errors.New("cannot tell whether a change was stored: too many processes have changed the account since")

// became reports whether a process's attempt was stored, by the writers that it
// would have made and those of now. The error is errForgotten when so many others
// came since that the process would not be listed any more.
func became(sent, now []byte, p process) (stored bool, err error) {
	number, err := lastAttempt(sent, p)
	if err != nil {
		return false, err
	}
	last, err := lastAttempt(now, p)
	if err != nil || last != 0 || len(now) < maxWriters*writerSize {
		return err == nil && last == number, err
	}
	// Whoever is listed as before has not come since, and the process would stand
	// before it.
	for before := range slices.Chunk(sent[writerSize:], writerSize) {
		for other := range slices.Chunk(now, writerSize) {
			if bytes.Equal(before, other) {
				return false, nil
			}
		}
	}
	return false, errForgotten
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
