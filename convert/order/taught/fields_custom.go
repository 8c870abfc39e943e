package taught

import (
	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// learnCustom learns how the documents of a layout write dates and numbers: as they must, for
// what the example states to stand there.
func learnCustom(v *View, right *Example, known *Layout) value.Custom {
	var c value.Custom
	if known != nil {
		c = known.Custom
	}
	stated := statedValues(right)
	if best := v.explains(stated[date], date, value.Custom{Dates: value.DayFirst}, value.Custom{Dates: value.MonthFirst}); best != nil {
		c.Dates = best.Dates
	}
	if best := v.explains(stated[amount], amount, value.Custom{Decimal: "."}, value.Custom{Decimal: ","}); best != nil {
		c.Decimal = best.Decimal
	}
	return c
}

// statedValues are the dates and numbers that an example states.
func statedValues(right *Example) map[form][]string {
	all := map[form][]string{}
	add := func(f schema.Field, v string) {
		k, head := forms[f]
		switch {
		case v == "":
		case head:
			all[k] = append(all[k], v)
		case f == schema.Quantity || f == schema.UnitPrice || f == schema.LineTotal:
			all[amount] = append(all[amount], v)
		}
	}
	for f := range right.Head {
		add(schema.Field(f), right.Head[f].Value)
	}
	for i := range right.Lines {
		for f := range right.Lines[i] {
			add(schema.Field(f), right.Lines[i][f].Value)
		}
	}
	return all
}

// explains is the custom by which more of the stated values of a form stand on the document; nil
// where it is as many by either.
func (v *View) explains(stated []string, k form, a, b value.Custom) *value.Custom {
	if len(stated) == 0 {
		return nil
	}
	count := func(c value.Custom) (n int) {
		view := *v
		view.Locale = v.Locale.With(c)
		stand := newDocument(&view).valuesOf(k)
		for _, s := range stated {
			if stand[normal(k, s)] {
				n++
			}
		}
		return n
	}
	switch n, m := count(a), count(b); {
	case n > m:
		return &a
	case m > n:
		return &b
	}
	return nil
}

// valuesOf are the values of a form that stand on a document.
func (t *document) valuesOf(k form) map[string]bool {
	all := map[string]bool{}
	for i := range t.rows {
		for at := range t.rows[i].tokens {
			if v, run := t.valueAt(k, &t.rows[i].tokens[at]); len(run) > 0 {
				all[normal(k, v)] = true
			}
		}
	}
	return all
}

// normal is the form in which values are the same that say the same.
func normal(k form, v string) string {
	if k != amount {
		return v
	}
	if d, ok := proof.Amount(v); ok {
		return d.String()
	}
	return v
}
