package solve

import (
	"github.com/shopspring/decimal"

	"lineitem/convert/order/mechanism"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

var provenCells = mechanism.New("solve: discounts that arithmetic finds")

var hundred = decimal.NewFromInt(100)

// takeDiscounts gives an item that lacks a discount the number on its rows by which, as a percentage, its total is less than
// quantity times price. Arithmetic proves it, without a heading or the network. A discount that repeats the price is removed if quantity times
// price makes the total.
func (r *reviser) takeDiscounts() {
	if !provenCells.On() {
		return
	}
	for i := range r.lines {
		r.takeDiscount(i)
	}
}

func (r *reviser) takeDiscount(i int) {
	c := r.lines[i]
	d := &c[schema.Discount]
	if v, ok := proofs.Amount(d.Value); ok && !v.IsZero() && d.Value == c[schema.UnitPrice].Value { // the price once more
		without := *c
		if without[schema.Discount] = (schema.Cell{}); provesTotal(&without) {
			*d, r.words[i][tagging.Discount] = schema.Cell{}, nil
		}
	}
	if proven, stated := proofs.LineProof(c[schema.Quantity].Value, c[schema.UnitPrice].Value, "", c[schema.LineTotal].Value); !stated || proven != "" || c[schema.Discount].Value != "" {
		return
	}
	for _, row := range r.itemRows(r.words, i) {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			v, ok := r.Locale.Number(r.Nodes[n].Word.Text)
			if !ok || r.words[i].contains(n) || !v.Value.IsPositive() || !v.Value.LessThan(hundred) {
				continue
			}
			with := *c
			if with[schema.Discount].Value = v.Text + "%"; provesTotal(&with) {
				r.put(i, tagging.Discount, []int{n}, with[schema.Discount].Value)
				return
			}
		}
	}
}
