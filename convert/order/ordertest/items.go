package ordertest

import (
	"fmt"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// item is a line item.
type item struct {
	statement
	number, code string
	description  string
	extra        []string // sentences beneath the description that belong to it
	components   []string // of a bundle, likewise
	quantity     decimal.Decimal
	open         decimal.Decimal // the part of it that is not yet delivered
	list, price  decimal.Decimal // before and after the discount
	total        decimal.Decimal
	per          int // number of units that the price is for
	discount     int // percent
	unit         string
	date         string // ISO 8601
	unpriced     bool   // a lump sum: neither quantity nor price is stated
	maker        string
	commodity    string
}

var codeForms = []string{
	"@@-####", "######", "@@######", "@-####-@", "###.###", "###.###.##", "## ### ###", "SKU######", "@@/###/@@", "1000######",
	"#####-##", "@@@@-##-@@@", "00000000700-######", "####.@@", "@#@##@#@###", "####-####-##",
}

// itemLook describes the items of a document.
type itemLook struct {
	priced       bool
	perLine      bool // each line states the number of its order
	firstOrder   int
	count        string
	step, digits int
	codeForm     string
	oneUnit      bool
	unit         string
}

// chooseItems draws the traits that the items share.
func (g *generator) chooseItems() {
	milestones := g.trait("milestones", 0.02)
	g.priced = !g.trait("no prices", 0.05) || milestones
	g.count = g.choose("items", option{"one", 0.16}, option{"some", 0.62}, option{"many", 0.14}, option{"very many", 0.08})
	g.perLine = !milestones && g.trait("order per line", 0.02)
	g.firstOrder = g.between(10000, 90000)
	g.step = pick(g, 1, 1, 1, 1, 10, 10, 2, 100, 1000)
	g.digits = pick(g, 1, 1, 1, 2, 3, 5)
	g.codeForm = pick(g, codeForms...)
	g.oneUnit, g.unit = g.chance(0.4), g.word("units")
	for _, t := range []struct {
		name  string
		share float64
	}{
		{"fine prices", 0.12}, {"price per", 0.08}, {"discount", 0.16}, {"fractions", 0.12}, {"long texts", 0.25}, {"very long texts", 0.05},
		{"credit lines", 0.04}, {"lump sums", 0.04}, {"components", 0.05}, {"cancelled lines", 0.1}, {"capitals", 0.12}, {"missing codes", 0.05}, {"scrambled numbers", 0.02},
	} {
		g.trait(t.name, t.share)
	}
}

// inventItems draws the items.
func (g *generator) inventItems() {
	n := map[string]int{"one": 1, "some": g.between(2, 9), "many": g.between(12, 30), "very many": g.between(25, 60)}[g.count]
	no, orders := 0, 0
	for i := range n {
		no += g.step
		if i > 0 && g.has("cancelled lines") && g.chance(0.2) {
			no += g.step
		}
		it := g.item(i)
		it.number = fmt.Sprintf("%0*d", g.digits, no)
		if g.has("scrambled numbers") {
			it.number = fmt.Sprintf("%0*d", g.digits, (n-i)*g.step)
		}
		if g.perLine {
			if g.chance(0.5) {
				orders++
			}
			it.stated["po_number"] = g.orderNumberOf(orders)
		}
		g.sum = g.sum.Add(it.total)
		g.items = append(g.items, it)
	}
}

// item draws the i-th item, except for its number.
func (g *generator) item(i int) item {
	it := item{statement: newStatement(), unit: g.unit, per: 1, code: g.filled(g.codeForm), maker: pick(g, nameRoots[:12]...), commodity: g.filled("########")}
	if g.has("missing codes") && i > 0 && g.chance(0.3) {
		it.code = ""
	}
	if !g.oneUnit {
		it.unit = g.word("units")
	}
	g.describe(&it)
	it.quantity = decimal.NewFromInt(int64(pick(g, g.between(1, 12), g.between(1, 500), g.between(1, 20)*100)))
	if g.has("fractions") {
		it.quantity = it.quantity.Add(decimal.New(int64(g.between(0, 99)), -2))
	}
	it.list = decimal.New(int64(pick(g, g.between(20, 999), g.between(1000, 99999), g.between(100000, 450000))), -2)
	if it.list.IntPart() > 200 {
		it.quantity = it.quantity.Mod(decimal.NewFromInt(40)).Add(decimal.NewFromInt(1))
	}
	if g.decimals == 3 {
		it.list = decimal.New(int64(g.between(150, 99999)), -3)
	}
	if g.has("fine prices") {
		it.list = decimal.New(int64(g.between(100, 999999)), -4)
	}
	if g.has("price per") && g.chance(0.6) {
		it.per = pick(g, 100, 1000)
		it.quantity = decimal.NewFromInt(int64(g.between(1, 40) * it.per))
	}
	if g.has("discount") && g.chance(0.7) {
		it.discount = pick(g, 5, 10, 15, 20, 33)
	}
	if g.has("credit lines") && i > 0 && g.chance(0.25) {
		it.quantity = it.quantity.Neg()
	}
	// The net price is rounded as its column prints it, so that the line total
	// follows from the printed price.
	places := max(2, -it.list.Exponent())
	it.price = it.list.Mul(decimal.New(int64(100-it.discount), -2)).Round(places)
	paid := it.list.Mul(decimal.New(int64(100-it.discount), -2))
	if g.netPrices {
		paid = it.price
	}
	it.total = it.quantity.Mul(paid).Div(decimal.NewFromInt(int64(it.per))).Round(g.decimals)
	it.unpriced = g.has("lump sums") && it.discount == 0 && !it.quantity.IsNegative() && g.chance(0.3)
	it.unpriced = it.unpriced || g.has("milestones")
	it.open = decimal.NewFromInt(it.quantity.IntPart() / int64(pick(g, 1, 1, 2, 3)))
	it.date = g.later(g.day, 90).Format(time.DateOnly)
	return it
}

// describe draws an item's texts.
func (g *generator) describe(it *item) {
	it.description = g.word("goods")
	for range g.between(0, 4) {
		if more := g.word("makes"); !strings.Contains(it.description, more) {
			it.description += pick(g, " ", ", ", ", ") + more
		}
	}
	sentences := 0
	switch {
	case g.has("very long texts") && g.chance(0.6):
		sentences = g.between(5, 12)
	case g.has("long texts") && g.chance(0.7):
		sentences = g.between(1, 4)
	}
	long := g.language.all["long"]
	for i, k := range g.Perm(2 * len(long))[:min(sentences, 2*len(long))] {
		if i < len(long) || sentences > len(long) {
			it.extra = append(it.extra, long[k%len(long)])
		}
	}
	if g.has("components") && g.chance(0.4) {
		it.components = []string{g.word("under component")}
		for range g.between(2, 4) {
			it.components = append(it.components, pick(g, "- ", "- ", "* ")+g.word("goods")+", "+g.word("makes"))
		}
	}
	if g.has("capitals") {
		it.description = strings.ToUpper(it.description)
	}
}

// orderNumberOf returns the number of the n-th order where each line states its order.
func (g *generator) orderNumberOf(n int) string { return fmt.Sprint("PO", g.firstOrder+n) }
