package review

import (
	"fmt"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
)

// Arithmetic adds entries for values that contradict others: quantity times price does not make
// a line's total, the lines do not make the subtotal, or subtotal, tax and freight do not make
// the total. A value with a proof in its evidence counts as right, since a document may state
// more than there are columns for.
func (l *List) Arithmetic(head *schema.Cells, lines []schema.Cells) {
	for i := range lines {
		c := &lines[i]
		quantity, price, total := c[schema.Quantity].Value, c[schema.UnitPrice].Value, &c[schema.LineTotal]
		if confirmed, stated := proof.LineProof(quantity, price, c[schema.Discount].Value, total.Value); stated && confirmed == "" && total.Evidence.Proof == "" {
			l.Add(i, schema.LineTotal, total, LineUnproven, contradicted, fmt.Sprintf("%s × %s does not make %s.", quantity, price, total.Value))
		}
	}
	l.sums(head, lines)
}

// contradicted is the doubt about a value that contradicts others.
const contradicted = 0.95

// sums adds entries for a subtotal and a total that contradict other values.
func (l *List) sums(head *schema.Cells, lines []schema.Cells) {
	sum, complete := proof.Sum(lines)
	subtotal, hasSubtotal := proof.Amount(head[schema.Subtotal].Value)
	tax, _ := proof.Amount(head[schema.Tax].Value)
	freight, _ := proof.Amount(head[schema.Shipping].Value)
	total, hasTotal := proof.Amount(head[schema.Total].Value)
	unproven := func(f schema.Field, message string) {
		if c := &head[f]; c.Evidence.Proof == "" {
			l.Add(0, f, c, TotalUnproven, contradicted, message)
		}
	}
	if hasSubtotal && complete && !equalRounded(sum, subtotal) && !equalRounded(sum.Add(freight), subtotal) {
		unproven(schema.Subtotal, fmt.Sprintf("The lines make %s, not %s.", sum, head[schema.Subtotal].Value))
	}
	from, name := subtotal, "The subtotal"
	if !hasSubtotal {
		from, name = sum, "The lines"
	}
	if !hasTotal || !hasSubtotal && !complete {
		return
	}
	for _, made := range [...]decimal.Decimal{from, from.Add(tax), from.Add(freight), from.Add(tax).Add(freight)} {
		if equalRounded(made, total) {
			return
		}
	}
	unproven(schema.Total, fmt.Sprintf("%s, tax and freight make %s, not %s.", name, from.Add(tax).Add(freight), head[schema.Total].Value))
}

// equalRounded reports whether two sums are the same except for rounding.
func equalRounded(a, b decimal.Decimal) bool {
	return a.Sub(b).Abs().LessThanOrEqual(decimal.New(1, -2))
}
