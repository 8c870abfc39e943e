// Package layoutdir keeps taught layouts in a folder, one in each file (*.json). People
// and programs may copy files in and out: a file is what "lineitem layout show --json"
// prints, and what a service exports.
//
// Files are written under another name and then renamed, so that a process that is killed
// leaves either the old file or the new one. Processes that learn at the same time wait
// for each other.
package layoutdir

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"lineitem/convert/order/taught"
)

// Most is how many layouts a folder may hold.
const Most = 500

const (
	extension = ".json"
	lockName  = ".lock"
	// unfinished is the pattern for the name of a file that is not renamed yet.
	unfinished = ".unfinished-*"
	// unfinishedTime is the age beyond which such a file is removed.
	unfinishedTime = time.Hour
)

// FileError reports that a file holds no layout that can be used.
type FileError struct {
	Path   string
	Reason string // a sentence without a full stop that says what to do
}

func (e *FileError) Error() string { return e.Path + ": " + e.Reason }

// FullError reports that a folder holds as many layouts as it may.
type FullError struct{ Folder string }

func (e *FullError) Error() string {
	return fmt.Sprintf("%s holds %d layouts, which is the most: remove some that are not needed any more", e.Folder, Most)
}

// File is a layout in its file.
type File struct {
	Path    string
	Size    int64 // bytes
	Changed time.Time
	Layout  *taught.Layout // nil where Err says why there is none
	Err     error          // a *FileError, or the error of reading the file
}

// Read reads the layouts of a folder, in the order of their files' names. The error is
// that of the folder itself; errors of files are in the results.
func Read(folder string) ([]File, error) {
	names, err := list(folder)
	if err != nil {
		return nil, err
	}
	var files []File
	has := map[string]string{} // file names by ID
	for _, name := range names {
		f := readFile(filepath.Join(folder, name))
		if errors.Is(f.Err, fs.ErrNotExist) {
			continue // it was removed just now
		}
		if f.Layout != nil {
			if other, taken := has[f.Layout.ID]; taken {
				f.Layout, f.Err = nil, &FileError{f.Path, fmt.Sprintf("the layout %s is in %s as well: remove one of them", f.Layout.ID, other)}
			} else {
				has[f.Layout.ID] = name
			}
		}
		files = append(files, f)
	}
	return files, nil
}

// list returns the names of the files of layouts, sorted.
func list(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, extension) && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	if len(names) > Most {
		return nil, fmt.Errorf("%s holds %d layouts, but %d are the most: take some out of it", folder, len(names), Most)
	}
	return names, nil
}

// readFile reads the layout in a file.
func readFile(path string) File {
	f := File{Path: path}
	file, err := os.Open(path)
	if err != nil {
		f.Err = err
		return f
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil {
		f.Size, f.Changed = info.Size(), info.ModTime()
	}
	data, err := io.ReadAll(io.LimitReader(file, taught.MaxBytes+1))
	if err != nil {
		f.Err = err
		return f
	}
	if f.Layout, err = taught.Parse(data); err != nil {
		f.Layout, f.Err = nil, &FileError{path, fmt.Sprintf("%v; put a copy of the layout in its place, or remove the file and teach the layout again", err)}
	}
	return f
}

// layouts returns the layouts of files; the error names the files that hold none.
func layouts(files []File) ([]*taught.Layout, error) {
	var all []*taught.Layout
	var damaged []error
	for _, f := range files {
		if f.Err != nil {
			damaged = append(damaged, f.Err)
			continue
		}
		all = append(all, f.Layout)
	}
	return all, errors.Join(damaged...)
}

// Learn calls learn with the layouts that the folder holds, while no other process learns
// into the folder, and writes the layout that was learned to the file whose path it
// returns. It creates the folder if there is none. Errors are learn's, *FullError,
// *FileError for files in the folder, and those of reading and writing files.
func Learn(ctx context.Context, folder string, learn func(*Layouts) (*taught.Lesson, error)) (lesson *taught.Lesson, path string, err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, "", err
	}
	unlock, err := lock(ctx, folder)
	if err != nil {
		return nil, "", err
	}
	defer unlock()
	files, err := Read(folder)
	if err != nil {
		return nil, "", err
	}
	known, err := layouts(files)
	if err != nil {
		return nil, "", err
	}
	lesson, err = learn(newLayouts(known))
	if err != nil {
		return nil, "", err
	}
	l := lesson.Layout
	path = filepath.Join(folder, l.ID+extension)
	if i := slices.IndexFunc(files, func(f File) bool { return f.Layout.ID == l.ID }); i >= 0 {
		path = files[i].Path
	} else if len(files) >= Most {
		return nil, "", &FullError{folder}
	}
	return lesson, path, write(path, l)
}

// lock waits until no other process learns into a folder, or until ctx ends.
func lock(ctx context.Context, folder string) (unlock func(), err error) {
	type locked struct {
		unlock func()
		err    error
	}
	done := make(chan locked, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(filepath.Join(folder, lockName)).Lock()
		done <- locked{unlock, err}
	}()
	select {
	case l := <-done:
		return l.unlock, l.err
	case <-ctx.Done():
		go func() {
			if l := <-done; l.err == nil {
				l.unlock()
			}
		}()
		return nil, ctx.Err()
	}
}

// write writes a layout to its file, which is afterwards complete or as it was before.
func write(path string, l *taught.Layout) error {
	data, err := l.Encode()
	if err != nil {
		return err
	}
	folder := filepath.Dir(path)
	sweep(folder)
	file, err := os.CreateTemp(folder, unfinished)
	if err != nil {
		return err
	}
	_, err = file.Write(append(data, '\n'))
	// Those who may read the folder may read its files: the server may be another user.
	err = cmp.Or(err, file.Chmod(0o644), file.Sync())
	err = cmp.Or(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// sweep removes old unfinished files, left by processes that were killed.
func sweep(folder string) {
	left, _ := fs.Glob(os.DirFS(folder), unfinished) // not filepath.Glob: the folder's own name may have brackets
	for _, name := range left {
		path := filepath.Join(folder, name)
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > unfinishedTime {
			os.Remove(path)
		}
	}
}

// Remove removes the layout with an ID, or the file of that name, whatever it holds.
// It returns fs.ErrNotExist where there is none.
func Remove(folder, id string) error {
	f, err := Find(folder, id)
	if err != nil {
		return err
	}
	return os.Remove(f.Path)
}

// Find finds the file of a layout, by its ID or by its own name. It returns
// fs.ErrNotExist where there is none.
func Find(folder, id string) (*File, error) {
	files, err := Read(folder)
	if err != nil {
		return nil, err
	}
	for i := range files {
		f := &files[i]
		name := filepath.Base(f.Path)
		if f.Layout != nil && f.Layout.ID == id || name == id || name == id+extension {
			return f, nil
		}
	}
	return nil, fs.ErrNotExist
}
