package ordertest

import (
	"strings"
)

var (
	nameRoots  = []string{"Norvik", "Halden", "Brightwater", "Castell", "Meridian", "Oakfield", "Tarrant", "Lindqvist", "Ferro", "Solaris", "Kestrel", "Vantage", "Delmar", "Quorn", "Bellini", "Marchetti", "Wagner", "Hofmann", "Duarte", "Moreau", "Van Dijk", "Pacific Rim", "Northgate", "Sterling", "A. & K. Sander", "J.T. Moss", "3D Profil", "Ö. Berg", "Ashwood & Sons"}
	nameTrades = []string{"Industries", "Supply", "Technik", "Components", "Trading", "Logistics", "Foods", "Systems", "Electric", "Medical", "Tools", "Plastics", "Engineering", "Group", "Packaging", "Hydraulics", "Metals", "Energy"}
)

// party is an organisation.
type party struct {
	name    string
	mark    string // the name on its logo
	address []string
	person  string
	phone   string
	taxID   []string
	mail    string
}

// parties holds the parties of a document; all of its orders share them.
type parties struct {
	buyer, supplier party
	shipTo, billTo  []string // blocks without headings, or nil if there is none
	vendorNumber    string
}

var people = []string{"M. Kowalski", "Jan Peters", "A. Rivera", "Priya Nair", "Erik Lund", "SARAH COLE", "T. Brandt", "Lena Moser", "J. Duval", "Tom Hale"}

func (g *generator) party() party {
	root := pick(g, nameRoots...)
	name := root
	if g.chance(0.85) {
		name += " " + pick(g, nameTrades...)
	}
	if g.chance(0.1) {
		name += pick(g, " & ", " + ", " ") + pick(g, nameTrades...) + " International"
	}
	name = strings.TrimSpace(name + " " + pick(g, g.country.legal...))
	if g.chance(0.12) {
		name = strings.ToUpper(name)
	}
	return party{
		name: name, mark: strings.ToUpper(root), address: g.address(), person: pick(g, people...), phone: g.filled(pick(g, g.country.phones...)),
		taxID: strings.Split(g.filled(pick(g, g.country.taxIDs...)), "|"),
		mail:  "purchasing@" + strings.ToLower(strings.NewReplacer(" ", "", ".", "", "&", "", "Ö", "o").Replace(root)) + ".example",
	}
}

// address draws the lines of an address of the order's country.
func (g *generator) address() []string {
	lines := strings.Split(pick(g, g.country.streets...)+"|"+pick(g, g.country.towns...), "|")
	if g.chance(0.3) {
		lines = append(lines, pick(g, g.country.land...))
	}
	for i, l := range lines {
		lines[i] = g.filled(l)
	}
	return lines
}

// inventParties draws the buyer, the supplier and the address blocks.
func (g *generator) inventParties() {
	g.buyer = g.party()
	g.inventSupplier()
	g.vendorNumber = g.filled(pick(g, "1#####", "V-00##", "30#####"))
	g.shipTo, g.billTo = nil, nil
	if g.chance(0.75) {
		lines := []string{g.buyer.name}
		if g.trait("site codes", 0.12) {
			lines = append([]string{g.filled(pick(g, "BPC000###", "Site ##", "WH-0#", "####"))}, lines...)
		}
		if g.trait("building lines", 0.2) {
			lines = append(lines, g.filled(pick(g, "Building #, Dock ##", "Warehouse @", "Gate #", "Hall ##", "Door ###/###")))
		}
		if g.trait("attention lines", 0.2) {
			lines = append(lines, g.label("attention")+" "+pick(g, people...))
		}
		lines = append(lines, g.address()...)
		g.shipTo = g.reach(lines, party{person: pick(g, people...), phone: g.filled(pick(g, g.country.phones...)), mail: g.buyer.mail, taxID: g.buyer.taxID})
	}
	if g.chance(0.45) || g.letterhead == "none" {
		lines := append([]string{g.buyer.name}, g.buyer.address...)
		if g.chance(0.2) && g.language.code == "en" {
			lines = append([]string{g.buyer.name, "Accounts Payable"}, g.buyer.address...)
		}
		g.billTo = g.reach(lines, g.buyer)
	}
}

// inventSupplier draws a supplier whose name begins with another word than the buyer's.
func (g *generator) inventSupplier() {
	g.supplier = g.party()
	for strings.EqualFold(strings.Fields(g.buyer.name)[0], strings.Fields(g.supplier.name)[0]) {
		g.supplier = g.party()
	}
}

// reach appends a party's phone, mail and tax numbers, where the layout has them, to the lines of its block.
func (g *generator) reach(lines []string, p party) []string {
	if g.trait("phones in blocks", 0.15) {
		lines = append(lines, g.label("phone")+": "+p.phone)
	}
	if g.trait("mail in blocks", 0.1) {
		lines = append(lines, g.label("email")+": "+p.mail)
	}
	if g.trait("tax numbers in blocks", 0.15) {
		lines = append(lines, p.taxID...)
	}
	return lines
}
