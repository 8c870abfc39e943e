package order

import (
	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
)

// mendedBalance looks for the amounts of recognised pages that add up once one
// of them is repaired: what the others leave for it must look like what was
// read. The least repair wins.
func (s *sums) mendedBalance(r *reading, lines int64) (balance, bool) {
	extras := s.extras()
	if len(extras) > maxMendedExtras {
		extras = extras[:maxMendedExtras]
	}
	var top balance
	least := ocrrepair.RepairLimit + ocrrepair.RepairTrust + 1
	for t := range s[labelTotal] {
		total := &s[labelTotal][t]
		for _, base := range s.bases(lines, total) {
			for set := 0; set < 1<<len(extras); set++ {
				sum := base.cents
				for i, e := range extras {
					if set&(1<<i) != 0 {
						sum += e.signed
					}
				}
				if sum == total.cents || set == 0 && base.sumOfLines && lines == 0 {
					continue
				}
				b := balance{total: total, subtotal: base.amount, lines: base.sumOfLines, proven: true}
				if !pick(&b, extras, set) {
					continue
				}
				// What the lines make is not repaired here, nor what they prove.
				sure := base.sumOfLines || lines != 0 && base.cents == lines
				if cost, ok := r.mendAmount(&b.total, sum); ok && cost+unsureBase(sure) < least {
					least, top = cost+unsureBase(sure), b
				}
				if base.amount != nil && !sure {
					c := b
					c.total = total
					if cost, ok := r.mendAmount(&c.subtotal, base.cents+total.cents-sum); ok && (lines == 0 || c.subtotal.cents == lines) && cost < least {
						least, top = cost, c
					}
				}
				for i := range b.taxes {
					c := b
					c.total, c.taxes = total, append([]amount{}, b.taxes...)
					tax := &c.taxes[i]
					if cost, ok := r.mendAmount(&tax, tax.cents+total.cents-sum); ok && sure && cost < least {
						c.taxes[i] = *tax
						least, top = cost, c
					}
				}
				for i := range b.shippings {
					c := b
					c.total, c.shippings = total, append([]amount{}, b.shippings...)
					shipping := &c.shippings[i]
					if cost, ok := r.mendAmount(&shipping, shipping.cents+total.cents-sum); ok && sure && cost < least {
						c.shippings[i] = *shipping
						least, top = cost, c
					}
				}
			}
		}
	}
	return top, top.proven
}

// maxMendedExtras bounds the sets of extras that are tried with a repair.
const maxMendedExtras = 6

// unsureBase is what a balance costs more whose subtotal nothing confirms.
func unsureBase(sure bool) int {
	if sure {
		return 0
	}
	return ocrrepair.RepairMargin
}

// mendAmount makes *a the amount of the given value where it may have been read
// from that, and tells the cost.
func (r *reading) mendAmount(a **amount, cents int64) (cost int, ok bool) {
	if r.pages[(*a).page].Source != doc.Pixels || cents <= 0 {
		return 0, false
	}
	words := (*a).span.words()
	texts, confidence := make([]string, len(words)), 1.0
	for i, w := range words {
		texts[i], confidence = w.Text, min(confidence, w.Confidence)
	}
	p, ok := ocrrepair.FigureOf(texts)
	if !ok || len(p.Digits) < 3 {
		return 0, false
	}
	value := decimal.New(cents, -4)
	text, cost := p.As(value)
	if cost > ocrrepair.RepairLimit {
		return 0, false
	}
	mended := **a
	mended.cents, mended.number.Value, mended.number.Text = cents, decimal.RequireFromString(text), text
	*a = &mended
	return cost + int(ocrrepair.RepairTrust*confidence), true
}

// unsigned gives the amount without its first digit, where that may be the sign
// of a currency: "$825.00" is read as "5825.00".
func (a amount) unsigned() (amount, bool) {
	text := a.number.Text
	if len(text) < 5 || text[0] != '5' || text[1] == '.' || a.number.Currency != "" || !ocrrepair.Recognised(a.span.words()) {
		return a, false
	}
	v, err := decimal.NewFromString(text[1:])
	if err != nil {
		return a, false
	}
	a.number.Value, a.number.Text = v, text[1:]
	a.cents = cents(v)
	a.strength *= 0.8
	return a, true
}
