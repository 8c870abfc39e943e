package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/table"
)

// textConverter returns a document's text after "%PDF-" as its first cell, and fails if
// it is "bad".
type textConverter struct{ active, most atomic.Int32 }

func (c *textConverter) Convert(ctx context.Context, in convert.Input) (*convert.Result, error) {
	if n := c.active.Add(1); n > c.most.Load() {
		c.most.Store(n)
	}
	defer c.active.Add(-1)
	time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond)
	text := strings.TrimPrefix(string(in.Data), "%PDF-")
	if text == "bad" {
		return nil, errors.New("bad")
	}
	if in.Kind == doc.XML {
		return nil, &doc.UnsupportedError{Feature: "this XML"}
	}
	return &convert.Result{
		Filename: in.Filename, Mode: convert.ModeText, RowCount: 1,
		Columns: []order.Column{{Key: "a", Label: "A"}, {Key: "b", Label: "B"}},
		Rows:    []order.Row{{{Key: "a", Value: text}, {Key: "b", Value: "1"}}},
	}, nil
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// runAll returns for each file, in the order of Run, its base name and its cell or its
// error.
func runAll(t *testing.T, names []string, o Options) []string {
	t.Helper()
	if o.Parallel == 0 {
		o.Parallel = 3
	}
	if o.Bytes == 0 {
		o.Bytes = 1 << 20
	}
	var got []string
	err := Run(context.Background(), new(textConverter), List(names), o, func(f File, r *convert.Result, err error) error {
		if err != nil {
			got = append(got, fmt.Sprintf("%s: %v", filepath.Base(f.Path), err))
		} else {
			got = append(got, fmt.Sprintf("%s = %s", r.Filename, r.Rows[0][0].Value))
		}
		return nil
	})
	if err != nil {
		t.Fatalf("Run(%q) = %v, want none", names, err)
	}
	return got
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"b.pdf": "%PDF-b", "a.pdf": "%PDF-a", "sub/c.pdf": "%PDF-c", "notes.txt": "no order",
		".hidden.pdf": "%PDF-h", ".git/d.pdf": "%PDF-d", "sub/bad.pdf": "%PDF-bad", "empty.pdf": "", "empty.txt": "",
		"damaged.JPG": "\x00\x00\x00\x00", "mailed.pdf": "<html>Sign in to see the order", "large.webp": strings.Repeat("x", 5000),
		"scan": "%PDF-s", "large.pdf": "%PDF-" + strings.Repeat("x", 5000), "large.txt": strings.Repeat("x", 5000),
		"settings.xml": "<?xml version='1.0'?><settings/>",
	})
	got := runAll(t, []string{dir}, Options{Bytes: 4096})
	const damaged = "not a PDF, PNG, JPEG, WebP, TIFF or XML despite its extension; it may be damaged"
	want := []string{
		".git: skipped: hidden",
		".hidden.pdf: skipped: hidden",
		"a.pdf = a",
		"b.pdf = b",
		"damaged.JPG: " + damaged,
		"empty.pdf: the file is empty",
		"empty.txt: skipped: empty",
		"large.pdf: the document exceeds the limit of 4096 bytes",
		"large.txt: skipped: not a PDF, PNG, JPEG, WebP, TIFF or XML",
		"large.webp: " + damaged,
		"mailed.pdf: " + damaged,
		"notes.txt: skipped: not a PDF, PNG, JPEG, WebP, TIFF or XML",
		"scan = s",
		"settings.xml: skipped: this XML is not supported",
		"bad.pdf: bad",
		"c.pdf = c",
	}
	for _, f := range List([]string{dir}) {
		if strings.HasSuffix(f.Path, "c.pdf") && f.Inside != "sub/c.pdf" {
			t.Errorf("List of a folder calls %s %q, want sub/c.pdf", f.Path, f.Inside)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("Run of a folder =\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLinkedFolder checks that a folder named by the user is converted even through a
// link, but that links to folders found inside it are not followed.
func TestLinkedFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"orders/a.pdf": "%PDF-a", "orders/sub/b.pdf": "%PDF-b", "other/c.pdf": "%PDF-c"})
	link := filepath.Join(dir, "link")
	for name, target := range map[string]string{link: "orders", filepath.Join(dir, "orders", "other"): filepath.Join(dir, "other")} {
		if err := os.Symlink(target, name); err != nil && runtime.GOOS == "windows" {
			t.Skip(err) // users seldom have the right to make links
		} else if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"a.pdf = a", "other: skipped: a link to a folder", "b.pdf = b"}
	for _, name := range []string{link, link + string(filepath.Separator), filepath.Join(dir, "orders")} {
		if got := runAll(t, []string{name}, Options{}); !slices.Equal(got, want) {
			t.Errorf("Run(%q) gives %q, want %q", name, got, want)
		}
	}
	for _, f := range List([]string{link}) {
		if strings.HasSuffix(f.Path, "b.pdf") && (f.Path != filepath.Join(link, "sub", "b.pdf") || f.Inside != "sub/b.pdf") {
			t.Errorf("List of a link calls b.pdf %q, inside %q, want it in %q, inside sub/b.pdf", f.Path, f.Inside, link)
		}
	}
}

