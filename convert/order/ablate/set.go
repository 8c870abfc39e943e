package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/solve"
	"lineitem/convert/order/tagging"
)

// set is the documents of a folder, or generated ones.
type set struct {
	name      string
	documents []document
}

// document is an order, the networks that read it, and what it was read as.
type document struct {
	samples.Sample
	nets   order.Nets
	orders []order.Order
}

// weights are the prefixes of the names of the networks' files by fold; empty for the networks
// that the program carries.
type weights struct{ items, lines, head string }

// readSet reads a folder with a reader, which is nil for text layers alone, and the networks for the folds
// of its documents.
func readSet(folder string, reader samples.Reader, pixels bool, by weights) (*set, error) {
	all, err := samples.ReadFolder(folder, reader, pixels)
	if err != nil {
		return nil, err
	}
	items, err1 := samples.ByFold(all, by.items, tagging.Parse)
	lines, err2 := samples.ByFold(all, by.lines, solve.ParseWeights)
	head, err3 := samples.ByFold(all, by.head, ranking.Parse)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	k := &set{name: filepath.Base(folder)}
	for _, s := range all {
		k.documents = append(k.documents, document{Sample: s, nets: order.Nets{Items: items[s.Fold], Lines: lines[s.Fold], Head: head[s.Fold]}})
	}
	return k, nil
}

// generatedSet returns the orders of the first seeds, on which no weights are trained.
func generatedSet(seeds int) *set {
	k := &set{name: "generated"}
	for i := range seeds {
		k.documents = append(k.documents, document{Sample: samples.Generated(i + 1)})
	}
	return k
}

// sameVerdicts reports whether two readings of a document have the same cells with the same verdicts.
func sameVerdicts(a, b *accuracy.Document) bool {
	return slices.EqualFunc(a.Cells, b.Cells, func(x, y accuracy.Cell) bool {
		return x.Key == y.Key && x.Verdict == y.Verdict && x.Got == y.Got
	})
}

// writeResults writes the rows of the documents, one result a line.
func writeResults(file string, sets []*set) error {
	var all []samples.Result
	for _, k := range sets {
		for i := range k.documents {
			d := &k.documents[i]
			all = append(all, samples.ResultOf(&d.Sample, d.orders))
		}
	}
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		return err
	}
	return samples.AppendLines(file, all)
}
