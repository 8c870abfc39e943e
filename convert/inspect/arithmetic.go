package inspect

import (
	"fmt"

	"github.com/shopspring/decimal"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/convert/order/proof"
)

// cellAt names a cell of a result.
type cellAt struct {
	row int
	key string
}

// findFaults says what is wrong with the arithmetic of cells: quantity times price
// does not make the line's total, the lines do not make the subtotal, or that, tax
// and freight do not make the total. What the evidence proves is right: the
// document may state more than there are columns for.
func findFaults(r *convert.Result) map[cellAt]string {
	s := &sheet{result: r, columns: map[string]int{}, faults: map[cellAt]string{}}
	for i, c := range r.Columns {
		s.columns[c.Key] = i
	}
	for first := 0; first < len(r.Rows); {
		last := first + 1
		for last < len(r.Rows) && s.sameOrder(first, last) {
			last++
		}
		s.checkOrder(first, last)
		first = last
	}
	return s.faults
}

// sheet is a result whose arithmetic is checked.
type sheet struct {
	result  *convert.Result
	columns map[string]int // by key
	faults  map[cellAt]string
}

func (s *sheet) text(row int, f order.Field) string {
	c, ok := s.columns[f.Key()]
	if !ok {
		return ""
	}
	return value(s.result.Rows[row], c)
}

// sameOrder tells whether two rows that stand together are of one order.
func (s *sheet) sameOrder(a, b int) bool {
	for _, f := range [...]order.Field{order.PONumber, order.Subtotal, order.Total} {
		if s.text(a, f) != s.text(b, f) {
			return false
		}
	}
	return true
}

func (s *sheet) fault(row int, f order.Field, text string) {
	if row < len(s.result.Evidence) && s.result.Evidence[row][f.Key()].Proof != "" {
		return
	}
	s.faults[cellAt{row, f.Key()}] = text
}

// checkOrder checks the rows of one order, from first to before last.
func (s *sheet) checkOrder(first, last int) {
	var lines decimal.Decimal
	complete := true
	for row := first; row < last; row++ {
		quantity, price, total := s.text(row, order.Quantity), s.text(row, order.UnitPrice), s.text(row, order.LineTotal)
		if proof, stated := proof.LineProof(quantity, price, s.text(row, order.Discount), total); stated && proof == "" {
			s.fault(row, order.LineTotal, fmt.Sprintf("%s × %s does not make %s", quantity, price, total))
		}
		v, ok := amount(total)
		complete = complete && ok
		lines = lines.Add(v)
	}
	head := func(f order.Field) (decimal.Decimal, bool) { return amount(s.text(first, f)) }
	subtotal, hasSubtotal := head(order.Subtotal)
	tax, _ := head(order.Tax)
	freight, _ := head(order.Shipping)
	total, hasTotal := head(order.Total)
	if hasSubtotal && complete && !near(lines, subtotal) && !near(lines.Add(freight), subtotal) {
		for row := first; row < last; row++ {
			s.fault(row, order.Subtotal, fmt.Sprintf("the lines make %s, not %s", lines, s.text(first, order.Subtotal)))
		}
	}
	from, name := subtotal, "subtotal"
	if !hasSubtotal {
		from, name = lines, "lines"
	}
	if !hasTotal || !hasSubtotal && !complete {
		return
	}
	for _, sum := range [...]decimal.Decimal{from, from.Add(tax), from.Add(freight), from.Add(tax).Add(freight)} {
		if near(sum, total) {
			return
		}
	}
	for row := first; row < last; row++ {
		s.fault(row, order.Total, fmt.Sprintf("%s, tax and freight make %s, not %s", name, from.Add(tax).Add(freight), s.text(first, order.Total)))
	}
}

func amount(s string) (decimal.Decimal, bool) {
	if s == "" {
		return decimal.Decimal{}, false
	}
	d, err := decimal.NewFromString(s)
	return d, err == nil
}

// near tells whether two sums are the same but for rounding.
func near(a, b decimal.Decimal) bool {
	return a.Sub(b).Abs().LessThanOrEqual(decimal.New(1, -2))
}
