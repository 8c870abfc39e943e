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

// margin is by how much another value must be more probable.
type margin struct {
	fill    float64 // than none, where rules have none
	replace float64 // than the rules' value, to take its place
}

// never is a margin that nothing reaches.
const never = 2

// margins are those of the fields that are chosen, as they did best on orders in layouts that
// the network had not learned from: real ones, on many of which the rules were made, and invented
// ones, on which the rules do worse. What rules found is never dropped.
var margins = map[schema.Field]margin{
	schema.Buyer:        {}, // see nameOdds
	schema.Supplier:     {},
	schema.PONumber:     {fill: 0.6, replace: 0.6},
	schema.PODate:       {fill: 0.5, replace: 0.6},
	schema.PaymentTerms: {fill: 0.6, replace: never},
	schema.ShipVia:      {fill: 0.5, replace: 0.8},
	schema.ShipTo:       {fill: 0.3, replace: 0.5},
	schema.BillTo:       {fill: 0.5, replace: 0.7},
	schema.Subtotal:     {fill: 0.6, replace: never},
	schema.Tax:          {fill: 0.4, replace: never},
	schema.Shipping:     {fill: 0.4, replace: never},
	schema.Total:        {fill: 0.5, replace: 0.5},
}

// nameOdds are how many times as probable as the rules' names those of another buyer and
// supplier must be to take their place.
const nameOdds = 3

// choice is a mechanism: without it, the rules decide.
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
// that rules found, by the margins of their fields. What arithmetic proves stays. The
// network may be nil for the one that the program carries. It gives other values that the
// fields may have.
func Choose(v *View, head *schema.Cells, net *Net) []Alternative {
	if !choice.On() {
		return nil
	}
	if net == nil {
		net = carried()
	}
	g := newGraph(v, doubted(&v.Rules, v.Locale.Recognised))
	if net == nil || g == nil {
		return nil
	}
	ranked := net.Rank(g)
	for i := len(ranked) - 1; i >= 0; i-- { // of sums the total first
		r := &ranked[i]
		at, replace := r.Choice(len(v.Rules[r.Field].Evidence.Proof) > 0)
		if !replace {
			continue
		}
		if at = g.unannounced(r, at); at < 0 {
			continue
		}
		if c := g.cell(r, at); !taken(head, r.Field, &c) {
			head[r.Field] = c
		}
	}
	return g.alternatives(ranked, head)
}

// Alternative is another value that a field may have. Its confidence is how probable it is.
type Alternative struct {
	Field schema.Field
	Cell  schema.Cell
}

// leastAlternative is how probable an alternative is at least.
const leastAlternative = 0.1

// alternatives are the likeliest other values of fields that have a value.
func (g *Graph) alternatives(ranked []Ranked, head *schema.Cells) (found []Alternative) {
	for i := range ranked {
		r := &ranked[i]
		chosen := head[r.Field].Value
		if chosen == "" || head[r.Field].Evidence.Proof != "" {
			continue
		}
		for _, k := range r.likeliest(2) {
			if k >= 0 && r.Probability(k) >= leastAlternative && !sameStart(bareName(r.Candidates[k].Value), bareName(chosen)) {
				found = append(found, Alternative{r.Field, g.cell(r, k)})
				break
			}
		}
	}
	return found
}

// Opinion is how probable the network finds what the cells of a head state, or that they state
// nothing; of fields that it does not rank, 1. What it would not take for a value at all has
// leastProbable.
func Opinion(v *View, head *schema.Cells, net *Net) (p [schema.NumFields]float64) {
	for f := range p {
		p[f] = 1
	}
	of := *v
	of.Rules = *head
	for _, r := range rank(&of, net) {
		p[r.Field] = max(r.ruled, leastProbable)
	}
	return p
}

// leastProbable is the probability of a value that is not even among the candidates.
const leastProbable = 0.001

// unannounced is the likeliest place of a candidate's value that no label announces as
// another field's; -1 where there is none.
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

// taken reports whether another field's value stands where a sum does.
func taken(head *schema.Cells, f schema.Field, c *schema.Cell) bool {
	if !slices.Contains(fieldsOf[sums], f) {
		return false
	}
	for o := range head {
		if e := &head[o].Evidence; schema.Field(o) != f && head[o].Value != "" && e.Page == c.Evidence.Page && overlaps(e.Box, c.Evidence.Box) {
			return true
		}
	}
	return false
}

// Explain gives the candidates of an order's head as the program's network ranks them.
func Explain(v *View) []Ranked { return rank(v, nil) }

// rank ranks the candidates of all fields by a network, or where that is nil by the one
// that the program carries.
func rank(v *View, net *Net) []Ranked {
	if net == nil {
		net = carried()
	}
	g := NewGraph(v)
	if net == nil || g == nil {
		return nil
	}
	return net.Rank(g)
}

// Choice is the candidate that takes the place of the rules' value, and whether one does.
// What arithmetic proves stays.
func (r *Ranked) Choice(proven bool) (candidate int, replace bool) {
	if proven || r.Best < 0 || r.Best == r.Rule {
		return r.Rule, false
	}
	if slices.Contains(fieldsOf[names], r.Field) {
		return r.Best, true
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

// cell is a candidate's cell.
func (g *Graph) cell(r *Ranked, at int) schema.Cell {
	c := r.Candidates[at]
	return schema.Cell{Value: c.Value, Evidence: g.Pages[c.Page].Evidence(c.Words(), r.Probability(at))}
}
