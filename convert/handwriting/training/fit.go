package main

import (
	"fmt"
	"io"

	"lineitem/convert/gbdt"
	"lineitem/convert/handwriting"
	"lineitem/convert/order/training"
	"lineitem/convert/order/training/boosting"
)

// parts is the number of parts that pages are divided into. Each is scored by trees that were fitted to the others.
const parts = 4

// realCounts is how many times a word of a real document counts, as there are few of them.
const realCounts = 5

var options = boosting.Options{Trees: 150, Leaves: 8, Depth: 5, Bins: 64, Shrinkage: 0.1, MinWeight: 5, Lambda: 3, Features: 0.5}

// fit fits the weights, and prints how well weights do on pages that they were not fitted to.
func fit(pages []*page, stdout io.Writer) *handwriting.Weights {
	plain := make([][][]float32, len(pages))
	for i, p := range pages {
		plain[i] = p.features
	}
	alone := make([]*gbdt.Model, parts+1) // the last one is fitted to all parts
	training.Each(len(alone), func(k int) { alone[k] = trees(pages, plain, handwriting.NumFeatures, k) })
	rows := make([][][]float32, len(pages))
	for i, p := range pages {
		odds := make([]float64, len(p.words))
		for k := range odds {
			odds[k] = alone[p.part].Score(p.features[k])
		}
		rows[i] = handwriting.Context(p.features, p.words, odds)
	}
	context := make([]*gbdt.Model, parts+1)
	training.Each(len(context), func(k int) {
		context[k] = trees(pages, rows, handwriting.NumContext+handwriting.NumFeatures, k)
	})
	report(stdout, "words alone", pages, plain, alone)
	report(stdout, "in their context", pages, rows, context)
	return &handwriting.Weights{Alone: alone[parts], Context: context[parts]}
}

// trees trains trees on the words of all parts but one, leaving out words of unknown class.
func trees(pages []*page, rows [][][]float32, features, without int) *gbdt.Model {
	set := boosting.NewSet(features)
	for i, p := range pages {
		if p.part == without {
			continue
		}
		for k, is := range p.is {
			counts := 1
			if p.scanned {
				counts = realCounts
			}
			if is == unknown {
				counts = 0
			}
			for range counts {
				set.Add([][]float32{rows[i][k]}, []bool{is == byHand})
			}
		}
	}
	m, _ := boosting.Train(set, nil, options)
	return m
}

// report prints how many of the words of each kind are taken for handwriting.
func report(stdout io.Writer, name string, pages []*page, rows [][][]float32, by []*gbdt.Model) {
	var all, taken [3]int
	for i, p := range pages {
		for k, is := range p.is {
			kind := 0
			switch {
			case is == unknown:
				continue
			case is == inPrint && p.scanned:
				kind = 2
			case is == inPrint:
				kind = 1
			}
			all[kind]++
			if handwriting.Probability(by[p.part].Score(rows[i][k])) >= handwriting.Least {
				taken[kind]++
			}
		}
	}
	fmt.Fprintf(stdout, "%s: handwritten %d of %d taken for handwriting, printed %d of %d, on scans and photos %d of %d\n",
		name, taken[0], all[0], taken[1], all[1], taken[2], all[2])
}
