package address

import (
	"slices"
	"strings"

	"lineitem/convert/order/textnorm"
)

// town reports whether the words hold a postcode in its place beside the
// town, by the customs of the countries whose orders are read.
func town(w []Word) bool {
	for i, a := range w {
		if a.digits == 0 {
			continue
		}
		last := i == len(w)-1
		if a.Upper && (splitCode(a.Key) || i > 0 && w[i-1].Upper && splitCode(w[i-1].Key+" "+a.Key)) {
			return true
		}
		if !last && (i <= 1 || w[i-1].closed) && leadingCode(w, i) || i > 0 && trailingCode(w, i, last) {
			return true
		}
	}
	return false
}

// trailingCode reports whether the word at i is a postcode that stands behind its
// state or, at the end of the line, behind its town: ME 54914, Bengaluru 560058.
func trailingCode(w []Word, i int, last bool) bool {
	before := w[i-1]
	digits := zipDigits(w[i])
	if digits > 0 && before.Traits&WordState != 0 && before.Upper {
		return true
	}
	return digits >= 5 && last && i <= 5 && before.digits == 0 && before.letters > 3 && before.Capital && w[0].digits == 0
}

// leadingCode reports whether the word at i is a postcode that stands before
// its town: 23554 Lübeck, CH-8404 Winterthur, 5651 GW Eindhoven, 2910-011 Setúbal.
func leadingCode(w []Word, i int) bool {
	a, next := w[i], w[i+1]
	if i == 1 && !w[0].closed && (w[0].letters > 2 || !w[0].Upper || w[0].digits > 0) { // only the letters of a country may stand before it
		return false
	}
	digits := strings.TrimPrefix(strings.TrimLeft(a.Key, "abcdefhilnpst"), "-")
	if len(a.Key)-len(digits) > 3 || len(digits) < 3 || len(digits) > 9 || strings.Trim(digits, "0123456789-") != "" {
		return false
	}
	if a.digits == 3 && next.digits == 2 && next.letters == 0 { // 123 45 Malmö
		return i+2 < len(w) && w[i+2].letters > 2 && w[i+2].Capital
	}
	street := func(b Word) bool { return b.Traits&WordStreet != 0 && len(b.Key) > 2 } // "4550 Lakeshore Ave" begins with a house number
	return a.digits >= 4 && next.letters > 1 && next.digits == 0 && next.Capital && !slices.ContainsFunc(w[i+1:min(len(w), i+4)], street)
}

// zipDigits returns the number of digits of a postcode of 4 to 6 digits, or of
// 5 and 4 (ZIP+4), 0 for other words.
func zipDigits(a Word) int {
	if len(a.Key) == a.digits && 4 <= a.digits && a.digits <= 6 || len(a.Key) == 10 && a.digits == 9 && a.Key[5] == '-' {
		return a.digits
	}
	return 0
}

// splitCode reports whether one word or two, folded, are a postcode of letters and digits
// in two parts: TF3 3BJ and WC2N5DU of Britain, M5V 2T6 of Canada.
func splitCode(key string) bool {
	shape := strings.Map(func(r rune) rune {
		switch {
		case textnorm.IsDigit(r):
			return '9'
		case 'a' <= r && r <= 'z':
			return 'a'
		}
		return r
	}, key)
	if shape == "a9a 9a9" || shape == "a9a9a9" {
		return true
	}
	outward, ok := strings.CutSuffix(shape, "9aa")
	switch strings.TrimSuffix(outward, " ") {
	case "a9", "a99", "aa9", "aa99", "a9a", "aa9a":
		return ok
	}
	return false
}
