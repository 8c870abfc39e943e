package order

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// balance is one reading of an order's sums.
type balance struct {
	subtotal, total  *amount
	taxes, shippings []amount
	discounts        []amount
	lines            bool // the sum of the lines stands for the subtotal
	proven           bool
	score            float64
}

// balance looks for the amounts that add up: subtotal + taxes + shipping -
// discounts = total. The sum of the lines may stand for a subtotal that is not
// printed.
func (s *sums) balance(lines int64) (balance, bool) {
	extras := s.extras()
	var top balance
	for t := range s[labelTotal] {
		total := &s[labelTotal][t]
		for _, base := range s.bases(lines, total) {
			for set := 0; set < 1<<len(extras); set++ {
				sum, weight := base.cents, 0.0
				for i, e := range extras {
					if set&(1<<i) != 0 {
						sum += e.signed
						weight += e.amount.strength
					}
				}
				if sum != total.cents || set == 0 && base.amount == nil && !base.sumOfLines {
					continue
				}
				b := balance{total: total, subtotal: base.amount, lines: base.sumOfLines, proven: true}
				b.score = base.strength + 1.5*total.strength + weight + 0.1*float64(t)
				if lines != 0 && base.cents == lines {
					b.score += 2
				}
				if !pick(&b, extras, set) || b.score <= top.score {
					continue
				}
				top = b
			}
		}
	}
	return top, top.proven
}

// base is what taxes and shipping are added to.
type base struct {
	amount     *amount
	cents      int64
	strength   float64
	sumOfLines bool
}

// bases are the possible subtotals beneath a total.
func (s *sums) bases(lines int64, total *amount) []base {
	var found []base
	for i := range s[labelSubtotal] {
		a := &s[labelSubtotal][i]
		found = append(found, base{a, a.cents, a.strength, false})
	}
	for i := range s[labelTotal] {
		if a := &s[labelTotal][i]; a != total && a.strength > onlyProven && a.before(total) {
			found = append(found, base{a, a.cents, 0.5*a.strength - 1, false})
		}
	}
	if lines != 0 {
		found = append(found, base{nil, lines, 0.4, true})
	}
	return found
}

// before tells whether an amount stands before another.
func (a *amount) before(b *amount) bool {
	return a.page < b.page || a.page == b.page && a.y < b.y
}

// extra is what may be added to a subtotal, or taken off it.
type extra struct {
	amount *amount
	signed int64
}

// maxExtras bounds the sets of extras that are tried.
const maxExtras = 10

// extras are the amounts other than zero that may stand between subtotal and total.
func (s *sums) extras() []extra {
	var found []extra
	for _, k := range [...]labelKind{labelTax, labelShipping, labelDiscount, labelCharge, labelInterim} {
		for i := range s[k] {
			a := &s[k][i]
			switch {
			case a.cents == 0 || len(found) == maxExtras:
			case k == labelInterim:
				if strings.HasPrefix(a.name, "round") {
					found = append(found, extra{a, a.cents})
				}
			case k == labelDiscount:
				found = append(found, extra{a, -max(a.cents, -a.cents)})
			default:
				found = append(found, extra{a, a.cents})
			}
		}
	}
	return found
}

// pick sorts the extras of a set into a balance; it refuses sets that use the
// same printed amount twice.
func pick(b *balance, extras []extra, set int) bool {
	for i, e := range extras {
		if set&(1<<i) == 0 {
			continue
		}
		for j := range i {
			if set&(1<<j) != 0 && extras[j].amount.span == e.amount.span {
				return false
			}
		}
		switch e.amount.kind {
		case labelTax:
			b.taxes = append(b.taxes, *e.amount)
		case labelShipping:
			b.shippings = append(b.shippings, *e.amount)
		default:
			b.discounts = append(b.discounts, *e.amount)
		}
	}
	return true
}

