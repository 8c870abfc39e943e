package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"time"

	"lineitem/convert"
	"lineitem/convert/batch"
	"lineitem/convert/watch"
)

// retryPause is the pause before the next attempt after an error that is not due to a
// document.
const retryPause = 5 * time.Second

// runWatch is the command "watch".
func runWatch(ctx context.Context, args []string, stderr io.Writer) error {
	r := &run{comma: ',', stderr: stderr}
	w := &watch.Watcher{Pause: retryPause, Log: slog.New(slog.NewJSONHandler(stderr, nil)), Explain: explain}
	quiet := span(2 * time.Second)
	c := newCommand("watch", " FOLDER", `Convert what arrives in a folder: each file once, in the order in which they arrive.
The result of order.pdf is order.pdf.csv (with --format csv) in the folder that -o
names, and is there as a whole or not at all. order.pdf then moves to FOLDER/done, or
to FOLDER/failed beside a text that says why. Hidden files and those with names of
unfinished ones (.part, .tmp, ~) are left alone, as are folders. The command runs until
it is interrupted or terminated; what it was converting stays in the folder for the
next time.`)
	r.add(c, runtime.GOMAXPROCS(0))
	r.addResults(c, "the default is json")
	c.BoolVar(&r.strict, "strict", false, "documents that are not verified fail")
	c.StringVar(&w.Outbox, "o", "", "`folder` of the results; required")
	c.onlyOnce("o")
	c.Var(&quiet, "quiet", "for how long a `time` a file must not have changed to be complete")
	c.BoolVar(&w.Once, "once", false, "end when the folder is empty, with status 1 if a file failed")
	operands, err := c.parse(args)
	switch {
	case err != nil:
		return err
	case len(operands) != 1:
		return &usageError{"watch: give one folder"}
	case w.Outbox == "":
		return &usageError{"watch: name a folder for the results with -o"}
	}
	if r.format, err = batch.ParseFormat(orJSON(r.asked.format)); err != nil {
		return &usageError{"watch: " + err.Error()}
	}
	if err := r.checkFormat("watch"); err != nil {
		return err
	}
	if err := r.open(ctx); err != nil {
		return err
	}
	w.Inbox, w.Suffix, w.Quiet, w.Write = operands[0], "."+string(r.format), time.Duration(quiet), r.writeOne
	if r.format == batch.UBL {
		w.Suffix = ".xml"
	}
	return r.watch(ctx, w)
}

// orJSON returns a format's name, or "json" if it is empty.
func orJSON(format string) string {
	if format == "" {
		return string(batch.JSON)
	}
	return format
}

// watch runs a watcher, and converts its files in a pool of workers.
func (r *run) watch(ctx context.Context, w *watch.Watcher) error {
	pool := r.pool(int(r.workers), 2*int(r.workers), w.Log)
	defer pool.Close()
	w.Convert = func(ctx context.Context, files []batch.File, done func(batch.File, *convert.Result, error) error) error {
		return batch.Run(ctx, pool, files, r.options(pool), done)
	}
	watching, end := context.WithCancel(ctx)
	defer end()
	watchLayouts(watching, r.layouts, w.Log)
	w.Log.Info("watching", "folder", w.Inbox)
	err := w.Run(ctx)
	if errors.Is(err, watch.ErrFailed) {
		return errTold
	}
	return err
}

// writeOne writes a result as a whole file. With --strict it returns an error if the document
// is not verified.
func (r *run) writeOne(ctx context.Context, w io.Writer, result *convert.Result) error {
	if r.strict && result.Verified != nil && !*result.Verified {
		return fmt.Errorf("not verified: %s", reason(result))
	}
	encoder := batch.NewEncoder(w, r.format, false, false)
	encoder.Separate(rune(r.comma))
	return errors.Join(encoder.Write(r.shown(result)), encoder.Close(ctx))
}
