package ordertest

import (
	"slices"
	"strings"
)

// column is a column of the table of items. A cell holds one kind of value or
// several, one beneath the other.
type column struct {
	kinds   []string
	heading []string // its lines
	align   alignment
	head    alignment
	spare   float64 // room beside the text, points
	width   float64
	x0, x1  float64
	row     int // 0 or 1, if an item takes two rows of cells
}

// holds reports whether the column's cells hold a kind of value.
func (c *column) holds(kind string) bool { return slices.Contains(c.kinds, kind) }

// chooseColumns draws the columns of the table and their order.
func (g *generator) chooseColumns() {
	f := &g.forms
	var front, figures [][]string
	g.heads = g.choose("heads", option{"one line", 0.7}, option{"capitals", 0.15}, option{"one missing", 0.06}, option{"none", 0.03}, option{"on fill", 0.06})
	// Without headings nobody could tell what unusual columns hold.
	headed := g.heads != "none"
	if g.has("milestones") {
		g.chooseMilestones()
		return
	}
	add := func(list *[][]string, kinds ...string) { *list = append(*list, kinds) }
	if g.perLine {
		add(&front, "po_number")
	}
	numbered := g.trait("line numbers", 0.66)
	stackedNumber := numbered && f.code == "column" && g.trait("number above code", 0.04)
	switch {
	case stackedNumber:
		add(&front, "line_number", "item_code")
	case numbered:
		add(&front, "line_number")
	}
	text := []string{"description"}
	switch f.code {
	case "column":
		if !stackedNumber {
			add(&front, "item_code")
		}
	case "above":
		text = []string{"item_code", "description"}
	case "below":
		text = []string{"description", "item_code"}
	}
	front = append(front, text)
	if n := len(front); f.code == "column" && !stackedNumber && g.trait("code behind description", 0.08) {
		front[n-1], front[n-2] = front[n-2], front[n-1]
	}
	for _, o := range []struct {
		kind  string
		share float64
	}{{"commodity", 0.07}, {"account", 0.04}, {"makercode", 0.05}, {"weight", 0.05}, {"brand", 0.05}, {"remark", 0.04}} {
		if headed && g.chance(o.share) {
			add(&front, o.kind)
			g.traits["other columns"] = true
		}
	}
	if headed && !f.date && g.trait("date column", 0.16) {
		if g.trait("date beneath quantity", 0.1) {
			figures = [][]string{{"quantity", "delivery_date"}}
		} else {
			add(&front, "delivery_date")
		}
	}
	if len(figures) == 0 {
		figures = [][]string{{"quantity"}}
	}
	switch f.unit {
	case "column":
		add(&figures, "unit")
		if g.trait("unit before quantity", 0.15) {
			slices.Reverse(figures)
		}
	case "beneath quantity":
		figures[0] = append(figures[0], "unit")
	}
	if headed && g.trait("other quantities", 0.06) {
		add(&figures, "shipped")
		add(&figures, "balance")
	}
	if g.trait("empty columns", 0.04) {
		for range g.between(1, 3) {
			add(&figures, "initials")
		}
	}
	prices := g.priceColumns(headed)
	switch g.choose("figures", option{"behind texts", 0.78}, option{"quantity first", 0.14}, option{"price before quantity", 0.05}, option{"any order", 0.03}) {
	case "quantity first":
		at := 0
		if numbered && g.chance(0.7) {
			at = 1
		}
		front = append(slices.Insert(front, at, figures...), prices...)
	case "price before quantity":
		if len(prices) > 1 {
			front = append(append(append(front, prices[0]), figures...), prices[1:]...)
		} else {
			front = append(append(front, prices...), figures...)
		}
	case "any order":
		front = append(append(front, figures...), prices...)
		g.Shuffle(len(front), func(i, j int) { front[i], front[j] = front[j], front[i] })
	default:
		front = append(append(front, figures...), prices...)
	}
	g.columns = nil
	for _, kinds := range front {
		g.columns = append(g.columns, g.column(kinds))
	}
	g.dressHeads()
}

// chooseMilestones draws the columns of an order that is paid by milestones:
// it has neither quantities nor prices, but shares of the whole.
func (g *generator) chooseMilestones() {
	g.forms.code, g.forms.unit, g.forms.date, g.forms.price = "none", "none", false, "plain"
	g.columns = nil
	for _, kind := range []string{"line_number", "description", "delivery_date", "share", "line_total"} {
		g.columns = append(g.columns, g.column([]string{kind}))
	}
	if g.heads == "none" {
		g.heads = "one line"
	}
	g.dressHeads()
}

