package watch

import (
	"context"
	"errors"
	"fmt"
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
	unlock, err = w.lock(ctx)
	if err != nil || ctx.Err() != nil {
		return func() {}, err
	}
	if there(filepath.Join(w.Inbox, journal)) {
		return unlock, nil // whether this is the outbox is not sure, and is checked later
	}
	return unlock, writeFile(filepath.Join(w.Outbox, mark), nil)
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
	type locked struct {
		unlock func()
		err    error
	}
	got := make(chan locked, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(filepath.Join(w.Inbox, lock)).Lock()
		got <- locked{unlock, err}
	}()
	waits := time.After(time.Second)
	for {
		select {
		case l := <-got:
			if errors.Is(l.err, errors.ErrUnsupported) {
				w.Log.Warn("this file system has no locks: let no other process watch the folder", "folder", w.Inbox)
				return func() {}, nil
			}
			return l.unlock, l.err
		case <-waits:
			w.Log.Warn("another process watches this folder; waiting for its end", "folder", w.Inbox)
		case <-ctx.Done():
			return func() {}, nil
		}
	}
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
