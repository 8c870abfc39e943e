package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lineitem/convert"
	"lineitem/convert/batch"
)

// A notebook is a log that tests can wait for.
type notebook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (n *notebook) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notebook) has(s string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Contains(n.text.String(), s)
}

// A place has an inbox, an outbox and a watcher whose results are the contents of the files.
// Files that contain "bad" fail.
type place struct {
	*Watcher
	converted []string // names
	log       *notebook
}

func newPlace(t *testing.T, dir string) *place {
	t.Helper()
	p := &place{log: new(notebook)}
	p.Watcher = &Watcher{
		Inbox: filepath.Join(dir, "in"), Outbox: filepath.Join(dir, "out"), Suffix: ".csv", Once: true,
		Quiet: time.Nanosecond, Pause: time.Millisecond, Explain: error.Error,
		Convert: func(ctx context.Context, files []batch.File, done func(batch.File, *convert.Result, error) error) error {
			for _, f := range files {
				p.converted = append(p.converted, filepath.Base(f.Path))
				data, err := os.ReadFile(f.Path)
				if strings.Contains(string(data), "bad") {
					err = errors.New("it is bad")
				}
				if err := done(f, &convert.Result{Filename: string(data)}, err); err != nil {
					return err
				}
			}
			return ctx.Err()
		},
		Write: func(_ context.Context, w io.Writer, r *convert.Result) error {
			_, err := io.WriteString(w, "rows of "+r.Filename)
			return err
		},
	}
	p.Log = slog.New(slog.NewTextHandler(p.log, nil))
	if err := os.MkdirAll(p.Inbox, 0o777); err != nil {
		t.Fatal(err)
	}
	return p
}

// begin does what Run does before it converts.
func (p *place) begin(t *testing.T) (unlock func()) {
	t.Helper()
	unlock, err := p.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.beginOutbox(), p.enterOutbox()); err != nil {
		unlock()
		t.Fatal(err)
	}
	return unlock
}

