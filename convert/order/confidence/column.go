package confidence

import (
	"math"
	"slices"

	"lineitem/convert/gbdt"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
)

// Column is a core column of an order, which is right if all of its cells are, or the order's
// lines, which are right if there are as many as the document states.
type Column struct {
	Field    schema.Field // schema.NumFields for the lines
	Features []float32
}

// rankedFields are the core fields that package ranking chooses.
var rankedFields = [...]schema.Field{schema.PONumber, schema.PODate, schema.Buyer, schema.Supplier, schema.Total}

// NumColumnFeatures is the number of features of a column.
const NumColumnFeatures = 10 + len(rankedFields) + 4*len(taggedFields) + 5

// Columns returns the core columns of an order, and then its lines; right gives the probabilities of
// its Cases. A column is described by the probabilities of its cells and by what the networks say
// about all columns; the lines are described by the probabilities of their totals.
func (e *Examined) Columns(right []float64) []Column {
	o := e.order
	least := 1.0 // the least confidence of a word of the core cells
	if p := o.poorest(); p != nil {
		least = p.Confidence
	}
	n := float64(max(1, len(o.lines)))
	var whole neural.Features
	whole.Add(o.left.words/n, o.left.digits/n, math.Log(n), least)
	whole.Flag(e.recognised)
	for _, f := range rankedFields {
		whole.Add(o.Ranked[f])
	}
	for k := range o.tagged {
		t := &o.tagged[k]
		whole.Add(t.own, t.least, t.others, t.most)
	}
	var columns []Column
	for f := range schema.NumFields + 1 {
		if Core(f) || f == schema.NumFields {
			columns = append(columns, Column{f, slices.Concat(e.column(f, right), whole)})
		}
	}
	return columns
}

// column returns the features that describe one column alone.
func (e *Examined) column(f schema.Field, right []float64) neural.Features {
	of := f
	if f == schema.NumFields {
		of = schema.LineTotal
	}
	least, sum, doubts, count := 1.0, 0.0, 0.0, 0.0
	for i, p := range right {
		if e.Cases[i].Field == of {
			least, sum, doubts, count = min(least, p), sum+p, doubts+doubt(p), count+1
		}
	}
	var w neural.Features
	w.Add(float64(f), least, sum/max(1, count), doubts, count)
	o := e.order
	if k := slices.Index(taggedFields[:], of); k >= 0 {
		t := &o.tagged[k]
		w.Add(1, t.own, t.least, t.others, t.most)
	} else {
		w.Add(o.Ranked[f], -1, -1, -1, -1)
	}
	return w
}

// leastProbability is the least probability from which log odds are computed; 1-leastProbability is the
// greatest.
const leastProbability = 1e-6

// Score combines the probabilities of an order's columns into one number: the mean of the log odds that all
// of them are right, as if they were independent, and of the log odds of the least probable one.
func Score(columns []float64) float64 {
	all, least := 1.0, 1.0
	for _, p := range columns {
		all *= p
		least = min(least, p)
	}
	odds := func(p float64) float64 {
		p = min(max(p, leastProbability), 1-leastProbability)
		return math.Log(p / (1 - p))
	}
	return (odds(all) + odds(least)) / 2
}

// ColumnProbabilities returns the probabilities that trees give to columns.
func ColumnProbabilities(trees *gbdt.Model, columns []Column) []float64 {
	p := make([]float64, len(columns))
	for i := range columns {
		p[i] = probability(trees.Score(columns[i].Features))
	}
	return p
}
