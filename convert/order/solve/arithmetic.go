package solve

import (
	"math"
	"strconv"
	"strings"

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
	priced int  // those in which they do, or do for a price per hundred or less a discount
	alike  bool // either all items have a number or code of their own, or none has
	summed bool // the totals of all items add up to an amount printed elsewhere
}

// sure reports whether the figures leave no doubt: each item's make its total, and
// these a sum. With discounts and prices for several units, or without a sum, the
// items must be alike too, since a surcharge's figures make its total as well.
func (p *proof) sure() bool {
	return p.items > 0 && (p.summed && p.proven == p.stated ||
		p.alike && p.priced == p.stated && (p.summed || p.stated == p.items))
}

// rounding is how much a product may differ from the total that is printed.
var rounding = decimal.New(2, -2)

// prove reports what the figures of a reading prove.
func prove(pages []*layout.Page, locale value.Locale, lines []schema.Cells) proof {
	p := proof{items: len(lines), alike: alike(lines)}
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
				p.priced++
			} else if discounted(quantity, price, total, c[schema.Discount].Value) {
				p.priced++
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

// alike reports whether either all items have a number or code, or none has.
func alike(lines []schema.Cells) bool {
	named := 0
	for i := range lines {
		if lines[i][schema.LineNumber].Value != "" || lines[i][schema.ItemCode].Value != "" {
			named++
		}
	}
	return named == 0 || named == len(lines)
}

// priceUnits are how many units a price may be for.
var priceUnits = [...]float64{1, 10, 100, 1000}

// discounted reports whether quantity and price make the total if the price is for
// several units, or a discount is taken off, an amount or percentages one after the
// other ("40+10 %").
func discounted(quantity, price, total decimal.Decimal, discount string) bool {
	share, off := 1.0, 0.0
	for part := range strings.SplitSeq(discount, "+") {
		v, err := strconv.ParseFloat(strings.Replace(strings.Trim(part, " %-"), ",", ".", 1), 64)
		if err != nil {
			share, off = 1, 0
			break
		}
		share, off = share*(1-v/100), v
	}
	want, gross := total.InexactFloat64(), quantity.InexactFloat64()*price.InexactFloat64()
	for _, units := range priceUnits {
		for _, v := range [...]float64{gross / units, gross / units * share, gross/units - off} {
			if math.Abs(v-want) <= rounding.InexactFloat64() {
				return true
			}
		}
	}
	return false
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
