package solve

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

// proof is what the figures of a reading prove.
type proof struct {
	items  int
	stated int  // items that state quantity, price and total
	proven int  // those of them in which quantity and price make the total
	summed bool // the totals of all items add up to an amount printed elsewhere
}

// sure reports whether the figures leave no doubt: each item's make its total, and
// these a sum.
func (p *proof) sure() bool {
	return p.items > 0 && p.summed && p.proven == p.stated
}

// rounding is by how much a product may differ from the total that is printed.
var rounding = decimal.New(2, -2)

// prove tells what the figures of a reading prove.
func prove(pages []*layout.Page, locale value.Locale, lines []schema.Cells) proof {
	p := proof{items: len(lines)}
	sum := decimal.Decimal{}
	totals, same := 0, 0
	for i := range lines {
		c := &lines[i]
		quantity, ok1 := amount(c[schema.Quantity])
		price, ok2 := amount(c[schema.UnitPrice])
		total, ok3 := amount(c[schema.LineTotal])
		if !ok3 {
			continue
		}
		totals++
		sum = sum.Add(total)
		if ok1 && ok2 {
			p.stated++
			if quantity.Mul(price).Sub(total).Abs().LessThanOrEqual(rounding) {
				p.proven++
			}
		}
	}
	if totals == 0 || totals < len(lines) {
		return p
	}
	for i := range lines {
		for _, f := range [...]schema.Field{schema.LineTotal, schema.UnitPrice} {
			if v, ok := amount(lines[i][f]); ok && v.Equal(sum) {
				same++
			}
		}
	}
	p.summed = printed(pages, locale, sum) > same
	return p
}

// printed counts how often an amount is printed.
func printed(pages []*layout.Page, locale value.Locale, sum decimal.Decimal) int {
	n := 0
	for _, page := range pages {
		for i := range page.Words {
			text := page.Words[i].Text
			if !value.IsAmount(text) {
				continue
			}
			for _, number := range locale.Readings(text) {
				if number.Value.Equal(sum) {
					n++
				}
			}
		}
	}
	return n
}

func amount(c schema.Cell) (decimal.Decimal, bool) {
	if c.Value == "" {
		return decimal.Decimal{}, false
	}
	v, err := decimal.NewFromString(c.Value)
	return v, err == nil
}
