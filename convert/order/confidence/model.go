package confidence

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"

	"lineitem/convert/gbdt"
)

// Weights are the fitted parameters.
type Weights struct {
	Cells   *gbdt.Model // log odds that a cell is right
	Columns *gbdt.Model // log odds that a column of an order is right
	// Slope and Shift turn the score of an order's columns into the log odds that the order is
	// right in every core cell.
	Slope, Shift float64
}

//go:embed weights.bin
var stored []byte

// weights returns the weights that the program carries. A test ensures that they can be read.
var weights = sync.OnceValue(func() *Weights {
	w, err := parseWeights(stored)
	if err != nil {
		panic(err)
	}
	return w
})

// AppendBinary appends the stored weights to b: the numbers as float32 and the length of the first
// model, little endian, then the models as package gbdt stores them. Its error is always nil.
func (w *Weights) AppendBinary(b []byte) ([]byte, error) {
	for _, v := range w.numbers() {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(*v)))
	}
	cells, _ := w.Cells.AppendBinary(nil)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(cells)))
	return w.Columns.AppendBinary(append(b, cells...))
}

func (w *Weights) numbers() []*float64 { return []*float64{&w.Slope, &w.Shift} }

// parseWeights reads stored weights. Its error is a *gbdt.FormatError.
func parseWeights(data []byte) (*Weights, error) {
	w := new(Weights)
	numbers := w.numbers()
	if len(data) < 4*(len(numbers)+1) {
		return nil, &gbdt.FormatError{Reason: "weights are cut off"}
	}
	for _, v := range numbers {
		*v = float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))
		data = data[4:]
	}
	length := binary.LittleEndian.Uint32(data)
	if data = data[4:]; uint64(length) > uint64(len(data)) {
		return nil, &gbdt.FormatError{Reason: "weights are cut off"}
	}
	var err error
	if w.Cells, err = gbdt.Parse(data[:length]); err != nil {
		return nil, err
	}
	if w.Columns, err = gbdt.Parse(data[length:]); err != nil {
		return nil, err
	}
	if w.Cells.Features() != NumFeatures || w.Columns.Features() != NumColumnFeatures {
		return nil, &gbdt.FormatError{Reason: "weights are of other features"}
	}
	return w, nil
}

// Probabilities returns the probabilities that the cells of an order are right.
func (w *Weights) Probabilities(e *Examined) []float64 {
	right := make([]float64, len(e.Cases))
	for i := range right {
		right[i] = probability(w.Cells.Score(e.Cases[i].Features))
	}
	return right
}

// Probability returns the probability that an order with such a score is right in every core
// cell.
func (w *Weights) Probability(score float64) float64 { return probability(w.Slope*score + w.Shift) }

// probability returns the probability that has these log odds.
func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// Examined is an order with the features by which its cells are judged.
type Examined struct {
	Cases []Case
	// Complete reports that the order states all that a verified order must, and that its
	// arithmetic closes.
	Complete   bool
	recognised bool // the document is from pixels
	order      *orderView
}

// Examine returns the features by which the cells of a document's orders are judged.
func Examine(r *Reading) []Examined {
	s := newSheet(r)
	examined := make([]Examined, len(s.orders))
	for i := range s.orders {
		o := &s.orders[i]
		e := Examined{Complete: o.complete(), recognised: s.Locale.Recognised, order: o}
		for k := range o.cells {
			v := &o.cells[k]
			if v.stated() || Core(v.field) && ofLines(v.field) == (v.line >= 0) {
				e.Cases = append(e.Cases, Case{Line: v.line, Field: v.field, Stated: v.stated(), view: v})
			}
		}
		all := make([]float32, NumFeatures*len(e.Cases))
		for k := range e.Cases {
			c := &e.Cases[k]
			c.Features = all[NumFeatures*k : NumFeatures*(k+1)]
			s.describe(o, c.view, c.Features)
		}
		examined[i] = e
	}
	return examined
}
