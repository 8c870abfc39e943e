package ordertest

import (
	"strings"
)

// money is a currency and how amounts of it are marked.
type money struct {
	code, symbol string
	behind       bool // the symbol stands after amounts
	decimals     int32
}

// chooseMoney draws the currency: usually the country's own.
func (g *generator) chooseMoney() {
	c := g.country
	g.money = money{c.currency, pick(g, strings.Split(c.symbol, "|")...), c.behind, c.decimals}
	if g.trait("foreign money", 0.06) {
		g.money = pick(g, money{"USD", "$", false, 2}, money{"EUR", "€", false, 2}, money{"GBP", "£", false, 2})
	}
}

// home describes where an order is written, and how dates, numbers and amounts are written there.
type home struct {
	country  *country
	language *language
	money    money
	numerals          // of amounts
	prices   numerals // of unit prices
	counts   numerals // of quantities
	date     string   // a layout of package time
	other    string   // the layout of some of the dates, often the same
	marked   bool     // amounts carry the currency's symbol or code
}

// chooseHome draws the country where the order is written, its language, and its forms of dates and numbers.
func (g *generator) chooseHome() {
	options := make([]option, len(countries))
	for i, c := range countries {
		options[i] = option{c.code, c.share}
	}
	code := g.choose("country", options...)
	for i := range countries {
		if countries[i].code == code {
			g.country = &countries[i]
		}
	}
	c := g.country
	g.language = languages[c.language]
	if c.language != "en" && g.trait("English abroad", 0.12) {
		g.language = languages["en"]
	}
	g.traits["lang-"+g.language.code] = true
	g.date = pick(g, c.dates...)
	if g.has("English abroad") {
		g.date = pick(g, "2006-01-02", "02/01/2006", "2 January 2006", "02-Jan-2006")
	}
	g.other = g.date
	if g.trait("two forms of dates", 0.06) {
		g.other = pick(g, "02-Jan-2006", "2006-01-02", "2 January 2006", pick(g, c.dates...))
	}
	g.chooseMoney()
	n := numerals{point: c.point, group: pick(g, c.groups...), decimals: g.money.decimals}
	if n.group == "lakh" {
		n.group, n.lakhs = ",", true
		g.traits["Indian grouping"] = true
	}
	n.minusBehind = g.trait("trailing minus", 0.12)
	g.prices, g.counts = n, n
	switch g.choose("currency", option{"symbol", 0.3}, option{"code", 0.08}, option{"stated", 0.4}, option{"none", 0.22}) {
	case "symbol":
		g.marked = true
		if g.money.behind {
			n.behind = " " + g.money.symbol
		} else if len([]rune(g.money.symbol)) > 1 {
			n.before = g.money.symbol + " "
		} else {
			n.before = g.money.symbol
		}
		if g.chance(0.7) {
			g.prices = n
		}
	case "code":
		g.marked = true
		n.behind = " " + g.money.code
		if g.chance(0.7) {
			g.prices = n
		}
	}
	if g.money.code == "INR" && n.behind == "" && g.trait("amounts with /-", 0.12) {
		n.behind = "/-"
	}
	if n.group != "" && g.trait("two forms of numbers", 0.06) {
		n.group = ""
	}
	if g.chance(0.4) {
		g.counts.group = ""
	}
	g.numerals = n
}

// statedCurrency returns the currency that the order's marks and fields state, or "" if they state none.
func (g *generator) statedCurrency() string {
	if g.has("currency: none") && g.forms.price != "with currency" {
		return ""
	}
	return g.money.code
}
