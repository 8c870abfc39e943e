package accuracy

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/cases"

	"lineitem/convert/order"
)

// Least likeness of texts that count as the same.
const (
	leastAlike           = 0.95
	leastAlikeRecognised = 0.90
)

// form is how a column's values are compared.
type form uint8

const (
	text   form = iota // by their words, with some tolerance
	number             // as decimals
	code               // ignoring case, blanks and trailing full stops
	exact              // character by character
)

var forms = map[string]form{
	order.Quantity.Key():     number,
	order.UnitPrice.Key():    number,
	order.LineTotal.Key():    number,
	order.Subtotal.Key():     number,
	order.Tax.Key():          number,
	order.Shipping.Key():     number,
	order.Total.Key():        number,
	order.PONumber.Key():     code,
	order.ItemCode.Key():     code,
	order.LineNumber.Key():   code,
	order.Unit.Key():         code,
	order.Discount.Key():     code, // if it is a percentage
	order.PODate.Key():       exact,
	order.DeliveryDate.Key(): exact,
	order.Currency.Key():     exact,
}

// comparer compares the cells of one document.
type comparer struct {
	least float64
	memo  map[string]*folded // folded texts, as each is compared with many others
}

func newComparer(recognised bool) *comparer {
	c := &comparer{least: leastAlike, memo: map[string]*folded{}}
	if recognised {
		c.least = leastAlikeRecognised
	}
	return c
}

// same reports whether a given value equals the wanted one.
func (c *comparer) same(key, want, got string) bool {
	want, got = strings.TrimFunc(want, isBlank), strings.TrimFunc(got, isBlank)
	f := forms[key]
	if key == order.Discount.Key() && !strings.Contains(want, "%") {
		f = number
	}
	switch f {
	case number:
		a, okA := parseDecimal(want)
		b, okB := parseDecimal(got)
		if okA && okB {
			return a == b
		}
		return want == got
	case code:
		return bareCode(want) == bareCode(got)
	case exact:
		return want == got
	}
	return similar(c.fold(want), c.fold(got), c.least)
}

func (c *comparer) fold(s string) *folded {
	f, ok := c.memo[s]
	if !ok {
		f = newFolded(strings.Join(words(s), " "))
		c.memo[s] = f
	}
	return f
}

// isBlank reports whether a character is white space or one of ASCII's separators (0x1c to 0x1f).
func isBlank(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// words returns the runs of letters, digits and underscores in a text, case-folded.
func words(s string) []string {
	return strings.FieldsFunc(cases.Fold().String(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_'
	})
}

// bareCode returns a code case-folded, without blanks and trailing full stops.
func bareCode(s string) string {
	s = strings.Map(func(r rune) rune {
		if isBlank(r) {
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(cases.Fold().String(s), ".")
}

// decimal is a number: 0.digits times ten to the power of exponent, with no leading or
// trailing zeros in digits, so that equal numbers are equal values.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// decimalForm matches a number. Its exponent has at most six digits.
var decimalForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,6}))?$`)
})

// parseDecimal parses a decimal number with an optional exponent.
// Underscores may group digits.
func parseDecimal(s string) (d decimal, ok bool) {
	m := decimalForm().FindStringSubmatch(strings.ReplaceAll(s, "_", ""))
	if m == nil || m[2]+m[3] == "" {
		return decimal{}, false
	}
	exponent, sign := 0, 1
	for _, c := range m[4] {
		switch c {
		case '-':
			sign = -1
		case '+':
		default:
			exponent = 10*exponent + int(c-'0')
		}
	}
	digits := strings.TrimLeft(m[2]+m[3], "0")
	d.exponent = sign*exponent + len(m[2]) - (len(m[2]+m[3]) - len(digits))
	d.digits = strings.TrimRight(digits, "0")
	if d.digits == "" {
		return decimal{}, true // zero has no sign
	}
	d.negative = m[1] == "-"
	return d, true
}

// Same reports whether a value given for a column equals the wanted one.
// Text recognised from pixels is compared with more tolerance.
func Same(key, want, got string, recognised bool) bool {
	return newComparer(recognised).same(key, want, got)
}
