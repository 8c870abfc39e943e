package ranking

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
)

// margin is by how much another value must be more probable than the rules' to take
// its place: in general, and where the other is none.
type margin struct{ value, none float64 }

// never is a margin that nothing reaches.
const never = 2

// margins are those of each field. The rules were made on many of the orders with a
// text layer that are measured, and do better there than on others; on scans, which
// they were not made on, smaller margins do as well. A sum is never dropped: rules give
// one only where a label names it.
var margins = map[schema.Field]margin{
	schema.Buyer:        {0.5, 0.7},
	schema.Supplier:     {0.5, 0.9},
	schema.PONumber:     {0.7, 0.7},
	schema.PODate:       {0.3, 0.3},
	schema.PaymentTerms: {0.4, 0.4},
	schema.ShipVia:      {0.6, 0.6},
	schema.ShipTo:       {0.2, 0.2},
	schema.BillTo:       {0.7, 0.9},
	schema.Subtotal:     {0.5, never},
	schema.Tax:          {0.5, never},
	schema.Shipping:     {0.5, never},
	schema.Total:        {0.5, never},
}

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
// network may be nil for the one that the program carries.
func Choose(v *View, head *schema.Cells, net *Net) {
	if !choice.On() {
		return
	}
	if net == nil {
		net = carried()
	}
	g := NewGraph(v)
	if net == nil || g == nil {
		return
	}
	ranked := net.Rank(g)
	for i := range ranked {
		r := &ranked[i]
		at, replace := r.Choice(len(v.Rules[r.Field].Evidence.Proof) > 0)
		if !replace {
			continue
		}
		c := g.cell(r, at)
		if isSum(r.Field) && taken(head, r.Field, &c) || r.Field == schema.Subtotal && !v.addsUp(head, &c) {
			continue
		}
		head[r.Field] = c
	}
}

// addsUp reports whether a subtotal is the sum of the line items, or makes the total
// with tax and shipping.
func (v *View) addsUp(head *schema.Cells, subtotal *schema.Cell) bool {
	of := func(f schema.Field) float64 { return amountOf(head[f].Value) }
	const cent = 0.005
	sum := amountOf(subtotal.Value)
	return math.Abs(sum-v.Goods) < cent || math.Abs(sum+of(schema.Tax)+of(schema.Shipping)-of(schema.Total)) < cent
}

func isSum(f schema.Field) bool { return slices.Contains(fieldsOf[sums], f) }

// taken reports whether another sum stands where a sum's cell does: one figure is not
// two sums.
func taken(head *schema.Cells, f schema.Field, c *schema.Cell) bool {
	for _, o := range fieldsOf[sums] {
		if e := &head[o].Evidence; o != f && head[o].Value != "" && e.Page == c.Evidence.Page && overlaps(e.Box, c.Evidence.Box) {
			return true
		}
	}
	return false
}

// Explain gives the candidates of an order's head as the program's network ranks them.
func Explain(v *View) []Ranked {
	net, g := carried(), NewGraph(v)
	if net == nil || g == nil {
		return nil
	}
	return net.Rank(g)
}

// Choice is the candidate that takes the place of the rules' value, -1 for none, and
// whether one does.
func (r *Ranked) Choice(proven bool) (candidate int, replace bool) {
	by, ranked := margins[r.Field]
	if proven || !ranked || r.Best == r.Rule {
		return r.Rule, false
	}
	least := by.value
	if r.Best < 0 {
		least = by.none
	}
	return r.Best, r.at(r.Best)-r.ruled >= least
}

// cell is a candidate's cell; -1 gives an empty one.
func (g *Graph) cell(r *Ranked, at int) schema.Cell {
	if at < 0 {
		return schema.Cell{}
	}
	c := r.Candidates[at]
	page := g.Pages[c.Page]
	e := doc.Evidence{Page: page.Number, Box: page.Displayed(c.Box), Confidence: r.P[at]}
	for _, w := range c.Words {
		e.Words = append(e.Words, w.Text)
		e.Confidence = min(e.Confidence, w.Confidence)
	}
	return schema.Cell{Value: c.Value, Evidence: e}
}
