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
gives one JSON object, several give one per line, in the order given. A file that
cannot be converted is told on standard error, and the exit status is 1 then.`)
	l.add(c, runtime.GOMAXPROCS(0))
	format := c.String("format", "", "`format`: json, ndjson, csv, or xlsx (default json for one file, ndjson for several)")
	evidence := c.Bool("evidence", false, "tell where each value was read")
	output := c.String("o", "", "write to a `file` instead of standard output")
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
	case many:
		f = batch.NDJSON
	}
	if *evidence && f.Table() {
		return &usageError{"convert: --evidence does not fit into --format " + string(f)}
	}

	out := stdout
	if *output != "" {
		if file, found := batch.Overwritten(files, *output); found {
			return &usageError{fmt.Sprintf("convert: -o %s would overwrite %s, which is to be converted", *output, file.Path)}
		}
		file, err := os.Create(*output)
		if err != nil {
			return err
		}
		defer file.Close()
		out = file
	}
	if f == batch.XLSX && isTerminal(out) {
		return &usageError{"convert: say with -o which file is to hold the workbook"}
	}
	encoder := batch.NewEncoder(out, f, many, isTerminal(out))
	progress := new(batch.Progress)
	if isTerminal(stderr) && !isTerminal(out) {
		progress = batch.NewProgress(stderr, len(files))
	}
	pool := l.pool(min(int(l.workers), len(files)), 2*int(l.workers), nil)
	defer pool.Close()
	options := batch.Options{Stdin: stdin, Bytes: int(l.bytes), Evidence: *evidence, Mapper: module, Parallel: 2 * pool.Workers()}
	failed := false
	err = batch.Run(ctx, pool, files, options, func(file batch.File, r *convert.Result, err error) error {
		defer progress.Step()
		if err == nil {
			return encoder.Write(r)
		}
		var skipped *batch.SkippedError
		failed = failed || !errors.As(err, &skipped)
		progress.Hide()
		fmt.Fprintf(stderr, "lineitem: %s: %s\n", file.Path, withStderr(err))
		return nil
	})
	if err != nil {
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		return err
	}
	if err := encoder.Close(ctx); err != nil {
		return err
	}
	if file, ok := out.(*os.File); ok && *output != "" {
		if err := file.Close(); err != nil {
			return err
		}
	}
	if failed {
		return errTold
	}
	return nil
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
