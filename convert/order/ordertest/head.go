package ordertest

import "slices"

// headLook is what stands above the table: bands of columns, in each of which
// blocks stand one beneath the other.
type headLook struct {
	letterhead string
	title      string
	bands      []band
	groups     []fieldGroup
	partyStyle
	colon     string // after labels
	numberAt  string // where the order number stands
	datedWord string
	termsLast bool      // some fields, such as terms, stand after the items
	last      []string  // those fields
	spaced    bool      // the title is letterspaced
	banner    bool      // the letterhead and the title are white on a dark bar
	letter    bool      // the order is worded as a letter
	big       float64   // size of the title's font
	side      alignment // of the letterhead in its column
}

// band is a horizontal strip of the page from margin to margin.
type band struct {
	columns [][]string // the blocks' names
	share   float64    // of the width, which the first of two columns takes
	boxed   bool
}

// chooseHead draws the blocks and arranges them in bands.
func (g *generator) chooseHead() {
	g.big = g.size * g.span(1.2, 1.9)
	g.title = g.word("title")
	g.spaced = g.trait("spaced title", 0.05)
	g.colon = pick(g, "", ":", ":", ":")
	g.letterhead = g.choose("letterhead", option{"left", 0.36}, option{"right", 0.12}, option{"centred", 0.13}, option{"logo", 0.12},
		option{"footer", 0.06}, option{"from-to", 0.07}, option{"none", 0.07}, option{"window", 0.07})
	g.chooseParties()
	g.chooseGroups()

	groups := []string{"fields 0"}
	if len(g.groups) > 1 {
		groups = append(groups, "fields 1")
	}
	inTop := g.groups[0].style != "strip" && g.chance(0.6)
	titled := []string{"title"}
	if inTop {
		titled = append(titled, "fields 0")
		groups = groups[1:]
	}
	g.bands = nil
	across := func(share float64, columns ...[]string) {
		g.bands = append(g.bands, band{columns: columns, share: share})
	}
	g.side = leftAligned
	g.banner = !inTop && g.letterhead == "left" && g.trait("banner", 0.15)
	g.letter = g.trait("letter", 0.03)
	switch g.letterhead {
	case "left", "logo":
		across(g.span(0.5, 0.62), []string{g.letterhead + "head"}, titled)
	case "right":
		across(g.span(0.4, 0.55), titled, []string{"lefthead"})
		if g.chance(0.5) {
			g.side = rightAligned
		}
	case "centred":
		g.side = centred
		across(1, []string{"lefthead"})
		across(1, titled)
	default:
		across(g.span(0.4, 0.6), titled)
	}
	parties := []string{"supplier", "ship_to", "bill_to"}
	switch g.letterhead {
	case "from-to":
		across(0.5, []string{"buyer"}, []string{"supplier"})
		parties = parties[1:]
	case "none":
		parties = []string{"bill_to", "supplier", "ship_to"}
	case "window":
		across(g.span(0.5, 0.6), []string{"window"}, []string{"contacts"})
		parties = parties[1:]
	}
	if !g.unheaded && g.trait("parties in any order", 0.12) {
		g.Shuffle(len(parties), func(i, j int) { parties[i], parties[j] = parties[j], parties[i] })
	}
	g.arrange(parties, groups, across)
	if g.trait("notice above items", 0.08) {
		across(1, []string{"notice"})
	}
}

// arrange draws how the blocks of parties and fields are arranged in bands.
func (g *generator) arrange(parties, groups []string, across func(float64, ...[]string)) {
	alone := func() {
		for _, name := range groups {
			across(1, []string{name})
		}
	}
	strip := slices.ContainsFunc(groups, func(name string) bool { return g.groups[name[len(name)-1]-'0'].style == "strip" })
	arrangement := g.choose("parties", option{"in a row", 0.45}, option{"stacked", 0.12}, option{"in pairs", 0.13}, option{"beside fields", 0.3})
	switch {
	case arrangement == "beside fields" && len(groups) > 0 && !strip:
		if g.chance(0.65) {
			across(g.span(0.45, 0.58), parties, groups)
		} else {
			across(g.span(0.4, 0.52), groups, parties)
		}
	case arrangement == "stacked":
		first := g.chance(0.3)
		if first {
			alone()
		}
		across(g.span(0.5, 0.8), parties)
		if !first {
			alone()
		}
	case arrangement == "in pairs":
		if len(groups) > 0 && !strip {
			across(0.5, parties[:1], groups[:1])
			groups = groups[1:]
		} else {
			across(0.5, parties[:1])
		}
		across(0.5, parties[1:2], parties[2:])
		alone()
	default:
		first := g.chance(0.2)
		if first {
			alone()
		}
		columns := make([][]string, len(parties))
		for i, p := range parties {
			columns[i] = []string{p}
		}
		across(0, columns...)
		if !first {
			alone()
		}
	}
	last := &g.bands[len(g.bands)-1]
	if len(last.columns) == 2 && g.trait("boxed band", 0.12) {
		last.boxed = true
	}
}

