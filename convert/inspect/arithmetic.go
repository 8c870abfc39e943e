package inspect

import (
	"fmt"

	"github.com/shopspring/decimal"

	"lineitem/convert"
	"lineitem/convert/order"
)

// faultAt is a cell.
type faultAt struct {
	row int
	key string
}

// faults say what is wrong with the arithmetic of cells.
type faults map[faultAt]string

// findFaults checks what the values of a result make: quantity times price the
// line's total, the lines the subtotal, and with tax and freight the total.
func findFaults(r *convert.Result) faults {
	found := faults{}
	at := map[string]int{}
	for i, c := range r.Columns {
		at[c.Key] = i
	}
	text := func(row int, f order.Field) string {
		c, ok := at[f.Key()]
		if !ok {
			return ""
		}
		return value(r.Rows[row], c)
	}
	for first := 0; first < len(r.Rows); {
		// The rows of one order stand together.
		last := first + 1
		for last < len(r.Rows) && text(last, order.PONumber) == text(first, order.PONumber) &&
			text(last, order.Subtotal) == text(first, order.Subtotal) && text(last, order.Total) == text(first, order.Total) {
			last++
		}
		sum, complete := decimal.Zero, true
		for row := first; row < last; row++ {
			total, ok := amount(text(row, order.LineTotal))
			complete = complete && ok
			sum = sum.Add(total)
			if fault := lineFault(text(row, order.Quantity), text(row, order.UnitPrice), text(row, order.Discount), text(row, order.LineTotal)); fault != "" {
				found[faultAt{row, order.LineTotal.Key()}] = fault
			}
		}
		if complete {
			key, fault := sumFault(sum, text(first, order.Subtotal), text(first, order.Tax), text(first, order.Shipping), text(first, order.Total))
			for row := first; row < last && fault != ""; row++ {
				found[faultAt{row, key}] = fault
			}
		}
		first = last
	}
	return found
}

// lineFault says that quantity times price does not make the total, where all
// three are there. A price may be for 10, 100 or 1000.
func lineFault(quantity, price, discount, total string) string {
	q, ok1 := amount(quantity)
	p, ok2 := amount(price)
	t, ok3 := amount(total)
	if !ok1 || !ok2 || !ok3 || discount != "" {
		return ""
	}
	for _, per := range [...]int64{1, 10, 100, 1000} {
		if near(q.Mul(p).DivRound(decimal.NewFromInt(per), 8), t) {
			return ""
		}
	}
	return fmt.Sprintf("%s × %s is %s, not %s", quantity, price, q.Mul(p), total)
}

// sumFault says that the lines do not make the order's sums, and of which.
func sumFault(sum decimal.Decimal, subtotal, tax, shipping, total string) (key, fault string) {
	sub, hasSub := amount(subtotal)
	taxes, _ := amount(tax)
	freight, _ := amount(shipping)
	all, hasAll := amount(total)
	if hasSub && !near(sum, sub) && !near(sum.Add(freight), sub) {
		return order.Subtotal.Key(), fmt.Sprintf("the lines make %s, not %s", sum, subtotal)
	}
	if !hasAll {
		return "", ""
	}
	if hasSub {
		sum = sub
	}
	for _, add := range [...]decimal.Decimal{decimal.Zero, taxes, freight, taxes.Add(freight)} {
		if near(sum.Add(add), all) {
			return "", ""
		}
	}
	return order.Total.Key(), fmt.Sprintf("the lines, tax and freight make %s, not %s", sum.Add(taxes).Add(freight), total)
}

func amount(s string) (decimal.Decimal, bool) {
	d, err := decimal.NewFromString(s)
	return d, s != "" && err == nil
}

// near tells whether two amounts are the same but for rounding.
func near(a, b decimal.Decimal) bool {
	return a.Sub(b).Abs().LessThanOrEqual(decimal.New(1, -2))
}
