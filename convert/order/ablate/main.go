// Command ablate measures what each of the mechanisms by which orders are read is
// worth (see package mechanism). From the root of the repository,
//
//	go run ./convert/order/ablate testdata/blind                      # figures as the program is
//	go run ./convert/order/ablate -each testdata/blind                # and without each mechanism
//	go run ./convert/order/ablate -off 'items: ' -seeds 150           # without those whose names begin so
//	go run ./convert/order/ablate -items U -lines V -head W REAL      # by cross-validation
//
// A folder holds documents in docs and their right rows in truth. Documents with a
// text layer are read; with -pixels, scans and photos are read too. If a table folds.tsv with
// the columns "file" and "fold" stands beside them, documents of fold 1 are read with the
// weights U1.bin, V1.bin and W1.bin, which the training commands fitted without that fold,
// and so on.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/training"
	"lineitem/convert/order/training/drawn"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// settings are the values of the command line's flags.
type settings struct {
	each    bool
	off     string
	weights weights
	seeds   int
	results string
	pixels  bool
	drawn   string
	kept    string
	masked  float64
}

func run(args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("ablate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.BoolVar(&s.each, "each", false, "read the documents again without each mechanism")
	flags.StringVar(&s.off, "off", "", "leave out mechanisms whose names begin with these `prefixes`, parted by commas")
	flags.StringVar(&s.weights.items, "items", "", "`prefix` of the files of the line items' network by fold")
	flags.StringVar(&s.weights.lines, "lines", "", "`prefix` of the files of the weights of line items' readings by fold")
	flags.StringVar(&s.weights.head, "head", "", "`prefix` of the files of the head's network by fold")
	flags.IntVar(&s.seeds, "seeds", 0, "how many orders are generated and read as well")
	flags.StringVar(&s.results, "results", "", "write the rows of the folders' documents to a `file`, one result a line")
	flags.BoolVar(&s.pixels, "pixels", false, "read scans and photos as well, as the recogniser reads them")
	flags.StringVar(&s.drawn, "drawn", "", "draw documents with a text layer in a `way` (printed, scanned or photographed) and read the pictures instead")
	flags.StringVar(&s.kept, "recognised", "", "keep what the recogniser reads in this `folder`, and take it from there")
	flags.Float64Var(&s.masked, "masked", 0, "replace this `share` of the words that are no values by letters at random, from 0 to 1: on other layouts fewer labels are known")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() == 0 && s.seeds == 0 {
		fmt.Fprintln(stderr, "ablate: name folders of documents and their right rows, such as testdata/blind, or say -seeds 150")
		return 2
	}
	if err := s.run(flags.Args(), stdout); err != nil {
		fmt.Fprintln(stderr, "ablate:", err)
		return 1
	}
	return 0
}

func (s *settings) run(folders []string, stdout io.Writer) error {
	sets, err := s.sets(folders)
	if err != nil {
		return err
	}
	s.switchOff()
	t := tabwriter.NewWriter(stdout, 0, 4, 2, ' ', 0)
	fmt.Fprint(t, "without")
	for _, k := range sets {
		fmt.Fprintf(t, "\t%s\t%d\t\t\t", k.name, len(k.documents))
	}
	fmt.Fprint(t, "\n")
	for range sets {
		fmt.Fprint(t, "\tcells\tdoc\tcore\texact\tchanged")
	}
	fmt.Fprint(t, "\n")
	base := make([][]*accuracy.Document, len(sets))
	for i, k := range sets {
		base[i] = k.read()
	}
	writeLine(t, cmp.Or(s.off, "nothing"), base, base)
	if s.results != "" {
		if err := writeResults(s.results, sets); err != nil {
			return err
		}
	}
	if s.each {
		for _, m := range mechanism.All() {
			if !m.On() {
				continue
			}
			m.Switch(false)
			without := make([][]*accuracy.Document, len(sets))
			for i, k := range sets {
				without[i] = k.read()
			}
			m.Switch(true)
			writeLine(t, m.Name(), base, without)
			t.Flush()
		}
	}
	return t.Flush()
}

// sets returns the orders to measure: those of the folders, and those that are generated.
func (s *settings) sets(folders []string) ([]*set, error) {
	reader, end, err := s.reader()
	if err != nil {
		return nil, err
	}
	defer end()
	var sets []*set
	for _, f := range folders {
		k, err := readSet(f, reader, s.pixels && s.drawn == "", s.weights)
		if err != nil {
			return nil, err
		}
		if s.drawn != "" {
			for _, d := range k.documents { // so that names are compared as they are for pictures
				d.Truth.Traits["medium"] = "image"
			}
		}
		sets = append(sets, k)
	}
	if s.seeds > 0 {
		sets = append(sets, generatedSet(s.seeds))
	}
	for _, k := range sets {
		for i := range k.documents {
			k.documents[i].Sample = training.Masked(k.documents[i].Sample, s.masked)
		}
	}
	return sets, nil
}

// reader returns the reader of the folders' documents; it is nil if only their text layers are
// read.
func (s *settings) reader() (reader samples.Reader, end func(), err error) {
	switch {
	case s.drawn != "":
		way, err := drawn.Named(s.drawn)
		if err != nil {
			return nil, nil, err
		}
		reader, end = training.Drawn(way, s.kept)
		return reader, end, nil
	case s.pixels:
		reader, end = training.Pixels(s.kept)
		return reader, end, nil
	}
	return nil, func() {}, nil
}

// switchOff switches off the mechanisms that the flag -off names.
func (s *settings) switchOff() {
	if s.off == "" {
		return
	}
	for _, m := range mechanism.All() {
		for prefix := range strings.SplitSeq(s.off, ",") {
			if strings.HasPrefix(m.Name(), prefix) {
				m.Switch(false)
			}
		}
	}
}

// writeLine writes the figures of each set, and the number of its documents in which a cell
// changed.
func writeLine(w io.Writer, name string, base, without [][]*accuracy.Document) {
	fmt.Fprint(w, name)
	for i := range without {
		f := accuracy.Sum(without[i])
		changed := 0
		for k, d := range without[i] {
			if !sameVerdicts(d, base[i][k]) {
				changed++
			}
		}
		fmt.Fprintf(w, "\t%.4f\t%.4f\t%.3f\t%.3f\t%d", f.CellsF1, f.DocF1, f.CoreExact, f.Exact, changed)
	}
	fmt.Fprint(w, "\n")
}

// read reads the documents of a set, and judges them.
func (k *set) read() []*accuracy.Document {
	var docs []*accuracy.Document
	for i := range k.documents {
		d := &k.documents[i]
		d.orders = (&order.Reader{Nets: d.nets}).Read(d.Document)
		docs = append(docs, accuracy.Judge(d.Truth, accuracy.ResultOf(d.orders)))
	}
	return docs
}