// drawHead sets the bands.
func (g *generator) drawHead() {
	for i, b := range g.bands {
		if g.y > g.bottom-110 {
			g.page()
		}
		if i == 0 && g.banner {
			g.drawBanner(b)
			continue
		}
		g.drawBand(b)
	}
	g.y += g.leading
	if g.letter {
		words := g.language.all["letter"]
		g.y = g.paragraph(g.left, g.right, g.y, words[0], g.size) + g.leading*0.5
		g.y = g.paragraph(g.left, g.right, g.y, words[1], g.size) + g.leading
	}
	if g.y > g.bottom-90 || g.trait("no items on the first page", 0.04) {
		g.traits["no items on the first page"] = true
		if g.y < g.bottom-160 {
			g.drawNotice(g.left, g.right)
		}
		g.page()
	}
}

// drawBanner sets a band in white on a dark bar across the page.
func (g *generator) drawBanner(b band) {
	top := g.y - g.big*1.2
	g.ink = white
	g.drawBand(b)
	g.ink = black
	g.fill(0, top, g.width, g.y-g.leading*0.6, dark)
	g.y += g.leading * 0.5
}

// drawBand sets the columns of a band side by side. It leaves out columns if the order
// has no values for any of their blocks.
func (g *generator) drawBand(b band) {
	columns := slices.DeleteFunc(slices.Clone(b.columns), func(names []string) bool { return !slices.ContainsFunc(names, g.filledBlock) })
	if len(columns) == 0 {
		return
	}
	top, end := g.y, g.y
	x := g.left
	const gutter = 12
	for i, names := range columns {
		wide := (g.right - g.left) / float64(len(columns))
		if len(b.columns) <= 2 && b.share > 0 {
			wide = (g.right - g.left) * b.share
			if i == 1 {
				wide = g.right - x
			}
		}
		g.y = top
		for _, name := range names {
			if g.filledBlock(name) {
				g.drawBlock(name, x, x+wide-gutter)
			}
		}
		end = max(end, g.y)
		x += wide
	}
	if b.boxed {
		g.frame(g.left-4, top-g.size*1.3, g.right+4, end-g.size*0.6)
		if len(columns) == 2 {
			middle := g.left + (g.right-g.left)*b.share - gutter/2
			g.rule(middle, top-g.size*1.3, middle, end-g.size*0.6)
		}
		end += g.size
	}
	g.y = end + g.leading*0.5
}

// filledBlock reports whether the order has anything to set in a block.
func (g *generator) filledBlock(name string) bool {
	switch name {
	case "supplier":
		return !g.inTerms
	case "ship_to":
		return g.shipTo != nil
	case "bill_to":
		return g.billTo != nil
	}
	return true
}

// drawBlock sets a block between two edges, from g.y down.
func (g *generator) drawBlock(name string, x0, x1 float64) {
	switch name {
	case "lefthead":
		g.drawLetterhead(x0, x1)
	case "logohead":
		g.drawLogo(x0)
	case "title":
		g.drawTitle(x0, x1)
	case "window":
		g.drawWindow(x0, x1)
	case "contacts":
		g.drawContacts(x0, x1)
	case "notice":
		g.drawNotice(x0, x1)
	case "fields 0", "fields 1":
		g.drawFields(g.groups[name[len(name)-1]-'0'], x0, x1)
	default:
		g.drawParty(name, x0, x1)
	}
}

// drawNotice sets instructions above the items.
func (g *generator) drawNotice(x0, x1 float64) {
	lines := g.language.all["notice"]
	g.put(x0, g.y, lines[0], g.size, true, leftAligned)
	g.y += g.leading
	for _, l := range lines[1:] {
		g.y = g.paragraph(x0, x1, g.y, l, g.size)
	}
	g.y += g.leading * 0.5
}
