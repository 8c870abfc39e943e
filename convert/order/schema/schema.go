// Package schema names the columns in which a purchase order is answered, and
// holds the cells that are read for them.
package schema

import (
	"lineitem/convert/doc"
	"lineitem/convert/jsontext"
)

// Column is one column of the rows.
type Column struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

// AppendJSON appends the column as a JSON object.
func (c *Column) AppendJSON(b []byte) []byte {
	b = jsontext.AppendString(append(b, `{"key":`...), c.Key)
	b = jsontext.AppendString(append(b, `,"label":`...), c.Label)
	return append(b, '}')
}

// Field numbers the columns of a converted purchase order.
type Field int

// The columns, in the order in which they are answered.
const (
	PONumber Field = iota
	PODate
	Buyer
	Supplier
	ShipTo
	BillTo
	DeliveryDate
	PaymentTerms
	ShipVia
	Currency
	LineNumber
	ItemCode
	Description
	Quantity
	Unit
	UnitPrice
	Discount
	LineTotal
	Subtotal
	Tax
	Shipping
	Total
	NumFields // how many there are
)

// Columns are the standard columns, indexed by Field.
var Columns = [NumFields]Column{
	PONumber:     {"po_number", "PO #"},
	PODate:       {"po_date", "PO Date"},
	Buyer:        {"buyer", "Buyer / Customer"},
	Supplier:     {"supplier", "Supplier / Vendor"},
	ShipTo:       {"ship_to", "Ship To"},
	BillTo:       {"bill_to", "Bill To"},
	DeliveryDate: {"delivery_date", "Delivery Date"},
	PaymentTerms: {"payment_terms", "Payment Terms"},
	ShipVia:      {"ship_via", "Ship Via"},
	Currency:     {"currency", "Currency"},
	LineNumber:   {"line_number", "Line #"},
	ItemCode:     {"item_code", "Item #"},
	Description:  {"description", "Description"},
	Quantity:     {"quantity", "Qty"},
	Unit:         {"unit", "Unit"},
	UnitPrice:    {"unit_price", "Unit Price"},
	Discount:     {"discount", "Discount"},
	LineTotal:    {"line_total", "Line Total"},
	Subtotal:     {"subtotal", "Subtotal"},
	Tax:          {"tax", "Tax"},
	Shipping:     {"shipping", "Shipping"},
	Total:        {"total", "Total"},
}

// LineFields are the columns that each line item may state. A delivery date may also be that of
// the whole order.
var LineFields = [...]Field{LineNumber, ItemCode, Description, Quantity, Unit, UnitPrice, Discount, LineTotal, DeliveryDate}

// FieldOf returns the field with a key; ok is false if there is none.
func FieldOf(key string) (f Field, ok bool) {
	for f := range NumFields {
		if Columns[f].Key == key {
			return f, true
		}
	}
	return 0, false
}

// Key returns the field's property name.
func (f Field) Key() string { return Columns[f].Key }

// Cell is one read value: its normal form, and where it was read.
type Cell struct {
	Value    string // in the column's normal form; empty when the document states none
	Evidence doc.Evidence
}

// Cells are the cells of one row, or the order-level cells of one order.
type Cells [NumFields]Cell

// Stated reports whether any cell has a value.
func (c *Cells) Stated() bool {
	for f := range c {
		if c[f].Value != "" {
			return true
		}
	}
	return false
}

// Page returns the page, from 1, on which a row begins; 0 if none of its cells was read.
func (c *Cells) Page() int {
	page := 0
	for f := range c {
		if n := c[f].Evidence.Page; n > 0 && (page == 0 || n < page) {
			page = n
		}
	}
	return page
}
