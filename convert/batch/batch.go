// Package batch converts many files at once and gives their results in the
// order of the files.
package batch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"lineitem/convert"
	"lineitem/convert/doc"
)

// Converter converts one document.
type Converter interface {
	Convert(ctx context.Context, in convert.Input) (*convert.Result, error)
}

// Stdin is the name that stands for standard input.
const Stdin = "-"

// File is one file to convert.
type File struct {
	Path string // as the user would write it; Stdin for standard input
	// Inside is the path of a found file relative to the folder that was named,
	// with slashes, since its subfolders may have files of the same name. It is
	// empty if the file was named itself.
	Inside string
	// Found says that the file was found in a folder, not named. If it is not a
	// document it is then skipped and does not count as a failure, unless its name
	// is that of a document.
	Found bool
	// Err says why the file cannot be read at all; nil if it can be tried.
	Err error
}

// A SkippedError says why a file that was found in a folder is left out.
type SkippedError struct {
	Reason string
}

func (e *SkippedError) Error() string { return "skipped: " + e.Reason }

// List resolves names to files: a folder, or a link to one, to all files in it, at any
// depth, sorted by path; any other name to itself, whether it exists or not. Hidden
// files and folders inside a folder get a SkippedError. On Windows, where shells leave
// wildcards to programs, a name with wildcards stands for the files that match it.
func List(names []string) []File {
	if runtime.GOOS == "windows" {
		names = matched(names)
	}
	var files []File
	for _, name := range names {
		if info, err := os.Stat(name); name == Stdin || err != nil || !info.IsDir() {
			files = append(files, File{Path: name})
			continue
		}
		files = append(files, inFolder(name)...)
	}
	return files
}

// inFolder lists the files in a folder. It walks the entries one by one, since WalkDir does
// not follow a link at its root, and the folder may be a link.
func inFolder(folder string) []File {
	entries, err := os.ReadDir(folder)
	var files []File
	if err != nil {
		files = append(files, File{Path: folder, Found: true, Err: sentence(err)})
	}
	for _, entry := range entries {
		filepath.WalkDir(filepath.Join(folder, entry.Name()), func(path string, entry fs.DirEntry, err error) error {
			f := File{Path: path, Found: true}
			if inside, err := filepath.Rel(folder, path); err == nil {
				f.Inside = filepath.ToSlash(inside)
			}
			switch {
			case err != nil:
				f.Err = sentence(err)
			case strings.HasPrefix(entry.Name(), "."):
				f.Err = &SkippedError{"hidden"}
			case entry.IsDir():
				return nil
			default:
				f.Err = irregular(path)
			}
			files = append(files, f)
			if err == nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		})
	}
	return files
}

// matched replaces each name with wildcards, unless a file has that name, by the names
// that match it, sorted. A name that nothing matches stays.
func matched(names []string) []string {
	var all []string
	for _, name := range names {
		found := []string{name}
		if _, err := os.Lstat(name); err != nil && strings.ContainsAny(name, "*?[") {
			if matches, err := filepath.Glob(name); err == nil && len(matches) > 0 {
				found = matches
			}
		}
		all = append(all, found...)
	}
	return all
}

// irregular returns why an entry of a folder, not itself a folder, is not a regular file; nil if it is one.
func irregular(path string) error {
	switch info, err := os.Stat(path); {
	case err != nil:
		return sentence(err)
	case info.IsDir():
		return &SkippedError{"a link to a folder"}
	case !info.Mode().IsRegular():
		return &SkippedError{"not a file"}
	}
	return nil
}

// Overwritten finds the input file that writing to a path would destroy. A file that
// would be skipped does not count: an earlier run may have written it there.
func Overwritten(files []File, path string) (f File, found bool) {
	out, err := os.Stat(path)
	if err != nil || !out.Mode().IsRegular() {
		return File{}, false
	}
	for _, f := range files {
		in, err := os.Stat(f.Path)
		if f.Path != Stdin && err == nil && os.SameFile(in, out) && (!f.Found || isDocument(f.Path)) {
			return f, true
		}
	}
	return File{}, false
}

// headBytes is more than any kind of document needs to be recognised.
const headBytes = 2048

