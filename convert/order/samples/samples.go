// Package samples reads folders of orders whose right rows are known, for the commands that fit
// weights or measure.
//
// A folder holds documents in docs and their right rows in truth. The orders of real layouts
// are listed in a table folds.tsv beside them, separated by tabs, with the columns "file",
// "family" and "fold": those of one family of layouts have the same fold, so that none is
// measured with weights that were fitted to its layout.
package samples

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
	Source   string // its family, its template or its author
}

// Recognised reports whether the document was recognised from pixels, and has no text layer.
func (s *Sample) Recognised() bool { return s.Document.Pages[0].Source == doc.Pixels }

// Reader reads the words of a document, from its text layer or from pixels.
type Reader interface {
	Document(ctx context.Context, data []byte) (*doc.Document, error)
}

// ReadFolder reads the orders of a folder that have a text layer; with pixels, it also reads
// scans and photos, except those that are handwritten. If reader is nil, it reads text layers.
func ReadFolder(folder string, reader Reader, pixels bool) ([]Sample, error) {
	truths, err := accuracy.ReadTruths(filepath.Join(folder, "truth"))
	if err != nil {
		return nil, err
	}
	folds, err := ReadFolds(filepath.Join(folder, "folds.tsv"))
	if err != nil {
		return nil, err
	}
	if reader == nil {
		reader = textLayers{}
	}
	var all []Sample
	for _, t := range truths {
		if t.Traits["medium"] != accuracy.TextPDF && (!pixels || folds[t.File]["writing"] == "hand") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, "docs", t.File))
		if err != nil {
			return nil, err
		}
		d, err := reader.Document(context.Background(), data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.File, err)
		}
		at := folds[t.File]
		family := cmp.Or(at["family"], t.Traits["template"], t.Traits["author"], t.ID)
		all = append(all, Sample{d, t, at["fold"], family})
	}
	return all, nil
}

// textLayers reads text layers.
type textLayers struct{}

func (textLayers) Document(ctx context.Context, data []byte) (*doc.Document, error) {
	return pdftext.Read(ctx, data, pdftext.Limits{})
}

// Generated returns the order that is generated from a seed.
func Generated(seed int) Sample {
	g := ordertest.Generate(uint64(seed))
	name := fmt.Sprintf("generated-%d", seed)
	t := &accuracy.Truth{ID: name, File: name, Traits: map[string]string{"medium": accuracy.TextPDF, "kind": "purchase_order"}, Alternatives: map[string]map[string][]string{}}
	for i, r := range g.Rows {
		t.Rows = append(t.Rows, accuracy.Row(r))
		t.Alternatives[strconv.Itoa(i)] = g.Also[i]
	}
	return Sample{Document: g.Document, Truth: t, Source: "generated"}
}

// ReadFolds reads a table folds.tsv. It returns for each document, by its file's name, its
// cells by the names of their columns. If there is no column family, each document is its own
// family. ReadFolds returns nil if there is no such table.
func ReadFolds(file string) (map[string]map[string]string, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	folds := map[string]map[string]string{}
	lines := bufio.NewScanner(f)
	lines.Scan()
	heads := strings.Split(lines.Text(), "\t")
	if !slices.Contains(heads, "file") || !slices.Contains(heads, "fold") {
		return nil, fmt.Errorf("%s: the first line does not name the columns file and fold", file)
	}
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) < len(heads) {
			continue
		}
		of := map[string]string{}
		for i, head := range heads {
			of[head] = cells[i]
		}
		if !slices.Contains(heads, "family") {
			of["family"] = of["file"]
		}
		folds[of["file"]] = of
	}
	return folds, lines.Err()
}
