package items

import (
	"slices"

	"lineitem/convert/order/headings"
)

// tableColumn is a column of a table, over all of the pages on which it runs.
type tableColumn struct {
	heading  []headings.Token
	meanings []headings.Meaning
	known    float64 // how much of the heading is understood, 0 to 1
	kind     headings.Kind
	also     headings.Kind // a second kind stated in the same cells, headings.Unknown if there is none
	content  columnContent
}

// states reports whether the column states the kind, alone or together with another.
func (c *tableColumn) states(k headings.Kind) bool { return c.kind == k || c.also == k }

// means reports whether the heading may mean the kind.
func (c *tableColumn) means(k headings.Kind) bool {
	return slices.ContainsFunc(c.meanings, func(m headings.Meaning) bool { return m.Has(k) })
}

// namesCodes reports whether a word of the heading, by itself, may be a heading
// of codes, as in "Item/Description".
func (c *tableColumn) namesCodes() bool {
	for i := range c.heading {
		if m, n := headings.Longest(c.heading[i : i+1]); n > 0 && m.Has(headings.Code) {
			return true
		}
	}
	return false
}

// columnExtent is where a column is on one page, in points.
type columnExtent struct {
	present     bool
	middle      float64 // of its contents
	left, right float64 // a word whose middle is between these is in the column
}
