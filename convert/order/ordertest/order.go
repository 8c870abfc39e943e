package ordertest

import (
	"math/rand/v2"
	"strings"
	"time"
)

// statement holds the values stated for an order or for one of its items.
type statement struct {
	stated Row
	also   map[string][]string // other values that are as right, by column key
	places map[string][]Place  // where it is printed
}

func newStatement() statement {
	return statement{Row{}, map[string][]string{}, map[string][]Place{}}
}

// place records where a part of a value is printed. Consecutive parts on one page are
// merged into one place.
func (s *statement) place(key string, at Place) {
	list := s.places[key]
	if n := len(list); n > 0 && list[n-1].Page == at.Page {
		list[n-1].Box = list[n-1].Box.Union(at.Box)
		return
	}
	s.places[key] = append(list, at)
}

// order holds the content of an order.
type order struct {
	statement
	values map[string]string // what the head's fields say, as printed, by key
	items  []item
	first  int // the number of its first page
	sums
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

// inventOrder draws the content of the n-th order of the document.
func (g *generator) inventOrder(n int) {
	g.order = order{statement: newStatement(), values: map[string]string{}}
	g.of = &g.order.statement
	if n == 0 {
		g.inventParties()
		g.numberForm = pick(g, numberForms...)
	}
	if g.contents != nil {
		defer func(layout *rand.Rand) { g.Rand = layout }(g.Rand)
		g.Rand = g.contents
		if n == 0 {
			g.inventSupplier()
		}
	}
	if n == 0 {
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
			terms += ", " + g.word("terms")
			g.also["payment_terms"] = []string{terms} // without the key of the terms
			terms = pick(g, "A036 ", "Z30 ") + terms
		}
		g.state("payment_terms", terms, terms)
	}
	if g.chance(0.5) {
		via := g.word("vias")
		g.state("ship_via", via, via)
	}
	if code := g.statedCurrency(); code == "" {
		g.also["currency"] = []string{g.country.currency} // it may be inferred
	} else {
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
		{"reference", pick(g, "Q-#####", "26/####", "RQ ####", "SQ##-###")}, {"account", g.vendorNumber},
		{"contact", pick(g, people...)}, {"fob", pick(g, "DAP", "EXW", "CIF", "FOB Origin", "DDP")},
		{"project", pick(g, "P-####", "##-###", "Hall 4")}, {"received", pick(g, "0", "1", "00")},
	} {
		g.values[f.key] = g.filled(f.pattern)
	}
	g.values["other_date"] = g.printed(g.day.AddDate(0, 0, -9).Format(time.DateOnly), g.date)
	g.values["phone"], g.values["email"] = g.buyer.phone, g.buyer.mail
	g.inventItems()
	g.inventSums()
}

// state records a value of the order and how it is printed.
func (g *generator) state(key, value, printed string) {
	g.stated[key], g.values[key] = value, printed
}

func (g *generator) stateDate(key string, day time.Time, form string) {
	iso := day.Format(time.DateOnly)
	g.state(key, iso, g.printed(iso, form))
}

// later draws a day from 5 to the given number of days after another. If a document writes
// dates in two ways, or comes from Canada, the day of the month is at least 13, so that the
// date is unambiguous.
func (g *generator) later(day time.Time, days int) time.Time {
	day = day.AddDate(0, 0, g.between(5, days))
	if day.Day() < 13 && (g.other != g.date || g.country.code == "CA") {
		day = day.AddDate(0, 0, 13-day.Day())
	}
	return day
}
