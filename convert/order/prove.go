package order

import (
	"github.com/shopspring/decimal"

	"lineitem/convert/order/value"
)

// prove checks the order's arithmetic and notes it in the evidence: quantity
// times price makes a line's total, the lines' totals make the sum.
func prove(r *reading, p part, o *Order) {
	for i := range o.Lines {
		proveLine(&o.Lines[i])
	}
	proveSum(o)
}

// priceUnits are how many units a printed price may be for.
var priceUnits = [...]int64{1, 100, 1000, 10}

// proveLine notes quantity × price = total, where it holds.
func proveLine(c *Cells) {
	proof, _ := LineProof(c[Quantity].Value, c[UnitPrice].Value, c[Discount].Value, c[LineTotal].Value)
	if proof == "" {
		return
	}
	for _, f := range [...]Field{Quantity, UnitPrice, LineTotal} {
		if c[f].Evidence.Proof == "" {
			c[f].Evidence.Proof = proof
			c[f].Evidence.Confidence = max(c[f].Evidence.Confidence, min(0.99, c[f].Evidence.Confidence+0.2))
		}
	}
}

// LineProof is the arithmetic that confirms a line's total: quantity × price, less
// a discount and for a price per hundred or thousand. It is empty where that does
// not make the total; stated tells whether all three are there.
func LineProof(quantityText, priceText, discountText, totalText string) (proof string, stated bool) {
	quantity, ok1 := parseAmount(quantityText)
	price, ok2 := parseAmount(priceText)
	total, ok3 := parseAmount(totalText)
	if !ok1 || !ok2 || !ok3 {
		return "", false
	}
	places := max(0, -total.Exponent())
	for _, per := range priceUnits {
		gross := quantity.Mul(price).DivRound(decimal.NewFromInt(per), 8)
		net, discount := gross, ""
		if !equalRounded(gross, total, places) {
			if net, discount = discounted(gross, discountText); discount == "" || !equalRounded(net, total, places) {
				continue
			}
		}
		proof = quantityText + " × " + priceText
		if per != 1 {
			proof += " / " + decimal.NewFromInt(per).String()
		}
		if discount != "" {
			proof += " - " + discount
		}
		return proof + " = " + totalText, true
	}
	return "", true
}

// equalRounded tells whether two amounts are the same but for rounding in the last of
// the places printed.
func equalRounded(a, b decimal.Decimal, places int32) bool {
	return a.Sub(b).Abs().Mul(decimal.New(1, places)).LessThanOrEqual(decimal.NewFromInt(1))
}

// discounted takes a printed discount off, an amount or a percentage.
func discounted(gross decimal.Decimal, discount string) (decimal.Decimal, string) {
	var l value.Locale
	n, ok := l.Number(discount)
	if !ok || n.Value.IsZero() {
		return gross, ""
	}
	off := n.Value.Abs()
	if n.Percent {
		off = gross.Mul(off).Div(decimal.NewFromInt(100))
	}
	return gross.Sub(off), discount
}

// proveSum notes that the lines make the subtotal, or the total.
func proveSum(o *Order) {
	var sum decimal.Decimal
	for _, l := range o.Lines {
		v, ok := cellValue(l[LineTotal])
		if !ok {
			return
		}
		sum = sum.Add(v)
	}
	if len(o.Lines) == 0 {
		return
	}
	for _, f := range [...]Field{Subtotal, Total} {
		c := &o.Head[f]
		if v, ok := cellValue(*c); ok && v.Equal(sum) {
			if c.Evidence.Proof == "" {
				c.Evidence.Proof = "sum of lines = " + c.Value
			}
			c.Evidence.Confidence = max(c.Evidence.Confidence, 0.95)
			return
		}
	}
}

func cellValue(c Cell) (decimal.Decimal, bool) { return parseAmount(c.Value) }

func parseAmount(s string) (decimal.Decimal, bool) {
	if s == "" {
		return decimal.Decimal{}, false
	}
	v, err := decimal.NewFromString(s)
	return v, err == nil
}
