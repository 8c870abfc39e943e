package watch

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/lockedfile"
)

const (
	// mark is the name of a file in the outbox. It shows that this is the outbox, and not
	// the empty mount point of a file system that is gone. It is locked while a result is
	// renamed.
	mark = ".lineitem-outbox"
	// record is the name of a file in the inbox that lists the outboxes that have been
	// marked: if one of them has no mark now, it has gone away and is not new.
	record = ".lineitem-outboxes.json"
)

// A history is the content of the record.
type history struct {
	// ID distinguishes the inbox from others with the same outbox. Its path would not, since
	// an inbox on another machine may have the same path.
	ID       string
	Outboxes []string
}

// beginOutbox makes and marks the outbox if it is new to this inbox.
func (w *Watcher) beginOutbox() error {
	h, err := w.history()
	if err != nil || slices.Contains(h.Outboxes, w.Outbox) {
		return err
	}
	if err := os.MkdirAll(w.Outbox, 0o777); err != nil {
		return err
	}
	if same, err := sameFile(w.Outbox, w.Inbox); err != nil {
		return err
	} else if same {
		return fmt.Errorf("the inbox %s cannot be the outbox too", w.Inbox)
	}
	return touch(filepath.Join(w.Outbox, mark))
}

// enterOutbox checks that the outbox is there, and adds it to the record.
func (w *Watcher) enterOutbox() error {
	if err := w.checkOutbox(); err != nil {
		return err
	}
	h, err := w.history()
	if err != nil {
		return err
	}
	if w.id = h.ID; slices.Contains(h.Outboxes, w.Outbox) {
		return nil
	}
	h.Outboxes = append(h.Outboxes, w.Outbox)
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(w.Inbox, record), text)
}

// history reads the record. If there is none, it returns a history with a new ID.
func (w *Watcher) history() (*history, error) {
	path, h := filepath.Join(w.Inbox, record), &history{ID: rand.Text()}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, h); err != nil {
		return nil, fmt.Errorf("%s: %w; remove it when the outbox is mounted", path, err)
	}
	return h, nil
}

// checkOutbox returns an error if the outbox has gone away.
func (w *Watcher) checkOutbox() error {
	if _, err := os.Stat(filepath.Join(w.Outbox, mark)); err != nil {
		return fmt.Errorf("%w, or to begin a new one remove %s and start again", outboxGone(err), filepath.Join(w.Inbox, record))
	}
	return nil
}

func outboxGone(err error) error {
	return fmt.Errorf("the outbox has gone away: %w; mount it", err)
}

// lockOutbox waits for the lock of the outbox. It does not make the mark: if that is missing,
// the outbox has gone away. If the outbox cannot be locked, it logs that once and returns
// without a lock.
func (w *Watcher) lockOutbox(ctx context.Context, outbox string) (unlock func(), err error) {
	unlock, err = w.await(ctx, outbox, "another process holds the lock of the outbox; waiting", func() (func(), error) {
		file, err := lockedfile.OpenFile(filepath.Join(outbox, mark), os.O_RDWR, 0)
		if err != nil {
			return nil, err
		}
		return func() { file.Close() }, nil
	})
	switch {
	case err == nil || ended(ctx, err) == nil:
		return unlock, err
	case !lockRefused(err):
		return nil, outboxGone(err)
	case !w.lockless:
		w.lockless = true
		w.Log.Warn("the outbox has no locks: let no other watcher use it", "folder", outbox, "error", err)
	}
	return func() {}, nil
}

// lockRefused reports whether an error of lockedfile.OpenFile means that the file could be
// opened but not locked. Network shares without locks differ in the error that they give.
func lockRefused(err error) bool {
	var failed *fs.PathError
	return errors.As(err, &failed) && failed.Op != "open"
}
