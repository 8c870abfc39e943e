package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"lineitem/convert/batch"
)

// output is where a command writes to: standard output, or the file that -o
// names. Such a file is written under a hidden name beside it and renamed when all
// is done. So a program that fetches the file never finds half of it, and a run that
// fails or is interrupted leaves an existing file as it was.
type output struct {
	io.Writer
	file *os.File // nil for standard output
	path string   // of the file that is replaced; empty if file is written directly
}

// isStdout reports whether a value of -o stands for standard output.
func isStdout(name string) bool { return name == "" || name == "-" || name == "/dev/stdout" }

// isOpen reports whether a name, such as /dev/stderr, stands for a file that is open
// already. Replacing that file would lose what the shell writes to it before and after.
func isOpen(name string) bool {
	folder := filepath.ToSlash(filepath.Dir(name))
	return name == "/dev/stderr" || folder == "/dev/fd" || folder == "/proc/self/fd"
}

// openOutput returns the output for a value of -o. Anything but a regular file,
// such as a pipe, is written directly, and so is a file in whose folder no other
// file can be made. What is already open is appended to. Discard must be called
// in the end.
func openOutput(name string, stdout io.Writer) (*output, error) {
	if isStdout(name) {
		return &output{Writer: stdout}, nil
	}
	if isOpen(name) {
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return nil, err
		}
		return &output{file, file, ""}, nil
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() {
		path := name
		if err == nil {
			// If the file is protected, or locked by a spreadsheet that shows it, report
			// that now and not when all is done.
			file, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return nil, err
			}
			file.Close()
		}
		if target, err := filepath.EvalSymlinks(name); err == nil {
			path = target
		}
		beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text()[:8])
		if file, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err == nil {
			if info != nil {
				file.Chmod(info.Mode().Perm()) // as before, or if that fails, as for new files
			}
			return &output{file, file, path}, nil
		}
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &output{file, file, ""}, nil
}

// Commit ends the writing and puts the file in its place. If that fails, what was
// written stays beside it, and the error says where.
func (o *output) Commit() error { return o.moveTo(o.path) }

// CommitPart ends the writing of an incomplete output. It puts it in a file of its
// own, so that nobody takes it for the whole, and returns the file's name. Only
// what is written directly stays where it is.
func (o *output) CommitPart() (name string, err error) {
	if o.path == "" {
		if o.file != nil {
			name = o.file.Name()
		}
		return name, o.Commit()
	}
	name = partName(o.path)
	return name, o.moveTo(name)
}

// partName returns the first unused name for a part of a file: rows.part.csv,
// rows.part2.csv.
func partName(path string) string {
	ext := filepath.Ext(path)
	for n := 1; ; n++ {
		name := strings.TrimSuffix(path, ext) + ".part"
		if n > 1 {
			name += strconv.Itoa(n)
		}
		if _, err := os.Lstat(name + ext); errors.Is(err, fs.ErrNotExist) {
			return name + ext
		}
	}
}

func (o *output) moveTo(path string) error {
	if o.file == nil {
		return nil
	}
	err := o.file.Close()
	if err != nil || o.path == "" {
		return err
	}
	o.path = ""
	if err := os.Rename(o.file.Name(), path); err != nil {
		return fmt.Errorf("%w; what was written is in %s", err, o.file.Name())
	}
	return nil
}

// Discard drops what was written, and leaves an existing file as it was. After
// Commit it does nothing.
func (o *output) Discard() {
	if o.file == nil {
		return
	}
	o.file.Close()
	if o.path != "" {
		os.Remove(o.file.Name())
	}
}

// formatOf returns the format that a file's extension stands for; empty if it stands for none.
func formatOf(name string) batch.Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return batch.JSON
	case ".ndjson", ".jsonl":
		return batch.NDJSON
	case ".csv":
		return batch.CSV
	case ".xlsx":
		return batch.XLSX
	case ".xml":
		return batch.UBL
	}
	return ""
}

// separator is a flag for the character between the values of CSV.
type separator rune

func (s *separator) String() string {
	if *s == '\t' {
		return "tab"
	}
	return string(rune(*s))
}

func (s *separator) Set(text string) error {
	if text == "tab" || text == `\t` {
		text = "\t"
	}
	if len(text) != 1 || !strings.Contains(",;|\t:", text) {
		return errors.New(`want one of , ; | : or tab`)
	}
	*s = separator(text[0])
	return nil
}
