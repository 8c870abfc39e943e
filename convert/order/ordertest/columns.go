package ordertest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// column is a column of the table of items.
type column struct {
	key     string
	heading []string // its lines
	align   alignment
	head    alignment
	width   float64
	x0, x1  float64
	row     int // of headings, where an item takes two lines
}

// codePlace is where an item's code is printed.
type codePlace uint8

const (
	noCode codePlace = iota
	codeColumn
	codeAbove   // the first line in the descriptions' column
	codeBelow   // the last one there
	codeLabeled // beneath the description, with a label
)

// tableStyle is what a table looks like.
type tableStyle struct {
	columns   []column
	code      codePlace
	unitAt    string // "column", "beside", "beneath", "price" or ""
	places    int32  // decimals of quantities
	pricing   int32  // and of prices
	percent   string // the form of discounts
	leading   float64
	padding   float64
	valign    float64 // 0 top, 0.5 middle, 1 bottom
	vertical  bool    // rules between columns
	lines     bool    // rules between items
	zebra     bool
	double    bool // items take two lines, each with its headings
	splitting bool // items may begin on one page and go on on the next
	repeats   bool // further pages repeat the head
	taxRate   int
	dateLabel bool // items' dates stand beneath their descriptions
	other     bool // so does something that is not answered
}

// style draws what the table looks like, and says in the items what it states.
func (g *generator) style() tableStyle {
	s := tableStyle{
		percent: one(g, "%d%%", "%d %%", "%d"+g.decimal+"00%%", "%d"+g.decimal+"00 %%"),
		leading: g.size * g.span(1.12, 1.4), padding: g.size * g.span(0.1, 1),
		vertical: g.trait("vertical rules", 0.4), lines: g.trait("row rules", 0.35), zebra: g.trait("zebra", 0.15),
		splitting: g.chance(0.5), repeats: !g.trait("head not repeated", 0.3), taxRate: one(g, 5, 7, 19, 20),
		places: one(g, int32(0), 0, 0, 2, 3), pricing: 2,
	}
	switch {
	case g.trait("middle cells", 0.15):
		s.valign = 0.5
	case g.trait("bottom cells", 0.06):
		s.valign = 1
	}
	fraction := false
	for i := range g.items {
		it := &g.items[i]
		fraction = fraction || !it.quantity.Equal(it.quantity.Truncate(0))
		if it.price.Exponent() < -2 {
			s.pricing = 4
		}
	}
	if fraction {
		s.places = max(s.places, 2)
	}
	var keys []string
	use := func(key string, p float64) bool {
		if g.chance(p) {
			keys = append(keys, key)
			return true
		}
		return false
	}
	if g.perLine {
		keys = append(keys, "po_number")
	}
	use("line_number", 0.65)
	switch {
	case g.chance(0.62):
		s.code = codeColumn
		keys = append(keys, "item_code")
	case g.trait("code above", 0.12):
		s.code = codeAbove
	case g.trait("code below", 0.06):
		s.code = codeBelow
	case g.trait("code labelled", 0.25):
		s.code = codeLabeled
	}
	use("rev", 0.04)
	keys = append(keys, "description")
	if n := len(keys); s.code == codeColumn && keys[n-2] == "item_code" && g.trait("code behind description", 0.06) {
		keys[n-2], keys[n-1] = keys[n-1], keys[n-2]
	}
	for _, key := range []string{"hsn", "weight"} {
		if use(key, 0.1) {
			g.traits["other columns"] = true
		}
	}
	dated := use("delivery_date", 0.16)
	if !dated {
		s.dateLabel = g.trait("date labelled", 0.08)
	}
	switch {
	case g.chance(0.5):
		s.unitAt = "column"
	case g.trait("unit beside quantity", 0.3):
		s.unitAt = "beside"
	case g.trait("unit beneath quantity", 0.08):
		s.unitAt = "beneath"
	case g.trait("unit behind price", 0.08) && g.priced:
		s.unitAt = "price"
	}
	figures := []string{"quantity"}
	if s.unitAt == "column" {
		figures = append(figures, "unit")
		if g.trait("unit before quantity", 0.25) {
			slices.Reverse(figures)
		}
	}
	if g.chance(0.06) {
		figures = append(figures, "shipped")
		g.traits["other quantities"] = true
	}
	if g.trait("quantity first", 0.15) {
		at := 0
		if len(keys) > 0 && keys[0] == "line_number" {
			at = 1
		}
		keys = slices.Insert(keys, at, figures...)
	} else {
		keys = append(keys, figures...)
	}
	if g.priced {
		discounted, per := false, false
		for i := range g.items {
			discounted = discounted || g.items[i].discount > 0
			per = per || g.items[i].per > 1
		}
		if discounted && g.chance(0.2) {
			keys = append(keys, "list")
		}
		keys = append(keys, "unit_price")
		if per {
			keys = append(keys, "per")
		}
		if discounted {
			keys = append(keys, "discount")
		}
		if use("taxrate", 0.12) {
			g.traits["tax per line"] = true
			use("taxamount", 0.3)
		}
		keys = append(keys, "line_total")
	}
	s.double = g.trait("double head", 0.06)
	if s.double {
		s.unitAt, s.code = "column", codeColumn
		keys = slices.DeleteFunc(keys, func(k string) bool {
			return !slices.Contains([]string{"line_number", "description", "quantity", "unit_price", "line_total", "po_number", "per", "discount"}, k)
		})
		keys = slices.Insert(keys, slices.Index(keys, "description"), "item_code")
		keys = slices.Insert(keys, slices.Index(keys, "quantity")+1, "unit")
	}
	s.other = g.trait("other labelled", 0.08)
	for i := range g.items {
		g.items[i].state(g, keys, &s)
	}
	for _, k := range keys {
		s.columns = append(s.columns, g.column(k, &s))
	}
	return s
}

