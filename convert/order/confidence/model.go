package confidence

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
	// Base is the log odds that an order with no sign against it is right in every
	// core cell, Signs what each takes off, and Least the log odds of a verified
	// one.
	Base, Least float64
	Signs       Signs
}

// Signs are a number for each sign that costs trust.
type Signs [numWeighed]float64

//go:embed weights.bin
var stored []byte

// weights are those that the program carries. A test rules out that they cannot be read.
var weights = sync.OnceValue(func() *Weights {
	w, err := parseWeights(stored)
	if err != nil {
		panic(err)
	}
	return w
})

// AppendBinary appends the stored weights to b: the numbers as float32, little
// endian, then the model as package boost stores it. Its error is always nil.
func (w *Weights) AppendBinary(b []byte) ([]byte, error) {
	for _, v := range w.numbers() {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(*v)))
	}
	return w.Cells.AppendBinary(b)
}

func (w *Weights) numbers() []*float64 {
	all := []*float64{&w.Slope, &w.Shift, &w.Base, &w.Least}
	for i := range w.Signs {
		all = append(all, &w.Signs[i])
	}
	return all
}

// parseWeights reads stored weights. Its error is a *boost.FormatError.
func parseWeights(data []byte) (*Weights, error) {
	w := new(Weights)
	for _, v := range w.numbers() {
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

// Examined is an order with what its cells are judged by.
type Examined struct {
	Cases []Case
	// Complete tells that it states all that a verified order has to, and that its
	// arithmetic closes.
	Complete bool
	// Sound tells that it is complete, and that nothing about it leaves open what
	// its texts and names are.
	Sound bool
	Signs []float64 // against its being right, none negative
	order *orderView
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
		e.order, e.Signs = o, s.signs(o)
		e.Complete = complete(e.Signs)
		e.Sound = e.Complete && sound(e.Signs)
		e.Cases = make([]Case, 0, len(o.cells))
		for k := range o.cells {
			v := &o.cells[k]
			if v.stated() || Core(v.field) && ofLines(v.field) == (v.line >= 0) {
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
	return probability(w.Slope*w.Cells.Score(features) + w.Shift)
}

// Doubt sums up the core cells of an order, of which right gives the
// probabilities: the logarithms of one over that of each core column's least,
// since cells of a column go wrong together. It is the first of the order's signs.
func (e *Examined) Doubt(right []float64) float64 {
	var columns [schema.NumFields]float64
	for f := range columns {
		columns[f] = 1
	}
	for i := range e.Cases {
		if f := e.Cases[i].Field; Core(f) {
			columns[f] = min(columns[f], right[i])
		}
	}
	doubt := 0.0
	for _, p := range columns {
		doubt -= math.Log(max(p, 1e-9))
	}
	return doubt
}

// Odds are the log odds that an order with such signs is right in every core cell.
func (w *Weights) Odds(signs []float64) float64 {
	odds := w.Base
	for i, v := range signs[:numWeighed] {
		odds -= w.Signs[i] * v
	}
	return odds
}