// TestWildcards checks that patterns are matched by the program itself: on Windows "lineitem convert *.pdf" gets
// the word as it was typed.
func TestWildcards(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"b.pdf": "", "a.pdf": "", "[draft].pdf": "", "notes.txt": ""})
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, tt := range []struct{ name, want string }{
		{"?.pdf", "a.pdf b.pdf"},
		{"*.txt", "notes.txt"},
		{"[draft].pdf", "[draft].pdf"},
		{"*.png", "*.png"},
		{"[", "["},
		{"a.pdf", "a.pdf"},
	} {
		var got []string
		for _, match := range matched([]string{path(tt.name)}) {
			got = append(got, filepath.Base(match))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("matched(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestNamedFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.pdf": "%PDF-a", "empty.pdf": "", ".h.pdf": "%PDF-h", "notes.txt": "text"})
	path := func(name string) string { return filepath.Join(dir, name) }
	o := Options{Stdin: strings.NewReader("%PDF-in"), Bytes: 64}
	names := []string{path("notes.txt"), Stdin, path("missing.pdf"), path(".h.pdf"), path("empty.pdf"), path("a.pdf"), path("a.pdf")}
	missing := "missing.pdf: no such file or directory"
	if runtime.GOOS == "windows" {
		missing = "missing.pdf: The system cannot find the file specified."
	}
	want := []string{"notes.txt = text", "- = in", missing, ".h.pdf = h", "empty.pdf: the file is empty", "a.pdf = a", "a.pdf = a"}
	if got := runAll(t, names, o); !slices.Equal(got, want) {
		t.Errorf("Run(%q) =\n%s\nwant\n%s", names, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestOverwritten(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.pdf": "%PDF-a", "rows.csv": "po_number", "empty.pdf": ""})
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Symlink(path("a.pdf"), path("link.csv")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		names  []string
		output string
		want   bool
	}{
		{[]string{path("a.pdf")}, path("a.pdf"), true},
		{[]string{path("a.pdf")}, dir + "/./a.pdf", true},
		{[]string{path("a.pdf")}, path("link.csv"), runtime.GOOS != "windows"},
		{[]string{path("a.pdf")}, path("new.csv"), false},
		{[]string{path("a.pdf")}, os.DevNull, false},
		{[]string{path("rows.csv")}, path("rows.csv"), true},
		{[]string{dir}, path("a.pdf"), true},
		{[]string{dir}, path("rows.csv"), false},
		{[]string{dir}, path("empty.pdf"), true},
		{[]string{path("missing.pdf"), Stdin}, path("missing.pdf"), false},
	} {
		if f, got := Overwritten(List(tt.names), tt.output); got != tt.want {
			t.Errorf("Overwritten(%q, %s) = %s %v, want %v", tt.names, tt.output, f.Path, got, tt.want)
		}
	}
}

// TestOrderAndBounds checks that results come in the order of the files, however long
// each takes, and that no more files are converted at once than allowed.
func TestOrderAndBounds(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("%03d.pdf", i)] = "%PDF-"
	}
	write(t, dir, files)
	c := new(textConverter)
	last := ""
	n := 0
	err := Run(context.Background(), c, List([]string{dir}), Options{Parallel: 4, Bytes: 64}, func(f File, r *convert.Result, err error) error {
		n++
		if err != nil || r.Filename <= last {
			t.Errorf("%s came after %s (%v)", f.Path, last, err)
		}
		last = filepath.Base(f.Path)
		return nil
	})
	if err != nil || n != len(files) {
		t.Errorf("Run of %d files gave %d results (%v)", len(files), n, err)
	}
	if most := c.most.Load(); most > 4 {
		t.Errorf("%d files were converted at once, want at most 4", most)
	}
}

func TestRunStops(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.pdf": "%PDF-a", "b.pdf": "%PDF-b", "c.pdf": "%PDF-c"})
	files := List([]string{dir})
	full := errors.New("disk full")
	n := 0
	err := Run(context.Background(), new(textConverter), files, Options{Parallel: 2, Bytes: 64}, func(File, *convert.Result, error) error {
		n++
		return full
	})
	if err != full || n != 1 {
		t.Errorf("Run with a full disk = %v after %d results, want %v after 1", err, n, full)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err = Run(ctx, new(textConverter), files, Options{Parallel: 2, Bytes: 64}, func(File, *convert.Result, error) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Run under a cancelled context = %v, want %v", err, context.Canceled)
	}
}

// gapConverter never finishes the file 0.pdf, and cancels the run when it gets the last
// one.
type gapConverter struct {
	textConverter
	last   string
	cancel func()
}

func (c *gapConverter) Convert(ctx context.Context, in convert.Input) (*convert.Result, error) {
	switch in.Filename {
	case c.last:
		c.cancel()
		fallthrough
	case "0.pdf":
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return c.textConverter.Convert(ctx, in)
}

// TestRunGivesWhatIsFinished checks that an interrupted run gives all finished results,
// including those waiting behind a slow file.
func TestRunGivesWhatIsFinished(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"0.pdf": "%PDF-0", "1.pdf": "%PDF-1", "2.pdf": "%PDF-bad", "3.pdf": "%PDF-3", "4.pdf": "%PDF-4", "5.pdf": "%PDF-5"})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := &gapConverter{last: "4.pdf", cancel: cancel}
	var got []string
	err := Run(ctx, c, List([]string{dir}), Options{Parallel: 2, Bytes: 64}, func(f File, r *convert.Result, err error) error {
		got = append(got, fmt.Sprint(filepath.Base(f.Path), " ", err))
		return nil
	})
	want := []string{"1.pdf <nil>", "2.pdf bad", "3.pdf <nil>"}
	if !errors.Is(err, context.Canceled) || !slices.Equal(got, want) {
		t.Errorf("Run that is interrupted = %v and gives %q, want %v and %q", err, got, context.Canceled, want)
	}
}

// TestRunStopsWaiting checks that a run that waits for standard input ends when it is
// interrupted, without the input having to end.
func TestRunStopsWaiting(t *testing.T) {
	stdin, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		writer.Write([]byte("%PDF-")) // returns once Run waits for more
		cancel()
	}()
	done := func(File, *convert.Result, error) error { return nil }
	err := Run(ctx, new(textConverter), List([]string{Stdin}), Options{Stdin: stdin, Parallel: 1, Bytes: 64}, done)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Run that waits for standard input = %v when its context ends, want %v", err, context.Canceled)
	}
}

