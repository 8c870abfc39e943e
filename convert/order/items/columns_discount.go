package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// readDiscount reads the row's discount from its column: a percentage as it is
// printed, or the plain decimal of an amount, or of a rate whose percent sign
// stands in the heading.
func (t *tableDraft) readDiscount(r *tableRow, c int, cells *schema.Cells) {
	words := r.anchorCell(c)
	n, ok := t.discountFigure(words)
	if !ok {
		return
	}
	text := textnorm.Join(words)
	if !isChained(text) && !strings.Contains(text, "%") {
		text = strings.TrimPrefix(n.Text, "-")
	}
	if t.inPercent(c) && !strings.Contains(text, "%") {
		text += "%"
	}
	t.set(cells, schema.Discount, r, c, words, text)
}

// discountOf reads the row's discount for the arithmetic.
func (t *tableDraft) discountOf(r *tableRow) value.Number {
	c := t.find(headings.Discount)
	if c < 0 || c >= len(r.cells) {
		return value.Number{}
	}
	n, _ := t.discountFigure(r.anchorCell(c))
	n.Percent = n.Percent || t.inPercent(c)
	return n
}

// inPercent reports whether the column's heading has a percent sign, or its figures
// make up the totals only if they are percentages.
func (t *tableDraft) inPercent(c int) bool {
	return t.columns[c].percents || slices.ContainsFunc(t.columns[c].heading, func(h headings.Token) bool { return h.Text == "%" })
}

// discountFigure reads words as a discount. Discounts that follow one another
// ("40+10", "5%+3%") come as the percentage that they make together.
func (t *tableDraft) discountFigure(words []*doc.Word) (value.Number, bool) {
	text := textnorm.Join(words)
	if !isChained(text) {
		return t.figure(words)
	}
	left := hundred
	for part := range strings.SplitSeq(text, "+") {
		n, ok := t.locale.Number(part)
		if !ok || n.Value.IsNegative() || n.Value.GreaterThan(hundred) {
			return value.Number{}, false
		}
		left = left.Mul(hundred.Sub(n.Value)).Div(hundred)
	}
	d := hundred.Sub(left)
	return value.Number{Value: d, Text: d.String(), Percent: true, Sure: true}, true
}

// maxChained is how many discounts follow one another at most.
const maxChained = 5

// isChained reports whether text may be several discounts, one after another.
func isChained(text string) bool {
	return strings.LastIndex(text, "+") > 0 && strings.Count(text, "+") < maxChained
}
