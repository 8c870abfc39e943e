package ordertest

// breakPage continues the table on a new page. Between is whether the break is between
// lines of the table; only then are sums carried forward.
func (g *generator) breakPage(between bool) {
	of := g.of
	g.of = &g.order.statement
	if between && g.carrying {
		g.drawCarried("carried")
	}
	g.traits["several pages"] = true
	g.page()
	g.drawFurther()
	if g.repeats {
		g.drawTableHead()
	} else {
		g.y += g.leading
	}
	if between && g.carrying && g.language.has("brought") {
		g.drawCarried("brought")
	}
	g.of = of
}

// drawFurther sets what stands above the table on further pages.
func (g *generator) drawFurther() {
	if g.further == "" {
		g.further = g.choose("further pages", option{"bare", 0.35}, option{"line", 0.4}, option{"letterhead", 0.25})
	}
	switch g.further {
	case "line":
		g.put(g.left, g.y, g.buyer.name, g.size, true, leftAligned)
		if !g.perLine {
			g.put(g.right, g.y, g.language.all["label po_number"][0]+": "+g.stated["po_number"], g.size, false, rightAligned)
		}
		g.y += g.leading * 2.2
	case "letterhead":
		again := newStatement()
		g.of = &again
		g.drawBand(g.bands[0])
		if g.letterhead == "centred" {
			g.drawBand(g.bands[1])
		}
		g.of = &g.order.statement
		g.y += g.leading
	}
}
