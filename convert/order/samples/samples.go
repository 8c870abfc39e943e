// Package samples reads folders of orders whose right rows are known, for the
// commands that fit weights or measure.
//
// A folder holds documents in docs and their right rows in truth. The orders of
// real layouts stand in a table folds.tsv beside them, parted by tabs, with the columns
// "file" and "fold": those of one family of layouts have the same fold, so that none
// is measured with weights that know its layout.
package samples

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/pdftext"
)

// Sample is an order with its right rows.
type Sample struct {
	Document *doc.Document
	Truth    *accuracy.Truth
	Fold     string // of its layout's family; empty for invented orders
}

// ReadFolder reads the orders of a folder that have a text layer.
func ReadFolder(folder string) ([]Sample, error) {
	truths, err := accuracy.ReadTruths(filepath.Join(folder, "truth"))
	if err != nil {
		return nil, err
	}
	folds, err := readFolds(filepath.Join(folder, "folds.tsv"))
	if err != nil {
		return nil, err
	}
	var all []Sample
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
		all = append(all, Sample{d, t, folds[t.File]})
	}
	return all, nil
}

// Generated is the generated order of a seed.
func Generated(seed int) Sample {
	g := ordertest.Generate(uint64(seed))
	name := fmt.Sprintf("generated-%d", seed)
	t := &accuracy.Truth{ID: name, File: name, Traits: map[string]string{"medium": accuracy.TextPDF}}
	for _, r := range g.Rows {
		t.Rows = append(t.Rows, accuracy.Row(r))
	}
	return Sample{Document: g.Document, Truth: t}
}

// readFolds reads which fold each document belongs to; none where there is no such table.
func readFolds(file string) (map[string]string, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	folds := map[string]string{}
	lines := bufio.NewScanner(f)
	lines.Scan()
	heads := strings.Split(lines.Text(), "\t")
	fileAt, foldAt := slices.Index(heads, "file"), slices.Index(heads, "fold")
	if fileAt < 0 || foldAt < 0 {
		return nil, fmt.Errorf("%s: the first line does not name the columns file and fold", file)
	}
	for lines.Scan() {
		if cells := strings.Split(lines.Text(), "\t"); len(cells) > max(fileAt, foldAt) {
			folds[cells[fileAt]] = cells[foldAt]
		}
	}
	return folds, lines.Err()
}
