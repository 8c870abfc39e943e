package order

import "lineitem/convert/doc"

// itemTable is one table of line items, over as many pages as it runs.
type itemTable struct {
	lines   []Cells
	regions []region // where it stands, heads included, totals not
}

// region is a box on a page.
type region struct {
	page int // index into reading.pages
	doc.Box
}

// findItems finds the tables of line items.
func findItems(r *reading) []*itemTable { return nil }
