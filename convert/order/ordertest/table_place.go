package ordertest

import (
	"slices"

	"lineitem/convert/doc"
)

// measure sets the width of each column to what its texts take; descriptions do not count, but their heading does.
func (g *generator) measure() {
	for i := range g.columns {
		c := &g.columns[i]
		c.width, c.row = 0, 0
		for _, h := range c.heading {
			c.width = max(c.width, g.extent(h, g.size)+1)
		}
		for k := range g.items {
			if c.holds("description") {
				continue
			}
			for _, l := range g.cell(&g.items[k], c) {
				c.width = max(c.width, g.extent(l.text(), g.size)+1)
			}
		}
		c.width += c.spare
	}
}

// needless are the kinds of columns that are dropped from a crowded table.
var needless = []string{"initials", "remark", "brand", "weight", "account", "makercode", "commodity", "landed", "taxamount", "list", "taxrate", "shipped", "balance"}

// placeColumns places the columns side by side; descriptions take the rest of the
// width. A crowded table loses its needless columns, and then extends into the margins.
func (g *generator) placeColumns() {
	g.measure()
	if g.double {
		g.placeDouble()
		return
	}
	left, right := g.left, g.right
	for {
		rest := right - left
		for _, c := range g.columns {
			if !c.holds("description") {
				rest -= c.width
			}
		}
		if rest < g.leastText() {
			cut := slices.IndexFunc(g.columns, func(c column) bool { return slices.Contains(needless, c.kinds[0]) })
			if cut >= 0 {
				g.columns = slices.Delete(g.columns, cut, cut+1)
				continue
			}
			if left > 14 {
				// A crowded table extends into the margins.
				left, right = 14, g.width-14
				continue
			}
		}
		g.spread(left, max(rest, 70, g.leastText()-40))
		return
	}
}

// leastText returns the least width of the description column, points.
func (g *generator) leastText() float64 {
	least := 110.0
	for _, h := range g.descriptions().heading {
		least = max(least, g.extent(h, g.size)+8)
	}
	return least
}

// spread sets the columns' edges from x on; rest is the width of descriptions. If it is
// more than 330 points, all columns share what exceeds 300.
func (g *generator) spread(x, rest float64) {
	more := 0.0
	if rest > 330 {
		more = (rest - 300) / float64(len(g.columns))
		rest = 300
	}
	for i := range g.columns {
		c := &g.columns[i]
		if c.holds("description") {
			c.width = rest
		}
		c.x0, c.x1 = x, x+c.width+more
		x = c.x1
		if more > 12 {
			c.head = c.align
		}
	}
}

// placeDouble places the columns in two rows: number, code and description in the
// first, the figures in the second.
func (g *generator) placeDouble() {
	x := g.left
	figures := 0
	for i := range g.columns {
		c := &g.columns[i]
		switch {
		case c.holds("description"):
			c.x0, c.x1 = x, g.right
		case c.holds("po_number"), c.holds("line_number"), c.holds("item_code"):
			c.x0, c.x1 = x, x+c.width
			x = c.x1
		default:
			figures++
			c.row = 1
		}
	}
	x = g.left + g.indent
	wide := (g.right - x) / float64(max(1, figures))
	for i := range g.columns {
		if c := &g.columns[i]; c.row == 1 {
			c.x0, c.x1 = x, x+wide
			c.head = c.align
			x = c.x1
		}
	}
}

// edges returns the edges of the table, which lie in the margins if it is crowded.
func (g *generator) edges() (left, right float64) {
	if g.double {
		return g.left, g.right
	}
	left, right = g.columns[0].x0, g.columns[len(g.columns)-1].x1
	if right < g.right {
		right = g.right
	}
	return left, right
}

// across draws a rule from edge to edge of the table.
func (g *generator) across(y float64) {
	left, right := g.edges()
	g.rule(left, y, right, y)
}

// shade fills a row of the table.
func (g *generator) shade(top, bottom float64, c doc.Color) {
	left, right := g.edges()
	g.fill(left, top, right, bottom, c)
}
