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
// names. What is written to a file stands in a hidden one beside it, which takes
// its place when all is done: a program that fetches the file never finds half
// of it, and a run that fails or is interrupted leaves what was there.
type output struct {
	io.Writer
	file *os.File // nil for standard output
	path string   // of the file that is replaced; empty where it is written itself
}

// isStdout reports whether a value of -o stands for standard output.
func isStdout(name string) bool { return name == "" || name == "-" || name == "/dev/stdout" }

// isOpen reports whether a name stands for a file that is open already, whose name the
// system knows: to replace that would lose what the shell writes there before and behind.
func isOpen(name string) bool {
	folder := filepath.ToSlash(filepath.Dir(name))
	return name == "/dev/stderr" || folder == "/dev/fd" || folder == "/proc/self/fd"
}

// openOutput makes an output of the value of -o. A name that stands for
// something else than a file, such as a pipe, and a file whose folder takes no
// other one, are written directly. What is open already is written at its end.
// Its Discard must be called in the end.
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
			// One that is protected, or held by a spreadsheet that shows it, is told
			// now and not when all is done.
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
				file.Chmod(info.Mode().Perm()) // as it was; where that cannot be, as new files are
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

// Commit ends the writing: from now on the file is there. Where it cannot take
// its place, what was written stays beside it, as the error tells.
func (o *output) Commit() error { return o.moveTo(o.path) }

// CommitPart ends the writing of less than what was to be written. It stands in
// a file of its own, whose name is returned, so that nobody takes it for the
// whole; only what is written directly stands where it was to.
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

// partName is the first name for a part of a file that nothing has yet:
// rows.part.csv, rows.part2.csv.
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

// Discard leaves what was there before. After Commit it does nothing.
func (o *output) Discard() {
	if o.file == nil {
		return
	}
	o.file.Close()
	if o.path != "" {
		os.Remove(o.file.Name())
	}
}

// formatOf is the format that a file's name asks for; empty where it asks for none.
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
