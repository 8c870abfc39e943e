package ordertest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// stateItem records the values that the table states for an item.
func (g *generator) stateItem(it *item) {
	r, f := it.stated, &g.forms
	for i := range g.columns {
		for _, k := range g.columns[i].kinds {
			switch k {
			case "line_number":
				r[k] = it.number
			case "quantity":
				if !it.unpriced {
					r[k] = it.quantity.String()
				}
			case "unit_price":
				if !it.unpriced {
					r[k] = it.price.String()
					if !g.netPrices {
						r[k] = it.list.String()
					}
				}
			case "line_total":
				r[k] = it.total.String()
			case "delivery_date":
				r[k] = it.date
			case "discount":
				if it.unpriced {
					break
				}
				if it.discount > 0 || f.zeros {
					if it.discount == 0 {
						it.also[k] = []string{""}
					}
					r[k] = g.discountOf(it)
					if f.reduced == "amount" {
						r[k] = g.reductionOf(it).String()
					} else if f.percent == "#" {
						it.also[k] = append(it.also[k], r[k]+"%")
					}
				}
			}
		}
	}
	if f.code != "none" && it.code != "" {
		if f.code == "leading" && !f.codeHeaded {
			it.also["item_code"] = []string{""} // it may be taken for a part of the description
		}
		if f.codeTwice {
			it.also["item_code"] = append(it.also["item_code"], "M"+it.commodity[2:])
		}
		r["item_code"] = it.code
	}
	if f.unit != "none" && !(it.unpriced && f.unit != "column") {
		r["unit"] = it.unit
	} else if f.price == "per unit" || f.price == "unit beneath" || f.price == "per and unit" {
		if g.priced && !it.unpriced {
			r["unit"] = it.unit
		}
	}
	if f.date {
		r["delivery_date"] = it.date
	}
	g.stateDescription(it)
}

// stateDescription records an item's description, and other readings of it that are as right.
func (g *generator) stateDescription(it *item) {
	first := strings.Join(append([]string{it.description}, it.extra...), " ")
	whole := strings.Join(append([]string{first}, it.components...), " ")
	also := []string{}
	if len(it.components) > 0 {
		also = append(also, first)
	}
	if g.forms.other != "" {
		also = append(also, whole)
		whole += " " + g.forms.other + " " + it.otherValue()
	}
	if it.code != "" && slices.Contains([]string{"leading", "in brackets", "labelled"}, g.forms.code) {
		also = append(also, g.codeText(it)+" "+whole, whole+" "+g.forms.codeWord+" "+it.code)
	}
	it.stated["description"] = whole
	it.also["description"] = also
}

// otherValue returns the value on a labelled line beneath the description, for which
// there is no column.
func (it *item) otherValue() string { return it.commodity[:4] + "." + it.commodity[4:6] }

// codeText returns the code as printed before the description.
func (g *generator) codeText(it *item) string {
	if g.forms.code == "in brackets" {
		return "[" + it.code + "]"
	}
	return it.code
}

// discountOf returns an item's discount as a percentage, as printed.
func (g *generator) discountOf(it *item) string {
	return strings.Replace(g.forms.percent, "#", fmt.Sprint(it.discount), 1)
}

// reductionOf returns an item's discount as an amount of money.
func (g *generator) reductionOf(it *item) decimal.Decimal {
	return it.quantity.Mul(it.list).Div(decimal.NewFromInt(int64(it.per))).Round(g.decimals).Sub(it.total)
}

// cell returns the lines of an item's cell; descriptions are not wrapped.
func (g *generator) cell(it *item, c *column) []line {
	var lines []line
	for _, k := range c.kinds {
		lines = append(lines, g.part(it, k)...)
	}
	return lines
}

