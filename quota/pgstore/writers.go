package pgstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// Each account's row lists the processes that changed it last, each with the number of
// its last attempt. A process whose connection broke before it learned whether its
// attempt was stored finds the answer there, even if others have changed the account
// since. An entry of the list is a process (8 random bytes) and the number of its last
// attempt (8 bytes, big-endian); the latest comes first.

// process identifies one process: it is random, and drawn when the store is opened.
type process [8]byte

const (
	writerSize = len(process{}) + 8
	// maxWriters is how many processes are listed. If as many others have changed
	// the account since an attempt, it can no longer be told whether the attempt
	// was stored.
	maxWriters = 32
)

var errWriters = errors.New("the list of an account's writers is damaged")

// lastAttempt returns the number of a process's last attempt that was stored, or 0
// if the process is not listed.
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

// errForgotten reports that it can no longer be told whether an attempt was stored.
var errForgotten = errors.New("cannot tell whether a change was stored: too many processes have changed the account since")

// became reports whether a process's attempt was stored. sent is the list of writers
// that the attempt would have stored, now is the current list. The error is
// errForgotten if so many others have changed the account since that the process
// would no longer be listed.
func became(sent, now []byte, p process) (stored bool, err error) {
	number, err := lastAttempt(sent, p)
	if err != nil {
		return false, err
	}
	last, err := lastAttempt(now, p)
	if err != nil || last != 0 || len(now) < maxWriters*writerSize {
		return err == nil && last == number, err
	}
	// A process whose entry is the same as before has stored nothing since. If the
	// attempt had been stored, it would be listed before that entry.
	for before := range slices.Chunk(sent[writerSize:], writerSize) {
		for other := range slices.Chunk(now, writerSize) {
			if bytes.Equal(before, other) {
				return false, nil
			}
		}
	}
	return false, errForgotten
}

// withAttempt returns the list as it is after a process's attempt.
func withAttempt(writers []byte, p process, attempt uint64) []byte {
	list := binary.BigEndian.AppendUint64(append(make([]byte, 0, maxWriters*writerSize), p[:]...), attempt)
	for ; len(writers) >= writerSize && len(list) < maxWriters*writerSize; writers = writers[writerSize:] {
		if process(writers[:len(p)]) != p {
			list = append(list, writers[:writerSize]...)
		}
	}
	return list
}
