package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/value"
	"lineitem/convert/pdftext"
)

// sample is an order with its right classes.
type sample struct {
	file     string
	fold     string // of its layout's family; empty for invented orders
	document *doc.Document
	lesson   *tagging.Lesson
	found    float64 // share of the cells that stand among the words
}

// newSample aligns an order with its right rows; it returns nil for one without words.
func newSample(d *doc.Document, rows []map[string]string) *sample {
	pages := layout.Analyze(d)
	g := tagging.NewGraph(pages, value.FindLocale(pages))
	if g == nil {
		return nil
	}
	s := &sample{document: d}
	s.lesson, s.found = align(g, rows)
	return s
}

// generated is the generated order of a seed.
func generated(seed int) *sample {
	g := ordertest.Generate(uint64(seed))
	var rows []map[string]string
	for _, r := range g.Rows {
		rows = append(rows, r)
	}
	return newSample(g.Document, rows)
}

// readFolder reads the orders of a folder that have a text layer. Those of real
// layouts have the folds that folder/folds.tsv gives, where there is one.
func readFolder(folder string) ([]*sample, error) {
	truths, err := accuracy.ReadTruths(filepath.Join(folder, "truth"))
	if err != nil {
		return nil, err
	}
	folds := readFolds(filepath.Join(folder, "folds.tsv"))
	var samples []*sample
	for _, t := range truths {
		if t.Traits["medium"] != accuracy.TextPDF {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, "docs", t.File))
		if err != nil {
			return nil, err
		}
		d, err := pdftext.Read(context.Background(), data, pdftext.Limits{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.File, err)
		}
		var rows []map[string]string
		for _, r := range t.Rows {
			rows = append(rows, r)
		}
		if s := newSample(d, rows); s != nil {
			s.file, s.fold = t.File, folds[t.File]
			samples = append(samples, s)
		}
	}
	return samples, nil
}

// readFolds reads which fold each document belongs to: the columns "file" and
// "fold" of a table with tabs.
func readFolds(file string) map[string]string {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	folds := map[string]string{}
	lines := bufio.NewScanner(f)
	fileAt, foldAt := -1, -1
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if fileAt < 0 {
			for i, c := range cells {
				switch c {
				case "file":
					fileAt = i
				case "fold":
					foldAt = i
				}
			}
			if fileAt < 0 || foldAt < 0 {
				return nil
			}
			continue
		}
		if len(cells) > max(fileAt, foldAt) {
			folds[cells[fileAt]] = cells[foldAt]
		}
	}
	return folds
}

// realRepeats is how often an order of a real layout is seen for each time that an
// invented one is: there are fewer of them, and they are less alike.
const realRepeats = 4

func (s *sample) repeats() int {
	if s.fold == "" {
		return 1
	}
	return realRepeats
}
