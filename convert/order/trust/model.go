package trust

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"

	"lineitem/convert/order/boost"
	"lineitem/convert/order/schema"
)

// Weights are what is fitted.
type Weights struct {
	Cells *boost.Model // log odds of a cell's being right
	// Slope and Shift turn these into those that hold for orders that nothing
	// was fitted to (Platt, "Probabilistic outputs for support vector machines",
	// 1999).
	Slope, Shift float64
	// Least is the least probability of each core cell of a verified order, and
	// Most what the logarithms of one over them may add up to.
	Least, Most float64
}

//go:embed weights.bin
var stored []byte

// weights are those that the program carries; nil where they cannot be read,
// which a test rules out.
var weights = sync.OnceValue(func() *Weights {
	w, err := parseWeights(stored)
	if err != nil {
		return nil
	}
	return w
})

// AppendBinary appends the stored weights to b: the numbers as float32, little
// endian, then the model as package boost stores it. Its error is always nil.
func (w *Weights) AppendBinary(b []byte) ([]byte, error) {
	for _, v := range [...]float64{w.Slope, w.Shift, w.Least, w.Most} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	return w.Cells.AppendBinary(b)
}

// parseWeights reads stored weights. Its error is a *boost.FormatError.
func parseWeights(data []byte) (*Weights, error) {
	w := new(Weights)
	for _, v := range [...]*float64{&w.Slope, &w.Shift, &w.Least, &w.Most} {
		if len(data) < 4 {
			return nil, &boost.FormatError{Reason: "weights are cut off"}
		}
		*v = float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))
		data = data[4:]
	}
	var err error
	if w.Cells, err = boost.Parse(data); err != nil {
		return nil, err
	}
	if w.Cells.Features() != numFeatures {
		return nil, &boost.FormatError{Reason: "weights are of other features"}
	}
	return w, nil
}

// probability turns a score into a probability.
func (w *Weights) probability(score float64) float64 {
	return 1 / (1 + math.Exp(-(w.Slope*score + w.Shift)))
}

// Examined is an order with what its cells are judged by.
type Examined struct {
	Cases  []Case
	Closes bool // its arithmetic closes
}

// Case is a cell that is judged: one that states something, or a core cell, which
// may lack a value that the document states.
type Case struct {
	Line     int // index; -1 for the cells of the order
	Field    schema.Field
	Stated   bool
	Features []float32
	cell     *schema.Cell
}

// Examine gives what the cells of a document's orders are judged by.
func Examine(r *Reading) []Examined {
	s := newSheet(r)
	examined := make([]Examined, len(s.orders))
	for i := range s.orders {
		o := &s.orders[i]
		e := &examined[i]
		e.Closes = o.closes()
		e.Cases = make([]Case, 0, len(o.cells))
		for k := range o.cells {
			v := &o.cells[k]
			if v.stated() || Core(v.field) && OfLines(v.field) == (v.line >= 0) {
				e.Cases = append(e.Cases, Case{Line: v.line, Field: v.field, Stated: v.stated(), cell: v.cell})
			}
		}
		all := make([]float32, numFeatures*len(e.Cases))
		for k := range e.Cases {
			c := &e.Cases[k]
			c.Features = all[numFeatures*k : numFeatures*(k+1)]
			s.row(o, &o.cells[int(schema.NumFields)*(c.Line+1)+int(c.Field)], c.Features)
		}
	}
	return examined
}

// Probability is how probable it is that a cell is right.
func (w *Weights) Probability(features []float32) float64 {
	return 1 / (1 + math.Exp(-(w.Slope*w.Cells.Score(features) + w.Shift)))
}

// Core sums up the core cells of an order, of which right gives the probability:
// the least, and what the logarithms of one over that of each core column's least
// add up to, since cells of a column go wrong together.
func (e *Examined) Core(right []float64) (least, doubt float64) {
	var columns [schema.NumFields]float64
	for f := range columns {
		columns[f] = 1
	}
	for i := range e.Cases {
		if f := e.Cases[i].Field; Core(f) {
			columns[f] = min(columns[f], right[i])
		}
	}
	least = 1
	for _, p := range columns {
		least = min(least, p)
		doubt -= math.Log(max(p, 1e-9))
	}
	return least, doubt
}
