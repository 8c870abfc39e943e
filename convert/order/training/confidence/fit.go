package main

import (
	"math"

	"lineitem/convert/gbdt"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/training"
	"lineitem/convert/order/training/boosting"
)

// Options of the trees. The trees are small, so that their probabilities for orders that they were not fitted to
// need no calibration. There are few columns to learn from, each with many features.
var (
	cellOptions   = boosting.Options{Trees: 100, Leaves: 8, Depth: 4, Bins: 32, Shrinkage: 0.09, MinWeight: 6, Lambda: 4, Features: 0.4}
	columnOptions = boosting.Options{Trees: 120, Leaves: 6, Depth: 4, Bins: 32, Shrinkage: 0.07, MinWeight: 5, Lambda: 5, Features: 0.3}
)

// parts is the number of parts for cross-fitting. The examples of each part are judged by trees that
// were fitted to the other parts.
const parts = 5

// fit fits the weights to the examples. It also returns the documents, judged by trees that were fitted to other examples.
func fit(examples []*example) (*confidence.Weights, []*judgedDocument) {
	part := assignParts(examples)
	cells := make([]*gbdt.Model, parts+1) // the last one is fitted to all examples
	training.Each(len(cells), func(k int) { cells[k] = trainCells(examples, part, k) })
	wholes := make([]*judgedDocument, len(examples))
	training.Each(len(examples), func(i int) { wholes[i] = newJudgedDocument(examples[i], part[i], cells[part[i]]) })
	columns := make([]*gbdt.Model, parts+1)
	training.Each(len(columns), func(k int) { columns[k] = trainColumns(wholes, k) })
	for _, o := range wholes {
		o.judge(columns[o.part])
	}
	w := &confidence.Weights{Cells: cells[parts], Columns: columns[parts]}
	w.Slope, w.Shift = calibrate(wholes)
	for _, o := range wholes {
		o.p = w.Probability(o.score)
	}
	return w, wholes
}

// assignParts returns the part of each example. Examples of one group are in the same part.
func assignParts(examples []*example) []int {
	at := map[string]int{}
	part := make([]int, len(examples))
	for i, l := range examples {
		if _, known := at[l.group]; !known {
			at[l.group] = len(at) % parts
		}
		part[i] = at[l.group]
	}
	return part
}

// mostLines is about how many lines of an order the trees learn from. They don't learn from all, since the cells of a
// column tend to be wrong together.
const mostLines = 6

// trainCells trains the trees that judge cells on the examples of all parts but one.
func trainCells(examples []*example, part []int, without int) *gbdt.Model {
	set := boosting.NewSet(confidence.NumFeatures)
	for n, l := range examples {
		if part[n] == without {
			continue
		}
		for i := range l.orders {
			cases := l.orders[i].Cases
			lines := 0
			for k := range cases {
				lines = max(lines, cases[k].Line+1)
			}
			step := 1 + (lines-1)/mostLines
			for k := range cases {
				c := &cases[k]
				if c.Line > 0 && c.Line%step != 0 && c.Line != lines-1 || l.right[i][k] == unknown {
					continue
				}
				set.Add([][]float32{c.Features}, []bool{l.right[i][k] == right})
			}
		}
	}
	m, _ := boosting.Train(set, nil, cellOptions)
	return m
}

// judgedDocument is the document of an example with its probabilities.
type judgedDocument struct {
	*example
	part    int
	cells   [][]float64           // probabilities of its orders' cells
	columns [][]confidence.Column // of its orders
	sound   [][]bool              // which of these are right
	score   float64               // the lowest score of its orders
	p       float64               // that it is right in every core cell
}

// newJudgedDocument returns an example's document with the probabilities that the trees give to its cells, and its columns.
func newJudgedDocument(l *example, part int, cells *gbdt.Model) *judgedDocument {
	o := &judgedDocument{example: l, part: part}
	w := &confidence.Weights{Cells: cells}
	for i := range l.orders {
		e := &l.orders[i]
		p := w.Probabilities(e)
		columns := e.Columns(p)
		sound := make([]bool, len(columns))
		for k, c := range columns {
			sound[k] = c.Field < schema.NumFields || l.count
			for n := range e.Cases {
				sound[k] = sound[k] && (e.Cases[n].Field != c.Field || l.right[i][n] != wrong)
			}
		}
		o.cells, o.columns, o.sound = append(o.cells, p), append(o.columns, columns), append(o.sound, sound)
	}
	return o
}

// trainColumns trains the trees that judge columns on the documents of all parts but one.
func trainColumns(wholes []*judgedDocument, without int) *gbdt.Model {
	set := boosting.NewSet(confidence.NumColumnFeatures)
	for _, o := range wholes {
		if o.part == without {
			continue
		}
		for i := range o.columns {
			for k, c := range o.columns[i] {
				set.Add([][]float32{c.Features}, []bool{o.sound[i][k]})
			}
		}
	}
	m, _ := boosting.Train(set, nil, columnOptions)
	return m
}

// judge sets the score of a document to the lowest score of its orders.
func (o *judgedDocument) judge(columns *gbdt.Model) {
	o.score = math.Inf(1)
	for i := range o.columns {
		o.score = min(o.score, confidence.Score(confidence.ColumnProbabilities(columns, o.columns[i])))
	}
}

// calibrate fits the slope and the shift that turn scores into log odds.
func calibrate(wholes []*judgedDocument) (slope, shift float64) {
	var examples []training.Example
	for _, o := range wholes {
		if len(o.orders) > 0 {
			examples = append(examples, training.Example{Features: []float64{o.score}, Right: o.core})
		}
	}
	weight := []float64{0}
	shift = training.Logistic{Ridge: 1e-2, Sweeps: 200}.Fit(examples, weight)
	return max(weight[0], 1e-3), shift
}
