package badgerstore

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"

	"lineitem/quota"
)

// OpenReadOnly opens an existing store in a directory for reading only: every change
// is refused with quota.ErrFull. It is for a disk that lacks the space that Open
// needs, and writes nothing to the directory. A store that was not closed properly
// takes some MiB in os.TempDir. The errors are those of Open, and an error on systems
// where Badger cannot open a database for reading only.
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
	// Badger must not lock: the directory's lock is held already.
	db, err := badger.Open(o.WithDir(view).WithValueDir(view).WithReadOnly(true).WithBypassLockGuard(true))
	if err != nil {
		remove()
		return nil, err
	}
	s := newStore(dir, o, db, opts, func(int) error { return fmt.Errorf("%s: %w", dir, quota.ErrFull) })
	s.close = append(s.close, remove)
	return s, nil
}

// viewOf makes a temporary directory in which Badger finds the contents of dir as if
// the store had been closed properly, without writing to dir. To open a database for
// reading only, Badger demands that its logs end with the last change, but a killed
// process leaves them longer. So the view has shortened copies of the logs, which are
// small, and symbolic links to all other files.
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

// changesEnd returns the offset at which the last complete change in a log ends, or 0
// if there is none.
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
