package ranking

import (
	_ "embed"
	"strings"
	"sync"

	"lineitem/convert/order/schema"
)

// stored are the weights that the program carries.
//
//go:embed weights.bin
var stored []byte

// carried returns the network with these weights. A test makes sure that they can be read.
var carried = sync.OnceValue(func() *Net {
	n, _ := Parse(stored)
	return n
})

// Prepare reads the weights that the program carries, so that the first document does not wait for them.
func Prepare() { carried() }

// Choose sets the cells of an order's head to the likeliest values. It returns other values that the
// fields may have.
func (r *Ranking) Choose(head *schema.Cells) []Alternative {
	if r == nil {
		return nil
	}
	for i := range r.Fields {
		if f := &r.Fields[i]; f.Best >= 0 {
			head[f.Field] = r.Cell(f, f.Best)
		}
	}
	prove(head, r.proof)
	return r.alternatives(head)
}

// Alternative is another value that a field may have. The confidence of its cell is its probability.
type Alternative struct {
	Field schema.Field
	Cell  schema.Cell
}

// leastAlternative is the least probability of an alternative.
const leastAlternative = 0.1

// alternatives returns the likeliest other value of each field whose value no arithmetic proves, if it is probable enough.
func (r *Ranking) alternatives(head *schema.Cells) (found []Alternative) {
	for i := range r.Fields {
		f := &r.Fields[i]
		chosen := head[f.Field].Value
		if chosen == "" || head[f.Field].Evidence.Proof != "" {
			continue
		}
		for _, k := range f.likeliest(2) {
			if k >= 0 && f.Probability(k) >= leastAlternative && !sameStart(bareName(f.Candidates[k].Value), bareName(chosen)) {
				found = append(found, Alternative{f.Field, r.Cell(f, k)})
				break
			}
		}
	}
	return found
}

// Probabilities returns the probability of each cell's value or, for an empty cell, that the order does not state the
// field. It is 1 for fields that are not ranked, and leastProbable for values that are not among the candidates.
func (r *Ranking) Probabilities(head *schema.Cells) (p [schema.NumFields]float64) {
	for f := range p {
		p[f] = 1
	}
	if r == nil {
		return p
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		p[f.Field] = max(f.probabilityOf(head[f.Field].Value), leastProbable)
	}
	return p
}

// probabilityOf returns the probability of a value or, if it is empty, that there is none.
func (r *Ranked) probabilityOf(value string) float64 {
	if value == "" {
		return r.None
	}
	for i, c := range r.Candidates {
		if c.Value == value {
			return r.Probability(i)
		}
	}
	return 0
}

// leastProbable is the least probability of a value, and that of one that is not even among the candidates.
const leastProbable = 0.001

// sameStart reports whether one of two bare names begins with the other.
func sameStart(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// Cell returns the cell of a field's candidate.
func (r *Ranking) Cell(f *Ranked, at int) schema.Cell {
	c := f.Candidates[at]
	return schema.Cell{Value: c.Value, Evidence: r.graph.Pages[c.Page].Evidence(c.Words(), f.Probability(at))}
}
