// Package ubl writes results as orders that programs accept: documents of the type Order of UBL 2.1
// (OASIS Universal Business Language), one for each purchase order.
//
// Package electronic reads them back to the same rows, with these exceptions: a line without a number
// gets one, which UBL requires; percentages are normalised ("2,5 %" becomes "2.5%"); discounts of 0 and
// lines with a total of 0 and no price are lost; and so is what Order.Missing lists as left out.
package ubl

import (
	"bufio"
	"io"
	"slices"

	"lineitem/convert"
	"lineitem/convert/electronic"
	"lineitem/convert/order"
)

// MediaType is the media type of XML (RFC 7303).
const MediaType = "application/xml"

// Order is a purchase order ready to be written.
type Order struct {
	head  map[order.Field]string
	rows  []map[order.Field]string // of line items
	dated bool                     // whether line items have dates of delivery of their own
}

// Orders returns the orders of a result, in sequence. Consecutive rows with the same values for the whole order
// belong to one order. Columns that are not standard are left out.
func Orders(r *convert.Result) []Order {
	var orders []Order
	for i := range r.Rows {
		row := values(r, i)
		if len(row) == 0 {
			continue // of a mapper with other columns
		}
		if n := len(orders); n > 0 && sameHead(orders[n-1].head, row) {
			orders[n-1].rows = append(orders[n-1].rows, row)
			continue
		}
		orders = append(orders, Order{head: row, rows: []map[order.Field]string{row}})
	}
	for i := range orders {
		o := &orders[i]
		for _, row := range o.rows {
			o.dated = o.dated || row[order.DeliveryDate] != o.head[order.DeliveryDate]
		}
		if len(o.rows) == 1 && !isLine(o.rows[0]) {
			o.rows = nil
		}
	}
	return orders
}

// values returns the values of row i that are not empty, by standard column.
func values(r *convert.Result, i int) map[order.Field]string {
	row := map[order.Field]string{}
	for c, v := range r.Record(i) {
		if f, ok := fields[r.Columns[c].Key]; ok && v != "" {
			row[f] = v
		}
	}
	return row
}

// fields are the standard columns by their keys.
var fields = func() map[string]order.Field {
	all := map[string]order.Field{}
	for f := range order.NumFields {
		all[f.Key()] = f
	}
	return all
}()

// lineFields are the columns that only line items have.
var lineFields = []order.Field{
	order.LineNumber, order.ItemCode, order.Description, order.Quantity, order.Unit, order.UnitPrice, order.Discount, order.LineTotal,
}

// isLine reports whether a row states a line item.
func isLine(row map[order.Field]string) bool {
	return slices.ContainsFunc(lineFields, func(f order.Field) bool { return row[f] != "" })
}

// sameHead reports whether two rows have the same values for the whole order.
func sameHead(a, b map[order.Field]string) bool {
	for f := range order.NumFields {
		if f != order.DeliveryDate && !slices.Contains(lineFields, f) && a[f] != b[f] {
			return false
		}
	}
	return true
}

// Write writes a result as one XML document: its order, or, unless there is exactly one, an element "orders"
// without a namespace that holds them all. Errors are those of w.
func Write(w io.Writer, r *convert.Result) error {
	orders := Orders(r)
	e := NewEncoder(w, len(orders) != 1)
	for i := range orders {
		e.Write(&orders[i])
	}
	return e.Close()
}

// Encoder writes orders into one XML document.
type Encoder struct {
	w    *bufio.Writer
	many bool
	begun,
	closed bool
}

// NewEncoder returns an encoder. many says that the orders are put into an element "orders"; otherwise there
// must be exactly one order.
func NewEncoder(w io.Writer, many bool) *Encoder { return &Encoder{w: bufio.NewWriter(w), many: many} }

func (e *Encoder) begin() {
	if e.begun {
		return
	}
	e.begun = true
	e.w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if e.many {
		e.w.WriteString("<" + electronic.Envelope + ">\n")
	}
}

// Write writes an order. Errors are those of the writer; after the first, every call returns it.
func (e *Encoder) Write(o *Order) error {
	e.begin()
	o.write(e.w)
	return e.w.Flush()
}

// Close writes what follows the last order. It does not close the writer.
func (e *Encoder) Close() error {
	e.begin()
	if e.many && !e.closed {
		e.closed = true
		e.w.WriteString("</" + electronic.Envelope + ">\n")
	}
	return e.w.Flush()
}