// state says what the table states of the item.
func (it *item) state(g *generator, keys []string, s *tableStyle) {
	r := it.stated
	for _, k := range keys {
		switch k {
		case "line_number":
			r[k] = it.number
		case "quantity":
			r[k] = it.quantity.String()
		case "unit_price":
			r[k] = it.price.String()
		case "line_total":
			r[k] = it.total.String()
		case "delivery_date":
			r[k] = it.date
		case "discount":
			if it.discount > 0 {
				r[k] = fmt.Sprintf(s.percent, it.discount)
			}
		}
	}
	if s.code != noCode {
		r["item_code"] = it.code
	}
	if s.unitAt != "" {
		r["unit"] = it.unit
	}
	if s.dateLabel {
		r["delivery_date"] = it.date
	}
	r["description"] = strings.Join(append([]string{it.description}, it.extra...), " ")
	if s.other {
		r["description"] += " " + g.language.sublabels["other"][0] + " 8481.80"
	}
}

// column draws a column's heading and alignment, and measures it.
func (g *generator) column(key string, s *tableStyle) column {
	c := column{key: key}
	heading := one(g, g.language.headings[key]...)
	if key == "description" && (s.code == codeAbove || s.code == codeBelow) {
		heading = map[string]string{"en": "Item / Description", "de": "Artikel / Bezeichnung", "fr": "Référence / Désignation", "es": "Código / Descripción", "it": "Codice / Descrizione", "pt": "Código / Descrição", "nl": "Artikel / Omschrijving"}[g.language.code]
	}
	if g.chance(0.15) {
		heading = strings.ToUpper(heading)
	}
	c.heading = strings.Split(heading, "|")
	switch key {
	case "quantity", "unit_price", "line_total", "list", "shipped", "taxamount", "discount", "per", "taxrate":
		c.align = one(g, rightAligned, rightAligned, rightAligned, rightAligned, centred, leftAligned)
	case "line_number", "unit", "delivery_date", "weight", "rev":
		c.align = one(g, leftAligned, leftAligned, centred, rightAligned)
	}
	c.head = one(g, c.align, c.align, leftAligned, centred)
	for _, h := range c.heading {
		c.width = max(c.width, g.extent(h, g.size)+1)
	}
	if key != "description" {
		for i := range g.items {
			for _, line := range g.cell(&g.items[i], key, s) {
				c.width = max(c.width, g.extent(line, g.size)+1)
			}
		}
	}
	c.width += g.size * g.span(0.8, 2)
	return c
}

// cell gives the lines that stand in an item's cell; those of descriptions are
// not wrapped.
func (g *generator) cell(it *item, key string, s *tableStyle) []string {
	n := func(d decimal.Decimal, places int32) []string { return []string{g.number(d, places)} }
	switch key {
	case "po_number":
		return []string{it.stated[key]}
	case "line_number":
		return []string{it.number}
	case "item_code":
		return []string{it.code}
	case "description":
		lines := []string{it.description}
		lines = append(lines, it.extra...)
		switch s.code {
		case codeAbove:
			lines = append([]string{it.code}, lines...)
		case codeBelow:
			lines = append(lines, it.code)
		case codeLabeled:
			lines = append(lines, g.language.sublabels["item_code"][0]+" "+it.code)
		}
		if s.dateLabel {
			lines = append(lines, g.language.sublabels["delivery_date"][0]+" "+g.printed(it.date))
		}
		if s.other {
			lines = append(lines, g.language.sublabels["other"][0]+" 8481.80")
		}
		return lines
	case "quantity":
		text := g.number(it.quantity, s.places)
		switch s.unitAt {
		case "beside":
			return []string{text + " " + it.unit}
		case "beneath":
			return []string{text, it.unit}
		}
		return []string{text}
	case "unit":
		return []string{it.unit}
	case "unit_price":
		text := g.money(it.price, s.pricing)
		if s.unitAt == "price" {
			text += "/" + it.unit
		}
		return []string{text}
	case "list":
		return n(it.price.Mul(decimal.New(12, -1)).Round(2), 2)
	case "shipped":
		return []string{g.number(decimal.Zero, s.places)}
	case "per":
		return []string{fmt.Sprint(it.per)}
	case "discount":
		if it.discount > 0 {
			return []string{it.stated[key]}
		}
		return nil
	case "taxrate":
		return []string{fmt.Sprintf("%d%%", s.taxRate)}
	case "taxamount":
		return n(it.total.Mul(decimal.New(int64(s.taxRate), -2)).Round(2), 2)
	case "line_total":
		return []string{g.money(it.total, 2)}
	case "delivery_date":
		return []string{g.printed(it.date)}
	case "hsn":
		return []string{"84818" + it.code[len(it.code)-1:] + "99"}
	case "weight":
		return []string{"-"}
	case "rev":
		return []string{"A"}
	}
	return nil
}
