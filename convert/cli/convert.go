package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/term"

	"lineitem/convert"
	"lineitem/convert/batch"
)

// runConvert is the command "convert".
func runConvert(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var l conversion
	c := newCommand("convert", " FILE...", `Convert purchase orders and write their rows to standard output. A folder stands
for all documents in it, at any depth; - stands for standard input. One file
gives one JSON object, several give one per line, in the order given; -o rows.csv
and -o rows.xlsx give tables. A file that cannot be converted is told on standard
error, and the exit status is 1 then.`)
	l.add(c, runtime.GOMAXPROCS(0))
	format := c.String("format", "", "`format`: json, ndjson, csv, or xlsx; without it what the name of -o ends in, or json for one file and ndjson for several")
	c.choices("format", "json", "ndjson", "csv", "xlsx")
	comma := separator(',')
	c.Var(&comma, "separator", "`character` between the values of CSV, such as ; or tab")
	evidence := c.Bool("evidence", false, "tell where each value was read")
	name := c.String("o", "", "write to a `file` instead of standard output")
	c.onlyOnce("o")
	mapper := c.String("mapper", "", "`file` of a WebAssembly module that makes other columns and rows of what is found")
	names, err := c.parse(args)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return &usageError{"convert: give files, folders, or - for standard input"}
	}
	if err := l.checkOCR(ctx); err != nil {
		return err
	}
	module, err := l.mapper.read(*mapper)
	if err != nil {
		return err
	}
	files := batch.List(names)
	many := len(names) > 1 || len(files) != 1 || files[0].Found
	f := batch.JSON
	switch {
	case *format != "":
		if f, err = batch.ParseFormat(*format); err != nil {
			return &usageError{"convert: " + err.Error()}
		}
	case formatOf(*name) != "":
		f = formatOf(*name)
	case isOtherTable(*name):
		return &usageError{fmt.Sprintf("convert: -o %s: there are .xlsx, .csv, .json and .ndjson; for another name say with --format what it is to hold", *name)}
	case many:
		f = batch.NDJSON
	}
	if *evidence && f.Table() {
		return &usageError{"convert: --evidence does not fit into " + string(f)}
	}

	out, commit := stdout, func() error { return nil }
	if *name != "" {
		if file, found := batch.Overwritten(files, *name); found {
			return &usageError{fmt.Sprintf("convert: -o %s would overwrite %s, which is to be converted", *name, file.Path)}
		}
		file, err := createOutput(*name)
		if err != nil {
			return err
		}
		defer file.Discard()
		out, commit = file.File, file.Commit
	}
	if f == batch.XLSX && isTerminal(out) {
		return &usageError{"convert: say with -o which file is to hold the workbook"}
	}
	encoder := batch.NewEncoder(out, f, many, isTerminal(out))
	encoder.Separate(rune(comma))
	progress := new(batch.Progress)
	if isTerminal(stderr) && !isTerminal(out) {
		progress = batch.NewProgress(stderr, len(files))
	}
	pool := l.pool(min(int(l.workers), len(files)), 2*int(l.workers), nil)
	defer pool.Close()
	options := batch.Options{Stdin: stdin, Bytes: int(l.bytes), Evidence: *evidence || f.Table(), Mapper: module, Parallel: 2 * pool.Workers()}
	told := tally{w: stderr, progress: progress}
	err = batch.Run(ctx, pool, files, options, func(file batch.File, r *convert.Result, err error) error {
		defer progress.Step()
		if err != nil {
			told.failure(file, err)
			return nil
		}
		told.converted++
		if f.Table() {
			told.table(file, r)
			if file.Inside != "" {
				r.Filename = file.Inside
			}
		}
		return encoder.Write(r)
	})
	if err != nil {
		if ctx.Err() != nil {
			return errInterrupted
		}
		return err
	}
	told.end(names)
	if told.failed > 0 && told.converted == 0 && *name != "" {
		return errTold // what was there stays
	}
	if err := errors.Join(encoder.Close(ctx), commit()); err != nil {
		return err
	}
	if told.failed > 0 {
		return errTold
	}
	return nil
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