// likeliest picks the sums where nothing adds up: the last strong total, the
// last subtotal before it, and the taxes and shipping that stand near.
func (s *sums) likeliest(lines int64) balance {
	var b balance
	b.total = strongest(s[labelTotal])
	b.subtotal = strongest(s[labelSubtotal])
	if b.total == nil {
		// The only sum of an order is its total, whatever it is called.
		if len(s[labelTax])+len(s[labelShipping]) == 0 {
			b.total, b.subtotal = b.subtotal, nil
		}
	} else if lines != 0 {
		for i := range s[labelTotal] {
			if s[labelTotal][i].cents == lines && b.total.cents != lines && len(s[labelTax]) == 0 {
				b.total = &s[labelTotal][i]
			}
		}
	}
	// Digits alone, which nothing adds up with, may be anything: "Port C, box 2210".
	digits := func(a amount) bool { return isDigits(a.span.text()) && a.cents != 0 }
	b.taxes = slices.DeleteFunc(slices.Clone(s[labelTax]), digits)
	b.shippings = slices.DeleteFunc(slices.Clone(s[labelShipping]), digits)
	b.shippings = b.shippings[max(0, len(b.shippings)-1):]
	return b
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// strongest is the amount with the strongest label outside the table, of equals
// the largest: what is called a total again is a column's in a summary of taxes.
func strongest(all []amount) *amount {
	var top *amount
	for i := range all {
		if all[i].strength <= onlyProven {
			continue
		}
		if top == nil || all[i].weight() > top.weight() || all[i].weight() == top.weight() && abs(all[i].cents) >= abs(top.cents) {
			top = &all[i]
		}
	}
	return top
}

func abs(n int64) int64 { return max(n, -n) }

func (a *amount) weight() float64 {
	w := a.strength
	if a.table {
		w *= 0.5
	}
	if a.number.Currency == "" && a.number.Value.Exponent() >= 0 {
		w *= 0.4 // it may count pieces
	}
	return w
}

// addZeros states taxes and shipping that are printed as zero: they add nothing,
// so no sum needs them.
func (b *balance) addZeros(s *sums) {
	zero := func(all []amount) []amount {
		for _, a := range all {
			if a.cents == 0 {
				return []amount{a}
			}
		}
		return nil
	}
	if len(b.taxes) == 0 {
		b.taxes = zero(s[labelTax])
	}
	if len(b.shippings) == 0 {
		b.shippings = zero(s[labelShipping])
	}
}

// setTotals writes a balance into the order's cells.
func (r *reading) setTotals(o *Order, b balance) {
	proof := b.proof()
	set := func(f Field, all []amount) {
		var value decimal.Decimal
		places := int32(0)
		var c Cell
		for i, a := range all {
			value = value.Add(a.number.Value)
			places = max(places, -a.number.Value.Exponent())
			ev := r.evidence(a.page, a.span.words(), r.confidence(b, a))
			if b.proven {
				ev.Confidence = max(ev.Confidence, 0.95) // however badly it is printed
			}
			if i == 0 {
				c.Evidence = ev
			} else {
				c.Evidence.Box = c.Evidence.Box.Union(ev.Box)
				c.Evidence.Words = append(c.Evidence.Words, ev.Words...)
			}
		}
		if len(all) > 0 {
			c.Value = value.StringFixed(places)
			c.Evidence.Proof = proof
			o.Head[f] = c
		}
	}
	if b.subtotal != nil {
		set(Subtotal, []amount{*b.subtotal})
	}
	if b.total != nil {
		set(Total, []amount{*b.total})
	}
	set(Tax, b.taxes)
	set(Shipping, b.shippings)
}

// confidence of a sum: near 1 when it is proven.
func (r *reading) confidence(b balance, a amount) float64 {
	if b.proven {
		return 0.99
	}
	return 0.6 * a.strength
}

// proof is the arithmetic that a balance rests on; empty when nothing adds up.
func (b *balance) proof() string {
	if !b.proven || b.total == nil {
		return ""
	}
	var parts []string
	if b.subtotal != nil {
		parts = append(parts, b.subtotal.number.Text)
	} else {
		parts = append(parts, "sum of lines")
	}
	for _, a := range slices.Concat(b.taxes, b.shippings) {
		parts = append(parts, "+ "+a.number.Text)
	}
	for _, a := range b.discounts {
		if a.kind == labelDiscount {
			parts = append(parts, "- "+strings.TrimPrefix(a.number.Text, "-"))
		} else {
			parts = append(parts, "+ "+a.number.Text)
		}
	}
	return strings.Join(parts, " ") + " = " + b.total.number.Text
}
