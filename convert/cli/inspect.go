package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"lineitem/convert"
	"lineitem/convert/batch"
	"lineitem/convert/inspect"
)

// runInspect is the command "inspect".
func runInspect(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var l conversion
	c := newCommand("inspect", " FILE", `Convert one purchase order and write an HTML file that shows where each value was
read: the rows beside pictures of the pages, with a box around each value. Values of
low confidence and amounts that do not add up are marked. The file is complete in
itself and loads nothing from the network; - stands for standard input.`)
	l.add(c, 1)
	name := c.String("o", "", "write to a `file` instead of standard output (-)")
	c.onlyOnce("o")
	mapper := c.String("mapper", "", "`file` of a mapper: a WebAssembly module that changes columns and rows")
	folder := layoutsFlag(c)
	pages := count(20)
	c.Var(&pages, "pages", fmt.Sprintf("`number` of pages to show, from the first, at most %d", convert.MaxPictures))
	names, err := c.parse(args)
	switch {
	case err != nil:
		return err
	case len(names) != 1:
		return &usageError{"inspect: give one file, or - for standard input"}
	case pages > convert.MaxPictures:
		return &usageError{fmt.Sprintf("inspect: --pages is at most %d", convert.MaxPictures)}
	}
	if err := l.checkOCR(ctx); err != nil {
		return err
	}
	module, err := l.mapper.read(*mapper)
	if err != nil {
		return err
	}
	layouts, err := openLayouts(*folder)
	if err != nil {
		return err
	}
	file := batch.File{Path: names[0]}
	switch _, found := batch.Overwritten([]batch.File{file}, *name); {
	case found:
		return &usageError{fmt.Sprintf("inspect: -o %s would overwrite the input", *name)}
	case isStdout(*name) && isTerminal(stdout):
		return &usageError{"inspect: a page is not written to a terminal; name a file with -o"}
	}
	pool := l.pool(1, 1, nil)
	defer pool.Close()
	options := batch.Options{Stdin: stdin, Bytes: int(l.bytes), Evidence: true, Pictures: int(pages), Mapper: module, Layouts: layouts, Parallel: 1}
	err = batch.Run(ctx, pool, []batch.File{file}, options, func(file batch.File, r *convert.Result, err error) error {
		if err != nil {
			fmt.Fprintf(stderr, "lineitem: %s: %s\n", nameOf(file), explain(err))
			return errTold
		}
		out, err := openOutput(*name, stdout)
		if err != nil {
			return err
		}
		defer out.Discard()
		if err := writePage(out, r); err != nil {
			return err
		}
		return out.Commit()
	})
	if ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

func writePage(w io.Writer, r *convert.Result) error {
	page := bufio.NewWriter(w)
	return errors.Join(inspect.Write(page, r), page.Flush())
}
