package ordertest

import "strings"

// drawLetterhead sets the buyer's name, address and phone number, and in some layouts its tax numbers.
func (g *generator) drawLetterhead(x0, x1 float64) {
	x := x0
	switch g.side {
	case rightAligned:
		x = x1
	case centred:
		x = (g.left + g.right) / 2
	}
	size := g.big * min(1, (x1-x0)/g.extent(g.buyer.name, g.big))
	g.set(x, g.y, say(g.buyer.name, "buyer"), size, true, g.side)
	g.y += g.big * 1.3
	if g.department {
		g.put(x, g.y, g.word("department"), g.size, false, g.side)
		g.y += g.leading
	}
	lines := g.buyer.address
	if g.oneLine {
		lines = []string{strings.Join(lines, pick(g, ", ", " - ", " | "))}
	}
	lines = append(lines[:len(lines):len(lines)], g.label("phone")+": "+g.buyer.phone)
	if g.idInHead {
		lines = append(lines, g.buyer.taxID...)
	}
	for _, l := range lines {
		for _, part := range g.wrap(say(l), x1-x0, g.size) {
			g.set(x, g.y, part, g.size, false, g.side)
			g.y += g.leading
		}
	}
	g.y += g.leading * 0.5
}

// drawLogo sets a trade mark in place of a letterhead; the full name stands
// in the footer.
func (g *generator) drawLogo(x0 float64) {
	mark := g.buyer.mark
	g.put(x0, g.y+g.big*0.6, mark, g.big*1.5, true, leftAligned)
	g.y += g.big * 2.4
}

// drawWindow sets the supplier's address as for a window envelope, beneath a line with
// the sender's.
func (g *generator) drawWindow(x0, x1 float64) {
	small := g.size * 0.72
	sender := line{{g.buyer.name, []string{"buyer"}}, {strings.Join(append([]string{"·"}, g.buyer.address...), " "), nil}}
	end := g.set(x0, g.y, sender, small, false, leftAligned)
	g.rule(x0, g.y+3, min(end, x1), g.y+3)
	g.y += g.leading * 1.6
	g.set(x0, g.y, say(g.supplier.name, "supplier"), g.size, false, leftAligned)
	g.y += g.leading
	for _, l := range g.supplier.address {
		g.y = g.paragraph(x0, x1, g.y, l, g.size)
	}
	g.y += g.leading
}

// drawContacts sets the buyer's contact person, phone number and email address.
func (g *generator) drawContacts(x0, x1 float64) {
	for _, l := range []string{
		g.label("contact") + ": " + g.values["contact"], g.label("phone") + ": " + g.buyer.phone, g.label("email") + ": " + g.buyer.mail,
	} {
		g.y = g.paragraph(x0, x1, g.y, l, g.size)
	}
}

// drawTitle sets the document's title, with the order's number and date where
// no field states them.
func (g *generator) drawTitle(x0, x1 float64) {
	title := g.title
	if g.spaced {
		title = spaced(title)
	}
	x, a := x0, leftAligned
	if g.titleCentred {
		x, a = (g.left+g.right)/2, centred
	} else if x1 > g.right-20 && g.titleRight {
		x, a = x1, rightAligned
	}
	l := say(title)
	if g.numberAt == "title" || g.numberAt == "title, dated" {
		l = append(l, piece{g.stated["po_number"], []string{"po_number"}})
	}
	if g.numberAt == "title, dated" {
		l = append(l, piece{g.datedWord, nil}, piece{g.values["po_date"], []string{"po_date"}})
	}
	size := min(g.big*1.1, g.big*1.1*(x1-x0)/max(1, g.extent(l.text(), g.big*1.1)))
	if a == centred {
		size = g.big * 1.1
	}
	g.set(x, g.y, l, max(size, g.size), true, a)
	g.y += g.big * 1.7
	if g.stamped {
		g.put(x, g.y, g.word("stamp"), g.size*1.1, true, a)
		g.y += g.leading * 1.3
	}
	if g.barcode && !g.perLine {
		g.put(x, g.y, "*"+strings.ReplaceAll(g.stated["po_number"], " ", "")+"*", g.size, false, a)
		g.y += g.leading * 1.3
	}
	if g.numberAt == "beneath title" {
		g.set(x, g.y, say(g.stated["po_number"], "po_number"), g.size*1.1, true, a)
		g.y += g.leading * 1.4
	}
}

// drawFooterName sets the buyer's name and address at the foot of a page.
func (g *generator) drawFooterName() {
	text := strings.Join(append(append([]string{}, g.buyer.address...), g.buyer.phone, g.buyer.taxID[0]), " · ")
	l := line{{g.buyer.name, []string{"buyer"}}, {"· " + text, nil}}
	size := g.size * 0.8
	y := g.height - 40
	for _, part := range g.wrap(l, g.right-g.left, size) {
		g.set((g.left+g.right)/2, y, part, size, false, centred)
		y += size * 1.2
	}
}
