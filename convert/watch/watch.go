// Package watch converts the files that arrive in a folder: each once, in order of
// arrival, even if the process is killed in between.
package watch

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"lineitem/convert"
	"lineitem/convert/batch"
	"lineitem/convert/workerpool"
)

// Folders in the inbox to which files are moved when they have been dealt with.
const (
	Done   = "done"
	Failed = "failed"
)

// A Watcher watches one folder. All fields but Once have to be set.
type Watcher struct {
	Inbox  string // the folder that is watched, without its subfolders
	Outbox string // the folder for the results, which must not be the inbox
	Suffix string // appended to a file's name to name its result, such as ".csv"
	// Quiet is how long a file must stay unchanged before it counts as complete.
	Quiet time.Duration
	// Pause is how long to wait after an error that is not the document's, such as a full
	// disk, before the same is tried again.
	Pause time.Duration
	// Once says that Run ends when the inbox is empty, and does not retry after errors
	// that may pass.
	Once bool
	// Convert converts files and calls done for each in order, as batch.Run does.
	Convert func(ctx context.Context, files []batch.File, done func(batch.File, *convert.Result, error) error) error
	// Write writes a result. If it returns an error, the file fails for that reason.
	Write func(ctx context.Context, w io.Writer, r *convert.Result) error
	// Explain returns the text of an error of Convert or Write for people.
	Explain func(error) string
	Log     *slog.Logger

	id       string              // of the inbox
	seen     map[string]*arrival // by name
	failed   int                 // number of files that failed
	lockless bool                // whether it has been logged that the outbox has no locks
}

// An arrival is a file in the inbox.
type arrival struct {
	name  string
	size  int64
	time  time.Time // when it was last changed, by the clock of its file system
	since time.Time // since when size and time have been the same
	order int       // increases with time; equal for files that were first seen together
	// waits is until when the file is left alone after an error that it did not cause, and
	// told is the error that was logged.
	waits time.Time
	told  string
}

// ErrFailed reports that files have failed; the log names them.
var ErrFailed = errors.New("files could not be converted")

// Run converts the files in the inbox and those that arrive there, until ctx ends. Files that
// are being converted then stay in the inbox. It returns an error if a folder cannot be used
// from the start; with Once also ErrFailed, and errors that may pass, such as that of a known
// outbox that is not mounted.
func (w *Watcher) Run(ctx context.Context) error {
	w.seen = map[string]*arrival{}
	unlock, err := w.open(ctx)
	if err != nil {
		return ended(ctx, err)
	}
	defer unlock()
	if err := w.insist(ctx, func() error { return w.recover(ctx) }); err != nil {
		return ended(ctx, err)
	}
	if err := w.beginOutbox(); err != nil {
		return err
	}
	if err := w.insist(ctx, w.enterOutbox); err != nil {
		return ended(ctx, err)
	}
	poll := time.NewTicker(max(min(w.Quiet/2, time.Second), time.Millisecond))
	defer poll.Stop()
	for ctx.Err() == nil {
		var ready []batch.File
		var waiting int
		if err := w.insist(ctx, func() (err error) {
			ready, waiting, err = w.look(time.Now())
			return err
		}); err != nil {
			return ended(ctx, err)
		}
		if len(ready) > 0 {
			if err := w.Convert(ctx, ready, func(f batch.File, r *convert.Result, err error) error {
				return w.settle(ctx, f, r, err)
			}); err != nil {
				return ended(ctx, err)
			}
			continue
		}
		if w.Once && waiting == 0 {
			break
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
		}
	}
	if w.Once && w.failed > 0 {
		return ErrFailed
	}
	return nil
}

