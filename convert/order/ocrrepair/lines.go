package ocrrepair

import (
	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

const (
	// RepairMargin is how much likelier a repair must be than any other.
	RepairMargin = 15
	// RepairTrust weighs how surely the figure was read that a repair changes.
	RepairTrust = 100
)

var (
	repairsProducts = mechanism.New("ocrrepair: figures by products")
	repairsOrdinals = mechanism.New("ocrrepair: numbers of lines by their neighbours")
)

// Lines repairs the cells of an order's lines: figures where quantity times price
// tells what was printed, and the numbers of lines where those before and behind do.
func Lines(pages []*layout.Page, lines []schema.Cells) {
	var recognised []*schema.Cells
	for i := range lines {
		if FromPixels(pages, lines[i].Page()) {
			recognised = append(recognised, &lines[i])
		}
	}
	if repairsOrdinals.On() {
		repairOrdinals(recognised)
	}
	if repairsProducts.On() {
		for _, c := range recognised {
			repairProduct(c)
		}
	}
}

// FromPixels reports whether the page of the given number was recognised.
func FromPixels(pages []*layout.Page, number int) bool {
	return number > 0 && number <= len(pages) && pages[number-1].Number == number && pages[number-1].Source == doc.Pixels
}

// repair is what a cell may have to be.
type repair struct {
	field schema.Field
	text  string
	cost  int
}

// repairs are the likeliest repair of a line, and that of another cell that comes
// next to it.
type repairs struct{ best, next repair }

// try weighs that a cell's value is v.
func (r *repairs) try(c *schema.Cells, f schema.Field, v decimal.Decimal) {
	read, ok := FigureOf(c[f].Evidence.Words)
	if !ok || !v.IsPositive() {
		return
	}
	text, cost := read.As(v)
	if cost > RepairLimit || text == c[f].Value {
		return
	}
	found := repair{f, text, cost + int(RepairTrust*c[f].Evidence.Confidence)}
	if read.Places == 2 {
		found.cost += RepairMargin // it is parted as amounts are
	}
	switch {
	case r.best.text == "" || found.cost < r.best.cost:
		if r.best.field != f {
			r.next = r.best
		}
		r.best = found
	case found.field != r.best.field && (r.next.text == "" || found.cost < r.next.cost):
		r.next = found
	}
}

// repairProduct repairs one of quantity, price and total where the product of the
// others reports it: quantity × price = total, less a discount. The figure must look
// like what was read.
func repairProduct(c *schema.Cells) {
	quantity, ok1 := proof.Amount(c[schema.Quantity].Value)
	price, ok2 := proof.Amount(c[schema.UnitPrice].Value)
	total, ok3 := proof.Amount(c[schema.LineTotal].Value)
	discount := c[schema.Discount].Value
	product := quantity.Mul(price)
	if ok1 && ok2 && ok3 {
		if _, ok := proof.Makes(product, total, discount); ok {
			return
		}
	}
	var r repairs
	if ok1 && ok2 {
		net, _ := proof.Discounted(product, discount)
		r.try(c, schema.LineTotal, net.Round(2))
		if !net.Equal(product) {
			r.try(c, schema.LineTotal, product.Round(2))
		}
	}
	if ok1 && ok3 {
		if v, ok := factor(quantity, total, discount); ok {
			r.try(c, schema.UnitPrice, v)
		}
	}
	if ok2 && ok3 {
		if v, ok := factor(price, total, discount); ok {
			r.try(c, schema.Quantity, v)
		}
	}
	if r.best.text == "" || r.next.text != "" && r.next.cost-r.best.cost < RepairMargin {
		return
	}
	c[r.best.field].Value = r.best.text
	proof.Line(c)
}

// undiscounted is the amount of which the total is left after the discount.
func undiscounted(total decimal.Decimal, discount string) decimal.Decimal {
	var l value.Locale
	n, ok := l.Number(discount)
	switch {
	case !ok || n.Value.IsZero():
		return total
	case !n.Percent:
		return total.Add(n.Value.Abs())
	}
	rest := one.Sub(n.Value.Abs().Div(hundred))
	if !rest.IsPositive() {
		return total
	}
	return total.DivRound(rest, 8)
}

// factor is the number of few decimals that makes the total with the other.
func factor(other, total decimal.Decimal, discount string) (v decimal.Decimal, ok bool) {
	if !other.IsPositive() {
		return v, false
	}
	makes := func(v decimal.Decimal) bool {
		_, ok := proof.Makes(v.Mul(other), total, discount)
		return ok
	}
	exact := undiscounted(total, discount).DivRound(other, 10)
	for _, places := range [...]int32{0, 2, 3, 4} {
		if v = exact.Round(places); makes(v) {
			// A factor that is rounded much tells nothing: it must be the only
			// one of its decimals that makes the total.
			step := decimal.New(1, -places)
			return v, places >= 2 || !makes(v.Add(step)) && !makes(v.Sub(step))
		}
	}
	return v, false
}
