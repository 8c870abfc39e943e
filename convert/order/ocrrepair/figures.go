package ocrrepair

import (
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// mostRepaired is the greatest cost, as Cost counts, at which a figure may be repaired: that of one digit of similar
// shape, or of a thin one missed or added. Orders that print figures which do not multiply out are more common than
// confusions of unlike digits.
const mostRepaired = costThin

// costSign is the cost of a currency sign that was read as a digit: "$1.50" is read as "51.50".
const costSign = 30

// figure is a number as it was read: its digits, and how many of them follow its
// last mark, -1 if it has none.
type figure struct {
	digits string
	places int
}

// figureOf returns the only figure in words; ok is false if there is none or more than one.
func figureOf(words []string) (f figure, ok bool) {
	f.places = -1
	for _, w := range words {
		scanned, ok := value.ScanFigure(w)
		if !ok || scanned.Percent {
			if textnorm.HasDigit(w) {
				return f, false
			}
			continue // a sign or a unit
		}
		if f.digits != "" && scanned.Unit != "" {
			return f, false // two figures
		}
		if i := strings.LastIndexAny(scanned.Digits, ".,"); i >= 0 {
			f.places = len(scanned.Digits) - i - 1
		} else if f.places >= 0 {
			f.places += len(scanned.Digits)
		}
		f.digits += onlyDigits(scanned.Digits)
	}
	return f, f.digits != "" && len(f.digits) < MaxWord
}

// onlyDigits returns the digits of s.
func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// as returns the form in which a value may have been printed that was misread as the
// figure, and the cost of that; the cost exceeds mostRepaired if it cannot have been.
func (f figure) as(v decimal.Decimal) (text string, cost int) {
	cost = mostRepaired + 1
	read := strings.TrimLeft(f.digits, "0")
	for _, places := range [...]int32{int32(max(0, f.places)), 2, 0, 3, 4} {
		if !v.Round(places).Equal(v) || v.LessThan(one) && f.places < 0 && f.digits[0] != '0' {
			continue // below one, it would have been printed with a zero in front
		}
		s := v.StringFixed(places)
		digits := strings.TrimLeft(onlyDigits(s), "0")
		c := Cost(read, digits, mostRepaired)
		if len(digits) < 2 && c > costLike {
			continue
		}
		if places == 2 && len(read) > 1 && read[0] == '5' {
			c = min(c, Cost(read[1:], digits, mostRepaired)+costSign)
		}
		if c < cost {
			text, cost = s, c
		}
	}
	return text, cost
}

var one = decimal.NewFromInt(1)
