package taught

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
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
	c.Dates = cmp.Or(v.datesAs(stated[date]), c.Dates)
	c.Decimal = cmp.Or(v.decimalsAs(stated[amount]), c.Decimal)
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

// datesAs is the order in which more of the stated dates are printed in figures; empty where none
// tells.
func (v *View) datesAs(stated []string) string {
	count := map[string]int{}
	for _, order := range [...]string{value.DayFirst, value.MonthFirst} {
		t := newDocument(v.written(value.Custom{Dates: order}))
		for i := range t.rows {
			for at := range t.rows[i].tokens {
				iso, run := t.dateAt(&t.rows[i].tokens[at])
				if len(run) == 0 || !slices.Contains(stated, iso) {
					continue
				}
				count[firstOf(run[0].text, iso)]++
			}
		}
	}
	switch day, month := count[value.DayFirst], count[value.MonthFirst]; {
	case day > month:
		return value.DayFirst
	case month > day:
		return value.MonthFirst
	}
	return ""
}

// firstOf reports whether a date, printed in figures, begins with its day or its month; empty where
// it has the year in front, a month in letters, or both are the same.
func firstOf(text, iso string) string {
	from := strings.IndexFunc(text, textnorm.IsDigit)
	if from < 0 || strings.ContainsFunc(text, unicode.IsLetter) || len(iso) < len("2006-01-02") || iso[5:7] == iso[8:10] {
		return ""
	}
	end := from
	for end < len(text) && textnorm.ASCIIDigit(text[end]) {
		end++
	}
	first, err := strconv.Atoi(text[from:end])
	month, _ := strconv.Atoi(iso[5:7])
	day, _ := strconv.Atoi(iso[8:10])
	switch {
	case err != nil || end == len(text):
		return ""
	case first == day:
		return value.DayFirst
	case first == month:
		return value.MonthFirst
	}
	return ""
}

// decimalsAs is the decimal mark by which more of the stated numbers stand on the document; empty
// where it is as many by either.
func (v *View) decimalsAs(stated []string) string {
	count := func(mark string) (n int) {
		stand := newDocument(v.written(value.Custom{Decimal: mark})).amounts()
		for _, s := range stated {
			if stand[normal(s)] {
				n++
			}
		}
		return n
	}
	switch point, comma := count("."), count(","); {
	case point > comma:
		return "."
	case comma > point:
		return ","
	}
	return ""
}

// amounts are those that stand on a document.
func (t *document) amounts() map[string]bool {
	all := map[string]bool{}
	for i := range t.rows {
		for at := range t.rows[i].tokens {
			if v, run := t.amountAt(&t.rows[i].tokens[at]); len(run) > 0 {
				all[normal(v)] = true
			}
		}
	}
	return all
}

// normal is the form in which amounts are the same that say the same.
func normal(v string) string {
	if d, ok := proof.Amount(v); ok {
		return d.String()
	}
	return v
}
