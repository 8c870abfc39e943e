package badgerstore

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/dgraph-io/badger/v4/y"
)

// A log is a header of logHeader bytes, followed by entries:
//
//	meta       1 byte; its bits tell what the entry is
//	user meta  1 byte
//	length of the key, length of the value, expiry time: varints
//	key        its last 8 bytes are the version
//	value
//	checksum   4 bytes: CRC-32C, big-endian
//
// All entries of a change have the change's version, and the last one has the key
// logEnd. The version of each change is one more than that of the previous change.
const (
	logHeader = 20
	entryPart = 1 << 6 // bit of meta: part of a change
	entryEnd  = 1 << 7 // bit of meta: end of a change
	entryHead = 5      // least number of bytes before the key
	maxEntry  = 2 + 2*binary.MaxVarintLen32 + binary.MaxVarintLen64
)

var logEnd = []byte("!badger!txn")

// entry is the part of a log entry that is verified.
type entry struct {
	meta    byte
	key     []byte // without its version
	version uint64
	size    int // bytes in the log
}

// parseEntry reads the entry at the beginning of b. ok is false if the entry is
// incomplete or does not match its checksum.
func parseEntry(b []byte) (e entry, ok bool) {
	if len(b) < entryHead {
		return e, false
	}
	at := 2
	var numbers [3]uint64
	for i := range numbers {
		n, size := binary.Uvarint(b[at:min(len(b), at+binary.MaxVarintLen64)])
		if size <= 0 {
			return e, false
		}
		numbers[i] = n
		at += size
	}
	key, value := numbers[0], numbers[1]
	if key < 8 || key > uint64(len(b)) || value > uint64(len(b)) || uint64(at)+key+value+crc32.Size > uint64(len(b)) {
		return e, false
	}
	end := at + int(key+value)
	if crc32.Checksum(b[:end], y.CastagnoliCrcTable) != binary.BigEndian.Uint32(b[end:]) {
		return e, false
	}
	full := b[at : at+int(key)]
	return entry{meta: b[0], key: full[:key-8], version: y.ParseTs(full), size: end + crc32.Size}, true
}

// logs holds what verification needs to know about all logs together.
type logs struct {
	first, last uint64 // versions of the first and last change; 0: there are none
	emptied     string // the last empty log before the first change; always "" with NoSync, where it says nothing
}

// readLogs reads logs in the order in which they were written. Without noSync it returns
// ErrDamaged if changes are missing between or within them.
func (in *input) readLogs(paths []string, noSync bool) (l logs, err error) {
	empty := ""
	for _, path := range paths {
		data, err := in.read(path)
		if err != nil {
			return l, err
		}
		if len(data) < logHeader {
			empty = path
			continue
		}
		at := logHeader
		for {
			e, ok := parseEntry(data[at:])
			if !ok {
				break
			}
			at += e.size
			if e.meta&entryEnd == 0 {
				continue
			}
			if l.last != 0 && e.version > l.last+1 && !noSync {
				return l, damaged(path, "it starts with change %d, and the previous files end with %d", e.version, l.last)
			}
			if l.first == 0 {
				l.first = e.version
				if !noSync {
					l.emptied = empty
				}
			}
			l.last = max(l.last, e.version)
		}
		// The change that was being written may be incomplete. A later one shows damage.
		for _, version := range endsAfter(data, at) {
			if version > l.last+1 && l.last != 0 && !noSync {
				return l, damaged(path, "it cannot be read from byte %d on, although change %d after that can", at, version)
			}
		}
	}
	return l, nil
}

// endsAfter returns the versions of the changes whose last entries are found in a log,
// at any offset from at on.
func endsAfter(data []byte, at int) (versions []uint64) {
	for {
		i := bytes.Index(data[at:], logEnd)
		if i < 0 {
			return versions
		}
		at += i
		for head := entryHead; head <= min(maxEntry, at); head++ {
			if e, ok := parseEntry(data[at-head:]); ok && e.meta&entryEnd != 0 && bytes.Equal(e.key, logEnd) {
				versions = append(versions, e.version)
				break
			}
		}
		at += len(logEnd)
	}
}
