package ordertest

// drawTable sets the items.
func (g *generator) drawTable() {
	s := g.style()
	g.place(&s)
	g.totalEdge = s.columns[len(s.columns)-1].x1 - 3
	g.drawTableHead(&s)
	sections := g.trait("section headings", 0.06)
	notes := g.trait("notes between items", 0.05)
	carried := g.trait("carried forward", 0.06)
	for i := range g.items {
		if sections && (i == 0 || g.chance(0.2)) {
			g.put(g.left+2, g.y, one(g, g.language.sections...), g.size, true, leftAligned)
			g.y += s.leading + s.padding
		}
		g.drawItem(&g.items[i], i, &s, carried)
		if notes && g.chance(0.2) {
			g.put(g.left+2, g.y+s.padding, one(g, g.language.notes...), g.size, false, leftAligned)
			g.y += s.leading + 2*s.padding
		}
	}
	if g.chance(0.5) {
		g.rule(g.left, g.y-s.leading*0.75, g.right, g.y-s.leading*0.75)
	}
}

// place sets the columns beside one another; descriptions take what is left.
func (g *generator) place(s *tableStyle) {
	if s.double {
		g.placeDouble(s)
		return
	}
	for {
		rest := g.right - g.left
		least, cut := 110.0, -1
		for i, c := range s.columns {
			if c.key != "description" {
				rest -= c.width
			}
			switch c.key {
			case "hsn", "weight", "rev", "taxamount", "list", "shipped", "taxrate":
				cut = i
			}
		}
		if rest < least && cut >= 0 {
			s.columns = append(s.columns[:cut], s.columns[cut+1:]...)
			continue
		}
		if rest < least {
			// A crowded table goes beyond its margin.
			g.left, g.right = 14, g.width-14
			rest = g.right - g.left
			for _, c := range s.columns {
				if c.key != "description" {
					rest -= c.width
				}
			}
			rest = max(rest, 70)
		}
		x := g.left
		spread := 0.0
		if rest > 330 {
			// Wide tables share the room.
			spread = (rest - 300) / float64(len(s.columns))
			rest = 300
		}
		for i := range s.columns {
			c := &s.columns[i]
			if c.key == "description" {
				c.width = rest
			}
			c.x0, c.x1 = x, x+c.width+spread
			x = c.x1
		}
		return
	}
}

// placeDouble sets the columns in two rows: number, code and description, and
// beneath them the figures.
func (g *generator) placeDouble(s *tableStyle) {
	x := g.left
	figures := 0
	for i := range s.columns {
		c := &s.columns[i]
		switch c.key {
		case "po_number", "line_number", "item_code":
			c.x0, c.x1 = x, x+c.width
			x = c.x1
		case "description":
			c.x0, c.x1 = x, g.right
		default:
			figures++
		}
	}
	x = g.left + g.span(30, 90)
	wide := (g.right - x) / float64(figures)
	for i := range s.columns {
		c := &s.columns[i]
		switch c.key {
		case "po_number", "line_number", "item_code", "description":
		default:
			c.row = 1
			c.x0, c.x1 = x, x+wide
			x = c.x1
		}
	}
}

// set sets one line of a column's cell.
func (g *generator) set(c *column, y float64, text string, bold bool, a alignment) {
	x := c.x0 + 3
	switch a {
	case rightAligned:
		x = c.x1 - 3
	case centred:
		x = (c.x0 + c.x1) / 2
	}
	g.put(x, y, text, g.size, bold, a)
}

// drawTableHead sets the headings.
func (g *generator) drawTableHead(s *tableStyle) {
	lines := 1
	for _, c := range s.columns {
		lines = max(lines, len(c.heading))
	}
	bold := g.chance(0.7)
	top := g.y - s.leading*0.8
	at := one(g, 0.0, 0.5, 1)
	rows := 1
	if s.double {
		rows = 2
	}
	for i := range s.columns {
		c := &s.columns[i]
		for k, h := range c.heading {
			y := g.y + float64(k)*s.leading + at*s.leading*float64(lines-len(c.heading)) + float64(c.row*lines)*s.leading
			g.set(c, y, h, bold, c.head)
		}
	}
	g.y += s.leading*float64(lines*rows-1) + s.leading*0.35
	if s.vertical || g.chance(0.3) {
		g.fill(g.left, top, g.right, g.y)
	}
	if s.lines || s.vertical || g.chance(0.5) {
		g.rule(g.left, top, g.right, top)
		g.rule(g.left, g.y, g.right, g.y)
	}
	if s.vertical && !s.double {
		g.verticals(s, top, g.y)
	}
	g.y += s.leading*0.85 + s.padding
}

