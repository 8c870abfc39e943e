package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lineitem/convert/batch"
)

// output is the file that -o names. What is written stands in a hidden file
// beside it, which takes its place when all is done: a program that fetches the
// file never finds half of it, and a run that fails or is interrupted leaves
// what was there.
type output struct {
	*os.File
	path string // of the file that is replaced; empty where it is written itself
}

// createOutput makes an output. A name that stands for something else than a
// file, such as a pipe, and a file whose folder takes no other one, are written
// directly. Its Discard must be called in the end.
func createOutput(name string) (*output, error) {
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
			return &output{file, path}, nil
		}
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &output{file, ""}, nil
}

// Commit ends the writing: from now on the file is there. Where it cannot take
// its place, what was written stays beside it, as the error tells.
func (o *output) Commit() error {
	err := o.Close()
	if err != nil || o.path == "" {
		return err
	}
	path := o.path
	o.path = ""
	if err := os.Rename(o.Name(), path); err != nil {
		return fmt.Errorf("%w; what was written is in %s", err, o.Name())
	}
	return nil
}

// Discard leaves what was there before. After Commit it does nothing.
func (o *output) Discard() {
	o.Close()
	if o.path != "" {
		os.Remove(o.Name())
	}
}

// isOtherTable tells names of tables that are not written here.
func isOtherTable(name string) bool {
	return slices.Contains([]string{".xls", ".xlsm", ".ods", ".tsv"}, strings.ToLower(filepath.Ext(name)))
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
