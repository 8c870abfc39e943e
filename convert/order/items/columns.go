package items

import (
	"slices"

	"lineitem/convert/order/headings"
)

// columnKind is what a column of a line-item table states.
type columnKind headings.Kind

const (
	kindUnknown = columnKind(headings.Unknown)
	// Kinds that are answered.
	kindLine        = columnKind(headings.LineNumber)
	kindCode        = columnKind(headings.Code)
	kindDescription = columnKind(headings.Description)
	kindQuantity    = columnKind(headings.Quantity)
	kindUnit        = columnKind(headings.Unit)
	kindPrice       = columnKind(headings.Price)
	kindDiscount    = columnKind(headings.Discount)
	kindTotal       = columnKind(headings.Total)
	kindDate        = columnKind(headings.Date)
	kindOrder       = columnKind(headings.OrderNumber)
	// Kinds that are recognised to be kept out.
	kindList          = columnKind(headings.ListPrice)
	kindPer           = columnKind(headings.PerUnits)
	kindTaxRate       = columnKind(headings.TaxRate)
	kindTaxAmount     = columnKind(headings.TaxAmount)
	kindGross         = columnKind(headings.Gross)
	kindOtherQuantity = columnKind(headings.OtherQuantity)
	kindOtherCode     = columnKind(headings.OtherCode)
	kindOtherDate     = columnKind(headings.OtherDate)
	kindOther         = columnKind(headings.Other)

	numKinds = columnKind(headings.NumKinds)
)

// numeric reports whether a column of the kind holds numbers.
func (k columnKind) numeric() bool {
	switch k {
	case kindQuantity, kindPrice, kindDiscount, kindTotal, kindList, kindTaxAmount, kindGross, kindOtherQuantity:
		return true
	}
	return false
}

// amounts reports whether a column of the kind holds amounts or quantities of items.
func (k columnKind) amounts() bool { return k == kindQuantity || k == kindPrice || k == kindTotal }

// exact reports whether a column of the kind holds figures or dates, and no texts.
func (k columnKind) exact() bool { return k.numeric() || k == kindDate || k == kindOtherDate }

// tableColumn is a column of a table, over all of the pages on which it runs.
type tableColumn struct {
	heading  []headToken
	label    string // the heading as printed
	meanings []headMeaning
	known    float64 // how much of the heading is understood, 0 to 1
	kind     columnKind
	also     columnKind // a second kind that stands in the same cells, kindUnknown when none does
	percents bool       // its figures are percentages, whatever its heading says
	seen     columnContent
}

// is reports whether the column states the kind, alone or beside another.
func (c *tableColumn) is(k columnKind) bool { return c.kind == k || c.also == k }

// means reports whether the heading may mean the kind.
func (c *tableColumn) means(k columnKind) bool {
	return slices.ContainsFunc(c.meanings, func(m headMeaning) bool { return m.has(k) })
}

// namesCodes reports whether a word of the heading may head codes, as in
// "Item/Description".
func (c *tableColumn) namesCodes() bool {
	for i := range c.heading {
		if m, n := longest(c.heading[i : i+1]); n > 0 && m.has(kindCode) {
			return true
		}
	}
	return false
}

// extent is where a column stands on one page.
type extent struct {
	present     bool
	middle      float64 // of what stands in it
	left, right float64 // between which its cells' words have their middles
}
