package badgerstore

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/dgraph-io/badger/v4/y"
)

// A log is a head of logHeader bytes and then entries:
//
//	meta       1 byte, of which bits tell what the entry is
//	user meta  1 byte
//	lengths of key and value, and when it expires: varints
//	key        of which the last 8 bytes tell the version
//	value
//	checksum   4 bytes: CRC-32C, big endian
//
// The entries of a change have all its version, and end with one whose key is
// logEnd. Each change has the version after the last one's.
const (
	logHeader = 20
	entryPart = 1 << 6 // of a change
	entryEnd  = 1 << 7
	entryHead = 5 // bytes, at least
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

// parseEntry reads the entry at the beginning of b. It is false where none is
// whole.
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

// logs are the parts of all logs that are verified.
type logs struct {
	first, last uint64 // versions of changes; 0: there are none
	emptied     string // a log without contents before one that has some, if that says anything
}

// readLogs reads logs that follow each other.
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
		// The change that was being written may be there in parts.
		for _, version := range endsAfter(data, at) {
			if version > l.last+1 && l.last != 0 && !noSync {
				return l, damaged(path, "it cannot be read from byte %d on, although change %d after that can", at, version)
			}
		}
	}
	return l, nil
}

// endsAfter returns the versions of the changes whose ends stand somewhere in a
// log after a place.
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
