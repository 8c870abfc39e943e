package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"lineitem/convert"
	"lineitem/convert/batch"
	"lineitem/convert/doc"
	"lineitem/convert/ubl"
)

// encoder writes results one after the other, and on Close what follows the last.
type encoder interface {
	Write(r *convert.Result) error
	Close(ctx context.Context) error
}

var (
	_ encoder = (*batch.Encoder)(nil)
	_ encoder = (*orderFolder)(nil)
)

// isFolder reports whether the value of -o names a folder: one that exists, or a name that ends in a
// slash.
func isFolder(name string) bool {
	if name == "" {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir() || os.IsPathSeparator(name[len(name)-1])
}

// orderFolder writes each order to a file of its own in a folder, named after its document. Each
// file is there as a whole or not at all.
type orderFolder struct {
	dir    string
	inputs []batch.File // files that must not be overwritten
	taken  map[string]bool
}

// openFolder makes the folder if it does not exist.
func openFolder(dir string, inputs []batch.File) (*orderFolder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &orderFolder{dir, inputs, map[string]bool{}}, nil
}

// Write writes the orders of a result.
func (f *orderFolder) Write(r *convert.Result) error {
	orders := ubl.Orders(r)
	for i := range orders {
		if err := f.writeOrder(f.name(r.Filename), &orders[i]); err != nil {
			return err
		}
	}
	return nil
}

// Close implements encoder. All orders have been written already.
func (f *orderFolder) Close(context.Context) error { return nil }

// name returns the path of the file for the next order of a document: order.xml, order-2.xml.
func (f *orderFolder) name(document string) string {
	base := filepath.Base(document)
	if doc.Named(base) != doc.Unknown {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	if base == batch.Stdin {
		base = "stdin"
	}
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		if key := strings.ToLower(name); !f.taken[key] { // some file systems ignore case
			f.taken[key] = true
			return filepath.Join(f.dir, name+".xml")
		}
	}
}

func (f *orderFolder) writeOrder(path string, o *ubl.Order) error {
	if input, found := batch.Overwritten(f.inputs, path); found {
		return fmt.Errorf("%s would overwrite %s, which is an input", path, input.Path)
	}
	out, err := openOutput(path, nil)
	if err != nil {
		return err
	}
	defer out.Discard()
	e := ubl.NewEncoder(out, false)
	return errors.Join(e.Write(o), e.Close(), out.Commit())
}
