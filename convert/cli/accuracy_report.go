package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"lineitem/convert/accuracy"
	"lineitem/convert/batch"
	"lineitem/plugins"
)

// createReport opens the file of the report before the long work begins. It
// returns nil if no report is wanted.
func (b *benchmark) createReport(truths []*accuracy.Truth) (*output, error) {
	switch b.report {
	case "":
		return nil, nil
	case "-":
		return nil, &usageError{"accuracy: -o -: standard output is for the figures; name a file for the report"}
	}
	read := []batch.File{{Path: b.results}}
	for _, t := range truths {
		read = append(read, batch.File{Path: filepath.Join(b.truth, t.ID+".json")}, batch.File{Path: filepath.Join(b.docs, t.File)})
	}
	if file, found := batch.Overwritten(read, b.report); found {
		return nil, &usageError{fmt.Sprintf("accuracy: -o %s would overwrite %s, which is an input", b.report, file.Path)}
	}
	return openOutput(b.report, nil)
}

// writeReport writes the report. Pages are read again in this process: documents
// that crash the reader have already failed in a worker.
func (b *benchmark) writeReport(ctx context.Context, file *output, docs []*accuracy.Document) error {
	cache, _ := plugins.OpenCache(b.cache) // without a cache, code is only compiled again
	defer cache.Close(ctx)
	converter, end, err := b.converter(ctx, cache, nil)
	if err != nil {
		return err
	}
	defer end()
	r := &accuracy.Report{Title: b.docs, Folder: b.docs, Links: linkTo(b.docs, b.report), Converter: converter, Pictures: b.pictures}
	r.Done = func(name string, err error) {
		if err != nil {
			fmt.Fprintf(b.stderr, "lineitem: %s: no pictures: %v\n", name, err)
		}
	}
	out := bufio.NewWriter(file)
	if err := errors.Join(r.Write(ctx, out, docs), out.Flush()); err != nil {
		if ctx.Err() != nil {
			return errInterrupted
		}
		return err
	}
	return file.Commit()
}

// linkTo returns the path of a folder relative to the folder of a file; empty if
// there is none.
func linkTo(folder, file string) string {
	from, err := filepath.Abs(filepath.Dir(file))
	to, errTo := filepath.Abs(folder)
	if err != nil || errTo != nil {
		return ""
	}
	way, err := filepath.Rel(from, to)
	if err != nil {
		return ""
	}
	return way
}

// compare has the scorer judge the same results, prints its output, and reports
// where its figures differ.
func (b *benchmark) compare(ctx context.Context, docs []*accuracy.Document) error {
	dir, err := os.MkdirTemp("", "lineitem-scorer-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	differ := false
	for _, trait := range b.by {
		figures := filepath.Join(dir, "figures.json")
		cmd := exec.CommandContext(ctx, "python3", b.scorer, b.truth, b.results, "--by", trait, "--json", figures)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		printed, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", b.scorer, err, lastLine(stderr.String()))
		}
		data, err := os.ReadFile(figures)
		if err != nil {
			return fmt.Errorf("%s: %w", b.scorer, err)
		}
		scores, err := accuracy.ParseScores(data)
		if err != nil {
			return fmt.Errorf("%s: %w", b.scorer, err)
		}
		fmt.Fprintf(b.stdout, "\n%s says:\n%s", b.scorer, printed)
		const most = 20 // lines that are printed
		lines := scores.Differences(docs, trait)
		differ = differ || len(lines) > 0
		for _, line := range lines[:min(len(lines), most)] {
			fmt.Fprintf(b.stderr, "lineitem: %s by %s: %s\n", b.scorer, trait, line)
		}
		if n := len(lines) - most; n > 0 {
			fmt.Fprintf(b.stderr, "lineitem: %s by %s: %d more figures differ\n", b.scorer, trait, n)
		}
	}
	if differ {
		return errTold
	}
	_, err = fmt.Fprintf(b.stdout, "\nThe scorer's figures are ours, to three digits.\n")
	return err
}

// lastLine returns the last line of a text, in which a failing script says what failed.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
