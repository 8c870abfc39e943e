package taught

import (
	"strings"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// keyOf is a value of a column so that those that say the same are equal: they may differ in
// blanks and case, numbers in zeros at their end, descriptions in marks.
func keyOf(f schema.Field, v string) string {
	switch {
	case isNumber[f]:
		v = normal(v)
	case f == schema.Description:
		return textnorm.Bare(v)
	}
	return strings.ToLower(strings.Join(strings.Fields(v), ""))
}

// SameValue reports whether two values of a column say the same.
func SameValue(f schema.Field, a, b string) bool {
	return a == b || a != "" && b != "" && keyOf(f, a) == keyOf(f, b)
}

// PairRows finds for each row the row of another reading that has most of its values, in
// order; -1 for none.
func PairRows(rows, others []schema.Cells) []int {
	type keys [len(itemFields)]string
	keysOf := func(rows []schema.Cells) []keys {
		all := make([]keys, len(rows))
		for i := range rows {
			for n, f := range itemFields {
				all[i][n] = keyOf(f, rows[i][f].Value)
			}
		}
		return all
	}
	a, b := keysOf(rows), keysOf(others)
	alike := func(i, k int) (n int) {
		for f := range itemFields {
			n += flag(a[i][f] != "" && a[i][f] == b[k][f])
		}
		return n
	}
	best := make([][]int, len(a)+1)
	best[len(a)] = make([]int, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		best[i] = make([]int, len(b)+1)
		for k := len(b) - 1; k >= 0; k-- {
			best[i][k] = max(best[i+1][k], best[i][k+1], best[i+1][k+1]+alike(i, k))
		}
	}
	at := make([]int, len(a))
	for i, k := 0, 0; i < len(a); {
		at[i] = -1
		n := 0
		if k < len(b) {
			n = alike(i, k)
		}
		switch {
		case n > 0 && best[i][k] == best[i+1][k+1]+n:
			at[i] = k
			i, k = i+1, k+1
		case k < len(b) && best[i][k] == best[i][k+1]:
			k++
		default:
			i++
		}
	}
	return at
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}
