package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"lineitem/convert/accuracy/lessons"
	"lineitem/convert/layoutdir"
	"lineitem/plugins"
)

// sampleFlags are the flags of commands that read documents whose right rows are known.
// The commands read them in this process, which is the user's own, so that each is read
// only once.
type sampleFlags struct {
	conversion
	jobs         count
	errors, text bool
}

func (f *sampleFlags) add(c *command) {
	f.conversion = defaultConversion(1)
	f.addDocument(c)
	f.jobs = count(runtime.GOMAXPROCS(0))
	c.Var(&f.jobs, "jobs", "`number` of documents read at once")
	c.BoolVar(&f.errors, "errors", false, "print each value that is wrong with layouts")
	c.BoolVar(&f.text, "text", false, "leave out scans and pictures")
}

// layoutBench is the command "layout bench".
func layoutBench(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	var f sampleFlags
	f.add(c)
	templates := c.Bool("templates", false, "print the figures of each template too")
	folders, err := c.parse(args)
	switch {
	case err != nil:
		return err
	case len(folders) == 0:
		return &usageError{"layout bench: give folders of documents and their truth"}
	}
	samples, err := f.read(ctx, folders, stderr)
	if err != nil {
		return err
	}
	report, err := lessons.Run(ctx, samples, int(f.jobs))
	if err != nil {
		return errInterrupted
	}
	if f.errors {
		report.WriteErrors(stdout)
	}
	return report.Write(stdout, *templates)
}

// layoutTest is the command "layout test".
func layoutTest(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	var f sampleFlags
	f.add(c)
	c.Lookup("errors").Usage = "print also which values are wrong both with the layouts and without"
	folder := c.String("layouts", "", "`folder` of the layouts")
	folders, err := c.parse(args)
	switch {
	case err != nil:
		return err
	case len(folders) == 0:
		return &usageError{"layout test: give folders of documents and their truth"}
	case *folder == "":
		return &usageError{"layout test: set the folder of the layouts with --layouts"}
	}
	layouts, err := layoutdir.Open(*folder)
	if err != nil {
		return err
	}
	samples, err := f.read(ctx, folders, stderr)
	if err != nil {
		return err
	}
	changes, err := lessons.Test(ctx, samples, layouts, int(f.jobs))
	if ctx.Err() != nil {
		return errInterrupted
	} else if err != nil {
		return err
	}
	return changes.Write(stdout, f.errors)
}

// read reads the documents in folders, and their truth files.
func (f *sampleFlags) read(ctx context.Context, folders []string, stderr io.Writer) ([]*lessons.Sample, error) {
	if err := f.checkOCR(ctx); err != nil {
		return nil, err
	}
	cache, _ := plugins.OpenCache(f.cache) // without a cache, code is only compiled again
	defer cache.Close(ctx)
	converter, end, err := f.converter(ctx, cache, nil)
	if err != nil {
		return nil, err
	}
	defer end()
	o := lessons.Options{Read: converter.Document, TextOnly: f.text, Jobs: int(f.jobs)}
	o.Failed = func(name string, err error) { fmt.Fprintf(stderr, "lineitem: %s: %s\n", name, explain(err)) }
	var all []*lessons.Sample
	for _, folder := range folders {
		some, err := lessons.ReadFolder(ctx, folder, o)
		if ctx.Err() != nil {
			return nil, errInterrupted
		} else if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}
