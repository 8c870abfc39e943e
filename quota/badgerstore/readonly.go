package badgerstore

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"

	"lineitem/quota"
)

// OpenReadOnly opens the store in a directory, which must be there, for reading
// only: every change is refused with quota.ErrFull. It is for a disk without the
// room that Open needs, and writes nothing to it. A directory that was not closed
// in good order takes some MiB of os.TempDir. The errors are those of Open, and
// that of a system on which Badger cannot do this.
func OpenReadOnly(dir string, opts Options) (*Store, error) {
	unlock, err := lockDirectory(dir)
	if err != nil {
		return nil, openError(dir, err)
	}
	s, err := openReadOnly(dir, opts)
	if err != nil {
		unlock()
		return nil, openError(dir, err)
	}
	s.close = append(s.close, unlock)
	return s, nil
}

func openReadOnly(dir string, opts Options) (*Store, error) {
	o := databaseOptions(dir, opts)
	if err := verify(o, opts.NoSync); err != nil {
		return nil, err
	}
	view, remove, err := viewOf(dir)
	if err != nil {
		return nil, err
	}
	// A lock of its own: the one on the directory is taken.
	db, err := badger.Open(o.WithDir(view).WithValueDir(view).WithReadOnly(true).WithBypassLockGuard(true))
	if err != nil {
		remove()
		return nil, err
	}
	s := newStore(dir, o, db, opts, func(int) error { return fmt.Errorf("%s: %w", dir, quota.ErrFull) })
	s.close = append(s.close, remove)
	return s, nil
}

// viewOf makes a directory in which Badger finds what is in dir as after an end
// in good order, without writing to dir. Badger reads its logs only where nothing
// stands in them after the last change, and a process that was killed leaves them
// longer; so there are copies of those in it, which are small, and links to all
// else.
func viewOf(dir string) (view string, remove func(), err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", nil, err
	}
	if view, err = os.MkdirTemp("", "lineitem-accounts-"); err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(view) }
	if err := fillView(view, dir); err != nil {
		remove()
		return "", nil, fmt.Errorf("%w; set TMPDIR to a directory with free space", err)
	}
	return view, remove, nil
}

func fillView(view, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var in input
	for _, entry := range entries {
		from, to := filepath.Join(dir, entry.Name()), filepath.Join(view, entry.Name())
		switch filepath.Ext(entry.Name()) {
		case ".mem":
			log, err := in.read(from)
			if err != nil {
				return err
			}
			if end := changesEnd(log); end > logHeader {
				err = os.WriteFile(to, log[:end], 0o600)
			}
			if err != nil {
				return err
			}
		default:
			if err := os.Symlink(from, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// changesEnd is where the last whole change in a log ends.
func changesEnd(log []byte) (end int) {
	for at := logHeader; at < len(log); {
		e, ok := parseEntry(log[at:])
		if !ok {
			break
		}
		if at += e.size; e.meta&entryEnd != 0 {
			end = at
		}
	}
	return end
}