// ended returns err, or nil if err only says that ctx has ended.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// insist calls do, with pauses, until it succeeds or ctx ends; with Once it calls do only
// once. Each new error is logged.
func (w *Watcher) insist(ctx context.Context, do func() error) error {
	told := ""
	for {
		err := do()
		if err == nil && told != "" {
			w.Log.Info("going on")
		}
		if ended(ctx, err) == nil || w.Once {
			return err
		}
		if text := err.Error(); text != told {
			w.Log.Error("waiting", "error", text)
			told = text
		}
		select {
		case <-time.After(w.Pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// look lists the complete files in the inbox in order of arrival, and counts those that
// may become complete.
func (w *Watcher) look(now time.Time) (ready []batch.File, waiting int, err error) {
	entries, err := os.ReadDir(w.Inbox)
	if err != nil {
		return nil, 0, err
	}
	there := map[string]*arrival{}
	var complete []*arrival
	for _, entry := range entries {
		if !entry.Type().IsRegular() || unfinished(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue // the file is gone
		}
		a := w.seen[entry.Name()]
		switch {
		case a == nil:
			a = &arrival{name: entry.Name(), size: info.Size(), time: info.ModTime(), since: now, order: w.next()}
		case a.size != info.Size() || !a.time.Equal(info.ModTime()):
			a.size, a.time, a.since, a.waits = info.Size(), info.ModTime(), now, time.Time{}
		}
		there[a.name] = a
		switch {
		case now.Sub(a.since) >= w.Quiet && !now.Before(a.waits):
			complete = append(complete, a)
		case !w.Once || a.waits.IsZero():
			waiting++
		}
	}
	w.seen = there
	slices.SortFunc(complete, func(a, b *arrival) int {
		return cmp.Or(a.order-b.order, a.time.Compare(b.time), strings.Compare(a.name, b.name))
	})
	for _, a := range complete {
		ready = append(ready, batch.File{Path: filepath.Join(w.Inbox, a.name)})
	}
	return ready, waiting, nil
}

// next returns the order of the files that are first seen now: one more than the greatest
// so far.
func (w *Watcher) next() int {
	last := 0
	for _, a := range w.seen {
		last = max(last, a.order)
	}
	return last + 1
}

// unfinished reports whether a name is that of a file that is still being written, or of
// one that nobody sent on purpose, such as a hidden file.
func unfinished(name string) bool {
	lower := strings.ToLower(name)
	for _, suffix := range []string{"~", ".part", ".partial", ".tmp", ".temp", ".crdownload", ".filepart", ".swp"} {
		if strings.HasSuffix(lower, suffix) {
			return true
		}
	}
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~") || lower == "thumbs.db" || lower == "desktop.ini"
}

// settle delivers the outcome for a file. An error ends the run.
func (w *Watcher) settle(ctx context.Context, file batch.File, result *convert.Result, err error) error {
	name := filepath.Base(file.Path)
	a := w.seen[name]
	if info, gone := os.Lstat(file.Path); gone != nil || info.Size() != a.size || !info.ModTime().Equal(a.time) {
		return nil // the file was removed or changed while it was converted
	}
	if err != nil && passing(err) {
		w.leave(a, err)
		return nil
	}
	d, err := w.delivery(ctx, a, result, err)
	if err != nil {
		w.leave(a, err)
		return nil
	}
	if err := w.insist(ctx, func() error { return w.deliver(ctx, d) }); err != nil {
		return err
	}
	delete(w.seen, name)
	w.logOutcome(d, result)
	return nil
}

// leave leaves a file in the inbox for Pause, or with Once until the end of the run.
func (w *Watcher) leave(a *arrival, err error) {
	a.waits = time.Now().Add(w.Pause)
	if w.Once {
		a.waits = time.Now().Add(24 * time.Hour)
		w.failed++
	}
	if text := err.Error(); text != a.told {
		a.told = text
		w.Log.Error("left in the inbox for now", "file", a.name, "error", text)
	}
}

// logOutcome logs the outcome for a file.
func (w *Watcher) logOutcome(d *delivery, result *convert.Result) {
	if d.Reason != "" {
		w.failed++
		w.Log.Warn("failed", "file", d.Source, "moved", filepath.Join(Failed, d.Name), "reason", d.Reason)
		return
	}
	args := []any{"file", d.Source, "moved", filepath.Join(Done, d.Name), "result", d.Name + w.Suffix, "mode", result.Mode, "rows", result.RowCount}
	if d.verified != nil {
		args = append(args, "verified", *d.verified)
	}
	if len(result.Cut) > 0 {
		args = append(args, "cut", result.Cut)
	}
	w.Log.Info("converted", args...)
}

// passing reports whether an error is not due to the document, so that trying again may help.
func passing(err error) bool {
	var errno syscall.Errno
	var start *workerpool.StartError
	return errors.As(err, &errno) || errors.As(err, &start) || errors.Is(err, fs.ErrNotExist) ||
		errors.Is(err, workerpool.ErrKilled) || errors.Is(err, workerpool.ErrBusy) || errors.Is(err, workerpool.ErrClosed) || errors.Is(err, context.Canceled)
}
