package ocrrepair

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

const (
	// repairMargin is by how much a repair must cost less than that of any other cell.
	repairMargin = 15
	// sureFigure is the confidence from which on the digits of a figure are not repaired.
	sureFigure = 0.93
	// repairTrust is the weight, in a repair's cost, of the confidence of the figure that it changes.
	repairTrust = 100
)

var repairsProducts = mechanism.New("ocrrepair: figures by products")

// Lines repairs the figures of an order's recognised lines if quantity × price = total shows what was
// printed. Totals that are the same multiple of quantity × price on several lines were printed so, since
// they include the same tax or prices are per hundred, and are left alone. If the multiple is ten, a
// hundred or the like, however, a mark was misread on each line.
func Lines(pages []*layout.Page, lines []schema.Cells) {
	if !repairsProducts.On() {
		return
	}
	shares, count := make([]string, len(lines)), map[string]int{}
	for i := range lines {
		shares[i] = share(&lines[i])
		count[shares[i]]++
	}
	for i := range lines {
		if !FromPixels(pages, lines[i].Page()) {
			continue
		}
		repairOrdinal(lines, i)
		if s := shares[i]; s == "" || count[s] == 1 || strings.TrimRight(s, "0") == "1" && s != "1" {
			repairProduct(&lines[i])
		}
	}
}

// repairOrdinal replaces letters in the line number of a line by the digits that they look like if the result
// continues the number of the line before, if the next line continues it, or if it is 1 and there is one line.
func repairOrdinal(lines []schema.Cells, i int) {
	c := &lines[i][schema.LineNumber]
	text, _, letters, ok := Numerals(c.Value)
	n, err := strconv.Atoi(text)
	if !ok || letters == 0 || err != nil {
		return
	}
	if n == 1 && len(lines) == 1 || i > 0 && lines[i-1][schema.LineNumber].Value == strconv.Itoa(n-1) ||
		i+1 < len(lines) && lines[i+1][schema.LineNumber].Value == strconv.Itoa(n+1) {
		c.Value = text
	}
}

// share returns a line's total as a multiple of quantity times price, less the discount, rounded to three decimals. It is
// empty if one of them is missing.
func share(c *schema.Cells) string {
	quantity, ok1 := proof.Amount(c[schema.Quantity].Value)
	price, ok2 := proof.Amount(c[schema.UnitPrice].Value)
	total, ok3 := proof.Amount(c[schema.LineTotal].Value)
	net, _ := proof.Discounted(quantity.Mul(price), c[schema.Discount].Value)
	if !ok1 || !ok2 || !ok3 || net.IsZero() {
		return ""
	}
	return total.DivRound(net, 3).String()
}

// FromPixels reports whether the page of the given number was recognised.
func FromPixels(pages []*layout.Page, number int) bool {
	return number > 0 && number <= len(pages) && pages[number-1].Number == number && pages[number-1].Source == doc.Pixels
}

// repair is a possible correction of a cell.
type repair struct {
	field schema.Field
	text  string
	cost  int
}

// repairProduct repairs one of quantity, price and total by the other two:
// quantity × price = total, less a discount. The repair must look like what was
// read, which must not be sure, and cost clearly less than that of any other of the three.
func repairProduct(c *schema.Cells) {
	quantity, ok1 := proof.Amount(c[schema.Quantity].Value)
	price, ok2 := proof.Amount(c[schema.UnitPrice].Value)
	total, ok3 := proof.Amount(c[schema.LineTotal].Value)
	discount := c[schema.Discount].Value
	if ok1 && ok2 && ok3 {
		if _, ok := proof.MakesTotal(quantity.Mul(price), total, discount); ok {
			return
		}
	}
	var all []repair
	try := func(f schema.Field, v decimal.Decimal) {
		read, ok := figureOf(c[f].Evidence.Words)
		if !ok || !v.IsPositive() {
			return
		}
		text, cost := read.as(v)
		if cost > mostRepaired || text == c[f].Value || cost > 0 && c[f].Evidence.Confidence >= sureFigure {
			return // marks may be misread even if each digit is sure
		}
		if read.places == 2 {
			cost += repairMargin // it has two decimals, as amounts have
		}
		all = append(all, repair{f, text, cost + int(repairTrust*c[f].Evidence.Confidence)})
	}
	if ok1 && ok2 {
		net, _ := proof.Discounted(quantity.Mul(price), discount)
		try(schema.LineTotal, net.Round(2))
	}
	if ok1 && ok3 {
		try(schema.UnitPrice, factor(quantity, total, discount))
	}
	if ok2 && ok3 {
		try(schema.Quantity, factor(price, total, discount))
	}
	slices.SortStableFunc(all, func(a, b repair) int { return a.cost - b.cost })
	if len(all) == 0 || len(all) > 1 && all[1].cost-all[0].cost < repairMargin {
		return
	}
	c[all[0].field].Value = all[0].text
	proof.Line(c)
}

// undiscounted returns the amount of which the discount leaves the total.
func undiscounted(total decimal.Decimal, discount string) decimal.Decimal {
	n, ok := new(value.Locale).Number(discount)
	switch rest := one.Sub(n.Value.Abs().Shift(-2)); {
	case ok && !n.Percent:
		return total.Add(n.Value.Abs())
	case ok && rest.IsPositive():
		return total.DivRound(rest, 8)
	}
	return total
}

// factor returns the number with the fewest decimals, at most four, whose product with other makes
// the total. It returns 0 if there is none, or if neighbouring numbers make the total too.
func factor(other, total decimal.Decimal, discount string) decimal.Decimal {
	if !other.IsPositive() {
		return decimal.Zero
	}
	makes := func(v decimal.Decimal) bool {
		_, ok := proof.MakesTotal(v.Mul(other), total, discount)
		return ok
	}
	exact := undiscounted(total, discount).DivRound(other, 10)
	for _, places := range [...]int32{0, 2, 3, 4} {
		v, step := exact.Round(places), decimal.New(1, -places)
		switch {
		case !makes(v):
		case places >= 2 || !makes(v.Add(step)) && !makes(v.Sub(step)):
			return v
		default: // a neighbouring number makes the total too
			return decimal.Zero
		}
	}
	return decimal.Zero
}
