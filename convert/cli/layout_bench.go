package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"lineitem/convert/accuracy/lessons"
	"lineitem/plugins"
)

// layoutBench is the command "layout bench". It reads the documents in this process,
// which is the user's own, so that each is read once.
func layoutBench(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	l := defaultConversion(1)
	l.addDocument(c)
	jobs := count(runtime.GOMAXPROCS(0))
	c.Var(&jobs, "jobs", "`number` of documents read at once")
	wrong := c.Bool("errors", false, "tell each value that is wrong with layouts, and what could not be learned")
	text := c.Bool("text", false, "leave out documents whose text is in pixels")
	folders, err := c.parse(args)
	switch {
	case err != nil:
		return err
	case len(folders) == 0:
		return &usageError{"layout bench: give folders of documents and their truth"}
	}
	samples, err := l.samples(ctx, folders, lessons.Options{TextOnly: *text, Jobs: int(jobs)}, stderr)
	if err != nil {
		return err
	}
	report, err := lessons.Run(ctx, samples, int(jobs))
	if err != nil {
		return errInterrupted
	}
	if *wrong {
		report.WriteErrors(stdout)
	}
	return report.Write(stdout)
}

// samples reads the documents of folders and their truth.
func (l *conversion) samples(ctx context.Context, folders []string, o lessons.Options, stderr io.Writer) ([]*lessons.Sample, error) {
	cache, _ := plugins.OpenCache(l.cache) // without one compiled code is only made again
	defer cache.Close(ctx)
	converter, end, err := l.converter(ctx, cache, nil)
	if err != nil {
		return nil, err
	}
	defer end()
	o.Read = converter.Document
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
