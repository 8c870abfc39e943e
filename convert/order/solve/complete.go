package solve

import (
	"math"
	"slices"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/mechanism"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

var provenCells = mechanism.New("solve: discounts that arithmetic finds")

// complete takes for the discounts of items that lack them numbers on their rows that arithmetic shows to be such. It
// proves what no heading and no network needs to know.
func (r *reviser) complete() {
	if !provenCells.On() {
		return
	}
	for i := range r.lines {
		r.takeDiscount(i)
	}
}

var hundred = decimal.NewFromInt(100)

// takeDiscount takes for the discount of an item the percentage by which its total is less than quantity times price.
func (r *reviser) takeDiscount(i int) {
	c := r.lines[i]
	if proven, stated := proofs.LineProof(c[schema.Quantity].Value, c[schema.UnitPrice].Value, "", c[schema.LineTotal].Value); !stated || proven != "" || c[schema.Discount].Value != "" {
		return
	}
	for _, row := range r.extent(r.words, i) {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			v, ok := r.Locale.Number(r.Nodes[n].Word.Text)
			if !ok || r.words[i].hold(n) || !v.Value.IsPositive() || !v.Value.LessThan(hundred) {
				continue
			}
			with := *c
			if with[schema.Discount].Value = v.Text + "%"; closes(&with) {
				r.put(i, tagging.Discount, []int{n}, with[schema.Discount].Value)
				return
			}
		}
	}
}

// inColumn reports whether a node ends where the same cell of another item does.
func (r *reviser) inColumn(node int, tag tagging.Tag) bool {
	n := &r.Nodes[node]
	return slices.ContainsFunc(r.words, func(w cellWords) bool {
		return len(w[tag]) > 0 && math.Abs(r.Nodes[w[tag][len(w[tag])-1]].Word.Box.X1-n.Word.Box.X1) < sameEdge*em(n)
	})
}
