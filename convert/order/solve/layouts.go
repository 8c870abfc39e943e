package solve

import (
	"slices"
	"strings"

	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
	"lineitem/convert/order/value"
)

// ByLayout decides between line items that the general reader read and those that a
// taught layout finds. Each column is taken from the one that read it right more often in
// the examples. Which rows there are is decided by preferLayoutRows, above all by arithmetic.
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
	for i, k := range at {
		same = same && k == i
	}
	if same || !preferLayoutRows(prove(pages, locale, usual), prove(pages, locale, led), trust) {
		return mergeTables(general, led, at, trust)
	}
	for i, k := range taught.PairRows(led, usual) {
		if k >= 0 {
			led[i] = mergeRow(&usual[k], &led[i], trust)
		}
	}
	return []*items.Table{tableOfLayout(pages, led)}
}

// preferLayoutRows reports whether the rows are those that the layout finds (led). Arithmetic decides if
// it leaves no doubt, then the number of examples in which each found the right rows, and then arithmetic again, against the layout only
// if the general reader made no mistake in the examples. Otherwise the one that read more cells of the examples right wins.
func preferLayoutRows(usual, led proof, trust *taught.Trust) bool {
	switch {
	case usual.items == 0:
		return true
	case usual.sure() && !led.sure():
		return false
	case led.sure() && !usual.sure() && led.priced > 0 && led.priced >= usual.priced:
		return true
	case trust.ItemsLayout != trust.ItemsGeneral:
		return trust.ItemsLayout > trust.ItemsGeneral
	case trust.Perfect() && usual.priced > led.priced && usual.items-usual.priced <= led.items-led.priced:
		return false
	case led.priced > usual.priced && led.items-led.priced <= usual.items-usual.priced:
		return true
	}
	general, layout := 0, 0
	for _, f := range schema.LineFields {
		general, layout = general+trust.General[f], layout+trust.Layout[f]
	}
	return layout > general
}

// mergeTables puts what the layout knows better into the rows of the general reader. Row i of all
// tables belongs to row at[i] of led, or to none if that is -1.
func mergeTables(general []*items.Table, led []schema.Cells, at []int, trust *taught.Trust) []*items.Table {
	tables := make([]*items.Table, len(general))
	for i, t := range general {
		c := *t
		c.Lines = slices.Clone(t.Lines)
		for k := range c.Lines {
			if at[k] >= 0 {
				c.Lines[k] = mergeRow(&t.Lines[k], &led[at[k]], trust)
			}
		}
		tables[i], at = &c, at[len(t.Lines):]
	}
	return tables
}

// mergeRow takes each column from the reading that was right about it more often in the examples.
// If both were right equally often, a value that suits the layout well is taken if the general reader
// has none, or made mistakes in the examples. A value that the layout does not find is left out only
// if the examples have none in this column.
func mergeRow(usual, led *schema.Cells, trust *taught.Trust) schema.Cells {
	const sureFit = 0.8 // least confidence of a value that suits the layout well
	row, proven := *usual, provesTotal(usual)
	for _, f := range schema.LineFields {
		u, l := usual[f].Value, led[f].Value
		better, even := trust.Layout[f] > trust.General[f], trust.Layout[f] == trust.General[f]
		suits := trust.Stated[f] > 0 && led[f].Evidence.Confidence >= sureFit
		absent := l == "" && allOrNone[f] && !(proven && f != schema.LineNumber)
		switch {
		case l == "" && trust.Stated[f] > 0, even && strings.HasPrefix(u, l) && !absent: // the general value stays: it may continue the layout's
		case absent, better, even && suits && (u == "" || !trust.Perfect()):
			row[f] = led[f]
		}
	}
	// If the examples have no codes, the first word of a description is no code.
	if u := usual[schema.ItemCode].Value; u != "" && trust.Stated[schema.ItemCode] == 0 && strings.HasPrefix(led[schema.Description].Value, u+" ") {
		row[schema.ItemCode], row[schema.Description] = schema.Cell{}, led[schema.Description]
	}
	return row
}

// allOrNone tells which columns either all documents of a layout have, or none: if the examples have none, what the general
// reader takes for such a column is something else, unless the figures make a line's total.
var allOrNone = [schema.NumFields]bool{schema.LineNumber: true, schema.Quantity: true, schema.UnitPrice: true, schema.LineTotal: true}

// provesTotal reports whether quantity, price and discount make a row's total.
func provesTotal(c *schema.Cells) bool {
	p, _ := proofs.LineProof(c[schema.Quantity].Value, c[schema.UnitPrice].Value, c[schema.Discount].Value, c[schema.LineTotal].Value)
	return p != ""
}

// tableOfLayout returns a table of the line items that a layout finds.
func tableOfLayout(pages []*layout.Page, lines []schema.Cells) *items.Table {
	return &items.Table{Lines: lines, Regions: items.RegionsOfLines(pages, lines)}
}
