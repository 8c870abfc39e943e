package electronic

import (
	"strings"
	"sync"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// allowance is a discount or a charge.
type allowance struct {
	amount  decimal.Decimal
	percent string // of a discount given as a percentage, with the percent sign; empty otherwise
	charge  bool
	freight bool
}

// read reads discounts and charges, leaving out those of 0 except for freight. gross is the base of percentages that
// state no base themselves.
func (a *allowances) read(elements []*element, gross decimal.Decimal) []allowance {
	var all []allowance
	for _, e := range elements {
		v, ok := number(e.at(a.amount))
		if !ok {
			continue
		}
		one := allowance{amount: v, charge: e.at(a.charge) == "true" || e.at(a.charge) == "1"}
		base, ok := number(e.at(a.base))
		if !ok {
			base = gross
		}
		one.percent = percentage(e.at(a.percent), base, v)
		one.freight = one.charge && (freightCodes[e.at(a.code)] || isFreight(e.at(a.words)))
		if v.IsZero() && !one.freight { // free freight is a value worth stating
			continue
		}
		all = append(all, one)
	}
	return all
}

// percentage returns factor as a percentage if it yields the amount makes from base, or else "". UBL calls it a factor,
// so some write 0.05 for 5 %: both are tried.
func percentage(factor string, base, makes decimal.Decimal) string {
	v, ok := number(factor)
	if !ok || v.IsZero() {
		return ""
	}
	for _, percent := range [...]decimal.Decimal{v, v.Shift(2)} {
		if equalRounded(base.Mul(percent).Shift(-2), makes) {
			return plain(percent) + "%"
		}
	}
	return ""
}

// freightCodes are the codes of UN/CEFACT's code list 7161 that mean freight.
var freightCodes = map[string]bool{"FC": true, "SAA": true, "DL": true, "FAB": true, "FAC": true, "HD": true, "ID": true}

// isFreight reports whether the reason of a charge begins or ends with a term for freight, in any
// language.
func isFreight(reason string) bool {
	if len(reason) > maxReason {
		return false
	}
	words := strings.FieldsFunc(textnorm.Fold(reason), func(r rune) bool { return !textnorm.IsWordRune(r) })
	for i := range words {
		if phrases := freightPhrases(); phrases[strings.Join(words[:i+1], " ")] || phrases[strings.Join(words[i:], " ")] {
			return true
		}
	}
	return false
}

// freightPhrases returns the terms for freight in all languages.
var freightPhrases = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("totals.shipping") })

// maxReason is the greatest length of a reason that is examined, bytes.
const maxReason = 200

// unitPrice returns the price of a line item, and the quantity that it is for. A price per 10, 100 or
// 1000 stays as it is, as orders print it; a price per any other quantity is divided.
func (d *dialect) unitPrice(line *element) (price string, per decimal.Decimal) {
	one := decimal.NewFromInt(1)
	e := line.first(d.price)
	if e == nil {
		return "", one
	}
	price = amount(e)
	v, ok := number(price)
	base, based := number(line.at(d.base))
	if !ok || !based || !base.IsPositive() {
		return price, one
	}
	for _, per := range [...]int64{1, 10, 100, 1000} {
		if base.Equal(decimal.NewFromInt(per)) {
			return price, decimal.NewFromInt(per)
		}
	}
	const places = 8
	return v.DivRound(base, places).String(), one
}

// discount returns the discount of a line item: a percentage if there is just one discount and it is one, or else the sum.
func (d *dialect) discount(line *element) string {
	var sum decimal.Decimal
	percent, n := "", 0
	for _, a := range d.ofLine(line) {
		if a.charge {
			continue
		}
		sum, percent = sum.Add(a.amount), a.percent
		n++
	}
	switch {
	case n == 0:
		return ""
	case n == 1 && percent != "":
		return percent
	}
	return plain(sum)
}

// ofLine returns the discounts and charges of a line item.
func (d *dialect) ofLine(line *element) []allowance {
	elements := line.all(d.allowances.ofLine)
	if len(elements) == 0 {
		return nil
	}
	return d.allowances.read(elements, d.gross(line))
}

// gross returns quantity times price of a line item; 0 if it does not state both.
func (d *dialect) gross(line *element) decimal.Decimal {
	price, per := d.unitPrice(line)
	p, ok := number(price)
	if !ok {
		return p
	}
	for i := range d.columns {
		if c := &d.columns[i]; c.field == schema.Quantity {
			q, _ := number(c.value(line))
			return q.Mul(p).Div(per)
		}
	}
	return decimal.Decimal{}
}

// plain formats a number with as many decimals as it has.
func plain(v decimal.Decimal) string { return v.StringFixed(max(0, -v.Exponent())) }

// ofOrder returns the discounts and charges of an order as a whole.
func (d *dialect) ofOrder(root *element) []allowance {
	all := d.allowances.read(root.all(d.allowances.each), decimal.Decimal{})
	if d.allowances.freight != "" {
		for _, e := range root.all(d.allowances.freight) {
			if v, ok := number(e.text); ok {
				all = append(all, allowance{amount: v, charge: true, freight: true})
			}
		}
	}
	return all
}

