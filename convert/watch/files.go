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

// lock is the name of the file in the inbox that the watching process keeps locked.
const lock = ".lineitem-watch.lock"

// open makes the folders Done and Failed if they are missing, and waits until no other
// process watches the inbox: that process may have begun a delivery.
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
	for _, folder := range []string{filepath.Join(w.Inbox, Done), filepath.Join(w.Inbox, Failed)} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
	}
	return w.lock(ctx)
}

func sameFile(a, b string) (bool, error) {
	infoA, err := os.Stat(a)
	if err != nil {
		return false, err
	}
	infoB, err := os.Stat(b)
	return err == nil && os.SameFile(infoA, infoB), err
}

// lock waits for the lock of the inbox. If the file system has no locks, it logs that and
// returns without one.
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

// await waits for a lock. After a second it logs that it is waiting, and from then on it
// also ends with ctx: a lock that takes no longer than that is taken even if ctx has ended.
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

// touch makes an empty file, unless the file exists, and waits until it is on disk.
func touch(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// writeFile writes a file and waits until it is on disk.
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

// replaceFile writes a file as a whole or not at all.
func replaceFile(path string, content []byte) error {
	if err := writeFile(path+".part", content); err != nil {
		return err
	}
	return move(path+".part", path)
}

// move renames a file, and waits until the change is on disk.
func move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		return nil // Windows cannot sync folders
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
