package confidence

import (
	"math"

	"lineitem/convert/gbdt"
	"lineitem/convert/order/schema"
)

// Column is a core column of an order, which is right when all of its cells are, or the order's
// lines, which are right when there are as many as the document states.
type Column struct {
	Field    schema.Field // schema.NumFields for the lines
	Features []float32
}

// NumColumnFeatures is how many features a column has.
const NumColumnFeatures = 4 + int(numSigns) + NumFeatures

// Columns returns the core columns of an order of whose cells right gives the probabilities, and then
// its lines. A column is described by the least probable of its cells and by the signs against the order,
// since the cells of a column go wrong together; lines by the least probable of their totals.
func (e *Examined) Columns(right []float64) []Column {
	var columns []Column
	for f := range schema.NumFields + 1 {
		if Core(f) || f == schema.NumFields {
			columns = append(columns, Column{f, e.describe(f, right)})
		}
	}
	return columns
}

func (e *Examined) describe(f schema.Field, right []float64) []float32 {
	of := f
	if f == schema.NumFields {
		of = schema.LineTotal
	}
	least, sum, count := 1.0, 0.0, 0.0
	worst := make([]float32, NumFeatures)
	for i := range e.Cases {
		if c := &e.Cases[i]; c.Field == of && Core(c.Field) {
			count, sum = count+1, sum+right[i]
			if count == 1 || right[i] < least {
				least, worst = right[i], c.Features
			}
		}
	}
	features := make([]float32, 0, NumColumnFeatures)
	features = append(features, float32(f), float32(least), float32(sum/max(1, count)), float32(count))
	for _, v := range e.signs {
		features = append(features, float32(v))
	}
	return append(features, worst...)
}

// leastOdds keep logarithms of odds within bounds.
const leastOdds = 1e-6

// Score turns the probabilities of an order's columns into one number: the mean of the log odds that
// all are right, as if columns went wrong without regard to each other, and of those of the least probable.
func Score(columns []float64) float64 {
	all, least := 1.0, 1.0
	for _, p := range columns {
		all *= p
		least = min(least, p)
	}
	odds := func(p float64) float64 {
		p = min(max(p, leastOdds), 1-leastOdds)
		return math.Log(p / (1 - p))
	}
	return (odds(all) + odds(least)) / 2
}

// ColumnProbabilities are those that trees give to columns.
func ColumnProbabilities(trees *gbdt.Model, columns []Column) []float64 {
	p := make([]float64, len(columns))
	for i := range columns {
		p[i] = probability(trees.Score(columns[i].Features))
	}
	return p
}

// judge returns the probabilities that the columns of an order are right, and that all of them are.
func (w *Weights) judge(e *Examined, right []float64) (columns [schema.NumFields + 1]float64, all float64) {
	of := e.Columns(right)
	p := ColumnProbabilities(w.Columns, of)
	for i := range of {
		columns[of[i].Field] = p[i]
	}
	return columns, w.Probability(Score(p))
}

// Probability is how probable it is that an order with a score is right in every core cell.
func (w *Weights) Probability(score float64) float64 { return probability(w.Slope*score + w.Shift) }
