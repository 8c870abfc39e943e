package ordertest

import (
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// totalsLook describes the appearance of the sums beneath the items.
type totalsLook struct {
	taxation []taxKind

	freighted, reduced, rounded, deposited bool
	free                                   bool // freight of 0 is printed

	sumsAt       string
	summed       bool // a subtotal is always printed
	boxed        bool
	apart        float64 // distance of labels from amounts, points
	atEdge       bool    // amounts end where those of the table do
	besides      bool    // labels stand right before their amounts
	sumColon     string
	based        bool // the taxable amount is printed beside taxes
	spelled      bool // the total is printed in words, too
	freightFirst bool // freight stands before the taxes
	byTax        bool // a table of taxes follows
}

// chooseTotals draws which sums there are, and how they look.
func (g *generator) chooseTotals() {
	g.sumsAt = g.choose("sums", option{"right", 0.62}, option{"left", 0.06}, option{"strip", 0.06}, option{"in the table", 0.12}, option{"foot of the page", 0.07}, option{"none", 0.07})
	g.chooseTaxes()
	g.freighted = g.trait("freight", 0.28)
	g.free = !g.freighted && g.trait("freight of nothing", 0.04)
	g.reduced = g.trait("discount of the order", 0.07)
	g.rounded = g.trait("rounding", 0.07)
	g.deposited = g.trait("deposit", 0.04)
	g.summed = g.chance(0.3)
	g.boxed, g.atEdge, g.besides = g.trait("boxed sums", 0.25), g.chance(0.7), g.chance(0.5)
	g.apart = g.span(90, 200)
	g.freightFirst = g.chance(0.5)
	g.sumColon = pick(g, "", ":")
	g.spelled = g.language.code == "en" && g.trait("amount in words", 0.15)
	g.byTax = g.country.code == "IN" && g.trait("table of taxes", 0.3)
}

// taxKind is a tax on the whole order.
type taxKind struct {
	label string
	rate  decimal.Decimal // percent
}

// rateIn finds a rate in the name of a tax.
var rateIn = regexp.MustCompile(`[0-9]+([.,][0-9]+)?`)

// chooseTaxes draws the taxes, and their rates where their names state none.
func (g *generator) chooseTaxes() {
	if !g.chance(0.65) {
		return
	}
	names := []string{g.label("tax")}
	if len(g.country.taxes) > 0 {
		names = strings.Split(pick(g, g.country.taxes...), "|")
	}
	if g.trait("several taxes", 0.12) && len(names) == 1 {
		names = append(names, g.label("tax2"))
	}
	if len(names) > 1 {
		g.traits["several taxes"] = true
	}
	g.based = g.trait("taxes with what they are paid on", 0.06)
	for _, name := range names {
		rate := decimal.NewFromInt(int64(pick(g, 5, 7, 8, 10, 18, 20)))
		if told := rateIn.FindString(name); told != "" {
			rate = decimal.RequireFromString(strings.ReplaceAll(told, ",", "."))
		}
		g.taxation = append(g.taxation, taxKind{name, rate})
	}
}

// taxBase returns the taxable amount if the order prints it beside taxes, otherwise "".
func (g *generator) taxBase() string {
	if !g.based {
		return ""
	}
	return g.bare().write(g.sum, g.decimals)
}

// sumRow is a labelled amount.
type sumRow struct {
	label, base, amount string // base is the taxable amount of a tax, "" for none
	key                 string
	bold                bool
}

// sumRows returns the sums that the order prints, and records the values that they state.
func (g *generator) sumRows() []sumRow {
	var rows []sumRow
	add := func(label string, d decimal.Decimal, key string) {
		rows = append(rows, sumRow{label: g.label(label), amount: g.amount(d), key: key, bold: key == "total"})
	}
	if len(g.taxes) > 0 || !g.freight.IsZero() || !g.reduction.IsZero() || g.summed {
		add("subtotal", g.sum, "subtotal")
		g.stated["subtotal"] = g.sum.String()
	}
	if !g.reduction.IsZero() {
		add("order_discount", g.reduction.Neg(), "")
	}
	if !g.freight.IsZero() {
		g.stated["shipping"] = g.freight.String()
		if g.freightFirst {
			add("shipping", g.freight, "shipping")
		}
	}
	tax := decimal.Zero
	for i, t := range g.taxes {
		rows = append(rows, sumRow{label: g.taxation[i].label, base: g.taxBase(), amount: g.amount(t), key: "tax"})
		tax = tax.Add(t)
		g.stated["tax"] = tax.String()
	}
	if !g.freight.IsZero() && !g.freightFirst {
		add("shipping", g.freight, "shipping")
	}
	if g.free {
		add("shipping", decimal.Zero, "shipping")
		g.stated["shipping"], g.also["shipping"] = "0", []string{""}
	}
	if !g.rounding.IsZero() {
		add("rounding", g.rounding, "")
	}
	if g.stated["subtotal"] == "" && g.total.Equal(g.sum) {
		g.also["subtotal"] = []string{g.sum.String()}
	}
	add("total", g.total, "total")
	g.stated["total"] = g.total.String()
	if !g.deposit.IsZero() {
		add("deposit", g.deposit.Neg(), "")
		add("balance", g.total.Sub(g.deposit), "")
		g.also["total"] = []string{g.total.Sub(g.deposit).String()}
	}
	if g.perLine {
		// The sums are those of the document. They may be taken for those of its orders.
		for _, key := range []string{"subtotal", "tax", "shipping", "total"} {
			if v := g.stated[key]; v != "" {
				g.also[key] = append(g.also[key], v)
				delete(g.stated, key)
			}
		}
	}
	return rows
}

// drawTotals sets the sums beneath the table.
func (g *generator) drawTotals() {
	if !g.priced || g.sumsAt == "none" {
		return
	}
	rows := g.sumRows()
	leading := g.size * 1.5
	if g.y+leading*float64(len(rows)+1) > g.bottom || g.trait("sums on a further page", 0.02) {
		g.page()
		g.traits["sums on a further page"] = true
	}
	g.y += leading * 0.5
	switch g.sumsAt {
	case "strip":
		g.drawSumStrip(rows)
	case "in the table":
		g.drawSumRows(rows)
	case "foot of the page":
		g.y = max(g.y, g.bottom-leading*float64(len(rows)))
		g.drawSums(rows, leading)
	default:
		g.drawSums(rows, leading)
	}
	if g.spelled {
		text := g.word("label words") + ": " + g.words() + inWords(g.total.Abs().IntPart()) + " Only"
		g.y = g.paragraph(g.left, g.right, g.y+g.leading*0.5, text, g.size)
	}
	if g.byTax && len(g.taxes) > 0 {
		g.drawTaxTable()
	}
}

// words returns the currency code to print before an amount in words, with a blank, or "" if the order does not state it.
func (g *generator) words() string {
	if code := g.stated["currency"]; code != "" {
		return code + " "
	}
	return ""
}

// drawSums sets the sums one beneath the other.
func (g *generator) drawSums(rows []sumRow, leading float64) {
	right := g.right - 2
	if g.atEdge {
		right = g.totalEdge
	}
	if g.sumsAt == "left" {
		right = g.left + g.apart + 95
	}
	for _, r := range rows {
		label := r.label + g.sumColon
		if g.boxed {
			g.frame(right-g.apart-95, g.y-leading*0.75, right+2, g.y+leading*0.25)
		}
		if g.besides {
			g.put(right-max(85, g.extent(r.amount, g.size)+8), g.y, label, g.size, r.bold, rightAligned)
		} else {
			g.put(right-max(g.apart+85, g.extent(r.amount+label+r.base, g.size)+34), g.y, label, g.size, r.bold, leftAligned)
		}
		if r.base != "" && !g.besides {
			g.put(right-g.extent(r.amount, g.size)-14, g.y, r.base, g.size, false, rightAligned)
		}
		g.set(right, g.y, say(r.amount, keysOf(r.key)...), g.size, r.bold, rightAligned)
		g.y += leading
	}
}

func keysOf(key string) []string {
	if key == "" {
		return nil
	}
	return []string{key}
}

// drawSumRows sets the sums as rows of the table: labels with the descriptions,
// amounts with the line totals.
func (g *generator) drawSumRows(rows []sumRow) {
	c := g.descriptions()
	for _, r := range rows {
		a, x := leftAligned, c.x0+3
		if g.besides {
			a, x = rightAligned, c.x1-3
		}
		g.put(x, g.y, r.label, g.size, r.bold, a)
		g.inTotals(r.amount, keysOf(r.key)...)
		if g.rows {
			g.across(g.y + g.leading*0.3)
		}
		g.y += g.leading * 1.2
	}
}

// drawSumStrip sets the sums side by side, labels above amounts.
func (g *generator) drawSumStrip(rows []sumRow) {
	wide := (g.right - g.left) / float64(len(rows))
	for i, r := range rows {
		x := g.left + (float64(i)+1)*wide - 4
		g.put(x, g.y, r.label, min(g.size*0.9, g.size*0.9*(wide-6)/g.extent(r.label, g.size*0.9)), true, rightAligned)
		g.set(x, g.y+g.leading, say(r.amount, keysOf(r.key)...), g.size, false, rightAligned)
		if g.boxed {
			g.frame(g.left+float64(i)*wide, g.y-g.leading*0.8, g.left+(float64(i)+1)*wide, g.y+g.leading*1.4)
		}
	}
	g.y += g.leading * 2.6
}

// drawTaxTable sets a table of the taxes by commodity code, as on Indian orders.
func (g *generator) drawTaxTable() {
	g.y += g.leading
	heads := []string{"HSN/SAC", "Taxable Value", "Rate", "Tax Amount"}
	wide := (g.right - g.left) / float64(len(heads))
	row := func(cells []string, bold bool) {
		if g.y > g.bottom {
			g.page()
		}
		for i, text := range cells {
			g.put(g.left+float64(i+1)*wide-6, g.y, text, g.size*0.9, bold, rightAligned)
		}
		g.y += g.leading
	}
	row(heads, true)
	n := g.bare()
	for i := range g.items[:min(len(g.items), 6)] {
		it := &g.items[i]
		row([]string{it.commodity, n.write(it.total, 2), "18%", n.write(it.total.Mul(decimal.New(18, -2)).Round(2), 2)}, false)
	}
	row([]string{"Total", n.write(g.sum, 2), "", n.write(g.taxes[0], 2)}, true)
}
