package ordertest

import "slices"

// tableLook describes the appearance of the table of items.
type tableLook struct {
	forms     forms
	columns   []column
	heads     string
	netPrices bool // discounts are taken off the price before it is rounded
	taxRate   int

	padding   float64
	valign    float64 // 0 top, 0.5 middle, 1 bottom
	vertical  bool    // rules between columns
	rows      bool    // rules between items
	zebra     bool
	toBottom  bool // rules between columns reach to the foot of the page
	double    bool // items take two rows of cells, each with its headings
	boldHead  bool
	ruledHead bool
	headAt    float64 // where headings with fewer lines than others stand: 0 top, 0.5 middle, 1 bottom
	splitting bool    // items may begin on one page and continue on the next
	repeats   bool    // further pages repeat the head
	further   string  // what stands above the table on further pages
	byEye     bool    // the right edges of right-aligned numbers vary by a few points
	indent    float64 // of the row of figures if items take two rows
	between
}

// chooseTable draws the appearance of the table.
func (g *generator) chooseTable() {
	g.taxRate = pick(g, 5, 7, 18, 19, 20, 25)
	g.chooseForms()
	g.chooseColumns()
	g.padding = g.size * g.span(0.1, 1)
	switch g.choose("rules", option{"none", 0.24}, option{"head", 0.24}, option{"rows", 0.16}, option{"columns", 0.08}, option{"grid", 0.18}, option{"to the bottom", 0.05}, option{"stripes", 0.1}) {
	case "rows":
		g.rows, g.ruledHead = true, true
	case "columns":
		g.vertical, g.ruledHead = true, true
	case "grid":
		g.rows, g.vertical, g.ruledHead = true, true, true
	case "to the bottom":
		g.vertical, g.ruledHead, g.toBottom = true, true, true
	case "stripes":
		g.zebra, g.ruledHead = true, g.chance(0.5)
	case "head":
		g.ruledHead = true
	}
	g.splitting, g.repeats = g.chance(0.5), !g.trait("head not repeated", 0.25)
	g.further = ""
	g.boldHead, g.headAt = g.chance(0.7), pick(g, 0.0, 0.5, 1)
	switch g.choose("cells", option{"top", 0.8}, option{"middle", 0.14}, option{"bottom", 0.06}) {
	case "middle":
		g.valign = 0.5
	case "bottom":
		g.valign = 1
	}
	g.double = g.canBeDouble() && g.trait("two rows per item", 0.06)
	g.indent = g.span(30, 90)
	g.byEye = g.trait("numbers aligned by eye", 0.06)
	g.chooseBetween()
}

// canBeDouble reports whether items may take two rows of cells: each cell must hold
// one kind of value, and the code must not stand after the description.
func (g *generator) canBeDouble() bool {
	described := false
	for _, c := range g.columns {
		if len(c.kinds) > 1 || described && c.kinds[0] == "item_code" {
			return false
		}
		described = described || c.kinds[0] == "description"
	}
	return true
}

// drawTable sets the table and records what it states.
func (g *generator) drawTable() {
	for i := range g.items {
		g.stateItem(&g.items[i])
	}
	g.placeColumns()
	g.totalEdge = g.columns[len(g.columns)-1].x1 - 3
	g.sectionSum = g.sum.Sub(g.sum)
	g.drawTableHead()
	g.drawPreamble()
	for i := range g.items {
		g.drawBefore(i)
		g.drawItem(&g.items[i], i)
		g.drawAfter(&g.items[i])
	}
	g.endSection()
	g.of = &g.order.statement
	g.drawSumRow()
	g.drawBlank()
	if g.toBottom && !g.double {
		low := max(g.y, g.bottom-140)
		g.verticals(g.y-g.leading, low)
		g.across(low)
		g.y = low + g.leading*1.2
	} else if g.chance(0.5) {
		g.across(g.y - g.leading*0.75)
	}
	g.of = &g.order.statement
}

// inCell sets one line of a column's cell.
func (g *generator) inCell(c *column, y float64, l line, bold bool, a alignment) {
	x := c.x0 + 3
	switch a {
	case rightAligned:
		x = c.x1 - 3
		if g.byEye {
			x += g.span(-3, 1)
		}
	case centred:
		x = (c.x0 + c.x1) / 2
	}
	g.set(x, y, l, g.size, bold, a)
}

