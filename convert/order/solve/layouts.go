package solve

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
	"lineitem/convert/order/value"
)

// lineFields are the columns of line items.
var lineFields = [...]schema.Field{
	schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.Discount,
	schema.LineTotal, schema.DeliveryDate,
}

// ByLayout decides between line items that were read by no layout, and those to which a
// layout leads that was taught. Each column is believed to whom it was read right by in
// the examples, and which rows there are to whom arithmetic proves.
func ByLayout(pages []*layout.Page, locale value.Locale, general []*items.Table, l *taught.Layout) []*items.Table {
	if l == nil || l.Items == nil {
		return general
	}
	led := l.Lines(&taught.View{Pages: pages, Locale: locale})
	if len(led) == 0 {
		return general
	}
	var usual []schema.Cells
	for _, t := range general {
		usual = append(usual, t.Lines...)
	}
	trust := &l.Items.Trust
	at := taught.PairRows(usual, led)
	same := len(usual) == len(led)
	if same {
		for i, k := range at {
			same = same && k == i
		}
	}
	if !same && !rowsOfLayout(prove(pages, locale, usual), prove(pages, locale, led), trust) {
		return merged(general, led, at, trust)
	}
	if same {
		return merged(general, led, at, trust)
	}
	back := taught.PairRows(led, usual)
	lines := make([]schema.Cells, len(led))
	for i := range led {
		lines[i] = led[i]
		if k := back[i]; k >= 0 {
			lines[i] = mergedRow(&usual[k], &led[i], trust)
		}
	}
	return []*items.Table{tableOfLayout(pages, lines)}
}

// rowsOfLayout reports whether the rows are those that the layout leads to: arithmetic
// decides, and where it is silent, whoever found the right ones in the examples.
func rowsOfLayout(usual, led proof, trust *taught.Trust) bool {
	switch {
	case usual.items == 0:
		return true
	case usual.sure() && !led.sure(), usual.priced > led.priced && usual.items-usual.priced <= led.items-led.priced:
		return false
	case led.sure() && !usual.sure() && led.priced > 0 && led.priced >= usual.priced,
		led.priced > usual.priced && led.items-led.priced <= usual.items-usual.priced:
		return true
	case trust.ItemsLayout != trust.ItemsGeneral:
		return trust.ItemsLayout > trust.ItemsGeneral
	}
	general, layout := 0, 0
	for _, f := range lineFields {
		general, layout = general+trust.General[f], layout+trust.Layout[f]
	}
	return layout > general
}

// merged puts what the layout knows better into the rows of the general reader.
func merged(general []*items.Table, led []schema.Cells, at []int, trust *taught.Trust) []*items.Table {
	tables := make([]*items.Table, len(general))
	n := 0
	for i, t := range general {
		c := *t
		c.Lines = make([]schema.Cells, len(t.Lines))
		for k := range t.Lines {
			c.Lines[k] = t.Lines[k]
			if at[n] >= 0 {
				c.Lines[k] = mergedRow(&t.Lines[k], &led[at[n]], trust)
			}
			n++
		}
		tables[i] = &c
	}
	return tables
}

// mergedRow takes each column from the reading that was right about it in the examples
// more often. What the layout does not find is left out only where the examples have none
// of it.
func mergedRow(usual, led *schema.Cells, trust *taught.Trust) schema.Cells {
	row := *usual
	for _, f := range lineFields {
		g, l := trust.General[f], trust.Layout[f]
		switch {
		case led[f].Value == "" && trust.Stated[f] > 0:
		case l > g, l == g && usual[f].Value == "" && trust.Stated[f] > 0:
			row[f] = led[f]
		}
	}
	return row
}

// tableOfLayout is a table of the line items to which a layout leads.
func tableOfLayout(pages []*layout.Page, lines []schema.Cells) *items.Table {
	t := &items.Table{Lines: lines}
	for i := range lines {
		for _, f := range lineFields {
			e := &lines[i][f].Evidence
			if e.Page == 0 {
				continue
			}
			for n, p := range pages {
				if p.Number != e.Page {
					continue
				}
				if k := len(t.Regions) - 1; k < 0 || t.Regions[k].Page != n {
					t.Regions = append(t.Regions, items.Region{Page: n, Box: e.Box})
				} else {
					t.Regions[k].Box = t.Regions[k].Box.Union(e.Box)
				}
			}
		}
	}
	return t
}
