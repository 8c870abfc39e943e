package ordertest

import "slices"

// labelled is a label with its value.
type labelled struct{ label, value string }

// drawHead sets what stands above the table: letterhead, title, labels, parties.
func (g *generator) drawHead() {
	labels := g.fields()
	top := g.y
	big := g.size * g.span(1.2, 1.9)
	leading := g.size * g.span(1.15, 1.5)
	side := one(g, leftAligned, leftAligned, rightAligned, centred)
	title := one(g, g.language.title...)
	if g.trait("spaced title", 0.05) {
		title = spaced(title)
	}
	letterhead := func(x float64, a alignment) {
		g.put(x, g.y, g.buyer.name, big, true, a)
		g.y += big * 1.3
		for _, l := range g.buyer.address {
			g.put(x, g.y, l, g.size, false, a)
			g.y += leading
		}
		g.put(x, g.y, one(g, g.language.labels["phone"]...)+": 555 0"+one(g, "142 300", "175 88", "198-220"), g.size, false, a)
		g.y += leading
	}
	inBlock := g.trait("labels in strip", 0.25)
	switch side {
	case leftAligned:
		letterhead(g.left, leftAligned)
		end := g.y
		g.y = top
		g.put(g.right, g.y, title, big*1.1, true, rightAligned)
		g.y += big * 1.8
		if !inBlock {
			g.drawLabels(labels, (g.left+g.right)/2+30, g.right)
		}
		g.y = max(g.y, end)
	case rightAligned:
		letterhead(g.right, rightAligned)
		end := g.y
		g.y = top
		g.put(g.left, g.y, title, big*1.1, true, leftAligned)
		g.y += big * 1.8
		if !inBlock {
			g.drawLabels(labels, g.left, (g.left+g.right)/2-30)
		}
		g.y = max(g.y, end)
	default:
		letterhead((g.left+g.right)/2, centred)
		g.y += leading
		g.put((g.left+g.right)/2, g.y, title, big*1.1, true, centred)
		g.y += big * 1.8
		if !inBlock {
			g.drawLabels(labels, g.left, g.left+(g.right-g.left)*0.45)
		}
	}
	g.y += leading
	g.drawParties(leading)
	if inBlock {
		g.drawStrip(labels)
	}
	g.y += leading
	if g.chance(0.2) {
		for _, l := range g.wrap(one(g, g.language.clauses...), g.right-g.left, g.size) {
			g.put(g.left, g.y, l, g.size, false, leftAligned)
			g.y += leading
		}
		g.y += leading
	}
}

// fields are the labelled values of the order's head, some of which are not
// answered.
func (g *generator) fields() []labelled {
	l := g.language.labels
	fields := []labelled{{one(g, l["po_number"]...), g.stated["po_number"]}, {one(g, l["po_date"]...), g.printed(g.stated["po_date"])}}
	add := func(key, value string) {
		if value != "" {
			fields = append(fields, labelled{one(g, l[key]...), value})
		}
	}
	if g.perLine {
		fields = fields[1:]
	}
	add("delivery_date", g.printed(g.stated["delivery_date"]))
	add("payment_terms", g.stated["payment_terms"])
	add("ship_via", g.stated["ship_via"])
	if g.symbol == "" || g.symbol == "$" && g.country != "US" {
		add("currency", g.stated["currency"])
	}
	if g.chance(0.3) {
		add("reference", one(g, "Q-20417", "26/1183", "RQ 5512"))
	}
	if g.chance(0.3) {
		add("account", one(g, "100482", "V-0093"))
	}
	if g.chance(0.3) {
		add("contact", one(g, "M. Kowalski", "Jan Peters", "A. Rivera"))
	}
	if g.chance(0.2) {
		add("fob", one(g, "DAP", "EXW", "CIF"))
	}
	rest := fields[1:]
	g.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return fields
}

// drawLabels sets labels with their values in one column.
func (g *generator) drawLabels(fields []labelled, x0, x1 float64) {
	colon, boxed := ":", g.trait("boxed labels", 0.2)
	if g.trait("labels without colon", 0.35) {
		colon = ""
	}
	leading := g.size * g.span(1.25, 1.8)
	wide := 0.0
	for _, f := range fields {
		wide = max(wide, g.extent(f.label+": ", g.size))
	}
	value := min(x0+wide+g.span(4, 14), x1-70)
	for _, f := range fields {
		if boxed {
			g.frame(x0-3, g.y-leading*0.75, value-3, g.y+leading*0.25)
			g.frame(value-3, g.y-leading*0.75, x1, g.y+leading*0.25)
		}
		g.put(x0, g.y, f.label+colon, g.size, g.chance(0.5), leftAligned)
		g.put(value, g.y, f.value, g.size, false, leftAligned)
		g.y += leading
	}
}

// drawStrip sets labels above their values, side by side.
func (g *generator) drawStrip(fields []labelled) {
	leading := g.size * 1.6
	ruled := g.chance(0.7)
	for part := range slices.Chunk(fields, g.between(3, 5)) {
		wide := (g.right - g.left) / float64(len(part))
		for i, f := range part {
			x := g.left + float64(i)*wide
			g.put(x+3, g.y, f.label, g.size*0.9, true, leftAligned)
			g.put(x+3, g.y+leading, f.value, g.size, false, leftAligned)
			if ruled {
				g.frame(x, g.y-leading*0.7, x+wide, g.y+leading*0.3)
				g.frame(x, g.y+leading*0.3, x+wide, g.y+leading*1.3)
			}
		}
		g.y += 2 * leading
	}
	g.y += leading / 2
}

// drawParties sets the blocks of supplier and addresses.
func (g *generator) drawParties(leading float64) {
	type block struct {
		heading string
		lines   []string
	}
	l := g.language.labels
	blocks := []block{{one(g, l["supplier"]...), append([]string{g.supplier.name}, g.supplier.address...)}}
	if g.shipTo != nil {
		blocks = append(blocks, block{one(g, l["ship_to"]...), g.shipTo})
	}
	if g.billTo != nil {
		blocks = append(blocks, block{one(g, l["bill_to"]...), g.billTo})
	}
	stacked := g.trait("stacked parties", 0.15)
	boxed := g.trait("boxed parties", 0.3)
	colon := one(g, "", ":")
	wide := (g.right - g.left) / float64(max(2, len(blocks)))
	top, end := g.y, g.y
	for i, b := range blocks {
		x := g.left + float64(i)*wide
		if stacked {
			x = g.left
		} else {
			g.y = top
		}
		start := g.y
		g.put(x+4, g.y, b.heading+colon, g.size, true, leftAligned)
		g.y += leading * 1.15
		for _, line := range b.lines {
			for _, part := range g.wrap(line, wide-12, g.size) {
				g.put(x+4, g.y, part, g.size, false, leftAligned)
				g.y += leading
			}
		}
		if boxed {
			g.frame(x, start-leading*0.85, x+wide-4, g.y-leading*0.5)
		}
		g.y += leading * 0.6
		end = max(end, g.y)
	}
	g.y = end + leading*0.6
}
