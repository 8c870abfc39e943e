package taught

import (
	"strings"
	"unicode"

	"lineitem/convert/order/wording"
)

// splitWords are the folded words of a text.
func splitWords(text string) []string {
	return strings.FieldsFunc(wording.Fold(text), func(r rune) bool { return unicode.IsSpace(r) })
}