// priceColumns draws the columns of prices and amounts.
func (g *generator) priceColumns(headed bool) [][]string {
	if !g.priced {
		return nil
	}
	var list [][]string
	perColumn := false
	if g.has("price per") {
		g.forms.price = pick(g, "price words", "per and unit")
		if perColumn = g.trait("column of price units", 0.6); perColumn {
			g.forms.price = "plain"
		}
	}
	g.netPrices = headed && g.has("discount") && g.trait("list and net prices", 0.25)
	if g.netPrices {
		list = append(list, []string{"list"})
		if g.chance(0.7) {
			list = append(list, []string{"discount"})
			g.forms.reduced = "percent"
		}
	}
	if g.forms.price == "unit beneath" {
		list = append(list, []string{"unit_price", "per unit"})
	} else {
		list = append(list, []string{"unit_price"})
	}
	if perColumn {
		list = append(list, []string{"per"})
	}
	if headed && g.trait("landed prices", 0.03) {
		list = append(list, []string{"landed"})
	}
	if g.has("discount") && !g.netPrices {
		list = append(list, []string{"discount"})
	}
	if headed && g.trait("tax per line", 0.1) {
		list = append(list, []string{"taxrate"})
		if g.chance(0.3) {
			list = append(list, []string{"taxamount"})
		}
	}
	if g.trait("no line totals", 0.04) {
		return list
	}
	return append(list, []string{"line_total"})
}

// column draws a column's heading and how it is aligned.
func (g *generator) column(kinds []string) column {
	c := column{kinds: kinds, spare: g.size * g.span(0.8, 2)}
	var parts []string
	for _, k := range kinds {
		if k == "per unit" {
			continue
		}
		parts = append(parts, g.headingOf(k))
	}
	switch {
	case kinds[0] == "description" && len(kinds) == 1 && g.forms.codeHeaded:
		code, text := g.headingLine("item_code"), g.headingLine("description")
		c.heading = []string{code + " / " + text}
		if len(code+text) > 24 {
			c.heading = []string{code + " /", text}
		}
	case len(parts) > 1 && slices.Contains(kinds, "description") && g.chance(0.3):
		c.heading = strings.Split(parts[0], "|")
	case len(parts) > 1:
		c.heading = strings.Split(strings.Join(parts, pick(g, "|", " /|", " / ")), "|")
	default:
		c.heading = strings.Split(parts[0], "|")
	}
	switch kinds[0] {
	case "quantity", "unit_price", "line_total", "list", "landed", "shipped", "balance", "taxamount", "discount", "per", "taxrate", "weight", "share":
		c.align = pick(g, rightAligned, rightAligned, rightAligned, rightAligned, rightAligned, centred, leftAligned)
	case "line_number", "unit", "delivery_date":
		c.align = pick(g, leftAligned, leftAligned, centred, rightAligned)
	}
	c.head = pick(g, c.align, c.align, c.align, leftAligned, centred)
	return c
}

// headingLine draws a heading and joins its lines.
func (g *generator) headingLine(kind string) string {
	return strings.ReplaceAll(g.heading(kind), "|", " ")
}

// headingOf draws the heading of a kind of value. The heading of discounts tells
// percentages from amounts if the cells do not.
func (g *generator) headingOf(kind string) string {
	heading := g.heading(kind)
	if kind == "initials" { // several columns, each with another heading
		list := g.language.all["heading initials"]
		same := 0
		for _, c := range g.columns {
			if c.kinds[0] == kind {
				same++
			}
		}
		return list[same%len(list)]
	}
	if kind == "discount" {
		heading = strings.TrimRight(strings.ReplaceAll(heading, "%", ""), " |")
		if g.forms.reduced == "percent" && (g.forms.percent == "#" || g.chance(0.5)) {
			heading += " %"
		}
	}
	return heading
}

// dressHeads applies the style of headings, g.heads, to the headings.
func (g *generator) dressHeads() {
	for i := range g.columns {
		c := &g.columns[i]
		switch g.heads {
		case "capitals":
			for k := range c.heading {
				c.heading[k] = strings.ToUpper(c.heading[k])
			}
		case "one missing":
			if c.kinds[0] == "unit" || c.kinds[0] == "line_number" && g.forms.unit != "column" {
				c.heading = nil
			}
		case "none":
			c.heading = nil
		}
	}
}
