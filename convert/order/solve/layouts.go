package solve

import (
	"slices"
	"strings"

	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// merging decides between two readings of line items, cell by cell.
type merging struct {
	*taught.Trust
	// lead reports whether the layout is far better than the general reader.
	lead bool
	// agreed are the columns of most of whose values both readings say the same.
	agreed [schema.NumFields]bool
	// careful reports whether the general reader made no mistake in the examples, and most
	// rows do not state surely what all of the examples do, or state more.
	careful bool
}

// newMerging compares the rows of two readings, of which at[i] is the led one of usual[i].
func newMerging(usual, led []schema.Cells, at []int, trust *taught.Trust) *merging {
	m := &merging{Trust: trust}
	same, all := 0.0, 0.0
	for _, f := range schema.LineFields {
		rows, odd, alike, stated := 0, 0, 0.0, 0.0
		for i, k := range at {
			if k < 0 {
				continue
			}
			rows++
			u, l := &usual[i][f], &led[k][f]
			if u.Value != "" || l.Value != "" {
				stated++
				alike += flag(taught.SameValue(f, u.Value, l.Value))
			}
			if trust.Stated[f] == 0 && u.Value != "" && !isFixed[f] || trust.Stated[f] == trust.Lines && l.Evidence.Confidence < sureFit && f != schema.DeliveryDate {
				odd++
			}
		}
		same, all = same+alike, all+stated
		m.agreed[f] = 2*alike > stated
		m.careful = m.careful || 2*odd > rows && trust.Perfect()
	}
	m.lead = trust.Lead() || !trust.Perfect() && same < leastAlike*all
	return m
}

// leastAlike is the share of cells of which two readings that are both right mostly say the
// same: where there are fewer, it is the general reader that goes wrong.
const leastAlike = 0.7

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
	m := newMerging(usual, led, at, trust)
	same := len(usual) == len(led)
	for i, k := range at {
		same = same && k == i
	}
	more := trust.ItemsLayout > trust.ItemsGeneral && !slices.Contains(at, -1) // than in the examples the general reader found
	if same || !more && !rowsOfLayout(prove(pages, locale, usual), prove(pages, locale, led), trust) {
		return m.tables(general, led, at)
	}
	m.lead = true
	back := taught.PairRows(led, usual)
	lines := make([]schema.Cells, len(led))
	for i := range led {
		lines[i] = led[i]
		if k := back[i]; k >= 0 {
			lines[i] = m.row(&usual[k], &led[i])
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
	for _, f := range schema.LineFields {
		general, layout = general+trust.General[f], layout+trust.Layout[f]
	}
	return layout > general
}

// tables puts what the layout knows better into the rows of the general reader.
func (m *merging) tables(general []*items.Table, led []schema.Cells, at []int) []*items.Table {
	tables := make([]*items.Table, len(general))
	n := 0
	for i, t := range general {
		c := *t
		c.Lines = make([]schema.Cells, len(t.Lines))
		for k := range t.Lines {
			c.Lines[k] = t.Lines[k]
			if at[n] >= 0 {
				c.Lines[k] = m.row(&t.Lines[k], &led[at[n]])
			}
			n++
		}
		tables[i] = &c
	}
	return tables
}

// row takes each column from the reading that was right about it in the examples
// more often. What the layout does not find is left out only where the examples have none
// of it.
func (m *merging) row(usual, led *schema.Cells) schema.Cells {
	row := *usual
	for _, f := range schema.LineFields {
		u, l := usual[f].Value, led[f].Value
		better, even := m.Layout[f] > m.General[f], m.Layout[f] == m.General[f]
		switch {
		case l == "" && m.Stated[f] > 0:
		case l == "" && isFixed[f]:
			row[f] = led[f]
		case even && strings.HasPrefix(u, l) && !(m.lead && f == schema.Description): // what goes on
		case better, even && m.lead, even && m.Stated[f] > 0 && led[f].Evidence.Confidence >= sureFit && m.prefers(f, u, l):
			row[f] = led[f]
		}
	}
	if row[schema.Discount].Value != usual[schema.Discount].Value && makesWithout(&row) {
		row[schema.Discount] = usual[schema.Discount]
	}
	if closes(usual) && !closes(&row) && m.statesFigures() {
		copyFigures(&row, usual)
	} else if closes(led) && !closes(&row) {
		copyFigures(&row, led)
	}
	return row
}

// prefers reports whether what the layout leads to is likelier than what the general reader
// has, if both were as good in the examples.
func (m *merging) prefers(f schema.Field, usual, led string) bool {
	switch {
	case m.careful:
		return false
	case f == schema.Description && usual != "":
		// Figures beneath a text may be another value.
		further, ok := strings.CutPrefix(led, usual)
		return ok && !(m.Perfect() && textnorm.HasDigit(further))
	}
	return usual == "" || m.agreed[f] || !m.Perfect()
}

// sureFit is the least confidence of a cell that the layout leads to, for it to take the
// place of what the general reader has where both are as good otherwise.
const sureFit = 0.8

// closes reports whether quantity and price make a row's total.
func closes(c *schema.Cells) bool {
	p, _ := proofs.LineProof(c[schema.Quantity].Value, c[schema.UnitPrice].Value, c[schema.Discount].Value, c[schema.LineTotal].Value)
	return p != ""
}

// makesWithout reports whether quantity and price make a row's total without its discount,
// which takes something off: documents leave out the column where none is granted, and
// what stands in its place is no discount.
func makesWithout(c *schema.Cells) bool {
	n, ok := new(value.Locale).Number(c[schema.Discount].Value)
	without := *c
	without[schema.Discount] = schema.Cell{}
	return ok && !n.Value.IsZero() && closes(&without)
}

// isFixed are the columns that each document of a layout has, or none: what the general
// reader takes for them is something else where the examples have none.
var isFixed = [schema.NumFields]bool{schema.LineNumber: true, schema.Quantity: true, schema.UnitPrice: true, schema.LineTotal: true}

// statesFigures reports whether the examples state all that makes a row's total.
func (m *merging) statesFigures() bool {
	return m.Stated[schema.Quantity] > 0 && m.Stated[schema.UnitPrice] > 0 && m.Stated[schema.LineTotal] > 0
}

// copyFigures gives a row the figures of another reading of it.
func copyFigures(row, from *schema.Cells) {
	for _, f := range [...]schema.Field{schema.Quantity, schema.UnitPrice, schema.Discount, schema.LineTotal} {
		row[f] = from[f]
	}
}

// tableOfLayout is a table of the line items to which a layout leads.
func tableOfLayout(pages []*layout.Page, lines []schema.Cells) *items.Table {
	t := &items.Table{Lines: lines}
	for i := range lines {
		for _, f := range schema.LineFields {
			e := &lines[i][f].Evidence
			if n := slices.IndexFunc(pages, func(p *layout.Page) bool { return p.Number == e.Page }); n >= 0 {
				addRegion(t, n, e.Box)
			}
		}
	}
	return t
}
