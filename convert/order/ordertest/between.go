package ordertest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// between describes the lines among the items that are not items.
type between struct {
	sections   bool
	sectioned  bool   // sections end with their sums
	reheaded   bool   // sections repeat the table's head
	itemTotals bool   // each item's amount is repeated beneath it
	preamble   bool   // instructions stand between the headings and the items
	sumRow     bool   // the table ends with the sums of its columns
	blankRows  string // rows that are not filled in: "" for none, "ruled", "numbered"
	notes      bool
	schedules  string          // lines with an item's delivery schedule: "", "text", "in columns"
	carrying   bool            // sums are carried forward to the next page
	dashes     bool            // rules of typed dashes between items
	sectionSum decimal.Decimal // sum of the items since the last section's end
}

// chooseBetween draws which lines stand between the items.
func (g *generator) chooseBetween() {
	g.sections = g.trait("section headings", 0.06)
	g.sectioned = g.sections && g.hasTotals() && g.trait("section sums", 0.4)
	g.reheaded = g.sections && g.trait("a head for each section", 0.3)
	if g.trait("blank rows", 0.04) {
		g.blankRows = g.choose("blank rows", option{"ruled", 0.6}, option{"numbered", 0.4})
	}
	g.itemTotals = g.hasTotals() && g.trait("totals of items", 0.02)
	g.preamble = g.trait("instructions before items", 0.03)
	g.sumRow = g.hasTotals() && !g.sectioned && g.trait("sums of columns", 0.05)
	g.notes = g.trait("notes between items", 0.06)
	if g.trait("schedule lines", 0.05) {
		g.schedules = g.choose("schedules", option{"text", 0.5}, option{"in columns", 0.5})
	}
	g.carrying = g.hasTotals() && g.trait("carried forward", 0.08)
	g.dashes = !g.vertical && !g.rows && g.trait("typed rules", 0.06)
}

// hasTotals reports whether the table has a column of line totals.
func (g *generator) hasTotals() bool {
	return slices.ContainsFunc(g.columns, func(c column) bool { return c.holds("line_total") })
}

// descriptions returns the column of descriptions.
func (g *generator) descriptions() *column {
	for i := range g.columns {
		if g.columns[i].holds("description") {
			return &g.columns[i]
		}
	}
	return &g.columns[0]
}

// inTotals sets an amount in the column of line totals or, if there is none, at
// the right margin.
func (g *generator) inTotals(text string, keys ...string) {
	for i := range g.columns {
		if c := &g.columns[i]; c.holds("line_total") && c.row == 0 {
			g.inCell(c, g.y, say(text, keys...), false, c.align)
			return
		}
	}
	g.set(g.right-3, g.y, say(text, keys...), g.size, false, rightAligned)
}

// room begins a new page if a line between items does not fit.
func (g *generator) room() {
	if g.y > g.bottom {
		g.breakPage(true)
	}
}

// drawBefore sets what stands before the i-th item.
func (g *generator) drawBefore(i int) {
	g.of = &g.order.statement
	if g.sections && (i == 0 || g.chance(0.2)) {
		g.endSection()
		g.room()
		g.put(g.left+2, g.y, g.word("sections"), g.size, true, leftAligned)
		g.y += g.leading + g.padding
		g.sides()
		if g.reheaded && i > 0 {
			g.y += g.leading * 0.5
			g.drawTableHead()
		}
	}
	if g.dashes && i > 0 {
		g.room()
		n := int((g.right - g.left) / g.extent("-", g.size))
		g.put(g.left, g.y, strings.Repeat("-", n), g.size, false, leftAligned)
		g.y += g.leading
	}
	if g.notes && g.chance(0.25) {
		g.room()
		g.put(g.left+2, g.y, g.word("notes"), g.size, false, leftAligned)
		g.y += g.leading + g.padding
		g.sides()
	}
}

// endSection sets a section's sum.
func (g *generator) endSection() {
	if g.sectioned && !g.sectionSum.IsZero() {
		g.room()
		c := g.descriptions()
		g.put(c.x0+3, g.y, g.word("section_total"), g.size, true, leftAligned)
		g.inTotals(g.amount(g.sectionSum))
		g.y += g.leading + g.padding
		g.sides()
		g.sectionSum = decimal.Zero
	}
}