// readSums reads the totals of an order, and its currency if only amounts state it.
func (d *dialect) readSums(head *schema.Cells, root *element) {
	if head[schema.Currency].Value == "" {
		for _, p := range [...]path{d.sums.payable, d.sums.grand, d.sums.lines, d.line + "/" + d.price} {
			if e := root.first(p); e != nil && e.attribute("currencyID") != "" && e.attribute("currencyID") != noCurrency {
				set(head, schema.Currency, oneLine(e.attribute("currencyID")))
				break
			}
		}
	}
	setAmount := func(f schema.Field, p path) {
		if e := root.first(p); e != nil && p != "" {
			set(head, f, amount(e))
		}
	}
	setAmount(schema.Subtotal, d.sums.lines)
	currency := head[schema.Currency].Value
	if tax, ok := sumOf(root.all(d.sums.tax), currency); ok {
		set(head, schema.Tax, tax)
	} else if d.sums.taxes != "" {
		if tax, ok := sumOf(root.all(d.sums.taxes), currency); ok {
			set(head, schema.Tax, tax)
		}
	}
	var freight decimal.Decimal
	charged := false
	for _, a := range d.ofOrder(root) {
		if a.freight {
			freight, charged = freight.Add(a.amount), true
		}
	}
	if charged {
		set(head, schema.Shipping, plain(freight))
	}
	total := d.sums.payable
	if prepaid, _ := number(root.at(d.sums.prepaid)); !prepaid.IsZero() || root.at(total) == "" {
		total = d.sums.grand
	}
	setAmount(schema.Total, total)
}

// sumOf adds up amounts, except those in another currency. ok is false if there are none.
func sumOf(elements []*element, currency string) (sum string, ok bool) {
	var total decimal.Decimal
	for _, e := range elements {
		v, number := number(e.text)
		if other := e.attribute("currencyID"); !number || currency != "" && other != "" && other != currency {
			continue
		}
		total, ok = total.Add(v), true
	}
	return plain(total), ok
}

// prove records the arithmetic that confirms an order's values: for each line item, quantity times price
// with its discounts and charges; for the order, the sum of the lines with its discounts and charges, and
// the tax.
func prove(d *dialect, root *element, o *Order) {
	for i, e := range d.items(root) {
		d.proveLine(e, &o.Lines[i])
	}
	sum, complete := proof.Sum(o.Lines)
	if !complete {
		return
	}
	if v, ok := proof.Amount(o.Head[schema.Subtotal].Value); ok && equalRounded(v, sum) {
		note(&o.Head, "sum of lines = "+o.Head[schema.Subtotal].Value, schema.Subtotal)
	}
	d.proveTotal(root, &o.Head, sum)
}

// proveLine records the calculation that confirms the total of a line item.
func (d *dialect) proveLine(line *element, cells *schema.Cells) {
	price, per := d.unitPrice(line)
	total, ok := number(cells[schema.LineTotal].Value)
	quantity, ok2 := number(cells[schema.Quantity].Value)
	if _, ok3 := number(price); !ok || !ok2 || !ok3 {
		return
	}
	t := term{sum: d.gross(line)}
	t.text.WriteString(plain(quantity) + " × " + price)
	if !per.Equal(decimal.NewFromInt(1)) {
		t.text.WriteString(" / " + per.String())
	}
	for _, a := range d.ofLine(line) {
		t.add(a)
	}
	if equalRounded(t.sum, total) {
		note(cells, t.text.String()+" = "+cells[schema.LineTotal].Value, schema.Quantity, schema.UnitPrice, schema.LineTotal)
	}
}

// proveTotal records the calculation that confirms the total of an order.
func (d *dialect) proveTotal(root *element, head *schema.Cells, lines decimal.Decimal) {
	total, ok := number(head[schema.Total].Value)
	if !ok {
		return
	}
	t := term{sum: lines}
	t.text.WriteString(plain(lines))
	for _, a := range d.ofOrder(root) {
		t.add(a)
	}
	// Prices may include the tax. The payable amount may be rounded; the total with tax is not.
	tax, _ := number(head[schema.Tax].Value)
	rounding, _ := number(root.at(d.sums.rounding))
	for _, further := range [...][]decimal.Decimal{nil, {tax}, {tax, rounding}, {rounding}} {
		if !equalRounded(decimal.Sum(t.sum, further...), total) {
			continue
		}
		for _, v := range further {
			t.add(allowance{amount: v, charge: true})
		}
		note(head, t.text.String()+" = "+head[schema.Total].Value, schema.Tax, schema.Shipping, schema.Total)
		return
	}
}

// term is a sum under construction, and its text.
type term struct {
	sum  decimal.Decimal
	text strings.Builder
}

// add subtracts a discount or adds a charge.
func (t *term) add(a allowance) {
	if a.amount.IsZero() {
		return
	}
	v, sign := a.amount, " + "
	if !a.charge {
		v = v.Neg()
	}
	if t.sum = t.sum.Add(v); v.IsNegative() {
		sign = " - "
	}
	t.text.WriteString(sign + plain(v.Abs()))
}

// note sets the proof of cells that have a value and no proof yet.
func note(cells *schema.Cells, proof string, fields ...schema.Field) {
	for _, f := range fields {
		if c := &cells[f]; c.Value != "" && c.Evidence.Proof == "" {
			c.Evidence.Proof = proof
		}
	}
}

// equalRounded reports whether two amounts are equal apart from rounding (at most 0.01).
func equalRounded(a, b decimal.Decimal) bool {
	return a.Sub(b).Abs().LessThanOrEqual(decimal.New(1, -2))
}
