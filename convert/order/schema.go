package order

import "lineitem/convert/order/schema"

// Package schema defines the names of what a conversion returns. They are repeated
// here because they are part of this package's results and its callers use them.
type (
	// Column is one column of the rows.
	Column = schema.Column
	// Field numbers the columns of a converted purchase order.
	Field = schema.Field
	// Cell is one value: its normal form, and where it was read.
	Cell = schema.Cell
	// Cells are the cells of one row, or the order-level cells of one order.
	Cells = schema.Cells
)

// The columns, in the order in which they are returned.
const (
	PONumber     = schema.PONumber
	PODate       = schema.PODate
	Buyer        = schema.Buyer
	Supplier     = schema.Supplier
	ShipTo       = schema.ShipTo
	BillTo       = schema.BillTo
	DeliveryDate = schema.DeliveryDate
	PaymentTerms = schema.PaymentTerms
	ShipVia      = schema.ShipVia
	Currency     = schema.Currency
	LineNumber   = schema.LineNumber
	ItemCode     = schema.ItemCode
	Description  = schema.Description
	Quantity     = schema.Quantity
	Unit         = schema.Unit
	UnitPrice    = schema.UnitPrice
	Discount     = schema.Discount
	LineTotal    = schema.LineTotal
	Subtotal     = schema.Subtotal
	Tax          = schema.Tax
	Shipping     = schema.Shipping
	Total        = schema.Total
	NumFields    = schema.NumFields
)

// Schema is the standard column schema, indexed by Field.
var Schema = schema.Columns
