package solve

import (
	"math"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/mechanism"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

var netTotals = mechanism.New("solve: totals less the discounts beneath them")

// sameEdge is how far apart, in ems, the right edges of amounts of one column may lie: a minus may stand behind one.
const sameEdge = 0.8

// mostAmounts bounds the amounts on the rows of an item among which its net total is looked for.
const mostAmounts = 40

// takeNetTotals replaces the total of an item by the net amount after discounts and surcharges, if all of these amounts are
// printed beneath each other: "3,120.00", "156.00-", "2,964.00".
func (r *reviser) takeNetTotals() {
	if !netTotals.On() {
		return
	}
	for i, c := range r.lines {
		words := &r.words[i]
		if len(words[tagging.LineTotal]) == 0 {
			continue
		}
		node := r.netOf(words[tagging.LineTotal][0], r.rowsUpToNext(i))
		if node < 0 {
			continue
		}
		if net, _, ok := r.cellOf([]int{node}, tagging.LineTotal); ok {
			c[schema.LineTotal], words[tagging.LineTotal] = net, []int{node}
		}
	}
}

// takeRates gives an item without a discount the percentage that stands before a negative amount, if this is that percentage of an earlier amount
// of the item: "18.00 %- 152.36-". The percent sign may be missing.
func (r *reviser) takeRates() {
	for i, c := range r.lines {
		var before []decimal.Decimal
		for _, row := range r.rowsUpToNext(i) {
			rate, printed, at := decimal.Decimal{}, "", -1
			for n := r.Rows[row].From; n < r.Rows[row].To && c[schema.Discount].Value == ""; n++ {
				text := r.Nodes[n].Word.Text
				if next := n + 1; next < r.Rows[row].To && strings.HasPrefix(r.Nodes[next].Word.Text, "%") {
					text += " %"
				}
				v, ok := r.Locale.Number(text)
				switch {
				case !ok:
				case at >= 0 && !v.Percent && v.Value.IsNegative() && text[0] != '(' && slices.ContainsFunc(before, func(d decimal.Decimal) bool {
					return d.Mul(rate).Div(hundred).Abs().Sub(v.Value.Abs()).Abs().LessThanOrEqual(rounding)
				}):
					r.put(i, tagging.Discount, []int{at}, printed)
				case v.Percent:
					rate, printed, at = v.Value, proofs.TrimMinus(text), n
				default:
					if rate, at = v.Value, n; r.words[i].contains(n, tagging.Description) {
						at = -1
					}
					printed = proofs.TrimMinus(text) + "%"
					if v.Value.Exponent() < 0 {
						before = append(before, v.Value)
					}
				}
			}
		}
	}
}

// rowsUpToNext returns the rows of item i up to the next item. Beneath the last item stand the sums of the order, so it is given as many rows as
// the item before it, or more if the network takes more for a part of it.
func (r *reviser) rowsUpToNext(i int) itemRows {
	first, _, next := r.bounds(r.words, i)
	rows := r.itemRows(r.words, i)
	if i > 0 && i+1 == len(r.lines) && first >= 0 {
		next = min(first+max(len(rows), len(r.rowsUpToNext(i-1))), len(r.Rows))
	} else if i+1 == len(r.lines) {
		return rows
	}
	if first < 0 || next <= first || next > first+maxRows {
		return rows
	}
	rows = nil
	for row := first; row < next && r.Rows[row].Page == r.Rows[first].Page; row++ {
		rows = append(rows, row)
	}
	return rows
}

// amount is an amount and the node that states it.
type amount struct {
	node   int
	value  decimal.Decimal
	column bool // its right edge is that of the total
}

// netOf returns the node of the net amount that a total leads to, by discounts and surcharges in the column of the total; -1
// if there is none.
func (r *reviser) netOf(total int, rows itemRows) int {
	var all []amount
	edge := r.Nodes[total].Word.Box.X1
	for _, row := range rows {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			if a, ok := r.Locale.Number(r.Nodes[n].Word.Text); ok && !a.Percent && a.Value.Exponent() < 0 { // whole numbers may count things
				all = append(all, amount{n, a.Value, math.Abs(r.Nodes[n].Word.Box.X1-edge) < sameEdge*em(&r.Nodes[n])})
			}
		}
	}
	if len(all) > mostAmounts {
		return -1
	}
	for from := range all {
		if !all[from].column || all[from].node > total {
			continue
		}
		left, discounted := all[from].value, false // without a discount the net amount might be the sum of several items
		for _, a := range all[from+1:] {
			switch {
			case discounted && a.node > total && a.value.Equal(left):
				return a.node
			case a.column:
				left, discounted = left.Add(a.value), discounted || a.value.IsNegative()
			}
		}
	}
	return -1
}