// part returns the lines of one kind of value.
func (g *generator) part(it *item, kind string) []line {
	f := &g.forms
	text := func(s string, keys ...string) []line {
		if s == "" {
			return nil
		}
		return []line{say(s, keys...)}
	}
	if it.unpriced && slices.Contains([]string{"quantity", "unit_price", "per", "per unit", "shipped", "balance", "list", "landed"}, kind) {
		return nil
	}
	switch kind {
	case "po_number":
		return text(it.stated[kind], kind)
	case "line_number":
		return text(it.number, kind)
	case "item_code":
		return g.codeLines(it)
	case "description":
		return g.descriptionLines(it)
	case "quantity":
		return g.quantityLines(it)
	case "unit":
		return text(it.unit, kind)
	case "unit_price":
		return g.priceLines(it)
	case "per unit":
		return []line{say("/ "+it.unit, "unit")}
	case "per":
		return text(fmt.Sprint(it.per))
	case "list":
		return text(g.prices.write(it.list, f.pricing))
	case "landed":
		return text(g.prices.write(it.price.Mul(decimal.New(104, -2)).Round(2), 2))
	case "shipped":
		return text(g.counts.write(it.quantity.Sub(it.open), f.places))
	case "balance":
		return text(g.counts.write(it.open, f.places))
	case "discount":
		switch {
		case it.discount == 0 && !f.zeros, it.unpriced:
			return nil
		case f.reduced == "amount":
			return text(g.bare().write(g.reductionOf(it), g.decimals), kind)
		}
		return text(g.discountOf(it), kind)
	case "share":
		share := it.total.Mul(decimal.NewFromInt(100)).Div(g.sum).Round(1)
		return text(g.bare().write(share, 1) + "%")
	case "taxrate":
		return text(fmt.Sprintf("%d%%", g.taxRate))
	case "taxamount":
		return text(g.bare().write(it.total.Mul(decimal.New(int64(g.taxRate), -2)).Round(2), 2))
	case "line_total":
		return text(g.amount(it.total), kind)
	case "delivery_date":
		return text(g.printed(it.date, g.other), kind)
	case "commodity":
		return text(it.commodity)
	case "account":
		return text(it.commodity[:4] + "-" + it.commodity[4:6])
	case "makercode":
		return text("M" + it.commodity[2:])
	case "weight":
		return text(g.counts.write(it.quantity.Abs().Mul(decimal.New(4, -1)).Round(1), 1))
	case "brand":
		return text(strings.ToUpper(it.maker))
	case "remark":
		return text("-")
	}
	return nil
}

func (g *generator) descriptionLines(it *item) []line {
	f := &g.forms
	lines := []line{say(it.description, "description")}
	switch f.code {
	case "leading", "in brackets":
		if it.code == "" {
			break
		}
		lines[0] = append(say(g.codeText(it), "item_code"), lines[0]...)
	}
	for _, t := range append(slices.Clone(it.extra), it.components...) {
		lines = append(lines, say(t, "description"))
	}
	if f.other != "" {
		lines = append(lines, say(f.other+" "+it.otherValue(), "description"))
	}
	if f.code == "labelled" && it.code != "" {
		lines = append(lines, append(say(f.codeWord), piece{it.code, []string{"item_code"}}))
	}
	if f.date {
		lines = append(lines, append(say(f.dateWord), piece{g.printed(it.date, g.other), []string{"delivery_date"}}))
	}
	return lines
}

// codeLines returns an item's code, in pieces where its column is narrow.
func (g *generator) codeLines(it *item) []line {
	if it.code == "" {
		return nil
	}
	l := say(it.code, "item_code")
	if g.forms.codeWrap && g.forms.code == "column" {
		return g.wrapAnywhere(l, g.extent("00000000", g.size), g.size)
	}
	if g.forms.codeTwice {
		return []line{l, say("M" + it.commodity[2:])}
	}
	return []line{l}
}

func (g *generator) quantityLines(it *item) []line {
	text := g.counts.write(it.quantity, g.forms.places)
	switch g.forms.unit {
	case "beside quantity":
		return []line{{{text, []string{"quantity"}}, {it.unit, []string{"unit"}}}}
	case "slash":
		return []line{say(text+"/"+it.unit, "quantity", "unit")}
	case "glued":
		return []line{say(text+it.unit, "quantity", "unit")}
	}
	return []line{say(text, "quantity")}
}

func (g *generator) priceLines(it *item) []line {
	price := it.list
	if g.netPrices {
		price = it.price
	}
	text := g.prices.before + g.prices.write(price, g.forms.pricing) + g.prices.behind
	switch g.forms.price {
	case "per unit":
		keys := []string{"unit_price"}
		if g.forms.unit == "none" {
			keys = append(keys, "unit")
		}
		return []line{say(text+"/"+it.unit, keys...)}
	case "with currency":
		if !g.marked {
			return []line{{{text, []string{"unit_price"}}, {g.money.code, nil}}}
		}
	case "per and unit":
		keys := []string{}
		if g.forms.unit == "none" {
			keys = append(keys, "unit")
		}
		return []line{{{text, []string{"unit_price"}}, {fmt.Sprintf("/ %d", it.per), nil}, {it.unit, keys}}}
	case "price words":
		if it.per > 1 {
			return []line{say(text+"/"+g.counts.write(decimal.NewFromInt(int64(it.per)), 0), "unit_price")}
		}
	}
	return []line{say(text, "unit_price")}
}