// sheetOf returns what a workbook's only sheet shows.
func sheetOf(t *testing.T, data []byte) string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Join(row, "|") + "\n")
	}
	return b.String()
}

func TestEncoder(t *testing.T) {
	one := &convert.Result{
		Filename: "a.pdf", Mode: "text", RowCount: 2,
		Columns: []order.Column{{Key: "po_number", Label: "PO #"}, {Key: "description", Label: "Description"}},
		Rows: []order.Row{
			{{Key: "po_number", Value: "7"}, {Key: "description", Value: `Bolt, 3" <zinc>`}},
			{{Key: "po_number", Value: "7"}, {Key: "description", Value: ""}},
		},
	}
	other := &convert.Result{Filename: "b.pdf", Mode: "text", Columns: one.Columns, Rows: []order.Row{}}
	const columns = `"columns":[{"key":"po_number","label":"PO #"},{"key":"description","label":"Description"}]`
	const otherJSON = `{"filename":"b.pdf","mode":"text","rowCount":0,` + columns + `,"rows":[]}`
	tests := []struct {
		format  Format
		many    bool
		indent  bool
		results []*convert.Result
		want    string
	}{
		{JSON, false, false, []*convert.Result{other}, otherJSON + "\n"},
		{JSON, true, false, []*convert.Result{other, other}, "[" + otherJSON + "\n," + otherJSON + "\n]\n"},
		{JSON, true, false, nil, "[]\n"},
		{JSON, false, false, nil, ""},
		{NDJSON, true, true, []*convert.Result{other, other}, otherJSON + "\n" + otherJSON + "\n"},
		{CSV, false, false, []*convert.Result{one}, "po_number,description\r\n7,\"Bolt, 3\"\" <zinc>\"\r\n7,\r\n"},
		{CSV, true, false, []*convert.Result{other, one}, "filename,po_number,description\r\na.pdf,7,\"Bolt, 3\"\" <zinc>\"\r\na.pdf,7,\r\n"},
	}
	for _, tt := range tests {
		var b bytes.Buffer
		e := NewEncoder(&b, tt.format, tt.many, tt.indent)
		for _, r := range tt.results {
			if err := e.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != tt.want {
			t.Errorf("%s of %d results (many %v) =\n%s\nwant\n%s", tt.format, len(tt.results), tt.many, got, tt.want)
		}
	}
	var book bytes.Buffer
	e := NewEncoder(&book, XLSX, true, false)
	for _, r := range []*convert.Result{other, one} {
		if err := e.Write(r); err != nil || book.Len() > 0 {
			t.Errorf("a workbook is written before its end (%v)", err)
		}
	}
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got, want := sheetOf(t, book.Bytes()), "File|PO #|Description\na.pdf|7|Bolt, 3\" <zinc>\na.pdf|7\n"; got != want {
		t.Errorf("xlsx of 2 results shows\n%s\nwant\n%s", got, want)
	}
	many := &convert.Result{Rows: make([]order.Row, table.MaxRows)}
	e = NewEncoder(io.Discard, XLSX, true, false)
	var tooMany *table.RowsError
	if err := errors.Join(e.Write(many), e.Write(one)); !errors.As(err, &tooMany) {
		t.Errorf("writing %d rows = %v, want a RowsError", table.MaxRows+2, err)
	}
	var b bytes.Buffer
	NewEncoder(&b, JSON, false, true).Write(other)
	if !strings.HasPrefix(b.String(), "{\n  \"filename\": \"b.pdf\",\n") {
		t.Errorf("indented JSON = %s", b.String())
	}
}
