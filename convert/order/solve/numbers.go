package solve

import (
	"slices"
	"strconv"

	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
)

var countedCodes = mechanism.New("solve: codes that count the items are their numbers")

// numberItems takes codes that count the items for line numbers, where none is stated.
func numberItems(tables []*items.Table) []*items.Table {
	lines := linesOf(tables)
	if !countedCodes.On() || !countUp(lines) {
		return tables
	}
	numbered := make([]*items.Table, len(tables))
	for i, t := range tables {
		c := *t
		c.Lines = slices.Clone(t.Lines)
		for k := range c.Lines {
			l := &c.Lines[k]
			l[schema.LineNumber], l[schema.ItemCode] = l[schema.ItemCode], schema.Cell{}
		}
		numbered[i] = &c
	}
	return numbered
}

// countUp reports whether the codes of lines that have no numbers count them, in ones or
// tens. They may begin again, with another order.
func countUp(lines []schema.Cells) bool {
	step, last := 0, 0
	for i := range lines {
		n, err := strconv.Atoi(lines[i][schema.ItemCode].Value)
		if err != nil || lines[i][schema.LineNumber].Value != "" {
			return false
		}
		if i == 0 {
			step = n
		}
		if n != last+step && n != step {
			return false
		}
		last = n
	}
	return step == 1 || step == 10
}
