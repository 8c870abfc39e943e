package ocrrepair

import (
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// Costs of taking one digit for another, in hundredths of a mistake of any kind.
const (
	digitLost  = 80
	digitTwice = 40 // one that was read twice
	digitSign  = 30 // a sign of a currency
	digitAlike = 50
	digitAny   = 100
	// RepairLimit is the most by which a figure may differ from its repair.
	RepairLimit = 100
)

// likeDigits are pairs of digits that look alike.
const likeDigits = " 08 06 09 17 38 35 56 58 68 69 89 27 49 14 23 "

func digitCost(a, b byte) int {
	switch {
	case a == b:
		return 0
	case strings.Contains(likeDigits, string([]byte{' ', min(a, b), max(a, b), ' '})):
		return digitAlike
	}
	return digitAny
}

// digitsCost is the cost at which digits are read as others.
func digitsCost(read, meant string) int {
	n, m := len(read), len(meant)
	if n > value.MaxNumber || m > value.MaxNumber || n-m > 1 || m-n > 1 || n == 0 {
		return RepairLimit + 1
	}
	var before, now [value.MaxNumber + 1]int
	for j := range m {
		before[j+1] = before[j] + digitLost
	}
	for i := range n {
		now[0] = before[0] + digitLost
		for j := range m {
			added := digitLost
			if i > 0 && read[i] == read[i-1] {
				added = digitTwice
			}
			now[j+1] = min(before[j]+digitCost(read[i], meant[j]), before[j+1]+added, now[j]+digitLost)
		}
		before = now
	}
	return before[m]
}

// Figure is a figure as it was read: its digits, and how many of them stand behind
// its last mark, -1 when it has none.
type Figure struct {
	Digits string
	Places int
}

// maxFigure bounds the digits of a figure that is repaired.
const maxFigure = 20

// FigureOf takes the digits of the one figure that stands in words.
func FigureOf(words []string) (f Figure, ok bool) {
	f.Places = -1
	for _, w := range words {
		scanned, ok := value.ScanFigure(w)
		digits := scanned.Digits
		if !ok || scanned.Percent {
			if textnorm.HasDigit(w) {
				return f, false
			}
			continue // a sign or a unit
		}
		if f.Digits != "" && scanned.Unit != "" {
			return f, false // two figures
		}
		if i := strings.LastIndexAny(digits, ".,"); i >= 0 {
			f.Places = len(digits) - i - 1
		} else if f.Places >= 0 {
			f.Places += len(digits)
		}
		f.Digits += strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return r
			}
			return -1
		}, digits)
	}
	return f, f.Digits != "" && len(f.Digits) <= maxFigure
}

// As is the form in which a value may have been printed that was read as the figure,
// and what it costs to read it so; more than RepairLimit where it was not.
func (f Figure) As(v decimal.Decimal) (text string, cost int) {
	cost = RepairLimit + 1
	if v.IsNegative() {
		return "", cost
	}
	read := strings.TrimLeft(f.Digits, "0")
	for _, places := range [...]int32{int32(max(0, f.Places)), 2, 0, 3, 4} {
		if places > 6 || !v.Round(places).Equal(v) {
			continue
		}
		if v.LessThan(one) && f.Places < 0 && f.Digits[0] != '0' {
			continue // it would have been printed with a zero in front
		}
		s := v.StringFixed(places)
		digits := strings.TrimLeft(strings.ReplaceAll(s, ".", ""), "0")
		c := digitsCost(read, digits)
		if len(digits) < 2 && c > digitAlike {
			continue
		}
		if len(read) > 1 && read[0] == '5' && places == 2 {
			c = min(c, digitsCost(read[1:], digits)+digitSign) // "$1.50" is read as "51.50"
		}
		if c < cost {
			text, cost = s, c
		}
	}
	return text, cost
}

var (
	one     = decimal.NewFromInt(1)
	hundred = decimal.NewFromInt(100)
)
