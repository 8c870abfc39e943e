package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"

	"lineitem/convert"
	"lineitem/convert/batch"
)

// TestSharedOutbox checks that two inboxes can share an outbox: files of the same name get
// a result each.
func TestSharedOutbox(t *testing.T) {
	const each = 60
	dir := t.TempDir()
	ended := make(chan error, 2)
	for _, side := range []string{"left", "right"} {
		p := newPlace(t, filepath.Join(dir, side))
		p.Outbox = filepath.Join(dir, "out")
		for n := range each {
			p.put(t, fmt.Sprintf("%d.pdf", n), fmt.Sprint(side, n), n)
		}
		go func() { ended <- p.Run(t.Context()) }()
	}
	if err := errors.Join(<-ended, <-ended); err != nil {
		t.Errorf("Run = %v", err)
	}
	var got, want []string
	for name, content := range files(t, dir) {
		if strings.HasPrefix(name, "out/") && strings.HasSuffix(name, ".csv") {
			got = append(got, content)
		}
	}
	for n := range each {
		want = append(want, fmt.Sprint("rows of left", n), fmt.Sprint("rows of right", n))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("there are %d results\n%v\nwant %d", len(got), got, len(want))
	}
}

// TestNameTaken checks that a result whose name another inbox takes after it was chosen
// gets another name, and its file the same one.
func TestNameTaken(t *testing.T) {
	dir := t.TempDir()
	p := newPlace(t, dir)
	p.put(t, "a.pdf", "order", 1)
	defer p.begin(t)()
	d, err := p.delivery(t.Context(), &arrival{name: "a.pdf"}, &convert.Result{Filename: "order"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(d.Result, []byte("other"), 0o666), p.deliver(t.Context(), d)); err != nil {
		t.Fatal(err)
	}
	check(t, dir, map[string]string{"out/a.pdf.csv": "other", "out/a-2.pdf.csv": "rows of order", "in/done/a-2.pdf": "order"})
}

// TestSamePath checks that inboxes with the same path on two machines, as in two
// containers, use different temporary files in the outbox that they share.
func TestSamePath(t *testing.T) {
	dir := t.TempDir()
	parts := map[string]bool{}
	for _, content := range []string{"first", "second", "second"} {
		p := newPlace(t, dir)
		unlock := p.begin(t)
		p.put(t, "a.pdf", content, 1)
		d, err := p.delivery(t.Context(), &arrival{name: "a.pdf"}, &convert.Result{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		parts[d.Part] = true
		unlock()
		if content == "first" { // the next one is another machine's inbox
			if err := os.Rename(p.Inbox, filepath.Join(dir, "first")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(parts) != 2 {
		t.Errorf("two inboxes, of which one is begun twice, write to %v, want a file each", parts)
	}
}

// TestOutboxLocked checks that a watcher that waits for the lock of the outbox says so and
// can be ended, and that the next watcher continues once it has the lock.
func TestOutboxLocked(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o777); err != nil {
		t.Fatal(err)
	}
	held, err := lockedfile.Create(filepath.Join(out, mark))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	run := func(p *place, then func(cancel func())) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ended := make(chan error, 1)
		go func() { ended <- p.Run(ctx) }()
		await(t, func() bool { return p.log.has("another process holds the lock of the outbox") })
		if got := files(t, filepath.Join(dir, "in")); got["a.pdf"] != "order" {
			t.Errorf("the inbox has %v, want the file that has no result", got)
		}
		then(cancel)
		if err := <-ended; err != nil {
			t.Errorf("Run = %v, want nil", err)
		}
	}
	first, second := newPlace(t, dir), newPlace(t, dir)
	first.put(t, "a.pdf", "order", 1)
	run(first, func(cancel func()) { cancel() })
	run(second, func(func()) { held.Close() })
	check(t, dir, map[string]string{"out/a.pdf.csv": "rows of order", "in/done/a.pdf": "order"})
}

// TestLockRefused checks that an outbox that can be opened but not locked, as on some
// shares, is not taken for one that has gone away.
func TestLockRefused(t *testing.T) {
	_, absent := lockedfile.OpenFile(filepath.Join(t.TempDir(), mark), os.O_RDWR, 0)
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{absent, false},
		{&fs.PathError{Op: "Lock", Path: mark, Err: errors.ErrUnsupported}, true},
		{&fs.PathError{Op: "Lock", Path: mark, Err: errors.New("no locks available")}, true},
	} {
		if got := lockRefused(tt.err); got != tt.want {
			t.Errorf("lockRefused(%v) = %t, want %t", tt.err, got, tt.want)
		}
	}
}

// TestOutboxGone checks that an outbox that goes away, as a network share does, is
// reported and waited for. What was begun must be finished when it is back, and not taken
// for delivered.
func TestOutboxGone(t *testing.T) {
	dir := t.TempDir()
	p := newPlace(t, dir)
	p.Once = false
	away := filepath.Join(dir, "away")
	run := p.Convert
	p.Convert = func(ctx context.Context, files []batch.File, done func(batch.File, *convert.Result, error) error) error {
		// The outbox goes away while the file is converted, and leaves an empty folder.
		if err := errors.Join(os.Rename(p.Outbox, away), os.Mkdir(p.Outbox, 0o777)); err != nil {
			t.Error(err)
		}
		return run(ctx, files, done)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	p.put(t, "a.pdf", "order", 1)
	go func() { ended <- p.Run(ctx) }()
	await(t, func() bool { return p.log.has("the outbox has gone away") })
	if err := errors.Join(os.Remove(p.Outbox), os.Rename(away, p.Outbox)); err != nil {
		t.Fatal(err)
	}
	await(t, func() bool { return p.log.has("msg=converted") })
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Run = %v when ctx ends, want nil", err)
	}
	check(t, dir, map[string]string{"out/a.pdf.csv": "rows of order", "in/done/a.pdf": "order"})

	// The same where another process was killed.
	p = newPlace(t, dir)
	p.put(t, "b.pdf", "order", 1)
	unlock := p.begin(t)
	d, err := p.delivery(t.Context(), &arrival{name: "b.pdf"}, &convert.Result{Filename: "order"}, nil)
	if err := errors.Join(err, p.note(d), os.Rename(p.Outbox, away)); err != nil {
		t.Fatal(err)
	}
	unlock()
	if err := p.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "the outbox has gone away") {
		t.Errorf("Run without the outbox = %v, want that it has gone away", err)
	}
	if got := files(t, p.Inbox); got["b.pdf"] != "order" {
		t.Errorf("the inbox has %v, want the file that was not delivered", got)
	}
}

// TestOutboxNotMounted checks that no new outbox is begun in the mount point of one that
// is not mounted when watching starts.
func TestOutboxNotMounted(t *testing.T) {
	dir := t.TempDir()
	out, away := filepath.Join(dir, "out"), filepath.Join(dir, "away")
	p := newPlace(t, dir)
	p.put(t, "a.pdf", "first", 1)
	if err := errors.Join(p.Run(t.Context()), os.Rename(out, away)); err != nil {
		t.Fatal(err)
	}
	p = newPlace(t, dir)
	p.put(t, "b.pdf", "second", 2)
	left := map[string]string{"away/a.pdf.csv": "rows of first", "in/done/a.pdf": "first", "in/b.pdf": "second"}
	for _, mountPoint := range []bool{false, true} {
		if mountPoint {
			if err := os.Mkdir(out, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		err := newPlace(t, dir).Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), "mount it, or to begin a new one remove "+filepath.Join(dir, "in", record)) {
			t.Errorf("Run with a mount point (%t) and nothing mounted = %v, want what to do", mountPoint, err)
		}
		check(t, dir, left)
		if _, err := os.Stat(out); mountPoint != (err == nil) {
			t.Errorf("the mount point, which was there (%t), is %v now", mountPoint, err)
		}
	}

	// Without Once the watcher waits for it.
	p = newPlace(t, dir)
	p.Once = false
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	await(t, func() bool { return p.log.has("the outbox has gone away") })
	if err := errors.Join(os.Remove(out), os.Rename(away, out)); err != nil {
		t.Fatal(err)
	}
	await(t, func() bool { return p.log.has("msg=converted") })
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Run = %v when ctx ends, want nil", err)
	}
	check(t, dir, map[string]string{"out/a.pdf.csv": "rows of first", "out/b.pdf.csv": "rows of second", "in/done/a.pdf": "first", "in/done/b.pdf": "second"})

	// A different outbox is a new one, and so is the old one once the record is removed.
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	p = newPlace(t, dir)
	p.Outbox = filepath.Join(dir, "other")
	p.put(t, "c.pdf", "third", 3)
	if err := errors.Join(p.Run(t.Context()), os.Remove(filepath.Join(p.Inbox, record))); err != nil {
		t.Fatal(err)
	}
	p = newPlace(t, dir)
	p.put(t, "d.pdf", "fourth", 4)
	if err := p.Run(t.Context()); err != nil {
		t.Errorf("Run with a new outbox = %v", err)
	}
	check(t, dir, map[string]string{
		"other/c.pdf.csv": "rows of third", "out/d.pdf.csv": "rows of fourth",
		"in/done/a.pdf": "first", "in/done/b.pdf": "second", "in/done/c.pdf": "third", "in/done/d.pdf": "fourth",
	})
}

// TestOutboxChanged checks that what was begun with one outbox is finished there,
// whichever one is named at the next start.
func TestOutboxChanged(t *testing.T) {
	dir := t.TempDir()
	p := newPlace(t, dir)
	unlock := p.begin(t)
	p.put(t, "a.pdf", "order", 1)
	d, err := p.delivery(t.Context(), &arrival{name: "a.pdf"}, &convert.Result{Filename: "order"}, nil)
	if err := errors.Join(err, os.WriteFile(d.Part, d.content, 0o666), p.note(d)); err != nil {
		t.Fatal(err)
	}
	unlock()
	p = newPlace(t, dir)
	p.Outbox = filepath.Join(dir, "other")
	p.put(t, "b.pdf", "next", 2)
	if err := p.Run(t.Context()); err != nil {
		t.Errorf("Run = %v", err)
	}
	check(t, dir, map[string]string{"out/a.pdf.csv": "rows of order", "other/b.pdf.csv": "rows of next", "in/done/a.pdf": "order", "in/done/b.pdf": "next"})
}

// TestOutboxUnreadable checks that an outbox that cannot be read, such as that of a server
// that is gone, leaves the file in the inbox, and that the watcher does not look for a
// free name in it again and again.
func TestOutboxUnreadable(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file in place of a folder is no error there, but an absent folder")
	}
	dir := t.TempDir()
	p := newPlace(t, dir)
	p.put(t, "a.pdf", "order", 1)
	write := p.Write
	p.Write = func(ctx context.Context, w io.Writer, r *convert.Result) error {
		return errors.Join(os.RemoveAll(p.Outbox), os.WriteFile(p.Outbox, nil, 0o666), write(ctx, w, r))
	}
	if err := p.Run(t.Context()); !errors.Is(err, ErrFailed) || !p.log.has("left in the inbox for now") {
		t.Errorf("Run = %v, want ErrFailed and that the file is left in the inbox", err)
	}
	check(t, dir, map[string]string{"in/a.pdf": "order", "out": ""})
}

// TestOneFolder checks that the inbox cannot be the outbox: results would be converted in
// turn.
func TestOneFolder(t *testing.T) {
	p := newPlace(t, t.TempDir())
	p.Outbox = p.Inbox
	if err := p.Run(t.Context()); err == nil {
		t.Error("Run with the inbox as the outbox = nil, want an error")
	}
}