// drawTableHead sets the headings.
func (g *generator) drawTableHead() {
	lines := 1
	for _, c := range g.columns {
		lines = max(lines, len(c.heading))
	}
	top := g.y - g.leading*0.8
	rows := 1
	if g.double {
		rows = 2
	}
	if g.heads == "none" {
		g.y += g.padding
		if g.ruledHead {
			g.across(top)
		}
		return
	}
	if g.heads == "on fill" {
		g.ink = white
	}
	for i := range g.columns {
		c := &g.columns[i]
		for k, h := range c.heading {
			y := g.y + float64(k)*g.leading + g.headAt*g.leading*float64(lines-len(c.heading)) + float64(c.row*lines)*g.leading
			g.inCell(c, y, say(h), g.boldHead, c.head)
		}
	}
	g.ink = black
	g.y += g.leading*float64(lines*rows-1) + g.leading*0.35
	switch {
	case g.heads == "on fill":
		g.shade(top, g.y, dark)
	case g.zebra || g.vertical && g.boldHead:
		g.shade(top, g.y, grey)
	}
	if g.ruledHead {
		g.across(top)
		g.across(g.y)
	}
	if g.vertical && !g.double {
		g.verticals(top, g.y)
	}
	g.y += g.leading*0.85 + g.padding
}

// verticals draws the rules between columns.
func (g *generator) verticals(top, bottom float64) {
	for _, c := range g.columns {
		g.rule(c.x0, top, c.x0, bottom)
	}
	last := g.columns[len(g.columns)-1].x1
	g.rule(last, top, last, bottom)
}

// cells returns the lines of an item's cells, with the description wrapped, and the greatest number of lines.
func (g *generator) cells(it *item) (cells [][]line, tall int) {
	tall = 1
	for i := range g.columns {
		c := &g.columns[i]
		lines := g.cell(it, c)
		if c.holds("description") {
			lines = g.fit(it, lines, c.x1-c.x0-7)
		}
		cells = append(cells, lines)
		tall = max(tall, len(lines))
	}
	return cells, tall
}

// fit wraps the lines of a description, or cuts them.
func (g *generator) fit(it *item, lines []line, width float64) []line {
	var fitted []line
	broken := false
	for _, l := range lines {
		switch {
		case g.forms.midWord && len(l) == 1:
			parts := g.wrapAnywhere(l, width, g.size)
			broken = broken || len(parts) > 1
			fitted = append(fitted, parts...)
		case g.forms.cutTexts && len(l) == 1:
			fitted = append(fitted, g.cut(it, l, width))
		default:
			fitted = append(fitted, g.wrap(l, width, g.size)...)
		}
	}
	if broken {
		// The lines joined with blanks are as right.
		text := ""
		for _, l := range fitted {
			if slices.Contains(l[0].keys, "description") {
				text += " " + l.text()
			}
		}
		it.also["description"] = append(it.also["description"], text[1:])
	}
	return fitted
}

// cut cuts a line off at a width. If the line is the item's whole stated description, this is cut as well.
func (g *generator) cut(it *item, l line, width float64) line {
	text := []rune(l.text())
	for len(text) > 8 && g.extent(string(text), g.size) > width {
		text = text[:len(text)-1]
	}
	if len(text) < len([]rune(l.text())) && slices.Contains(l[0].keys, "description") {
		if it.stated["description"] == l.text() {
			it.stated["description"] = string(text)
		}
	}
	return line{{string(text), l[0].keys}}
}

// drawItem sets one item; the lines of its cells may continue on the next page.
func (g *generator) drawItem(it *item, index int) {
	g.of = &it.statement
	if g.double {
		g.drawDouble(it)
		return
	}
	cells, tall := g.cells(it)
	need := float64(tall) * g.leading
	if g.y+need > g.bottom && (!g.splitting || g.valign > 0 || g.y+g.leading > g.bottom || tall < 3) {
		g.breakPage(true)
	}
	top := g.y - g.leading*0.8 - g.padding
	for k := range tall {
		if g.y > g.bottom {
			g.breakPage(false)
			top = g.y - g.leading*0.8 - g.padding
			g.traits["split item"] = true
		}
		for i := range g.columns {
			first := int(g.valign * float64(tall-len(cells[i])))
			shift := g.valign*float64(tall-len(cells[i])) - float64(first)
			if n := k - first; n >= 0 && n < len(cells[i]) {
				g.inCell(&g.columns[i], g.y+shift*g.leading, cells[i][n], false, g.columns[i].align)
			}
		}
		g.y += g.leading
	}
	end := g.y - g.leading*0.8 + g.padding
	if g.zebra && index%2 == 0 {
		g.shade(top, end, grey)
	}
	if g.rows {
		g.across(end)
	}
	if g.vertical {
		g.verticals(top, end)
	}
	g.y += 2 * g.padding
}

// drawDouble sets an item that takes two rows of cells. The lines of the
// description after the first stand beneath the figures.
func (g *generator) drawDouble(it *item) {
	cells, tall := g.cells(it)
	if g.y+g.leading*float64(1+tall) > g.bottom {
		g.breakPage(true)
	}
	y := g.y
	end := y + g.leading
	for i := range g.columns {
		c := &g.columns[i]
		for k, l := range cells[i] {
			row := c.row + k
			if c.holds("description") && k > 0 {
				row++
			}
			g.inCell(c, y+float64(row)*g.leading, l, false, c.align)
			end = max(end, y+float64(row)*g.leading)
		}
	}
	g.y = end + g.leading + 2*g.padding
}
