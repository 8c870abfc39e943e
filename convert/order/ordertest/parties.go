package ordertest

// partyStyle describes the appearance of the parties' blocks and of what is near them.
type partyStyle struct {
	frames       string // around them: "none", "boxed", "barred"
	headingAt    string
	headings     map[string]string
	partyColon   string
	names        bool // the supplier's lines have labels
	oneLine      bool // the letterhead's address takes one line
	idInHead     bool // the letterhead has the tax numbers
	department   bool // a line beneath the buyer's name
	stamped      bool // a stamp stands beneath the title
	barcode      bool // the order number stands beneath the title as a bar code's text
	titleCentred bool
	titleRight   bool
	supplierHead string   // what stands above the supplier's name
	unheaded     bool     // the supplier's block has no heading
	supplierTail []string // what stands beneath the supplier's address: "phone", ...
}

// chooseParties draws the appearance of the parties' blocks.
func (g *generator) chooseParties() {
	g.frames = g.choose("party frames", option{"none", 0.6}, option{"boxed", 0.22}, option{"barred", 0.18})
	g.headingAt = g.choose("party headings", option{"above", 0.76}, option{"beside", 0.14}, option{"before the name", 0.1})
	g.headings = map[string]string{"supplier": g.label("supplier"), "buyer": g.label("buyer"), "ship_to": g.label("ship_to"), "bill_to": g.label("bill_to")}
	if g.letterhead == "from-to" {
		g.headings["buyer"], g.headings["supplier"] = g.label("from"), g.label("to")
	}
	if g.letterhead == "none" && g.chance(0.6) {
		g.headings["bill_to"] = g.label("bill_to")
	}
	g.partyColon = pick(g, "", ":", ":")
	g.names = g.trait("labelled lines of the supplier", 0.07)
	g.oneLine, g.idInHead = g.chance(0.3), g.chance(0.3)
	g.titleCentred = g.letterhead == "centred"
	g.titleRight = g.chance(0.6)
	g.department = g.trait("department in the letterhead", 0.06)
	g.stamped, g.barcode = g.trait("stamp", 0.05), g.trait("bar code", 0.04)
	g.supplierHead = g.choose("above the supplier", option{"nothing", 0.84}, option{"number", 0.06}, option{"attention", 0.05}, option{"number in heading", 0.05})
	if g.supplierHead == "number in heading" {
		g.headings["supplier"] += " " + g.filled(pick(g, "1#####", "55##"))
	}
	g.unheaded = g.letterhead != "none" && g.letterhead != "from-to" && g.headingAt == "above" && g.trait("supplier without heading", 0.07)
	for _, t := range []string{"account", "phone", "mail", "person", "tax number"} {
		if g.trait("supplier's "+t, 0.16) {
			g.supplierTail = append(g.supplierTail, t)
		}
	}
}

// block returns the lines of a party's block.
func (g *generator) block(key string) []line {
	var lines []line
	switch key {
	case "ship_to", "bill_to":
		list := g.shipTo
		if key == "bill_to" {
			list = g.billTo
		}
		for _, l := range list {
			keys := []string{key}
			if key == "bill_to" && g.letterhead == "none" && l == g.buyer.name {
				keys = append(keys, "buyer")
			}
			lines = append(lines, say(l, keys...))
		}
		return lines
	}
	p := &g.supplier
	if key == "buyer" {
		p = &g.buyer
	}
	if key == "supplier" && g.headingAt != "before the name" {
		switch g.supplierHead {
		case "number":
			lines = append(lines, say(g.vendorNumber))
		case "attention":
			lines = append(lines, say(g.label("attention")+" "+p.person))
		}
	}
	lines = append(lines, say(p.name, key))
	for _, l := range p.address {
		lines = append(lines, say(l))
	}
	if key == "buyer" {
		return lines
	}
	if g.names {
		lines[len(lines)-1-len(p.address)] = append(say(pick(g, g.nameLabels()...)), say(p.name, key)...)
	}
	for _, t := range g.supplierTail {
		text := map[string]string{
			"account": g.language.all["label account"][0] + ": " + g.vendorNumber, "phone": g.language.all["label phone"][0] + ": " + p.phone,
			"mail": "sales@supplier.example", "person": g.language.all["label attention"][0] + " " + p.person, "tax number": p.taxID[0],
		}[t]
		lines = append(lines, say(text))
	}
	return lines
}

// nameLabels returns the possible labels of a party's name in a block with labelled lines.
func (g *generator) nameLabels() []string {
	return map[string][]string{
		"en": {"Name:", "Company:"}, "de": {"Firma:", "Name:"}, "fr": {"Société :", "Nom :"}, "es": {"Nombre:", "Razón social:"}, "it": {"Ragione sociale:"},
		"nl": {"Naam:", "Firma:"}, "pt": {"Nome:", "Razão social:"}, "pl": {"Nazwa:", "Firma:"}, "cs": {"Název:", "Firma:"}, "sv": {"Namn:"}, "da": {"Navn:"}, "nb": {"Navn:"}, "fi": {"Nimi:"},
	}[g.language.code]
}

// drawParty sets a party's block with its heading.
func (g *generator) drawParty(key string, x0, x1 float64) {
	heading := g.headings[key]
	top := g.y
	x := x0 + 3
	lines := g.block(key)
	at := g.headingAt
	if at == "beside" && g.besideWidth() > 0.4*(x1-x0) {
		at = "above"
	}
	switch at {
	case "beside":
		g.put(x, g.y, heading+g.partyColon, g.size, true, leftAligned)
		x += g.besideWidth()
	case "before the name":
		for _, part := range g.wrap(append(say(heading+":"), lines[0]...), x1-x-3, g.size) {
			g.set(x, g.y, part, g.size, true, leftAligned)
			g.y += g.leading
		}
		lines = lines[1:]
	default:
		if key == "supplier" && g.unheaded {
			break
		}
		if g.frames == "barred" {
			g.fill(x0, g.y-g.size*0.95, x1, g.y+g.size*0.35, grey)
		}
		g.put(x, g.y, heading+g.partyColon, g.size, true, leftAligned)
		g.y += g.leading * 1.15
	}
	for _, l := range lines {
		for _, part := range g.wrap(l, x1-x-3, g.size) {
			g.set(x, g.y, part, g.size, false, leftAligned)
			g.y += g.leading
		}
	}
	if g.frames == "boxed" {
		g.frame(x0, top-g.size*1.05, x1, g.y-g.leading+g.size*0.45)
	}
	g.y += g.leading * 0.7
}

// besideWidth returns the width to reserve for headings that stand left of their blocks.
func (g *generator) besideWidth() float64 {
	wide := 0.0
	for _, h := range g.headings {
		wide = max(wide, g.extent(h+":", g.size))
	}
	return wide + 8
}
