package items

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

var labelledProducts = mechanism.New("items: one item on a form, by the product of values behind labels")

// formValue is a value after any label of a form.
type formValue struct {
	line         *layout.Line
	label, words []*doc.Word
	figure       value.Number
	isFigure     bool
}

// Bounds of an item on a form.
const (
	mostAbove = 12  // how many values before its price its quantity may be
	leastSum  = 100 // least amount that is no product by coincidence
	formLead  = 2.2 // greatest distance between the baselines of neighbouring lines of a block, ems
)

// formItem finds an item on a page whose values after labels include a quantity (its label says what it counts), then a price, and right after
// it the product of both. The item's description is the first value of the block that the quantity is in.
func (r *reader) formItem(p *layout.Page) (cells schema.Cells, ok bool) {
	if !labelledProducts.On() {
		return cells, false
	}
	values := r.formValues(p)
	for i := 0; i+1 < len(values); i++ {
		price, sum := &values[i], &values[i+1]
		if !price.isAmount() || !sum.isAmount() || sum.figure.Value.LessThan(decimal.NewFromInt(leastSum)) {
			continue
		}
		for k := i - 1; k >= max(0, i-mostAbove); k-- {
			q := &values[k]
			if !q.isFigure || q.figure.Percent || q.figure.Value.Equal(one) || !q.figure.Value.Mul(price.figure.Value).Equal(sum.figure.Value) {
				continue
			}
			first := blockStart(values, k)
			if first == k || textnorm.CountLetters(textnorm.Join(values[first].words)) < leastText {
				continue
			}
			cells[schema.Description] = statedCell(p, textnorm.Join(values[first].words), values[first].words...)
			cells[schema.Quantity] = statedCell(p, q.figure.Text, q.words...)
			cells[schema.UnitPrice] = statedCell(p, price.figure.Text, price.words...)
			cells[schema.Unit] = formUnit(p, q, price)
			return cells, true
		}
	}
	return cells, false
}

// isAmount reports whether a value is printed as an amount of money.
func (v *formValue) isAmount() bool {
	return v.isFigure && !v.figure.Percent && v.figure.Value.IsPositive() && v.figure.Value.Exponent() < 0
}

// formValues returns the values after labels on a page, at most one for each line: after a colon, or in the second of two segments.
func (r *reader) formValues(p *layout.Page) (values []formValue) {
	for i := range p.Lines {
		l := &p.Lines[i]
		words := l.Segments[0].Words
		v := formValue{line: l}
		for k := range words {
			if strings.HasSuffix(words[k].Text, ":") {
				v.label, v.words = words[:k+1], words[k+1:]
				break
			}
		}
		switch {
		case len(v.label) == 0 && len(l.Segments) == 2:
			v.label, v.words = words, l.Segments[1].Words
		case len(v.label) > 0 && len(v.words) == 0 && len(l.Segments) > 1:
			v.words = l.Segments[1].Words
		}
		if len(v.label) == 0 || len(v.words) == 0 {
			continue
		}
		v.figure, v.isFigure = r.readFigure(onceMarked(textnorm.Join(v.words)))
		values = append(values, v)
	}
	return values
}

// blockStart returns the index of the first value of the block that value k is in.
func blockStart(values []formValue, k int) int {
	for k > 0 {
		above, l := values[k-1].line, values[k].line
		if l.Baseline-above.Baseline > formLead*l.Segments[0].Size() || math.Abs(l.Segments[0].X0-above.Segments[0].X0) > textEdge {
			break
		}
		k--
	}
	return k
}

// formUnit returns the unit of measure, which is beside the figure of the quantity or of the price, or in brackets in the price's label: "Unit price
// (per stump)".
func formUnit(p *layout.Page, quantity, price *formValue) schema.Cell {
	for _, v := range [...]*formValue{quantity, price} {
		if unit := CleanUnit(v.figure.Unit); textnorm.CountLetters(unit) > 0 {
			return statedCell(p, unit, v.words...)
		}
	}
	open := slices.IndexFunc(price.label, func(w *doc.Word) bool { return strings.HasPrefix(w.Text, "(") })
	if open < 0 {
		return schema.Cell{}
	}
	text, _, _ := strings.Cut(textnorm.Join(price.label[open:])[1:], ")")
	if _, unit, ok := cutPer(" " + text); ok {
		return statedCell(p, strings.TrimSpace(unit), price.label[open:]...)
	}
	if value.IsUnit(text) {
		return statedCell(p, text, price.label[open:]...)
	}
	return schema.Cell{} // a currency, or a remark on the price: "(excl. VAT)"
}

// onceMarked returns an amount without the second of two currency signs, where a form and the value filled into it both have one.
func onceMarked(amount string) string {
	for _, sign := range [...]string{"$", "€", "£"} {
		amount = strings.ReplaceAll(amount, sign+sign, sign)
	}
	return amount
}