// put writes a file to the inbox. after is its time of last change, in seconds, by which
// files are ordered.
func (p *place) put(t *testing.T, name, content string, after int) {
	t.Helper()
	path := filepath.Join(p.Inbox, name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 2, 3, 4, after, 0, time.UTC)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// files returns the files below a folder with their contents, except the watcher's own.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, _ := filepath.Rel(dir, path)
		data, err := os.ReadFile(path)
		if name := entry.Name(); name != lock && name != mark && name != record {
			all[filepath.ToSlash(inside)] = string(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func check(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if got := files(t, dir); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("there are\n%v\nwant\n%v", got, want)
	}
}

// TestRun checks that files are converted in the order of their last change, that a failed
// file gets its reason beside it, and that files of the same name are kept apart.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	p := newPlace(t, dir)
	p.put(t, "b.pdf", "first", 1)
	p.put(t, "a.pdf", "second", 2)
	p.put(t, "c.pdf", "bad", 3)
	for _, name := range []string{".hidden.pdf", "d.pdf.part", "e.tmp", "f.pdf~", "~$g.pdf", "Thumbs.db"} {
		p.put(t, name, "unfinished", 0)
	}
	if err := p.Run(t.Context()); !errors.Is(err, ErrFailed) {
		t.Errorf("Run = %v, want ErrFailed", err)
	}
	if want := []string{"b.pdf", "a.pdf", "c.pdf"}; !slices.Equal(p.converted, want) {
		t.Errorf("converted %v, want %v", p.converted, want)
	}
	p = newPlace(t, dir)
	p.put(t, "a.pdf", "another", 4)
	p.put(t, "c.pdf", "bad again", 5)
	if err := p.Run(t.Context()); !errors.Is(err, ErrFailed) {
		t.Errorf("Run = %v, want ErrFailed", err)
	}
	check(t, dir, map[string]string{
		"out/a.pdf.csv": "rows of second", "out/b.pdf.csv": "rows of first", "out/a-2.pdf.csv": "rows of another",
		"in/done/a.pdf": "second", "in/done/b.pdf": "first", "in/done/a-2.pdf": "another",
		"in/failed/c.pdf": "bad", "in/failed/c.pdf.txt": "it is bad\n", "in/failed/c-2.pdf": "bad again", "in/failed/c-2.pdf.txt": "it is bad\n",
		"in/.hidden.pdf": "unfinished", "in/d.pdf.part": "unfinished", "in/e.tmp": "unfinished", "in/f.pdf~": "unfinished", "in/~$g.pdf": "unfinished", "in/Thumbs.db": "unfinished",
	})
}

// TestReasonsName checks that a file named like the reason of another file keeps its content,
// whichever of the two fails first.
func TestReasonsName(t *testing.T) {
	dir := t.TempDir()
	p := newPlace(t, dir)
	p.put(t, "a.pdf.txt", "bad text", 1)
	p.put(t, "a.pdf", "bad order", 2)
	p.put(t, "b.pdf", "bad order", 3)
	p.put(t, "b.pdf.txt", "bad text", 4)
	p.put(t, "c.pdf.txt", "bad text", 5)
	p.put(t, "c.pdf", "order", 6) // has no reason whose name could be taken
	if err := p.Run(t.Context()); !errors.Is(err, ErrFailed) {
		t.Errorf("Run = %v, want ErrFailed", err)
	}
	check(t, dir, map[string]string{
		"in/failed/a.pdf.txt": "bad text", "in/failed/a.pdf.txt.txt": "it is bad\n", "in/failed/a-2.pdf": "bad order", "in/failed/a-2.pdf.txt": "it is bad\n",
		"in/failed/b.pdf": "bad order", "in/failed/b.pdf.txt": "it is bad\n", "in/failed/b.pdf-2.txt": "bad text", "in/failed/b.pdf-2.txt.txt": "it is bad\n",
		"in/failed/c.pdf.txt": "bad text", "in/failed/c.pdf.txt.txt": "it is bad\n", "in/done/c.pdf": "order", "out/c.pdf.csv": "rows of order",
	})
}

// TestQuiet checks that a file that is still growing is not converted yet, and that one whose
// writer pauses is not lost.
func TestQuiet(t *testing.T) {
	p := newPlace(t, t.TempDir())
	p.seen, p.Quiet = map[string]*arrival{}, time.Minute
	start := time.Now()
	for _, tt := range []struct {
		after   time.Duration
		content string
		ready   int
	}{{0, "x", 0}, {50 * time.Second, "x", 0}, {59 * time.Second, "xy", 0}, {100 * time.Second, "xy", 0}, {119 * time.Second, "xy", 1}} {
		p.put(t, "a.pdf", tt.content, 1)
		ready, waiting, err := p.look(start.Add(tt.after))
		if err != nil || len(ready) != tt.ready || waiting != 1-tt.ready {
			t.Errorf("after %v %d files are ready and %d wait (%v), want %d", tt.after, len(ready), waiting, err, tt.ready)
		}
	}
}

// TestKilled checks that, wherever a process is killed, the next one finishes what it had
// begun: nothing is lost, and nothing is delivered twice, even if the result has been fetched
// in the meantime.
func TestKilled(t *testing.T) {
	done := map[string]string{"out/a.pdf.csv": "rows of order", "in/done/a.pdf": "order"}
	for _, tt := range []struct {
		name      string
		killed    func(p *place, d *delivery) error
		converted int
		want      map[string]string
	}{
		{"before anything", func(*place, *delivery) error { return nil }, 1, done},
		{"with a result half written", func(p *place, d *delivery) error {
			return os.WriteFile(d.Part, []byte("rows"), 0o666)
		}, 1, done},
		{"with a result that has no name", func(p *place, d *delivery) error {
			return errors.Join(os.WriteFile(d.Part, d.content, 0o666), p.note(d))
		}, 0, done},
		{"with a name that another inbox has taken since", func(p *place, d *delivery) error {
			return errors.Join(os.WriteFile(d.Part, d.content, 0o666), p.note(d), os.WriteFile(d.Result, []byte("other"), 0o666))
		}, 0, map[string]string{"out/a.pdf.csv": "other", "out/a-2.pdf.csv": "rows of order", "in/done/a-2.pdf": "order"}},
		{"with a result", func(p *place, d *delivery) error {
			return errors.Join(os.WriteFile(d.Result, d.content, 0o666), p.note(d))
		}, 0, done},
		{"with a result that was fetched", func(p *place, d *delivery) error { return p.note(d) }, 0, map[string]string{"in/done/a.pdf": "order"}},
		{"with all but the end of the journal", func(p *place, d *delivery) error {
			return errors.Join(os.WriteFile(d.Result, d.content, 0o666), p.note(d), os.Rename(filepath.Join(p.Inbox, d.Source), d.Moved))
		}, 0, done},
		{"and the file was written again", func(p *place, d *delivery) error {
			return errors.Join(os.WriteFile(d.Result, d.content, 0o666), p.note(d), os.WriteFile(filepath.Join(p.Inbox, "a.pdf"), []byte("other"), 0o666))
		}, 1, map[string]string{"out/a.pdf.csv": "rows of order", "out/a-2.pdf.csv": "rows of other", "in/done/a-2.pdf": "other"}},
		{"and another file of that name came", func(p *place, d *delivery) error {
			return errors.Join(os.WriteFile(d.Result, d.content, 0o666), p.note(d), os.Rename(filepath.Join(p.Inbox, d.Source), d.Moved),
				os.WriteFile(filepath.Join(p.Inbox, "a.pdf"), []byte("order"), 0o666))
		}, 1, map[string]string{"out/a.pdf.csv": "rows of order", "in/done/a.pdf": "order", "out/a-2.pdf.csv": "rows of order", "in/done/a-2.pdf": "order"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			first := newPlace(t, dir)
			unlock := first.begin(t)
			first.put(t, "a.pdf", "order", 1)
			d, err := first.delivery(t.Context(), &arrival{name: "a.pdf"}, &convert.Result{Filename: "order"}, nil)
			if err == nil {
				err = tt.killed(first, d)
			}
			if err != nil {
				t.Fatal(err)
			}
			unlock()
			second := newPlace(t, dir)
			if err := second.Run(t.Context()); err != nil {
				t.Errorf("Run = %v", err)
			}
			if len(second.converted) != tt.converted {
				t.Errorf("%d files are converted, want %d", len(second.converted), tt.converted)
			}
			check(t, dir, tt.want)
		})
	}
}

// await waits until so reports true.
func await(t *testing.T, so func() bool) {
	t.Helper()
	for range 3000 {
		if so() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("what is awaited does not happen")
}

// TestPassing checks that an error that is not the document's fault leaves the file in the
// inbox.
func TestPassing(t *testing.T) {
	dir := t.TempDir()
	p := newPlace(t, dir)
	p.put(t, "a.pdf", "order", 1)
	p.Convert = func(_ context.Context, files []batch.File, done func(batch.File, *convert.Result, error) error) error {
		return done(files[0], nil, &os.PathError{Op: "read", Path: files[0].Path, Err: os.ErrNotExist})
	}
	if err := p.Run(t.Context()); !errors.Is(err, ErrFailed) {
		t.Errorf("Run = %v, want ErrFailed", err)
	}
	check(t, dir, map[string]string{"in/a.pdf": "order"})
}

// TestLock checks that a process waits for another one that already watches the inbox.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	first, second := newPlace(t, dir), newPlace(t, dir)
	unlock, err := first.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first.put(t, "a.pdf", "order", 1)
	ended := make(chan error, 1)
	go func() { ended <- second.Run(t.Context()) }()
	await(t, func() bool { return second.log.has("another process watches") })
	if got := files(t, dir); got["in/a.pdf"] != "order" || len(got) != 1 {
		t.Errorf("there are %v while another process watches, want the file alone", got)
	}
	unlock()
	if err := <-ended; err != nil || len(second.converted) != 1 {
		t.Errorf("Run = %v and converts %v, want one file", err, second.converted)
	}
}
