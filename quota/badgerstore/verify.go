package badgerstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/fb"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"google.golang.org/protobuf/proto"
)

// ErrDamaged reports that files of the store differ from what was written to them, so
// that acknowledged changes would be lost.
var ErrDamaged = errors.New("the accounts' files are damaged; restore the data directory from a backup")

// damaged returns an ErrDamaged that says which file is damaged, and how.
func damaged(path, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrDamaged, filepath.Base(path), fmt.Sprintf(format, args...))
}

// openVerified verifies the files of the database and opens it.
func openVerified(o badger.Options, noSync bool) (*badger.DB, error) {
	unlock, err := lockDirectory(o.Dir)
	if err != nil {
		return nil, err
	}
	err = verify(o, noSync)
	unlock() // Badger takes the same lock
	if err != nil {
		return nil, err
	}
	return openDatabase(o)
}

// verify reads the following files before Badger opens them. It returns ErrDamaged
// if Badger would panic, end the process, read what was never written, or silently
// drop acknowledged changes:
//
//   - tables, whose checksums Badger does not check;
//   - the MANIFEST, which lists the tables: Badger removes tables that are not
//     listed;
//   - logs, which Badger reads up to the first incomplete entry. A crash leaves
//     at most one change incomplete, the one that was not acknowledged.
//
// Gaps in the logs are looked for only without noSync: with it a power failure may
// have lost anything. Values in the value log are checked when they are read.
func verify(o badger.Options, noSync bool) error {
	files, err := os.ReadDir(o.Dir) // in the order of their names; logs are numbered, with leading zeros
	if err != nil {
		return err
	}
	var in input
	versions := map[uint64]uint64{} // the last version in each table, by the table's ID
	var paths []string
	for _, file := range files {
		path := filepath.Join(o.Dir, file.Name())
		switch filepath.Ext(path) {
		case ".sst":
			id, ok := table.ParseFileID(path)
			if !ok {
				continue
			}
			if versions[id], err = in.tableVersion(path); err != nil && !errors.Is(err, ErrDamaged) {
				return err
			} else if err != nil {
				versions[id] = unreadable
			}
		case ".mem":
			paths = append(paths, path)
		}
	}
	l, err := in.readLogs(paths, noSync)
	if err != nil {
		return err
	}
	return in.verifyManifest(o, versions, l)
}

// input reads one file after the other into the same memory, so that the process
// stays small when the store is opened.
type input struct{ buffer bytes.Buffer }

// read returns the contents of a file. They are overwritten by the next call.
func (in *input) read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in.buffer.Reset()
	if info, err := f.Stat(); err == nil {
		in.buffer.Grow(int(info.Size()) + bytes.MinRead) // as much as ReadFrom needs, so that it does not grow the buffer
	}
	_, err = in.buffer.ReadFrom(f)
	return in.buffer.Bytes(), err
}

// unreadable stands for the last version in a damaged table.
const unreadable = ^uint64(0)

// verifyManifest compares the tables that the MANIFEST lists with the tables in the
// directory and with the logs. Two things are not damage but left by a process that
// died: an unlisted table that was being written, whose contents are in listed tables
// or in the logs; and an empty log that was being removed, if all changes before the
// first one in the logs are in tables.
func (in *input) verifyManifest(o badger.Options, versions map[uint64]uint64, l logs) error {
	path := filepath.Join(o.Dir, badger.ManifestFilename)
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(versions) == 0:
		return nil // a new store
	case errors.Is(err, fs.ErrNotExist):
		return damaged(path, "it is missing")
	case err != nil:
		return err
	}
	defer f.Close()
	manifest, _, err := badger.ReplayManifestFile(f, o.ExternalMagicVersion, o)
	if err != nil {
		return damaged(path, "%v", err)
	}
	var last uint64
	for id := range manifest.Tables {
		version, ok := versions[id]
		name := table.NewFilename(id, o.Dir)
		if !ok {
			return damaged(name, "it is missing")
		}
		if version == unreadable {
			_, err := in.tableVersion(name)
			return err
		}
		last = max(last, version)
	}
	for id, version := range versions {
		_, listed := manifest.Tables[id]
		if !listed && version != unreadable && version > last && (l.first == 0 || version < l.first) {
			return damaged(path, "it lacks %s", filepath.Base(table.NewFilename(id, o.Dir)))
		}
	}
	if l.emptied != "" && l.first > last+1 {
		return damaged(l.emptied, "it is empty, and changes %d to %d are in no other file", last+1, l.first-1)
	}
	return nil
}

// tableVersion checks the checksums of a table, of its index and of all blocks,
// and returns the last version in it.
func (in *input) tableVersion(path string) (last uint64, err error) {
	data, err := in.read(path)
	if err != nil {
		return 0, err
	}
	return readTable(path, data)
}

func readTable(path string, data []byte) (last uint64, err error) {
	// A damaged index might make its decoding panic.
	defer func() {
		if p := recover(); p != nil {
			err = damaged(path, "its index cannot be read")
		}
	}()
	rest, sum, err := cutChecksum(data)
	if err != nil {
		return 0, damaged(path, "%v", err)
	}
	index, ok := cutSized(&rest)
	if !ok || y.VerifyChecksum(index, sum) != nil {
		return 0, damaged(path, "its index does not match its checksum")
	}
	root := fb.GetRootAsTableIndex(index, 0)
	var block fb.BlockOffset
	for i := range root.OffsetsLength() {
		root.Offsets(&block, i)
		from, n := uint64(block.Offset()), uint64(block.Len())
		if from+n > uint64(len(rest)) {
			return 0, damaged(path, "it is truncated")
		}
		content, sum, err := cutChecksum(rest[from : from+n])
		if err != nil || y.VerifyChecksum(content, sum) != nil {
			return 0, damaged(path, "its block at byte %d does not match its checksum", from)
		}
	}
	return root.MaxVersion(), nil
}

// cutChecksum cuts a checksum and its length (4 bytes) from the end of data.
func cutChecksum(data []byte) (rest []byte, sum *pb.Checksum, err error) {
	encoded, ok := cutSized(&data)
	sum = new(pb.Checksum)
	if !ok || proto.Unmarshal(encoded, sum) != nil || sum.Algo != pb.Checksum_CRC32C {
		return nil, nil, errors.New("it is truncated")
	}
	return data, sum, nil
}

// cutSized cuts a part that is followed by its length (4 bytes, big-endian) from the end
// of data, and returns the part.
func cutSized(data *[]byte) ([]byte, bool) {
	b := *data
	if len(b) < 4 {
		return nil, false
	}
	b, n := b[:len(b)-4], uint64(binary.BigEndian.Uint32(b[len(b)-4:]))
	if n > uint64(len(b)) {
		return nil, false
	}
	at := len(b) - int(n)
	*data = b[:at]
	return b[at:], true
}