// drawAfter sets the lines after an item that belong to it but are none of its cells.
func (g *generator) drawAfter(it *item) {
	g.sectionSum = g.sectionSum.Add(it.total)
	if g.itemTotals {
		g.of = &g.order.statement
		g.room()
		g.put(g.descriptions().x0+3, g.y, g.language.all["item_total"][0], g.size, false, leftAligned)
		g.inTotals(g.amount(it.total))
		g.y += g.leading + g.padding
		g.sides()
		g.of = &it.statement
	}
	if g.schedules == "" || it.unpriced || it.quantity.IsNegative() {
		return
	}
	if _, has := it.stated["delivery_date"]; has {
		return
	}
	g.room()
	it.stated["delivery_date"] = it.date
	c := g.descriptions()
	text := line{{g.language.all["under schedule"][0] + " 1", nil}, {g.printed(it.date, g.other), []string{"delivery_date"}}}
	count := g.counts.write(it.quantity, g.forms.places)
	if g.schedules == "text" {
		text = append(text, piece{fmt.Sprintf("%s %s", count, it.unit), nil})
	} else {
		for i := range g.columns {
			if q := &g.columns[i]; q.holds("quantity") && q.row == 0 {
				g.inCell(q, g.y, say(count), false, q.align)
			}
		}
	}
	g.set(c.x0+3, g.y, text, g.size, false, leftAligned)
	g.y += g.leading + g.padding
	g.sides()
}

// sides draws the table's rules beside a line that was set between items.
func (g *generator) sides() {
	top := g.y - 1.8*g.leading - 2*g.padding
	end := g.y - 0.8*g.leading - g.padding
	if g.double {
		return
	}
	if g.vertical {
		g.rule(g.columns[0].x0, top, g.columns[0].x0, end)
		last := g.columns[len(g.columns)-1].x1
		g.rule(last, top, last, end)
	}
	if g.rows {
		g.across(end)
	}
}

// drawCarried sets the sum so far at the foot or the head of a page.
func (g *generator) drawCarried(what string) {
	g.put(g.descriptions().x0+3, g.y, g.word(what), g.size, false, leftAligned)
	g.inTotals(g.amount(g.sectionSum))
	g.y += g.leading + g.padding
}

// drawBlank sets up to four rows that are not filled in.
func (g *generator) drawBlank() {
	if g.blankRows == "" || g.double {
		return
	}
	for n := range 4 {
		if g.y > g.bottom-60 {
			return
		}
		for i := range g.columns {
			if c := &g.columns[i]; g.blankRows == "numbered" && c.kinds[0] == "line_number" && g.digits == 1 && g.step == 1 && !g.has("cancelled lines") && !g.has("scrambled numbers") {
				g.inCell(c, g.y, say(fmt.Sprint(len(g.items)+n+1)), false, c.align)
			}
		}
		end := g.y + 0.2*g.leading + g.padding
		if g.vertical {
			g.verticals(end-g.leading-2*g.padding, end)
		}
		g.across(end)
		g.y += g.leading + 2*g.padding
	}
}

// drawPreamble sets instructions beneath the headings, if the layout has them; the items
// then begin on the next page.
func (g *generator) drawPreamble() {
	if !g.preamble {
		return
	}
	x := g.descriptions().x0 + 3
	for i, text := range g.language.all["notice"] {
		if i > 0 {
			text = fmt.Sprintf("%d. %s", i, text)
		}
		g.y = g.paragraph(x, g.right, g.y, text, g.size) + g.padding
	}
	g.breakPage(false)
}

// drawSumRow sets the sums of quantities and line totals beneath their columns.
func (g *generator) drawSumRow() {
	if !g.sumRow || g.double {
		return
	}
	g.room()
	count := decimal.Zero
	for i := range g.items {
		if !g.items[i].unpriced {
			count = count.Add(g.items[i].quantity)
		}
	}
	for i := range g.columns {
		switch c := &g.columns[i]; c.kinds[0] {
		case "quantity":
			if len(c.kinds) == 1 && g.forms.unit != "glued" {
				g.inCell(c, g.y, say(g.counts.write(count, g.forms.places)), true, c.align)
			}
		case "line_total":
			g.inCell(c, g.y, say(g.amount(g.sum)), true, c.align)
		}
	}
	g.also["total"] = append(g.also["total"], g.sum.String())
	g.also["subtotal"] = append(g.also["subtotal"], g.sum.String())
	g.y += g.leading + g.padding
	g.sides()
}
