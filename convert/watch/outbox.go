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
	// mark, in the outbox, shows that this is the outbox, and not the empty folder in
	// which a file system was mounted that is gone. It is locked while a result takes
	// its name.
	mark = ".lineitem-outbox"
	// record, in the inbox, lists the outboxes that have been marked: one that has no mark
	// now is not a new one.
	record = ".lineitem-outboxes.json"
)

// A history is what the record says.
type history struct {
	// ID tells the inbox from others with the same outbox. Its path would not: that may be
	// the same on another machine.
	ID       string
	Outboxes []string
}

// beginOutbox makes and marks an outbox that is new to this inbox.
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

// enterOutbox checks that the outbox is there, and records that it was.
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

// history reads the record. Without one the inbox gets an ID.
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

// lockOutbox waits for the lock of the outbox, whose mark is not made: where it is missing,
// the outbox has gone away. That it cannot be locked is logged once.
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

// lockRefused reports whether an error of lockedfile.OpenFile is that of a file which could
// be opened and not locked. Shares that cannot lock differ in what they say.
func lockRefused(err error) bool {
	var failed *fs.PathError
	return errors.As(err, &failed) && failed.Op != "open"
}
