package ordertest

// forms describes how the parts of an item are printed.
type forms struct {
	code       string // "column", "above", ...; "none"
	unit       string
	price      string // "plain", "per unit", "with currency", ...
	percent    string // the form of discounts, with "#" for the number
	reduced    string // "percent" or "amount"
	places     int32  // decimals of quantities
	pricing    int32  // decimals of prices
	date       bool   // items' dates stand beneath their descriptions
	other      string // label of another value beneath the description; "" for none
	codeWord   string // label of a code beneath the description
	dateWord   string // label of a date beneath the description
	cutTexts   bool   // descriptions are cut off at the column's edge
	midWord    bool   // descriptions break anywhere, within words, too
	codeTwice  bool   // a second code, which is accepted but not expected, stands beneath the item's
	zeros      bool   // discounts of 0 are printed
	codeHeaded bool   // the heading of descriptions names the code before them
	codeWrap   bool   // codes break anywhere, in a narrow column
}

// chooseForms draws how the parts of an item are printed.
func (g *generator) chooseForms() {
	f := &g.forms
	f.code = g.choose("code", option{"column", 0.6}, option{"above", 0.08}, option{"below", 0.05}, option{"labelled", 0.09}, option{"in brackets", 0.04}, option{"leading", 0.05}, option{"none", 0.12})
	f.codeHeaded = f.code == "leading" && g.chance(0.6)
	f.unit = g.choose("unit", option{"column", 0.5}, option{"beside quantity", 0.18}, option{"slash", 0.04}, option{"glued", 0.02}, option{"beneath quantity", 0.05}, option{"none", 0.23})
	f.price = g.choose("price", option{"plain", 0.82}, option{"per unit", 0.07}, option{"with currency", 0.05}, option{"price words", 0.03}, option{"per and unit", 0.02}, option{"unit beneath", 0.03})
	f.percent = pick(g, "#%", "# %", "#"+g.point+"00%", "#"+g.point+"00 %", "#")
	if g.has("discount") {
		f.reduced = g.choose("discounts", option{"percent", 0.75}, option{"amount", 0.25})
	}
	f.places = pick(g, int32(0), 0, 0, 0, 2, 3)
	f.pricing = g.decimals
	if g.has("fractions") {
		f.places = max(f.places, 2)
	}
	if g.has("fine prices") {
		f.pricing = 4
	}
	if g.trait("padded prices", 0.08) {
		f.pricing = int32(g.between(3, 5))
	}
	f.codeTwice = g.trait("second code beneath", 0.03)
	f.zeros = g.has("discount") && g.trait("discounts of nothing", 0.25)
	f.codeWrap = g.trait("codes broken", 0.03)
	f.date = g.trait("date labelled", 0.07)
	if g.trait("other labelled", 0.1) {
		f.other = g.word("under other")
	}
	f.codeWord, f.dateWord = g.word("under item_code"), g.word("under delivery_date")
	f.cutTexts = g.trait("cut texts", 0.03)
	f.midWord = !f.cutTexts && g.trait("breaks within words", 0.04)
}
