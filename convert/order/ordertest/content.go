package ordertest

import (
	"fmt"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// statement is what is stated of an order or of one of its items.
type statement struct {
	stated Row
	also   map[string][]string // what is as right, by column key
	places map[string][]Place  // where it is printed
}

func newStatement() statement {
	return statement{Row{}, map[string][]string{}, map[string][]Place{}}
}

// place notes where a part of a value is printed. Parts on one page are one
// place.
func (s *statement) place(key string, at Place) {
	list := s.places[key]
	if n := len(list); n > 0 && list[n-1].Page == at.Page {
		list[n-1].Box = list[n-1].Box.Union(at.Box)
		return
	}
	s.places[key] = append(list, at)
}

// order is what an order says.
type order struct {
	statement
	values map[string]string // what the head's fields say, as printed, by key
	items  []item
	first  int // the number of its first page
	sums
}

// party is an organisation.
type party struct {
	name    string
	mark    string // by which it is known
	address []string
	person  string
	phone   string
	taxID   []string
	mail    string
}

// parties are those of a document; all of its orders have the same.
type parties struct {
	buyer, supplier party
	shipTo, billTo  []string // blocks without headings; nil where there is none
	vendorNumber    string
}

// orderCount draws how many orders the document holds.
func (g *generator) orderCount() int {
	if !g.perLine && g.trait("several orders", 0.04) {
		return g.between(2, 3)
	}
	return 1
}

var numberForms = []string{
	"PO-#####", "######", "45000#####", "P######", "B-26-####", "PO2026/####", "#####-00", "##/####", "PO/2026-27/00###", "@@@/PO/###",
	"##-###-####", "@@ ####-###", "4#######", "PO@####", "########## / ####", "####", "BC-2026-####", "2026-##-0000##", "@##-00######", "PUR-ORD-2026-#####",
}

var people = []string{"M. Kowalski", "Jan Peters", "A. Rivera", "Priya Nair", "Erik Lund", "SARAH COLE", "T. Brandt", "Lena Moser", "J. Duval", "Tom Hale"}

// inventOrder draws what the n-th order of the document says.
func (g *generator) inventOrder(n int) {
	g.order = order{statement: newStatement(), values: map[string]string{}}
	g.of = &g.order.statement
	if n == 0 {
		g.inventParties()
		g.numberForm = one(g, numberForms...)
		g.day = time.Date(2026, time.Month(g.between(1, 12)), g.between(13, 28), 0, 0, 0, 0, time.UTC)
	}
	number := g.filled(g.numberForm)
	g.state("po_number", number, number)
	if strings.Contains(number, " / ") {
		first, _, _ := strings.Cut(number, " / ")
		g.also["po_number"] = []string{first}
	}
	g.stateDate("po_date", g.day, g.date)
	if g.chance(0.6) {
		if g.trait("delivery in words", 0.06) {
			g.values["delivery_date"] = g.word("soon")
		} else {
			g.stateDate("delivery_date", g.later(g.day, 60), g.other)
		}
	}
	if g.chance(0.75) {
		terms := g.word("terms")
		if g.trait("long terms", 0.08) {
			terms = one(g, "A036 ", "Z30 ") + terms + ", " + g.word("terms")
		}
		g.state("payment_terms", terms, terms)
	}
	if g.chance(0.5) {
		via := g.word("vias")
		g.state("ship_via", via, via)
	}
	if code := g.statedCurrency(); code != "" {
		g.stated["currency"] = code
		if !g.marked || !g.priced || g.money.symbol == "$" && code != "USD" || strings.HasPrefix(g.money.symbol, "kr") {
			g.values["currency"] = code
		}
	}
	g.stated["buyer"], g.stated["supplier"] = g.buyer.name, g.supplier.name
	if g.shipTo != nil {
		g.stated["ship_to"] = strings.Join(g.shipTo, ", ")
	}
	if g.billTo != nil {
		g.stated["bill_to"] = strings.Join(g.billTo, ", ")
	}
	for _, f := range []struct{ key, pattern string }{
		{"reference", one(g, "Q-#####", "26/####", "RQ ####", "SQ##-###")}, {"account", g.vendorNumber},
		{"contact", one(g, people...)}, {"fob", one(g, "DAP", "EXW", "CIF", "FOB Origin", "DDP")},
		{"project", one(g, "P-####", "##-###", "Hall 4")}, {"received", one(g, "0", "1", "00")},
	} {
		g.values[f.key] = g.filled(f.pattern)
	}
	g.values["other_date"] = g.printed(g.day.AddDate(0, 0, -9).Format(time.DateOnly), g.date)
	g.values["phone"], g.values["email"] = g.buyer.phone, g.buyer.mail
	g.inventItems()
	g.inventSums()
}

// state says a value of the order and how it is printed.
func (g *generator) state(key, value, printed string) {
	g.stated[key], g.values[key] = value, printed
}

func (g *generator) stateDate(key string, day time.Time, form string) {
	iso := day.Format(time.DateOnly)
	g.state(key, iso, g.printed(iso, form))
}

// later is a day within some days after another. Where a document writes dates
// in two ways it is one that can be read in one way only.
func (g *generator) later(day time.Time, days int) time.Time {
	day = day.AddDate(0, 0, g.between(5, days))
	if day.Day() < 13 && (g.other != g.date || g.country.code == "CA") {
		day = day.AddDate(0, 0, 13-day.Day())
	}
	return day
}

var (
	nameRoots  = []string{"Norvik", "Halden", "Brightwater", "Castell", "Meridian", "Oakfield", "Tarrant", "Lindqvist", "Ferro", "Solaris", "Kestrel", "Vantage", "Delmar", "Quorn", "Bellini", "Marchetti", "Wagner", "Hofmann", "Duarte", "Moreau", "Van Dijk", "Pacific Rim", "Northgate", "Sterling", "A. & K. Sander", "J.T. Moss", "3D Profil", "Ö. Berg", "Ashwood & Sons"}
	nameTrades = []string{"Industries", "Supply", "Technik", "Components", "Trading", "Logistics", "Foods", "Systems", "Electric", "Medical", "Tools", "Plastics", "Engineering", "Group", "International", "Packaging", "Hydraulics", "Metals", "Energy"}
)

func (g *generator) party() party {
	root := one(g, nameRoots...)
	name := root
	if g.chance(0.85) {
		name += " " + one(g, nameTrades...)
	}
	if g.chance(0.1) {
		name += one(g, " & ", " and ", " ") + one(g, nameTrades...) + " International"
	}
	name = strings.TrimSpace(name + " " + one(g, g.country.legal...))
	if g.chance(0.12) {
		name = strings.ToUpper(name)
	}
	return party{
		name: name, mark: strings.ToUpper(root), address: g.address(), person: one(g, people...), phone: g.filled(one(g, g.country.phones...)),
		taxID: strings.Split(g.filled(one(g, g.country.taxIDs...)), "|"),
		mail:  "purchasing@" + strings.ToLower(strings.NewReplacer(" ", "", ".", "", "&", "", "Ö", "o").Replace(root)) + ".example",
	}
}

// address draws the lines of an address of the order's country.
func (g *generator) address() []string {
	lines := strings.Split(one(g, g.country.streets...)+"|"+one(g, g.country.towns...), "|")
	if g.chance(0.3) {
		lines = append(lines, one(g, g.country.land...))
	}
	for i, l := range lines {
		lines[i] = g.filled(l)
	}
	return lines
}

// inventParties draws who orders, who delivers, and the blocks of addresses.
func (g *generator) inventParties() {
	g.buyer, g.supplier = g.party(), g.party()
	for strings.EqualFold(strings.Fields(g.buyer.name)[0], strings.Fields(g.supplier.name)[0]) {
		g.supplier = g.party()
	}
	g.vendorNumber = g.filled(one(g, "1#####", "V-00##", "30#####"))
	g.shipTo, g.billTo = nil, nil
	if g.chance(0.75) {
		lines := []string{g.buyer.name}
		if g.trait("site codes", 0.12) {
			lines = append([]string{g.filled(one(g, "BPC000###", "Site ##", "WH-0#", "####"))}, lines...)
		}
		if g.trait("building lines", 0.2) {
			lines = append(lines, g.filled(one(g, "Building #, Dock ##", "Warehouse @", "Gate #", "Hall ##", "Door ###/###")))
		}
		if g.trait("attention lines", 0.2) {
			lines = append(lines, g.label("attention")+" "+one(g, people...))
		}
		lines = append(lines, g.address()...)
		g.shipTo = g.reach(lines, party{person: one(g, people...), phone: g.filled(one(g, g.country.phones...)), mail: g.buyer.mail, taxID: g.buyer.taxID})
	}
	if g.chance(0.45) || g.letterhead == "none" {
		lines := append([]string{g.buyer.name}, g.buyer.address...)
		if g.chance(0.2) && g.language.code == "en" {
			lines = append([]string{g.buyer.name, "Accounts Payable"}, g.buyer.address...)
		}
		g.billTo = g.reach(lines, g.buyer)
	}
}

// reach adds how a party is reached to the lines of its block.
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

// sums are the order's amounts.
type sums struct {
	sum       decimal.Decimal // of the items
	taxes     []decimal.Decimal
	freight   decimal.Decimal
	reduction decimal.Decimal
	rounding  decimal.Decimal
	deposit   decimal.Decimal
	total     decimal.Decimal
}

// inventSums draws what is added to the items' sum.
func (g *generator) inventSums() {
	part := func(low, high int) decimal.Decimal {
		return g.sum.Mul(decimal.New(int64(g.between(low, high)), -3)).Round(g.decimals)
	}
	g.total = g.sum
	for _, t := range g.taxation {
		tax := g.sum.Mul(t.rate).Div(decimal.NewFromInt(100)).Round(g.decimals)
		g.taxes = append(g.taxes, tax)
		g.total = g.total.Add(tax)
	}
	if g.freighted {
		g.freight = decimal.New(int64(g.between(500, 25000)), -2)
		g.total = g.total.Add(g.freight)
	}
	if g.reduced {
		g.reduction = part(20, 100)
		g.total = g.total.Sub(g.reduction)
	}
	if g.rounded {
		g.rounding = g.total.Round(0).Sub(g.total)
		g.total = g.total.Round(0)
	}
	if g.deposited {
		g.deposit = g.total.Mul(decimal.New(3, -1)).Round(g.decimals)
	}
}

// orderNumberOf is the number of an order per line.
func (g *generator) orderNumberOf(n int) string { return fmt.Sprint("PO", g.firstOrder+n) }
