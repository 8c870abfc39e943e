package ordertest

import (
	"fmt"
	"strings"
)

// closingLook describes the text below the sums and after the order.
type closingLook struct {
	clauses   int
	signed    bool
	numbered  bool // pages are numbered
	pageWord  string
	inTerms   bool       // the supplier is named only in the clauses
	printedAt string     // label of the date of printing; "" for none
	lastGroup fieldGroup // fields after the items
}

// chooseClosing draws how the order ends.
func (g *generator) chooseClosing() {
	g.clauses = g.between(0, 4)
	g.signed, g.numbered = g.chance(0.3), g.chance(0.6)
	g.pageWord = g.label("page")
	g.inTerms = g.letterhead != "from-to" && g.letterhead != "window" && g.trait("supplier in the terms", 0.015)
	g.printedAt = ""
	if g.trait("date of print", 0.07) {
		g.printedAt = g.label("printed")
	}
	if g.termsLast {
		g.lastGroup = g.group(g.last)
	}
}

// drawClosing sets terms, clauses and a signature line.
func (g *generator) drawClosing() {
	g.of = &g.order.statement
	g.y += g.leading * 1.5
	if g.termsLast {
		if g.y > g.bottom-60 {
			g.page()
		}
		g.drawFields(g.lastGroup, g.left, g.left+(g.right-g.left)*0.6)
	}
	var lines []line
	if g.inTerms {
		before, after, _ := strings.Cut(g.word("supplier_clause"), "$")
		lines = append(lines, line{{strings.TrimSpace(before), nil}, {g.supplier.name, []string{"supplier"}}, {strings.TrimSpace(after), nil}})
	}
	clauses := g.language.all["clauses"]
	for _, i := range g.Perm(len(clauses))[:min(g.clauses, len(clauses))] {
		lines = append(lines, say(clauses[i]))
	}
	for _, clause := range lines {
		for _, l := range g.wrap(clause, g.right-g.left, g.size*0.9) {
			if g.y > g.bottom {
				g.page()
			}
			g.set(g.left, g.y, l, g.size*0.9, false, leftAligned)
			g.y += g.size * 1.2
		}
	}
	if g.letter && g.y < g.bottom-40 {
		g.y += g.leading
		g.put(g.left, g.y, g.language.all["letter"][2], g.size, false, leftAligned)
		g.put(g.left, g.y+g.leading*2, pick(g, people...), g.size, false, leftAligned)
		g.y += g.leading * 3
	}
	if g.signed && g.y < g.bottom-30 {
		g.put(g.left, g.y+22, "______________________", g.size, false, leftAligned)
	}
}

// drawBehind sets the pages after the orders.
func (g *generator) drawBehind() {
	g.of = &g.order.statement
	if g.trait("conditions behind", 0.07) {
		g.drawConditions()
	}
	if !g.perLine && g.trait("form to return behind", 0.03) {
		g.drawForm()
	}
	if !g.perLine && g.trait("mails behind", 0.03) {
		g.drawMails()
	}
}

// drawConditions sets a page of small print in two columns.
func (g *generator) drawConditions() {
	g.page()
	g.put((g.left+g.right)/2, g.y, g.word("conditions_title"), g.size*1.1, true, centred)
	top := g.y + g.leading*2
	size := min(7.5, g.size*0.8)
	wide := (g.right - g.left - 20) / 2
	list := g.language.all["conditions"]
	for column := range 2 {
		y := top
		x := g.left + float64(column)*(wide+20)
		for i := 0; y < g.bottom-40 && i < 3*len(list); i++ {
			y = g.paragraph(x, x+wide, y, list[(i+column)%len(list)], size) + size*0.5
		}
	}
}

// drawForm sets a form on which the supplier can confirm the order.
func (g *generator) drawForm() {
	g.page()
	words := g.language.all["acknowledge"]
	g.put(g.left, g.y, words[0], g.big, true, leftAligned)
	g.y += g.big * 2
	g.put(g.left, g.y, g.language.all["label po_number"][0]+": "+g.stated["po_number"], g.size, false, leftAligned)
	g.y += g.leading * 1.5
	g.put(g.left, g.y, g.supplier.name, g.size, false, leftAligned)
	for _, w := range words[1:] {
		g.y += g.leading * 2
		end := g.put(g.left, g.y, w, g.size, false, leftAligned)
		g.rule(end+6, g.y, end+180, g.y)
	}
}

// drawMails sets the messages with which the order was sent.
func (g *generator) drawMails() {
	g.page()
	words := g.language.all["mail"]
	for n := range g.between(2, 3) {
		from, to := g.buyer, g.supplier
		if n%2 == 1 {
			from, to = to, from
		}
		day := g.printed(g.day.AddDate(0, 0, 1-n).Format("2006-01-02"), g.date)
		for i, value := range []string{from.person + " <" + from.mail + ">", day, to.person + " <" + to.mail + ">", words[4] + " " + g.stated["po_number"]} {
			g.put(g.left, g.y, words[i], g.size, true, leftAligned)
			g.put(g.left+70, g.y, value, g.size, false, leftAligned)
			g.y += g.leading
		}
		g.y += g.leading
		for _, text := range words[5:] {
			g.y = g.paragraph(g.left, g.right, g.y, text, g.size) + g.leading*0.5
		}
		g.y = g.paragraph(g.left, g.right, g.y, from.person+", "+from.name, g.size) + g.leading*2
	}
}

// drawFeet sets the footers of all pages.
func (g *generator) drawFeet(orders []order) {
	pages := g.pages
	for i := range pages {
		g.pages = pages[:i+1]
		for k := range orders {
			if orders[k].first <= i+1 {
				g.of = &orders[k].statement
			}
		}
		if g.letterhead == "footer" || g.letterhead == "logo" {
			g.drawFooterName()
		}
		if g.printedAt != "" {
			text := g.printedAt + " " + g.printed(g.day.AddDate(0, 0, 3).Format("2006-01-02"), g.date) + " 08:29"
			g.put(g.left, g.height-20, text, g.size*0.85, false, leftAligned)
		}
		if g.numbered {
			g.put(g.right, g.height-20, fmt.Sprintf("%s %d/%d", g.pageWord, i+1, len(pages)), g.size*0.85, false, rightAligned)
		}
	}
	g.pages = pages
}
