package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"lineitem/convert"
	"lineitem/convert/accuracy"
	"lineitem/convert/batch"
)

// traits is a flag for members of the truth files; it may be given several times.
type traits []string

func (t *traits) String() string { return strings.Join(*t, ",") }

func (t *traits) Set(text string) error {
	if text == "" {
		return errors.New("want a member of the truth files")
	}
	*t = append(*t, text)
	return nil
}

// benchmark is one call of the command "accuracy".
type benchmark struct {
	conversion
	truth, docs string // folders
	results     string // file of results; empty if the documents are to be converted
	scorer      string // script; empty for none
	by          traits
	layouts     convert.Layouts
	report      string // file; empty for none
	pictures    int    // number of documents of which the report shows pages

	stdout, stderr io.Writer
}

// runAccuracy is the command "accuracy".
func runAccuracy(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	b := &benchmark{stdout: stdout, stderr: stderr}
	c := newCommand("accuracy", " FOLDER", `Convert documents whose right rows are known, and report how much of the result
is right. FOLDER/truth has the truth files (*.json), FOLDER/docs the documents that
they name; both may also be in FOLDER itself.`)
	b.add(c, runtime.GOMAXPROCS(0))
	c.StringVar(&b.truth, "truth", "", "`folder` of the truth files, if it is another one")
	c.StringVar(&b.docs, "docs", "", "`folder` of the documents, if it is another one")
	c.StringVar(&b.results, "results", "", "`file` of results, one per line, to judge instead of converting the documents")
	c.StringVar(&b.scorer, "scorer", "", "Python `script` that judges the results too; the exit status is 1 if its figures differ")
	c.Var(&b.by, "by", "`member` of the truth files by which figures are grouped; may be repeated (default medium)")
	c.StringVar(&b.report, "o", "", "`file` for a report: an HTML page that shows each wrong cell on the picture of its page")
	c.IntVar(&b.pictures, "pictures", 200, "`number` of documents, from the worst on, of which the report has pictures")
	c.onlyOnce("truth", "docs", "results", "scorer", "by", "o", "pictures")
	layouts := layoutsFlag(c)
	operands, err := c.parse(args)
	if err != nil {
		return err
	}
	switch {
	case len(operands) > 1:
		return &usageError{fmt.Sprintf("accuracy: unexpected argument %q", operands[1])}
	case len(operands) == 1:
		b.find(operands[0])
	case b.truth == "" || b.docs == "":
		return &usageError{"accuracy: give a folder, or --truth and --docs"}
	}
	if len(b.by) == 0 {
		b.by = traits{"medium"}
	}
	if b.layouts, err = openLayouts(*layouts); err != nil {
		return err
	}
	return b.run(ctx)
}

// find finds the folders of truth files and of documents that no flag names.
func (b *benchmark) find(folder string) {
	within := func(name string) string {
		path := filepath.Join(folder, name)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
		return folder
	}
	if b.truth == "" {
		b.truth = within("truth")
	}
	if b.docs == "" {
		b.docs = within("docs")
	}
}

func (b *benchmark) run(ctx context.Context) error {
	truths, err := accuracy.ReadTruths(b.truth)
	if err != nil {
		return err
	}
	if err := b.checkOCR(ctx); err != nil {
		return err
	}
	report, err := b.createReport(truths)
	if err != nil {
		return err
	}
	if report != nil {
		defer report.Discard()
	}
	if b.results == "" {
		dir, err := os.MkdirTemp("", "lineitem-accuracy-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		b.results = filepath.Join(dir, "results.ndjson")
		if err := b.convert(ctx, truths); err != nil {
			return err
		}
	}
	docs, err := b.judge(truths)
	if err != nil {
		return err
	}
	if err := b.print(docs); err != nil {
		return err
	}
	if report != nil {
		if err := b.writeReport(ctx, report, docs); err != nil {
			return err
		}
	}
	if b.scorer != "" {
		return b.compare(ctx, docs)
	}
	return nil
}

// convert converts the documents and writes their results, with evidence.
func (b *benchmark) convert(ctx context.Context, truths []*accuracy.Truth) error {
	files := make([]batch.File, len(truths))
	for i, t := range truths {
		files[i] = batch.File{Path: filepath.Join(b.docs, t.File)}
	}
	out, err := os.Create(b.results)
	if err != nil {
		return err
	}
	defer out.Close()
	progress := new(batch.Progress)
	if isTerminal(b.stderr) {
		progress = batch.NewProgress(b.stderr, len(files))
	}
	pool := b.pool(min(int(b.workers), len(files)), 2*int(b.workers), nil)
	defer pool.Close()
	encoder := batch.NewEncoder(out, batch.NDJSON, true, false)
	options := batch.Options{Bytes: int(b.bytes), Evidence: true, Layouts: b.layouts, Parallel: 2 * pool.Workers()}
	err = batch.Run(ctx, pool, files, options, func(file batch.File, r *convert.Result, err error) error {
		defer progress.Step()
		if err == nil {
			return encoder.Write(r)
		}
		progress.Hide()
		fmt.Fprintf(b.stderr, "lineitem: %s: %s\n", nameOf(file), explain(err))
		return nil
	})
	if ctx.Err() != nil {
		return errInterrupted
	}
	return errors.Join(err, encoder.Close(ctx), out.Close())
}

// judge compares the results with the truth.
func (b *benchmark) judge(truths []*accuracy.Truth) ([]*accuracy.Document, error) {
	file, err := os.Open(b.results)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	results, err := accuracy.ReadResults(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.results, err)
	}
	docs := make([]*accuracy.Document, len(truths))
	for i, t := range truths {
		docs[i] = accuracy.Judge(t, results[t.File])
	}
	return docs, nil
}

// print prints the figures.
func (b *benchmark) print(docs []*accuracy.Document) error {
	for _, trait := range b.by {
		if err := accuracy.WriteTable(b.stdout, docs, trait); err != nil {
			return err
		}
		fmt.Fprintln(b.stdout)
	}
	if err := accuracy.WriteColumns(b.stdout, docs); err != nil {
		return err
	}
	fmt.Fprintln(b.stdout)
	return accuracy.WriteReliability(b.stdout, docs)
}
