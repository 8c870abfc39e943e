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

// carried is the network of these weights. A test sees to it that they can be read.
var carried = sync.OnceValue(func() *Net {
	n, _ := Parse(stored)
	return n
})

// Choose sets the cells of an order's head to the likeliest values. It gives other values that the
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

// Alternative is another value that a field may have. Its confidence is how probable it is.
type Alternative struct {
	Field schema.Field
	Cell  schema.Cell
}

// leastAlternative is how probable an alternative is at least.
const leastAlternative = 0.1

// alternatives are the likeliest other values of fields that have a value.
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

// Probabilities are those of what the cells of a head state, or that they state nothing; of fields
// that are not ranked, 1. What is among no candidates has leastProbable.
func (r *Ranking) Probabilities(head *schema.Cells) (p [schema.NumFields]float64) {
	for f := range p {
		p[f] = 1
	}
	if r == nil {
		return p
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		p[f.Field] = max(f.of(head[f.Field].Value), leastProbable)
	}
	return p
}

// of is the probability of a value, or where that is empty of none.
func (r *Ranked) of(value string) float64 {
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

// leastProbable is the probability of a value that is not even among the candidates.
const leastProbable = 0.001

// sameStart reports whether one of two bare names begins with the other.
func sameStart(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// Cell is the cell of a field's candidate.
func (r *Ranking) Cell(f *Ranked, at int) schema.Cell {
	c := f.Candidates[at]
	return schema.Cell{Value: c.Value, Evidence: r.graph.Pages[c.Page].Evidence(c.Words(), f.Probability(at))}
}
