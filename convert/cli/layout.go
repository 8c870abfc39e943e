package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"lineitem/convert"
	"lineitem/convert/layoutdir"
	"lineitem/convert/order/taught"
)

var layoutCommands = &group{
	name: "layout",
	about: `Teach layouts: what was corrected in one document is then right in all others of
the same layout. Layouts are files in a folder, which may be copied.`,
	commands: []subcommand{
		{name: "learn", operands: " DOCUMENT ROWS.json", alone: layoutLearn,
			about: `Learn the layout of a document whose right rows are given.
ROWS.json is the corrected output of "lineitem convert": a whole answer, or only its
rows. The command prints what it remembers, and which values it did not find on the
document. A known layout is refined.`},
		{name: "list", alone: layoutList, about: "Print the layouts of a folder."},
		{name: "show", operands: " ID", alone: layoutShow,
			about: `Print what is remembered of a layout.
ID is its ID or its file; --json prints the file, which can be imported elsewhere.`},
		{name: "remove", operands: " ID...", alone: layoutRemove, about: "Remove layouts; ID is an ID or a file."},
		{name: "test", operands: " FOLDER...", alone: layoutTest,
			about: `Report what layouts change in documents whose right rows are known.
FOLDER/truth has the truth files (*.json), FOLDER/docs the documents that they name.`},
		{name: "bench", operands: " FOLDER...", alone: layoutBench,
			about: `Measure what teaching gains on documents whose right rows are known.
Each document of a template is learned in turn, and the others are converted.
FOLDER/truth has the truth files (*.json) with the member "template", FOLDER/docs the
documents that they name.`},
	},
}

// layoutsFlag adds the flag for a folder of layouts to a command that converts.
func layoutsFlag(c *command) *string {
	return c.String("layouts", "", layoutsUsage)
}

const layoutsUsage = "`folder` of taught layouts (lineitem layout learn)"

// openLayouts reads the layouts of a folder; it returns nil if the name is empty.
func openLayouts(folder string) (convert.Layouts, error) {
	if folder == "" {
		return nil, nil
	}
	l, err := layoutdir.Open(folder)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// layoutsPause is how often a folder of layouts is checked for changes.
const layoutsPause = 2 * time.Second

// watchLayouts reads a folder's layouts again after each change, in the background, until
// ctx ends.
func watchLayouts(ctx context.Context, layouts convert.Layouts, log *slog.Logger) {
	l, ok := layouts.(*layoutdir.Layouts)
	if !ok {
		return // there is no folder
	}
	log.Info("layouts were read", "count", l.Count())
	go l.Watch(ctx, layoutsPause, func(err error) {
		if err != nil {
			log.Error("layouts cannot be read again; those from before are used", "error", err)
			return
		}
		log.Info("layouts were read again", "count", l.Count())
	})
}

// layoutCall is one call of a command about a folder of layouts.
type layoutCall struct {
	folder   string
	json     bool
	operands []string
	out      io.Writer
}

// parseLayouts reads the command line of a command about a folder of layouts, which
// has least to most operands; most is -1 if there is no bound.
func parseLayouts(c *command, args []string, least, most int, out io.Writer) (*layoutCall, error) {
	s := &layoutCall{out: out}
	c.StringVar(&s.folder, "layouts", "", "`folder` of the layouts")
	c.BoolVar(&s.json, "json", false, "print JSON")
	var err error
	s.operands, err = c.parse(args)
	switch n := len(s.operands); {
	case err != nil:
		return nil, err
	case n < least:
		return nil, &usageError{fmt.Sprintf("%s: an argument is missing: lineitem %s%s --layouts DIR", c.Name(), c.Name(), c.operands)}
	case most >= 0 && n > most:
		return nil, &usageError{fmt.Sprintf("%s: unexpected argument %q", c.Name(), s.operands[most])}
	case s.folder == "":
		return nil, &usageError{c.Name() + ": set the folder of the layouts with --layouts"}
	}
	return s, nil
}

// layoutList is the command "layout list".
func layoutList(_ context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	s, err := parseLayouts(c, args, 0, 0, stdout)
	if err != nil {
		return err
	}
	files, err := layoutdir.Read(s.folder)
	if err != nil {
		return err
	}
	t := newTable(stdout)
	if !s.json && len(files) > 0 {
		t.row("ID", "NAME", "EXAMPLES", "CHANGED", "SIZE", "FILE")
	}
	damaged := false
	for _, f := range files {
		switch l := f.Layout; {
		case l == nil:
			damaged = true
			fmt.Fprintf(stderr, "lineitem: %v\n", f.Err)
		case s.json:
			if err := json.NewEncoder(stdout).Encode(listedLayout{l.ID, l.Name, l.Examples, f.Changed.UTC(), f.Size, f.Path}); err != nil {
				return err
			}
		default:
			t.row(l.ID, orDash(cell(l.Name)), l.Examples, minuteOf(f.Changed), bytesText(f.Size), f.Path)
		}
	}
	t.flush()
	if damaged {
		return errTold
	}
	return nil
}

// listedLayout is a layout in a list.
type listedLayout struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Examples int       `json:"examples"`
	Changed  time.Time `json:"changed"`
	Size     int64     `json:"size"` // bytes
	File     string    `json:"file"`
}

// layoutShow is the command "layout show".
func layoutShow(_ context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	s, err := parseLayouts(c, args, 1, 1, stdout)
	if err != nil {
		return err
	}
	f, err := layoutdir.Find(s.folder, s.operands[0])
	switch {
	case err != nil:
		return s.missing(s.operands[0], err)
	case f.Layout == nil:
		return f.Err
	case s.json:
		data, err := os.ReadFile(f.Path)
		if err == nil {
			_, err = stdout.Write(data)
		}
		return err
	}
	t := newTable(stdout)
	t.row("layout", f.Layout.ID)
	t.row("name", orDash(cell(f.Layout.Name)))
	t.row("learned from", plural(f.Layout.Examples, "document"))
	t.row("changed", minuteOf(f.Changed))
	t.row("file", f.Path)
	t.flush()
	writeRemarks(stdout, f.Layout)
	return nil
}

// missing returns an error that says that a layout does not exist, or else err.
func (s *layoutCall) missing(id string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		if _, e := os.Stat(s.folder); e == nil {
			return fmt.Errorf("%s holds no layout %q (lineitem layout list --layouts %s)", s.folder, id, s.folder)
		}
	}
	return err
}

// layoutRemove is the command "layout remove".
func layoutRemove(_ context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	s, err := parseLayouts(c, args, 1, -1, stdout)
	if err != nil {
		return err
	}
	for _, id := range s.operands {
		if err := layoutdir.Remove(s.folder, id); err != nil {
			return s.missing(id, err)
		}
	}
	return nil
}

// writeRemarks writes the remarks on what a layout remembers, one per line.
func writeRemarks(w io.Writer, l *taught.Layout) {
	remarks := l.Remarks()
	if len(remarks) == 0 {
		return
	}
	fmt.Fprintln(w, "\nIt remembers:")
	for _, r := range remarks {
		fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(printable(r), "\n", " "))
	}
}
