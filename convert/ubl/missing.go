package ubl

import (
	"fmt"
	"strings"

	"lineitem/convert/order"
)

// Missing returns sentences that list what UBL requires and the order does not state, and what the order states
// in a form for which UBL has no place. They contain no values.
func (o *Order) Missing() []string {
	var missing, left []string
	for _, required := range [...]struct {
		field order.Field
		ok    bool
	}{
		{order.PONumber, o.head[order.PONumber] != ""},
		{order.PODate, date(o.head[order.PODate]) != ""},
		{order.Buyer, o.head[order.Buyer] != ""},
		{order.Supplier, o.head[order.Supplier] != ""},
	} {
		if !required.ok {
			missing = append(missing, required.field.Key())
		}
	}
	if len(o.rows) == 0 {
		missing = append(missing, "line items")
	}
	if _, ok := number(o.head[order.Total]); !ok && o.head[order.Subtotal] != "" {
		left = append(left, order.Subtotal.Key()+" (UBL states it only with a total)")
	}
	for _, f := range [...]order.Field{order.Subtotal, order.Tax, order.Shipping, order.Total} {
		if _, ok := number(o.head[f]); o.head[f] != "" && !ok {
			left = append(left, f.Key())
		}
	}
	for i, row := range o.rows {
		left = append(left, leftOut(i, row)...)
	}
	var told []string
	if len(missing) > 0 {
		told = append(told, "Required by UBL 2.1, but not stated: "+strings.Join(missing, ", ")+".")
	}
	if len(left) > 0 {
		told = append(told, "Left out, as UBL has no place for it: "+strings.Join(left[:min(len(left), mostLeft)], ", ")+".")
	}
	return told
}

// mostLeft is how many of the values that are left out Missing lists.
const mostLeft = 20

// peppol says why no order names the profile of Peppol: printed documents have no electronic addresses.
const peppol = "Not stated, but required by Peppol BIS Ordering 3: EndpointID and RegistrationName of buyer and supplier."

// leftOut names the values of a line item whose form UBL cannot state; i is its index, from 0.
func leftOut(i int, row map[order.Field]string) (left []string) {
	for _, f := range [...]order.Field{order.Quantity, order.UnitPrice, order.LineTotal} {
		if _, ok := number(row[f]); row[f] != "" && !ok {
			left = append(left, fmt.Sprintf("%s of line %d", f.Key(), i+1))
		}
	}
	if _, ok := discountOf(row, 1); row[order.Discount] != "" && !ok {
		left = append(left, fmt.Sprintf("%s of line %d", order.Discount.Key(), i+1))
	}
	if d := row[order.DeliveryDate]; d != "" && date(d) == "" {
		left = append(left, fmt.Sprintf("%s of line %d", order.DeliveryDate.Key(), i+1))
	}
	return left
}
