package taught

import (
	"fmt"
	"strings"

	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// learnCustom learns how the documents of a layout write dates and numbers: in the way in
// which more of what the example states stands there.
func learnCustom(v *View, right *Example, known *Layout) (c value.Custom) {
	if known != nil {
		c = known.Custom
	}
	stated := map[form]map[string]int{date: {}, amount: {}} // how often
	right.each(func(f schema.Field, v string) {
		k, head := forms[f]
		if f == schema.Quantity || f == schema.UnitPrice || f == schema.LineTotal {
			k, head = amount, true
		}
		if head && stated[k] != nil {
			stated[k][normal(k, v)]++
		}
	})
	each := func(c value.Custom, k form, do func(v string, s *spot)) {
		t := newDocument(v.written(c), true)
		for i := range t.rows {
			for _, s := range t.values(k, t.rows[i].tokens) {
				if v := normal(k, s.value); stated[k][v] > 0 {
					do(v, &s)
				}
			}
		}
	}
	day := 0
	for _, order := range [...]string{value.DayFirst, value.MonthFirst} {
		each(value.Custom{Dates: order}, date, func(_ string, s *spot) { day += dayFirst(s) })
	}
	stand := func(decimal string) (n int) {
		seen := map[string]bool{}
		each(value.Custom{Decimal: decimal}, amount, func(v string, _ *spot) {
			if !seen[v] {
				seen[v], n = true, n+stated[amount][v]
			}
		})
		return n
	}
	switch {
	case day > 0:
		c.Dates = value.DayFirst
	case day < 0:
		c.Dates = value.MonthFirst
	}
	switch point, comma := stand("."), stand(","); {
	case point > comma:
		c.Decimal = "."
	case comma > point:
		c.Decimal = ","
	}
	return c
}

// dayFirst is 1 if a date that is printed in figures begins with its day, -1 if it begins with
// its month, and 0 if that cannot be told.
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

// normal is the form in which values are the same that say the same.
func normal(k form, v string) string {
	if d, ok := proof.Amount(v); ok && k == amount {
		return d.String()
	}
	return v
}

// written is the document as it is read if dates and numbers are written so.
func (v *View) written(c value.Custom) *View {
	own := *v
	own.Locale = v.Locale.With(c)
	return &own
}
