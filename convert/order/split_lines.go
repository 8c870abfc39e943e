package order

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// byNumber splits an order whose table has a column of order numbers, as lists
// of several orders have: successive lines with the same number are an order, and
// a line without a number belongs to the one before. The column states something else,
// and the order stays whole, if the order has a number of its own, announced by a label,
// that none of the lines repeats, or if a number contains a comma, as amounts do.
func byNumber(o Order, announced string) []Order {
	own := textnorm.Bare(o.Head[PONumber].Value)
	found, repeated, amounts := false, false, false
	for i := range o.Lines {
		amounts = amounts || strings.Contains(o.Lines[i][PONumber].Value, ",")
		if c := &o.Lines[i][PONumber]; textnorm.Bare(c.Value) != "" {
			found = true
			repeated = repeated || sameNumber(c.Value, o.Head[PONumber].Value, c.Evidence.Source == doc.Pixels)
		}
	}
	if !found || amounts || own != "" && own == textnorm.Bare(announced) && !repeated {
		for i := range o.Lines {
			o.Lines[i][PONumber] = Cell{}
		}
		return []Order{o}
	}
	var orders []Order
	for _, line := range o.Lines {
		number := line[PONumber]
		line[PONumber] = Cell{}
		n := len(orders)
		if n == 0 || number.Value != "" && number.Value != orders[n-1].Head[PONumber].Value {
			part := o
			part.Lines = nil
			if number.Value != "" {
				part.Head[PONumber] = number
			}
			orders = append(orders, part)
			n++
		}
		orders[n-1].Lines = append(orders[n-1].Lines, line)
	}
	return orders
}
