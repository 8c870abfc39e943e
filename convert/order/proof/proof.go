// Package proof records the arithmetic that confirms an order's values: quantity times price
// makes a line's total, and the lines' totals make a sum.
package proof

import (
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// Confidences of values that arithmetic confirms.
const (
	provenBonus = 0.2 // is added to the confidences of a line's values, up to provenCap
	provenCap   = 0.99
	summed      = 0.95 // the least confidence of a sum
)

// Order records what confirms an order's lines and sums.
func Order(head *schema.Cells, lines []schema.Cells) {
	for i := range lines {
		Line(&lines[i])
	}
	noteSum(head, lines)
}

// Line records quantity × price = total, if it holds.
func Line(c *schema.Cells) {
	proof, _ := LineProof(c[schema.Quantity].Value, c[schema.UnitPrice].Value, c[schema.Discount].Value, c[schema.LineTotal].Value)
	if proof == "" {
		return
	}
	for _, f := range [...]schema.Field{schema.Quantity, schema.UnitPrice, schema.LineTotal} {
		if e := &c[f].Evidence; e.Proof == "" {
			e.Proof = proof
			e.Confidence = max(e.Confidence, min(provenCap, e.Confidence+provenBonus))
		}
	}
}

// priceUnits are the numbers of units that a printed price may be for, as powers of ten.
var priceUnits = [...]int32{0, 2, 3, 1}

// mostPlaces is the number of decimal places to which a quantity times a price is rounded.
const mostPlaces = 8

// LineProof returns the arithmetic that confirms a line's total: quantity × price, where the
// price may be for 10, 100 or 1000 units, less a discount. It is empty if that does not make
// the total; stated reports whether quantity, price and total are there.
func LineProof(quantityText, priceText, discountText, totalText string) (proof string, stated bool) {
	proof, _, stated = lineProof(quantityText, priceText, discountText, totalText)
	return proof, stated
}

// lineProof is like LineProof, but also returns the discount that is taken off, as Makes does.
func lineProof(quantityText, priceText, discountText, totalText string) (proof, taken string, stated bool) {
	quantity, ok1 := Amount(quantityText)
	price, ok2 := Amount(priceText)
	total, ok3 := Amount(totalText)
	if !ok1 || !ok2 || !ok3 {
		return "", "", false
	}
	product := quantity.Mul(price)
	for _, per := range priceUnits {
		gross := product.Shift(-per)
		if gross.Exponent() < -mostPlaces {
			gross = gross.Round(mostPlaces)
		}
		taken, ok := MakesTotal(gross, total, discountText)
		if !ok {
			continue
		}
		proof = quantityText + " × " + priceText
		if per > 0 {
			proof += " / " + decimal.New(1, per).String()
		}
		if taken != "" {
			proof += " - " + taken
		}
		return proof + " = " + totalText, taken, true
	}
	return "", "", true
}

// MakesTotal reports whether an amount, either as it is or less a printed discount, is the total
// except for rounding in the last of the total's places. It returns the discount that it took
// off. A discount without a percent sign is an amount or, if that does not make the total, a
// percentage.
func MakesTotal(gross, total decimal.Decimal, discount string) (taken string, ok bool) {
	places := max(0, -total.Exponent())
	if equalRounded(gross, total, places) {
		return "", true
	}
	for _, printed := range [...]string{discount, discount + "%"} {
		if net, taken := Discounted(gross, printed); taken != "" && equalRounded(net, total, places) {
			return taken, true
		}
	}
	return "", false
}

// equalRounded reports whether two amounts differ by at most one in the last of so many decimal places, as they may if prices
// were rounded. Whole amounts must differ by less: 2 times 1 is not 3.
func equalRounded(a, b decimal.Decimal, places int32) bool {
	off := a.Sub(b).Abs()
	return off.LessThanOrEqual(decimal.New(1, -places)) && (places > 0 || off.LessThan(one))
}

// Discounted takes a printed discount off: an amount, or percentages one after the other ("5%",
// "40+10"). It also returns the discount, which is empty if there is none.
func Discounted(gross decimal.Decimal, discount string) (net decimal.Decimal, taken string) {
	var l value.Locale
	net = gross
	for part := range strings.SplitSeq(discount, "+") {
		n, ok := l.Number(part)
		if !ok || n.Value.IsZero() {
			return gross, ""
		}
		off := n.Value.Abs()
		if n.Percent || part != discount {
			off = net.Mul(off).Div(hundred)
		}
		net = net.Sub(off)
	}
	return net, discount
}

var one, hundred = decimal.NewFromInt(1), decimal.NewFromInt(100)

// TrimMinus returns a printed discount without the minus sign that says that it is taken off.
func TrimMinus(discount string) string { return strings.TrimSpace(minuses.Replace(discount)) }

// DiscountText returns a printed discount that was read as the number n: a percentage as it is printed, unless its sign is in front, and
// otherwise the plain decimal.
func DiscountText(discount string, n value.Number) string {
	switch {
	case !n.Percent:
		discount = n.Text
	case strings.HasPrefix(discount, "%"):
		discount = n.Text + "%"
	}
	return TrimMinus(discount)
}

var minuses = strings.NewReplacer("-", "", "−", "", "–", "")

// Percentages adds a percent sign to the discounts of line items that have none, if arithmetic shows that they
// are percentages for more items than it shows that they are amounts.
func Percentages(lines []*schema.Cells) {
	percentages, amounts := 0, 0
	var bare []*schema.Cell
	for _, c := range lines {
		d := &c[schema.Discount]
		if v, ok := Amount(d.Value); !ok || v.IsZero() {
			continue
		}
		bare = append(bare, d)
		switch _, taken, _ := lineProof(c[schema.Quantity].Value, c[schema.UnitPrice].Value, d.Value, c[schema.LineTotal].Value); taken {
		case d.Value + "%":
			percentages++
		case d.Value:
			amounts++
		}
	}
	for _, d := range bare {
		if percentages > amounts {
			d.Value += "%"
		}
	}
}

// noteSum records that the lines make the subtotal, or else the total.
func noteSum(head *schema.Cells, lines []schema.Cells) {
	sum, ok := Sum(lines)
	if !ok {
		return
	}
	for _, f := range [...]schema.Field{schema.Subtotal, schema.Total} {
		c := &head[f]
		if v, ok := Amount(c.Value); ok && v.Equal(sum) {
			if c.Evidence.Proof == "" {
				c.Evidence.Proof = "sum of lines = " + c.Value
			}
			c.Evidence.Confidence = max(c.Evidence.Confidence, summed)
			return
		}
	}
}

// Sum adds up the totals of lines; ok is false if there is no line, or one without a total.
func Sum(lines []schema.Cells) (sum decimal.Decimal, ok bool) {
	for i := range lines {
		v, ok := Amount(lines[i][schema.LineTotal].Value)
		if !ok {
			return sum, false
		}
		sum = sum.Add(v)
	}
	return sum, len(lines) > 0
}

// Amount returns a cell's value as a number.
func Amount(text string) (v decimal.Decimal, ok bool) {
	if text == "" {
		return v, false
	}
	v, err := decimal.NewFromString(text)
	return v, err == nil
}
