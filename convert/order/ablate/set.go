package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/tagging"
)

// set is a folder's documents.
type set struct {
	name      string
	documents []document
}

// document is an order, the network that reads it, nil for the program's own, and
// what it was read as.
type document struct {
	samples.Sample
	net    *tagging.Net
	orders []order.Order
}

// readSet reads a folder. Weights of a fold are those of the files that begin with a
// prefix; without one, all documents are read with the program's.
func readSet(folder, prefix string) (*set, error) {
	all, err := samples.ReadFolder(folder)
	if err != nil {
		return nil, err
	}
	k := &set{name: filepath.Base(folder)}
	nets := map[string]*tagging.Net{}
	for _, s := range all {
		d := document{Sample: s}
		if s.Fold != "" && prefix != "" {
			if nets[s.Fold] == nil {
				if nets[s.Fold], err = readNet(prefix + s.Fold + ".bin"); err != nil {
					return nil, err
				}
			}
			d.net = nets[s.Fold]
		}
		k.documents = append(k.documents, d)
	}
	return k, nil
}

func readNet(file string) (*tagging.Net, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return tagging.Parse(b)
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

// writeResults writes the rows of the documents that have a file, one result a line.
func writeResults(file string, sets []*set) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(f)
	for _, k := range sets {
		for i := range k.documents {
			rows, _ := order.Rows(k.documents[i].orders)
			if err := lines.Encode(map[string]any{"filename": k.documents[i].Truth.File, "rows": rows}); err != nil {
				f.Close()
				return err
			}
		}
	}
	return f.Close()
}
