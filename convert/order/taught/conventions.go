package taught

import (
	"fmt"
	"strings"

	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// learnConventions learns how the documents of a layout write dates and numbers: of the two ways of
// each, the one in which more of the values that the example states are found in the document.
func learnConventions(v *View, right *Example, known *Layout) (c value.Conventions) {
	if known != nil {
		c = known.Conventions
	}
	stated := map[form]map[string]int{date: {}, amount: {}} // how often each value is stated
	right.each(func(f schema.Field, v string) {
		switch forms[f] {
		case date:
			stated[date][v]++
		default:
			if d, ok := proof.Amount(v); ok && (forms[f] == amount || f == schema.Quantity || f == schema.UnitPrice || f == schema.LineTotal) {
				stated[amount][d.String()]++
			}
		}
	})
	day, decimal := 0, 0
	for i, order := range [...]string{value.DayFirst, value.MonthFirst} {
		mark := [...]string{".", ","}[i]
		t := newDocument(v.written(value.Conventions{Dates: order, Decimal: mark}), true)
		seen := map[string]bool{}
		for _, r := range t.rows {
			for _, s := range t.values(date, r.tokens) {
				if stated[date][s.value] > 0 {
					day += dayFirst(&s)
				}
			}
			for _, s := range t.values(amount, r.tokens) {
				if d, ok := proof.Amount(s.value); ok && !seen[d.String()] {
					seen[d.String()] = true
					decimal += stated[amount][d.String()] * (1 - 2*i)
				}
			}
		}
	}
	if day != 0 {
		c.Dates = [...]string{value.DayFirst, value.MonthFirst}[flag(day < 0)]
	}
	if decimal != 0 {
		c.Decimal = [...]string{".", ","}[flag(decimal < 0)]
	}
	return c
}

// dayFirst returns 1 if a date that is printed in figures begins with its day, -1 if it begins
// with its month, and 0 if that is unknown.
func dayFirst(s *spot) int {
	text := printed(s.runs[0])
	first, month, day := 0, 0, 0
	fmt.Sscanf(strings.TrimLeft(text, "(["), "%d", &first)
	fmt.Sscanf(s.value, "%d-%d-%d", new(int), &month, &day)
	if month == day || textnorm.CountLetters(text) > 0 {
		return 0
	}
	return flag(first == day) - flag(first == month)
}

// written returns the view as it is read if dates and numbers are written as c says.
func (v *View) written(c value.Conventions) *View {
	own := *v
	own.Locale = v.Locale.With(c)
	return &own
}
