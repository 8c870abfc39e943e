package ordertest

import (
	"github.com/shopspring/decimal"
)

// sums are the order's amounts.
type sums struct {
	sum       decimal.Decimal // of the items
	taxes     []decimal.Decimal
	freight   decimal.Decimal
	reduction decimal.Decimal
	rounding  decimal.Decimal
	deposit   decimal.Decimal
	total     decimal.Decimal
}

// inventSums draws the amounts added to and taken off the items' sum, and computes the total.
func (g *generator) inventSums() {
	part := func(low, high int) decimal.Decimal {
		return g.sum.Mul(decimal.New(int64(g.between(low, high)), -3)).Round(g.decimals)
	}
	g.total = g.sum
	for _, t := range g.taxation {
		tax := g.sum.Mul(t.rate).Div(decimal.NewFromInt(100)).Round(g.decimals)
		g.taxes = append(g.taxes, tax)
		g.total = g.total.Add(tax)
	}
	if g.freighted {
		g.freight = decimal.New(int64(g.between(500, 25000)), -2)
		g.total = g.total.Add(g.freight)
	}
	if g.reduced {
		g.reduction = part(20, 100)
		g.total = g.total.Sub(g.reduction)
	}
	if g.rounded {
		g.rounding = g.total.Round(0).Sub(g.total)
		g.total = g.total.Round(0)
	}
	if g.deposited {
		g.deposit = g.total.Mul(decimal.New(3, -1)).Round(g.decimals)
	}
}
