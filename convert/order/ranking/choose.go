package ranking

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
)

// margin is how much more probable a value must be.
type margin struct {
	fill    float64 // than none, where rules have none
	replace float64 // than the rules' value, to take its place
}

// never is a margin that nothing reaches.
const never = 2

// margins are those of the fields that are chosen, as they did best on orders in layouts that
// the network had not learned from: real ones, on many of which the rules were made, and invented
// ones, on which the rules do worse. Of parties and addresses rules have no values. What rules
// found is never dropped.
var margins = map[schema.Field]margin{
	schema.Buyer:        {},
	schema.Supplier:     {},
	schema.PONumber:     {fill: 0.6, replace: 0.6},
	schema.PODate:       {fill: 0.5, replace: 0.6},
	schema.PaymentTerms: {fill: 0.6, replace: never},
	schema.ShipVia:      {fill: 0.5, replace: 0.8},
	schema.ShipTo:       {fill: 0.2},
	schema.BillTo:       {},
	schema.Subtotal:     {fill: 0.6, replace: never},
	schema.Tax:          {fill: 0.4, replace: never},
	schema.Shipping:     {fill: 0.4, replace: never},
	schema.Total:        {fill: 0.5, replace: 0.5},
}

// choice is a mechanism: without it, the rules decide, and parties and addresses are not stated.
var choice = mechanism.New("ranking: choice of the head's values")

// stored are the weights that the program carries.
//
//go:embed weights.bin
var stored []byte

// carried is the network of these weights. A test sees to it that they can be read.
var carried = sync.OnceValue(func() *Net {
	n, _ := Parse(stored)
	return n
})

// Choose sets the cells of an order's head whose values are more probable than those
// that rules found, by the margins of their fields, and sums that add up. What arithmetic proves
// stays but for these. It gives other values that the fields may have.
func (r *Ranking) Choose(head *schema.Cells) []Alternative {
	if !choice.On() || r == nil {
		return nil
	}
	settled := r.addUp(head)
	for i := len(r.Fields) - 1; i >= 0; i-- { // of sums the total first
		f := &r.Fields[i]
		if settled && isSum(f.Field) {
			continue
		}
		at, replace := f.Choice(len(r.graph.Rules[f.Field].Evidence.Proof) > 0)
		if !replace {
			continue
		}
		if at = r.graph.unannounced(f, at); at < 0 {
			continue
		}
		if c := r.Cell(f, at); !taken(head, f.Field, &c) {
			head[f.Field] = c
		}
	}
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

// unannounced is the likeliest place of a candidate's value that no label announces as
// another field's, or -1 if there is none.
func (g *Graph) unannounced(r *Ranked, at int) int {
	top := -1
	for i, c := range r.Candidates {
		if c.Value == r.Candidates[at].Value && !g.announced(c, r.Field) && (top < 0 || r.P[i] > r.P[top]) {
			top = i
		}
	}
	return top
}

// announced reports whether labels announce a date as another than the order's.
func (g *Graph) announced(c *Candidate, f schema.Field) bool {
	claimed := c.words[0].claimed
	if f != schema.PODate || claimed == nil {
		return false
	}
	return max(claimed.of(keyvalue.Date), claimed.of(keyvalue.NumberDate), claimed.of(keyvalue.Number)) == 0 && slices.Max(claimed[:]) > 0
}

// taken reports whether another field's value stands where a sum or the order's date does.
func taken(head *schema.Cells, f schema.Field, c *schema.Cell) bool {
	if !isSum(f) && f != schema.PODate {
		return false
	}
	for o := range head {
		if e := &head[o].Evidence; schema.Field(o) != f && head[o].Value != "" && e.Page == c.Evidence.Page && overlaps(e.Box, c.Evidence.Box) {
			return true
		}
	}
	return false
}

// Choice is the candidate that takes the place of the rules' value, and whether one does.
// What arithmetic proves stays.
func (r *Ranked) Choice(proven bool) (candidate int, replace bool) {
	if proven || r.Best < 0 || r.Best == r.Rule {
		return r.Rule, false
	}
	m, ranked := margins[r.Field]
	least := m.replace
	if r.Rule < 0 {
		least = m.fill
	}
	return r.Best, ranked && r.Probability(r.Best)-r.ruled >= least
}

// sameStart reports whether one of two bare names begins with the other.
func sameStart(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// Cell is the cell of a field's candidate.
func (r *Ranking) Cell(f *Ranked, at int) schema.Cell {
	c := f.Candidates[at]
	return schema.Cell{Value: c.Value, Evidence: r.graph.Pages[c.Page].Evidence(c.Words(), f.Probability(at))}
}
