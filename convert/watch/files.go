package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// open makes the folders that are missing, and waits until no other process watches the
// inbox: that one may have begun a delivery.
func (w *Watcher) open(ctx context.Context) (unlock func(), err error) {
	for _, folder := range []*string{&w.Inbox, &w.Outbox} {
		if *folder, err = filepath.Abs(*folder); err != nil {
			return nil, err
		}
	}
	if info, err := os.Stat(w.Inbox); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", w.Inbox)
	}
	for _, folder := range []string{w.Outbox, filepath.Join(w.Inbox, Done), filepath.Join(w.Inbox, Failed)} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
		if same, err := sameFile(folder, w.Inbox); err != nil || same {
			return nil, errors.Join(err, fmt.Errorf("the inbox %s cannot be the outbox too", w.Inbox))
		}
	}
	if unlock, err = w.lock(ctx); err != nil {
		return nil, err
	}
	if there(filepath.Join(w.Inbox, journal)) {
		return unlock, nil // whether this is the outbox is not sure, and is checked later
	}
	if err := touch(filepath.Join(w.Outbox, mark)); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

func sameFile(a, b string) (bool, error) {
	infoA, err := os.Stat(a)
	if err != nil {
		return false, err
	}
	infoB, err := os.Stat(b)
	return err == nil && os.SameFile(infoA, infoB), err
}

// lock waits for the lock of the inbox. A file system without locks is logged.
func (w *Watcher) lock(ctx context.Context) (unlock func(), err error) {
	unlock, err = w.await(ctx, w.Inbox, "another process watches this folder; waiting for its end", func() (func(), error) {
		return lockedfile.MutexAt(filepath.Join(w.Inbox, lock)).Lock()
	})
	if errors.Is(err, errors.ErrUnsupported) {
		w.Log.Warn("this file system has no locks: let no other process watch the folder", "folder", w.Inbox)
		return func() {}, nil
	}
	return unlock, err
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

// await waits for a lock. After a second it says that it does, and from then on no longer
// than ctx: what takes no longer is done even if ctx has ended.
func (w *Watcher) await(ctx context.Context, folder, waiting string, take func() (unlock func(), err error)) (unlock func(), err error) {
	type locked struct {
		unlock func()
		err    error
	}
	got := make(chan locked, 1)
	go func() {
		unlock, err := take()
		got <- locked{unlock, err}
	}()
	select {
	case l := <-got:
		return l.unlock, l.err
	case <-time.After(time.Second):
		w.Log.Warn(waiting, "folder", folder)
	}
	select {
	case l := <-got:
		return l.unlock, l.err
	case <-ctx.Done():
		go func() {
			if l := <-got; l.err == nil {
				l.unlock()
			}
		}()
		return nil, ctx.Err()
	}
}

// touch makes an empty file, unless it is there, and waits until the disk has it.
func touch(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// writeFile writes a file and waits until the disk has it.
func writeFile(path string, content []byte) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// move gives a file another name, and waits until the disk has that.
func move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		return nil // which has no such thing for folders
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}