func (g *generator) verticals(s *tableStyle, top, bottom float64) {
	for _, c := range s.columns {
		g.rule(c.x0, top, c.x0, bottom)
	}
	last := s.columns[len(s.columns)-1].x1
	g.rule(last, top, last, bottom)
}

// drawItem sets one item; its cells' lines may go on on the next page.
func (g *generator) drawItem(it *item, index int, s *tableStyle, carried bool) {
	if s.double {
		g.drawDouble(it, s)
		return
	}
	cells := make([][]string, len(s.columns))
	tall := 1
	for i := range s.columns {
		c := &s.columns[i]
		cells[i] = g.cell(it, c.key, s)
		if c.key == "description" {
			var lines []string
			for _, l := range cells[i] {
				lines = append(lines, g.wrap(l, c.width-7, g.size)...)
			}
			cells[i] = lines
		}
		tall = max(tall, len(cells[i]))
	}
	need := float64(tall) * s.leading
	if g.y+need > g.bottom && (!s.splitting || s.valign > 0 || g.y+s.leading > g.bottom || tall < 3) {
		g.breakPage(s, carried)
	}
	top := g.y - s.leading*0.8 - s.padding
	for k := range tall {
		if g.y > g.bottom {
			g.breakPage(s, false)
			top = g.y - s.leading*0.8 - s.padding
			g.traits["split item"] = true
		}
		for i := range s.columns {
			first := int(s.valign * float64(tall-len(cells[i])))
			shift := s.valign*float64(tall-len(cells[i])) - float64(first)
			if n := k - first; n >= 0 && n < len(cells[i]) {
				g.set(&s.columns[i], g.y+shift*s.leading, cells[i][n], false, s.columns[i].align)
			}
		}
		g.y += s.leading
	}
	end := g.y - s.leading*0.8 + s.padding
	if s.zebra && index%2 == 0 {
		g.fill(g.left, top, g.right, end)
	}
	if s.lines {
		g.rule(g.left, end, g.right, end)
	}
	if s.vertical {
		g.verticals(s, top, end)
	}
	g.y += 2 * s.padding
}

// drawDouble sets an item that takes two lines.
func (g *generator) drawDouble(it *item, s *tableStyle) {
	var texts []string
	d := 0
	for i := range s.columns {
		if s.columns[i].key == "description" {
			d = i
			texts = g.cell(it, "description", s)
		}
	}
	if g.y+s.leading*float64(2+len(texts)) > g.bottom {
		g.breakPage(s, false)
	}
	y := g.y
	for i := range s.columns {
		c := &s.columns[i]
		if i == d {
			continue
		}
		for k, text := range g.cell(it, c.key, s) {
			g.set(c, y+float64(c.row+k)*s.leading, text, false, c.align)
		}
	}
	at := y
	for _, text := range texts {
		for _, line := range g.wrap(text, s.columns[d].x1-s.columns[d].x0-8, g.size) {
			g.set(&s.columns[d], at, line, false, leftAligned)
			if at == y {
				at += s.leading // the figures' line
			}
			g.y = at
			at += s.leading
		}
	}
	g.y = max(g.y, y+s.leading) + s.leading + 2*s.padding
}

// breakPage goes on on another page.
func (g *generator) breakPage(s *tableStyle, carried bool) {
	if carried {
		g.set(&s.columns[max(0, len(s.columns)-2)], g.y+s.padding, one(g, g.language.carried...), false, rightAligned)
		g.set(&s.columns[len(s.columns)-1], g.y+s.padding, g.money(g.sum, 2), false, s.columns[len(s.columns)-1].align)
	}
	g.traits["several pages"] = true
	g.page()
	if g.chance(0.6) {
		g.put(g.left, g.y, g.buyer.name, g.size, true, leftAligned)
		if !g.perLine {
			g.put(g.right, g.y, one(g, g.language.labels["po_number"]...)+": "+g.stated["po_number"], g.size, false, rightAligned)
		}
		g.y += s.leading * g.span(1.6, 3)
	}
	if s.repeats {
		g.drawTableHead(s)
	} else {
		g.y += s.leading
	}
}
