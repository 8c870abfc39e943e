package solve

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

// proof is what the figures of a reading prove.
type proof struct {
	items   int  // number of items, without those that state no total if these are few
	stated  int  // items that state quantity, price and total
	proven  int  // those of them in which quantity times price makes the total
	priced  int  // the proven ones, and those in which it does for a price per hundred or less a discount
	uniform bool // either all items have a number or code of their own, or none has
	summed  bool // the totals of all items add up to an amount printed elsewhere
}

// sure reports whether the figures leave no doubt: those of each item make its total, and
// the totals make a printed sum. With discounts or prices for several units, or without a sum,
// the items must be uniform, too, since the figures of a surcharge make its total as well.
func (p *proof) sure() bool {
	return p.items > 0 && (p.summed && p.proven == p.stated ||
		p.uniform && p.priced == p.stated && (p.summed || p.stated == p.items))
}

// rounding is how much a product may differ from the printed total: 0.02.
var rounding = decimal.New(2, -2)

// prove reports what the figures of a reading prove.
func prove(pages []*layout.Page, locale value.Locale, lines []schema.Cells) proof {
	p := proof{items: len(lines), uniform: uniformIDs(lines)}
	sum := decimal.Decimal{}
	totals, same, free := 0, 0, 0
	for i := range lines {
		c := &lines[i]
		quantity, ok1 := proofs.Amount(c[schema.Quantity].Value)
		price, ok2 := proofs.Amount(c[schema.UnitPrice].Value)
		total, ok3 := proofs.Amount(c[schema.LineTotal].Value)
		if !ok3 {
			if ok1 && c[schema.Description].Value != "" && (c[schema.ItemCode].Value != "" || i > 0 && follows(&lines[i-1], c)) {
				free++
			}
			continue
		}
		totals++
		sum = sum.Add(total)
		if ok1 && ok2 {
			p.stated++
			if quantity.Mul(price).Sub(total).Abs().LessThanOrEqual(rounding) {
				p.proven++
				p.priced++
			} else if provesTotal(c) {
				p.priced++
			}
		}
	}
	if 2*free < p.priced {
		p.items -= free
	}
	if totals == 0 || totals < p.items {
		return p
	}
	for i := range lines {
		for _, f := range [...]schema.Field{schema.LineTotal, schema.UnitPrice} {
			if v, ok := proofs.Amount(lines[i][f].Value); ok && v.Equal(sum) {
				same++
			}
		}
	}
	p.summed = countPrinted(pages, locale, sum) > same
	return p
}

// uniformIDs reports whether either all items have a number or code, or none has.
func uniformIDs(lines []schema.Cells) bool {
	named := 0
	for i := range lines {
		if lines[i][schema.LineNumber].Value != "" || lines[i][schema.ItemCode].Value != "" {
			named++
		}
	}
	return named == 0 || named == len(lines)
}

// countPrinted counts how often an amount is printed, with or without a currency, in one word or with blanks between groups of digits.
func countPrinted(pages []*layout.Page, locale value.Locale, sum decimal.Decimal) int {
	n := 0
	for _, page := range pages {
		for i := range page.Lines {
			for _, s := range page.Lines[i].Segments {
				n += countAmount(&locale, s.Words, sum)
			}
		}
	}
	return n
}

func countAmount(locale *value.Locale, words []*doc.Word, amount decimal.Decimal) int {
	n := 0
	for from := 0; from < len(words); from++ {
		to := from + 1
		for to < len(words) && textnorm.StartsDigit(words[to].Text) && textnorm.HasDigit(words[to-1].Text) {
			to++
		}
		for ; to > from; to-- {
			if statesAmount(locale, textnorm.Join(words[from:to]), amount) {
				n++
				from = to - 1
			}
		}
	}
	return n
}

// leastWholeDigits is the least number of digits of a sum without decimals or currency.
const leastWholeDigits = 5

// statesAmount reports whether text states the given amount in one of the ways in which the locale may read it.
func statesAmount(locale *value.Locale, text string, amount decimal.Decimal) bool {
	f, ok := value.ScanFigure(text)
	if !ok || f.Percent || !value.HasDecimals(f.Digits) && f.Currency == "" && !textnorm.AtLeastDigits(f.Digits, leastWholeDigits) {
		return false
	}
	return slices.ContainsFunc(locale.Readings(text), func(n value.Number) bool { return n.Value.Equal(amount) })
}
