package ordertest

import "fmt"

// drawTotals sets the sums beneath the table.
func (g *generator) drawTotals() {
	if !g.priced {
		return
	}
	l := g.language.labels
	var list []labelled
	g.stated["total"] = g.total.String()
	if len(g.taxes) > 0 || !g.freight.IsZero() || g.chance(0.3) {
		list = append(list, labelled{one(g, l["subtotal"]...), g.money(g.sum, 2)})
		g.stated["subtotal"] = g.sum.String()
	}
	tax := g.sum.Sub(g.sum)
	for i, t := range g.taxes {
		label := one(g, l["tax"]...)
		if i > 0 {
			label = one(g, l["tax2"]...)
		}
		list = append(list, labelled{label, g.money(t, 2)})
		tax = tax.Add(t)
		g.stated["tax"] = tax.String()
	}
	if !g.freight.IsZero() {
		list = append(list, labelled{one(g, l["shipping"]...), g.money(g.freight, 2)})
		g.stated["shipping"] = g.freight.String()
	}
	list = append(list, labelled{one(g, l["total"]...), g.money(g.total, 2)})
	leading := g.size * g.span(1.3, 1.8)
	if g.y+leading*float64(len(list)+1) > g.bottom {
		g.page()
	}
	g.y += leading * g.span(0.3, 1.2)
	boxed := g.trait("boxed totals", 0.25)
	apart := g.span(90, 200)
	right := g.right - 2
	if g.chance(0.7) {
		right = g.totalEdge
	}
	colon := one(g, "", ":")
	for _, t := range list {
		label := t.label
		if g.chance(0.5) {
			label += colon
		}
		if boxed {
			g.frame(right-apart-90, g.y-leading*0.75, right+2, g.y+leading*0.25)
		}
		if g.chance(0.5) {
			g.put(right-apart, g.y, label, g.size, t == list[len(list)-1], leftAligned)
		} else {
			g.put(right-max(85, g.extent(t.value, g.size)+8), g.y, label, g.size, t == list[len(list)-1], rightAligned)
		}
		g.put(right, g.y, t.value, g.size, false, rightAligned)
		g.y += leading
	}
}

// drawFoot sets clauses and signatures, and numbers the pages.
func (g *generator) drawFoot() {
	g.y += g.size * 2
	for range g.between(0, 4) {
		for _, l := range g.wrap(one(g, g.language.clauses...), g.right-g.left, g.size*0.9) {
			if g.y > g.bottom {
				g.page()
			}
			g.put(g.left, g.y, l, g.size*0.9, false, leftAligned)
			g.y += g.size * 1.2
		}
	}
	if g.chance(0.3) && g.y < g.bottom-30 {
		g.put(g.left, g.y+22, "______________________", g.size, false, leftAligned)
	}
	if g.chance(0.6) {
		n := len(g.pages)
		for i := range g.pages {
			p := g.pages
			g.pages = p[:i+1]
			g.put(g.right, g.height-22, fmt.Sprintf("%s %d/%d", one(g, g.language.labels["page"]...), i+1, n), g.size*0.85, false, rightAligned)
			g.pages = p
		}
	}
}
