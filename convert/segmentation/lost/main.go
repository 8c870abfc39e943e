// Command lost reports at which step from pixels to words the words of documents are lost:
// in the cleaning of pages, in the finding of lines, or by the recogniser. From the root of
// the repository,
//
//	go run ./convert/segmentation/lost testdata/pictures         # by step and by cause
//	go run ./convert/segmentation/lost -quick FOLDER             # without telling lines from cleaning
//	go run ./convert/segmentation/lost -by lang -words W FOLDER  # by another trait; each lost word to a file
//	go run ./convert/segmentation/lost -strips DIR FOLDER        # labelled strips for training
//
// A folder holds documents in docs and their right rows in truth, or both side by side. A
// word of a cell is read right if the page's words have it as often as the cells do.
// Otherwise a line covers the word if the line's reading is similar to it where the cell's
// text aligns best. If no line covers it, the page is read again in other ways: with its
// lines cut differently, then with steps of cleaning left out. A word that is not found in
// these ways either is handwritten, or not printed as the cell has it. The same documents
// give the same figures.
//
// Strips are grey pictures as package segmentation cuts them, with a table index.tsv: file,
// fold, and the text that they show. The text is known if cells of the truth and characters
// of which the recogniser is sure make up the whole line, or if the page has a text layer,
// of which a picture is read.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/convert/accuracy"
	"lineitem/convert/order/samples"
	"lineitem/convert/pdfium"
	"lineitem/convert/raster"
	"lineitem/plugins"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// settings holds the flags of the command line.
type settings struct {
	by     string
	quick  bool
	words  string
	strips string
	most   int
}

func run(args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("lost", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.by, "by", "medium,writing", "the `traits` of documents that tables tell apart, parted by commas")
	flags.BoolVar(&s.quick, "quick", false, "do not read pages in other ways")
	flags.StringVar(&s.words, "words", "", "write each lost word to a `file`")
	flags.StringVar(&s.strips, "strips", "", "write labelled strips to a `folder`, and no table")
	flags.IntVar(&s.most, "most", 6000, "how many strips of a folder's documents with text layers are written at most")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "lost: name folders of documents and their right rows, such as testdata/pictures")
		return 2
	}
	if err := s.run(flags.Args(), stdout); err != nil {
		fmt.Fprintln(stderr, "lost:", err)
		return 1
	}
	return 0
}

// document is a document, its right rows, and its traits.
type document struct {
	truth  *accuracy.Truth
	path   string
	traits map[string]string // those of the truth, and the columns of folds.tsv
}

func (d *document) trait(name string) string { return cmp.Or(d.traits[name], "?") }

func (s *settings) run(folders []string, stdout io.Writer) error {
	cache := wazero.NewCompilationCache()
	defer cache.Close(context.Background())
	c := &convert.Converter{Recognizer: plugins.NewOCR(plugins.Options{Cache: cache}), Renderer: &pdfium.Library{Cache: cache}}
	for _, folder := range folders {
		documents, err := readFolder(folder)
		if err != nil {
			return err
		}
		if s.strips != "" {
			err = s.cut(c, documents)
		} else {
			err = s.table(c, documents, stdout)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readFolder finds the documents of a folder.
func readFolder(folder string) ([]document, error) {
	truths, docs := filepath.Join(folder, "truth"), filepath.Join(folder, "docs")
	if _, err := os.Stat(truths); err != nil {
		truths, docs = folder, folder
	}
	all, err := accuracy.ReadTruths(truths)
	if err != nil {
		return nil, err
	}
	folds, err := samples.ReadFolds(filepath.Join(folder, "folds.tsv"))
	if err != nil {
		return nil, err
	}
	var out []document
	for _, t := range all {
		d := document{truth: t, path: filepath.Join(docs, t.File), traits: map[string]string{}}
		for _, traits := range [...]map[string]string{folds[t.File], t.Traits} {
			for name, value := range traits {
				d.traits[name] = value
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// table writes tables of where the words of documents are lost.
func (s *settings) table(c *convert.Converter, documents []document, stdout io.Writer) error {
	r := &reader{c.Recognizer}
	t := newTally()
	var report strings.Builder
	for i := range documents {
		d := &documents[i]
		pictures, err := d.pictures(c)
		if err != nil {
			return err
		}
		if len(pictures) == 0 {
			continue
		}
		words, _, err := r.trace(context.Background(), pictures, cellsOf(d.truth), !s.quick)
		if err != nil {
			return err
		}
		var group []string
		for name := range strings.SplitSeq(s.by, ",") {
			if v := d.trait(name); v != "?" {
				group = append(group, v)
			}
		}
		for i := range words {
			w := &words[i]
			t.add(strings.Join(group, " "), w.word, w.cause)
			if w.step != right {
				fmt.Fprintf(&report, "%s\t%s\t%s\t%s\n", d.truth.File, stepNames[w.step], w.name, w.text)
			}
		}
	}
	t.write(stdout)
	if s.words == "" {
		return nil
	}
	return os.WriteFile(s.words, []byte(report.String()), 0o644)
}

// pictures returns pictures of those pages of a document that have no trustworthy text
// layer.
func (d *document) pictures(c *convert.Converter) ([]*raster.Picture, error) {
	data, err := os.ReadFile(d.path)
	if err != nil {
		return nil, err
	}
	pictures, err := c.Pictures(context.Background(), data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.truth.File, err)
	}
	return pictures, nil
}
