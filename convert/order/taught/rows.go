package taught

import (
	"strings"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// keyOf returns a value of a column in a form in which values that say the same are equal: they
// may differ in spaces and case, numbers in zeros at their end, descriptions in marks.
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

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}
