package ordertest

import (
	"strings"

	"github.com/shopspring/decimal"
)

// numerals is a way to write numbers.
type numerals struct {
	point, group   string
	lakhs          bool   // digits above the last three are grouped in pairs, as in India: 14,39,831
	decimals       int32  // of amounts
	before, behind string // what is written around amounts
	minusBehind    bool
}

// write returns a number as text with at least places decimals.
func (n numerals) write(d decimal.Decimal, places int32) string {
	whole, fraction, _ := strings.Cut(d.Abs().StringFixed(max(places, -d.Exponent())), ".")
	if n.group != "" {
		step := 3
		for i := len(whole) - 3; i > 0; i -= step {
			whole = whole[:i] + n.group + whole[i:]
			if n.lakhs {
				step = 2
			}
		}
	}
	if fraction != "" {
		whole += n.point + fraction
	}
	switch {
	case !d.IsNegative():
		return whole
	case n.minusBehind:
		return whole + "-"
	}
	return "-" + whole
}

// amount returns an amount of money as text.
func (n numerals) amount(d decimal.Decimal) string {
	return n.before + n.write(d, n.decimals) + n.behind
}

// bare returns the same way to write numbers, without marks around amounts.
func (n numerals) bare() numerals {
	n.before, n.behind = "", ""
	return n
}

// inWords spells a whole number in English.
func inWords(n int64) string {
	small := strings.Fields("Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen")
	tens := strings.Fields("Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety")
	for _, step := range []struct {
		unit int64
		name string
	}{{1_000_000, "Million"}, {1000, "Thousand"}, {100, "Hundred"}} {
		if n >= step.unit {
			text := inWords(n/step.unit) + " " + step.name
			if n%step.unit > 0 {
				text += " " + inWords(n%step.unit)
			}
			return text
		}
	}
	switch {
	case n < 20:
		return small[n]
	case n%10 == 0:
		return tens[n/10-2]
	}
	return tens[n/10-2] + " " + small[n%10]
}
