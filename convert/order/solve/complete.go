package solve

import (
	"math"
	"slices"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/mechanism"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/value"
)

var provenCells = mechanism.New("solve: quantities, prices and discounts that arithmetic finds")

// complete fills cells that an item lacks with numbers on its rows that arithmetic shows to be what they state. It
// proves what no heading and no network needs to know.
func (r *reviser) complete() {
	if !provenCells.On() {
		return
	}
	for i := range r.lines {
		r.takeDiscount(i)
		r.takeFactor(i)
	}
}

// takeDiscount takes for the discount of an item the percentage by which its total is less than quantity times price.
func (r *reviser) takeDiscount(i int) {
	c := r.lines[i]
	if proven, stated := proofs.LineProof(c[schema.Quantity].Value, c[schema.UnitPrice].Value, "", c[schema.LineTotal].Value); !stated || proven != "" {
		return
	}
	r.prove(i, tagging.Discount, func(v value.Number, _ int) string {
		if v.Value.IsPositive() && v.Value.LessThan(hundred) {
			return v.Text + "%"
		}
		return ""
	})
}

var one, hundred = decimal.NewFromInt(1), decimal.NewFromInt(100)

// takeFactor takes the quantity or the price that an item lacks. Where the quantity is one, it proves little that the product
// is the total, and the number must stand beneath or above that of another item.
func (r *reviser) takeFactor(i int) {
	c, lacking := r.lines[i], tagging.Quantity
	if c[schema.Quantity].Value != "" {
		lacking = tagging.UnitPrice
	}
	r.prove(i, lacking, func(v value.Number, n int) string {
		quantity := v.Value
		if lacking != tagging.Quantity {
			quantity, _ = proofs.Amount(c[schema.Quantity].Value)
		}
		if v.Percent || quantity.Equal(one) && !r.inColumn(n, lacking) {
			return ""
		}
		return v.Text
	})
}

// prove fills a cell of an item, if it is empty, with the first number on the item's rows that is not in another cell and with
// which the total is proved. What a number states, and where, is read from the number and its node; empty for nothing.
func (r *reviser) prove(i int, tag tagging.Tag, state func(v value.Number, node int) string) {
	c, f := r.lines[i], tagging.Fields[tag]
	if c[f].Value != "" {
		return
	}
	for _, row := range r.extent(r.words, i) {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			v, ok := r.Locale.Number(r.Nodes[n].Word.Text)
			if !ok || r.words[i].hold(n) {
				continue
			}
			with := *c
			if with[f].Value = state(v, n); with[f].Value == "" {
				continue
			}
			if closes(&with) {
				c[f], r.words[i][tag] = r.newCell([]int{n}, tag, with[f].Value), []int{n}
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
