package main

import (
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

// set is a folder's documents.
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

// weights are the prefixes of the files of networks by fold; empty for those that the
// program carries.
type weights struct{ items, lines, head string }

// read reads the networks of a fold.
func (w weights) read(fold string) (nets order.Nets, err error) {
	if nets.Items, err = readNet(w.items, fold, tagging.Parse); err != nil {
		return nets, err
	}
	if nets.Lines, err = readNet(w.lines, fold, solve.ParseWeights); err != nil {
		return nets, err
	}
	nets.Head, err = readNet(w.head, fold, ranking.Parse)
	return nets, err
}

func readNet[T any](prefix, fold string, parse func([]byte) (*T, error)) (*T, error) {
	if prefix == "" {
		return nil, nil
	}
	b, err := os.ReadFile(prefix + fold + ".bin")
	if err != nil {
		return nil, err
	}
	return parse(b)
}

// readSet reads a folder, and the networks of its documents' folds.
func readSet(folder string, by weights) (*set, error) {
	all, err := samples.ReadFolder(folder, nil)
	if err != nil {
		return nil, err
	}
	k := &set{name: filepath.Base(folder)}
	nets := map[string]order.Nets{"": {}}
	for _, s := range all {
		if _, known := nets[s.Fold]; !known {
			if nets[s.Fold], err = by.read(s.Fold); err != nil {
				return nil, err
			}
		}
		k.documents = append(k.documents, document{Sample: s, nets: nets[s.Fold]})
	}
	return k, nil
}

// generatedSet are the orders of the first seeds, which no weights are trained on.
func generatedSet(seeds int) *set {
	k := &set{name: "generated"}
	for i := range seeds {
		k.documents = append(k.documents, document{Sample: samples.Generated(i + 1)})
	}
	return k
}

// alike reports whether the same cells were judged of two readings of a document.
func alike(a, b *accuracy.Document) bool {
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