// isDocument reports whether a file that is found in a folder is converted, or
// fails, rather than skipped. That includes a damaged file with the name of a
// document, since an order must not be lost silently.
func isDocument(path string) bool {
	if doc.Named(path) != doc.Unknown {
		return true
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head, err := io.ReadAll(io.LimitReader(file, headBytes))
	return err == nil && doc.Sniff(head) != doc.Unknown
}

// Options say how Run works.
type Options struct {
	Stdin    io.Reader       // read for the name Stdin
	Bytes    int             // greatest size of a file, bytes
	Evidence bool            // whether results say where each cell was read
	Review   bool            // whether results have at least a review: what to check
	Pictures int             // number of pages of which results hold pictures
	Mapper   *convert.Module // applied to all documents; nil for none
	Layouts  convert.Layouts // taught layouts; nil for none
	// Parallel is how many files are read and converted at once, at least 1.
	Parallel int
}

// aheadFactor is how many files may be begun ahead of a slow one whose result must
// come before theirs, as a multiple of Options.Parallel.
const aheadFactor = 8

// Run converts the files and calls done for each in order, with its result or
// with the error that prevented one. It stops at the first error of done, and
// returns it. When ctx ends it passes on what is finished by then, and returns
// ctx's error. Memory is bounded, however many files there are.
func Run(ctx context.Context, c Converter, files []File, o Options, done func(File, *convert.Result, error) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for out := range convertAll(ctx, c, files, o) {
		got := out.wait(ctx)
		if ctx.Err() != nil && errors.Is(got.err, ctx.Err()) {
			continue
		}
		if err := done(out.file, got.result, got.err); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// outcome is the result for a file.
type outcome struct {
	result *convert.Result
	err    error
}

// pending is a file and what will become of it.
type pending struct {
	file    File
	outcome chan outcome
}

// wait waits for the outcome. If ctx ends first, the outcome is ctx's error, since
// a file that waits for standard input would wait on.
func (p pending) wait(ctx context.Context) outcome {
	select {
	case got := <-p.outcome:
		return got
	case <-ctx.Done():
	}
	select {
	case got := <-p.outcome:
		return got
	default:
		return outcome{nil, ctx.Err()}
	}
}

// convertAll starts to convert the files in order, until ctx ends. It sends each file
// on the channel when its turn comes, before its conversion is done.
func convertAll(ctx context.Context, c Converter, files []File, o Options) <-chan pending {
	begun := make(chan pending, aheadFactor*o.Parallel)
	working := make(chan struct{}, o.Parallel)
	go func() {
		defer close(begun)
		for _, f := range files {
			if ctx.Err() != nil {
				return
			}
			p := pending{f, make(chan outcome, 1)}
			select {
			case begun <- p:
			case <-ctx.Done():
				return
			}
			select {
			case working <- struct{}{}:
			case <-ctx.Done():
				return
			}
			go func() {
				defer func() { <-working }()
				result, err := convertOne(ctx, c, f, o)
				p.outcome <- outcome{result, err}
			}()
		}
	}()
	return begun
}

func convertOne(ctx context.Context, c Converter, f File, o Options) (*convert.Result, error) {
	if err := cmp.Or(ctx.Err(), f.Err); err != nil {
		return nil, err
	}
	data, kind, err := readInput(f, o)
	if err != nil {
		return nil, err
	}
	result, err := c.Convert(ctx, convert.Input{
		Filename: filepath.Base(f.Path), Data: data, Kind: kind, Evidence: o.Evidence, Review: o.Review, Pictures: o.Pictures,
		Mapper: o.Mapper, Layouts: o.Layouts,
	})
	if unsupported, ok := errors.AsType[*doc.UnsupportedError](err); ok && f.Found && kind == doc.XML {
		return nil, &SkippedError{unsupported.Error()} // most XML files are not orders
	}
	return result, err
}

// readInput reads a file that is within the size limit; of a file that is skipped it reads
// only the head. It also returns the kind of the document, which it tells from the head.
func readInput(f File, o Options) ([]byte, doc.Kind, error) {
	in := io.NopCloser(o.Stdin)
	var size int64
	if f.Path != Stdin {
		file, err := os.Open(f.Path)
		if err != nil {
			return nil, doc.Unknown, sentence(err)
		}
		in = file
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			size = info.Size()
		}
	}
	defer in.Close()
	tooLarge := &doc.LimitError{Limit: "bytes", Max: int64(o.Bytes)}
	if size > int64(o.Bytes) && !f.Found {
		return nil, doc.Unknown, tooLarge
	}
	var data bytes.Buffer
	data.Grow(int(min(size, int64(o.Bytes))) + bytes.MinRead)
	if _, err := io.CopyN(&data, in, headBytes); err != nil && err != io.EOF {
		return nil, doc.Unknown, sentence(err)
	}
	kind := doc.Sniff(data.Bytes())
	if f.Found && kind == doc.Unknown {
		return nil, doc.Unknown, noDocument(f.Path, data.Len() == 0)
	}
	if size > int64(o.Bytes) {
		return nil, doc.Unknown, tooLarge
	}
	if _, err := io.Copy(&data, io.LimitReader(in, int64(o.Bytes)+1-int64(data.Len()))); err != nil {
		return nil, doc.Unknown, sentence(err)
	}
	if data.Len() > o.Bytes {
		return nil, doc.Unknown, tooLarge
	}
	if data.Len() == 0 {
		return nil, doc.Unknown, errEmpty
	}
	return data.Bytes(), kind, nil
}

var errEmpty = errors.New("the file is empty")

// noDocument returns why a file that was found in a folder, and whose content is
// not that of a document, is not converted.
func noDocument(path string, empty bool) error {
	named := doc.Named(path)
	switch {
	case empty && named == doc.Unknown:
		return &SkippedError{"empty"}
	case empty:
		return errEmpty
	case named == doc.Unknown:
		return &SkippedError{"not a PDF, PNG, JPEG, WebP, TIFF or XML"}
	}
	return errors.New("not a PDF, PNG, JPEG, WebP, TIFF or XML despite its extension; it may be damaged")
}

// sentence removes from a file system error the path, which is reported beside it,
// and the operation if that says nothing more.
func sentence(err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) {
		return err
	}
	if path.Op == "open" || path.Op == "stat" || path.Op == "lstat" {
		return path.Err
	}
	return fmt.Errorf("%s: %w", path.Op, path.Err)
}
