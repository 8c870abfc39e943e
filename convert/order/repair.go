package order

import (
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/misread"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// Figures of recognised pages are repaired where arithmetic tells what was
// printed, and only there: the repaired figure must make the sum or the product
// come out, and look like what was read. Nothing else is changed.

// Costs of taking one digit for another, in hundredths of a mistake of any
// kind, and what a figure may differ from its repair by.
const (
	digitLost   = 80
	digitTwice  = 40 // one that was read twice
	digitSign   = 30 // a sign of a currency
	digitAlike  = 50
	digitAny    = 100
	repairLimit = 100
	// repairMargin is by how much a repair must be likelier than any other.
	repairMargin = 15
	// repairTrust weighs how surely the figure was read that a repair changes.
	repairTrust = 100
)

// likeDigits are pairs of digits that look alike.
const likeDigits = " 08 06 09 17 38 35 56 58 68 69 89 27 49 14 23 "

func digitCost(a, b byte) int {
	switch {
	case a == b:
		return 0
	case strings.Contains(likeDigits, string([]byte{' ', min(a, b), max(a, b), ' '})):
		return digitAlike
	}
	return digitAny
}

// digitsCost is the cost at which digits are read as others.
func digitsCost(read, meant string) int {
	n, m := len(read), len(meant)
	if n > value.MaxNumber || m > value.MaxNumber || n-m > 1 || m-n > 1 || n == 0 {
		return repairLimit + 1
	}
	var before, now [value.MaxNumber + 1]int
	for j := range m {
		before[j+1] = before[j] + digitLost
	}
	for i := range n {
		now[0] = before[0] + digitLost
		for j := range m {
			added := digitLost
			if i > 0 && read[i] == read[i-1] {
				added = digitTwice
			}
			now[j+1] = min(before[j]+digitCost(read[i], meant[j]), before[j+1]+added, now[j]+digitLost)
		}
		before = now
	}
	return before[m]
}

var (
	one     = decimal.NewFromInt(1)
	hundred = decimal.NewFromInt(100)
)

// printed is a figure as it was read: its digits, and how many of them stand
// behind its last mark, -1 when it has none.
type printed struct {
	digits string
	places int
}

// printedFigure takes the digits of the one figure that stands in words.
func printedFigure(words []string) (printed, bool) {
	p := printed{places: -1}
	for _, w := range words {
		f, ok := value.ScanFigure(w)
		if !ok || f.Percent {
			if text, digits, letters, all := misread.Numerals(strings.Trim(w, misread.StrayMarks)); all && digits >= letters && digits > 0 && !strings.ContainsAny(text, "-/") {
				f.Digits, ok = text, true
			} else if !wording.HasDigit(w) {
				continue // a sign or a unit
			} else {
				return p, false
			}
		}
		if p.digits != "" && f.Unit != "" {
			return p, false // two figures
		}
		if i := strings.LastIndexAny(f.Digits, ".,"); i >= 0 {
			p.places = len(f.Digits) - i - 1
		} else if p.places >= 0 {
			p.places += len(f.Digits)
		}
		for i := range len(f.Digits) {
			if wording.ASCIIDigit(f.Digits[i]) {
				p.digits += f.Digits[i : i+1]
			}
		}
	}
	return p, p.digits != "" && len(p.digits) <= 20
}

// as is the form in which the value may have been printed, and what it costs to
// read that form as the figure.
func (p printed) as(v decimal.Decimal) (text string, cost int) {
	cost = repairLimit + 1
	if v.IsNegative() {
		return "", cost
	}
	read := strings.TrimLeft(p.digits, "0")
	for _, places := range [...]int32{int32(max(0, p.places)), 2, 0, 3, 4} {
		if places > 6 || !v.Round(places).Equal(v) {
			continue
		}
		if v.LessThan(one) && p.places < 0 && p.digits[0] != '0' {
			continue // it would have been printed with a zero in front
		}
		s := v.StringFixed(places)
		digits := strings.TrimLeft(strings.ReplaceAll(s, ".", ""), "0")
		c := digitsCost(read, digits)
		if len(digits) < 2 && c > digitAlike {
			continue
		}
		if len(read) > 1 && read[0] == '5' && places == 2 {
			c = min(c, digitsCost(read[1:], digits)+digitSign) // "$1.50" is read as "51.50"
		}
		if c < cost {
			text, cost = s, c
		}
	}
	return text, cost
}

// recognisedPage tells whether the page of the given number is from pixels.
func (r *reading) recognisedPage(number int) bool {
	return number > 0 && number <= len(r.pages) && r.pages[number-1].Number == number && r.pages[number-1].Source == doc.Pixels
}

// repairLines repairs the figures of lines by their products.
func repairLines(r *reading, o *Order) {
	for i := range o.Lines {
		if c := &o.Lines[i]; r.recognisedPage(c[LineTotal].Evidence.Page) && r.recognisedPage(c[UnitPrice].Evidence.Page) && r.recognisedPage(c[Quantity].Evidence.Page) {
			repairLine(c)
		}
	}
}

// repair is what a cell may have to be.
type repair struct {
	field Field
	text  string
	cost  int
}

// repairLine repairs one of quantity, price and total where the product of the
// others tells it: quantity × price = total, less a discount.
func repairLine(c *Cells) {
	quantity, ok1 := cellValue(c[Quantity])
	price, ok2 := cellValue(c[UnitPrice])
	total, ok3 := cellValue(c[LineTotal])
	product := quantity.Mul(price)
	if ok1 && ok2 && ok3 && comesOut(product, total, c[Discount].Value) {
		return
	}
	var best, next repair
	best.cost, next.cost = repairLimit+repairTrust+repairMargin+1, repairLimit+repairTrust+repairMargin+1
	try := func(f Field, v decimal.Decimal) {
		p, ok := printedFigure(c[f].Evidence.Words)
		if !ok || !v.IsPositive() {
			return
		}
		text, cost := p.as(v)
		if cost > repairLimit || text == c[f].Value {
			return
		}
		found := repair{f, text, cost + int(repairTrust*c[f].Evidence.Confidence)}
		if p.places == 2 {
			found.cost += repairMargin // it is parted as amounts are
		}
		switch {
		case found.cost < best.cost:
			if best.field != f {
				next = best
			}
			best = found
		case found.cost < next.cost && found.field != best.field:
			next = found
		}
	}
	if ok1 && ok2 {
		net, _ := discounted(product, c[Discount].Value)
		try(LineTotal, net.Round(2))
		if !net.Equal(product) {
			try(LineTotal, product.Round(2))
		}
	}
	if ok3 {
		gross := undiscounted(total, c[Discount].Value)
		if ok1 && quantity.IsPositive() {
			if v, ok := factor(gross, quantity, total, c[Discount].Value); ok {
				try(UnitPrice, v)
			}
		}
		if ok2 && price.IsPositive() {
			if v, ok := factor(gross, price, total, c[Discount].Value); ok {
				try(Quantity, v)
			}
		}
	}
	if best.text == "" || next.cost-best.cost < repairMargin {
		return
	}
	c[best.field].Value = best.text
	proveLine(c)
}

// comesOut tells whether the product is the total, less the discount.
func comesOut(product, total decimal.Decimal, discount string) bool {
	places := max(0, -total.Exponent())
	if equalRounded(product, total, places) {
		return true
	}
	net, printed := discounted(product, discount)
	return printed != "" && equalRounded(net, total, places)
}

// undiscounted is the amount of which the total is left after the discount.
func undiscounted(total decimal.Decimal, discount string) decimal.Decimal {
	var l value.Locale
	n, ok := l.Number(discount)
	switch {
	case !ok || n.Value.IsZero():
		return total
	case !n.Percent:
		return total.Add(n.Value.Abs())
	}
	rest := one.Sub(n.Value.Abs().Div(hundred))
	if !rest.IsPositive() {
		return total
	}
	return total.DivRound(rest, 8)
}

// factor is the number of few decimals by which the other makes the gross
// amount.
func factor(gross, other, total decimal.Decimal, discount string) (decimal.Decimal, bool) {
	exact := gross.DivRound(other, 10)
	for _, places := range [...]int32{0, 2, 3, 4} {
		if v := exact.Round(places); comesOut(v.Mul(other), total, discount) {
			// A factor that is rounded much tells nothing: it must be the only
			// one of its decimals that makes the total.
			step := decimal.New(1, -places)
			if !comesOut(v.Add(step).Mul(other), total, discount) && !comesOut(v.Sub(step).Mul(other), total, discount) {
				return v, true
			}
			return v, places >= 2
		}
	}
	return decimal.Decimal{}, false
}

// repairSums repairs what the sum of the lines tells: the total of the one line
// that nothing proves.
func repairSums(r *reading, o *Order) {
	sum, unproved := decimal.Decimal{}, -1
	for i := range o.Lines {
		c := &o.Lines[i]
		v, ok := cellValue(c[LineTotal])
		if !ok && c[LineTotal].Value != "" || len(c[LineTotal].Evidence.Words) == 0 {
			return
		}
		sum = sum.Add(v)
		if c[LineTotal].Evidence.Proof == "" {
			if unproved >= 0 {
				return
			}
			unproved = i
		}
	}
	if unproved < 0 {
		return
	}
	c := &o.Lines[unproved]
	if !r.recognisedPage(c[LineTotal].Evidence.Page) {
		return
	}
	p, ok := printedFigure(c[LineTotal].Evidence.Words)
	if !ok {
		return
	}
	own, _ := cellValue(c[LineTotal])
	for _, f := range [...]Field{Subtotal, Total} {
		v, ok := cellValue(o.Head[f])
		if !ok || f == Total && o.Head[Subtotal].Value != "" {
			continue
		}
		if v.Equal(sum) {
			return
		}
		text, cost := p.as(v.Sub(sum).Add(own))
		if cost > repairLimit {
			continue
		}
		c[LineTotal].Value = text
		c[LineTotal].Evidence.Proof = "sum of lines = " + o.Head[f].Value
		c[LineTotal].Evidence.Confidence = max(c[LineTotal].Evidence.Confidence, 0.9)
		repairLine(c)
		return
	}
}
