package address

import (
	"strings"

	"lineitem/convert/order/wording"
)

// town tells whether the words hold a postcode where it stands beside its
// town, by the custom of the countries whose orders are read.
func town(w []Word) bool {
	for i, a := range w {
		if a.digits == 0 {
			continue
		}
		last := i == len(w)-1
		switch {
		case isBritishCode(w, i), isCanadianCode(w, i), isIrishCode(w, i):
			return true
		case zipDigits(a) > 0 && i > 0 && w[i-1].Traits&WordState != 0 && w[i-1].Upper: // ME 54914, VIC 3000
			return true
		case zipDigits(a) >= 5 && last && i > 0 && i <= 5 && w[i-1].digits == 0 && w[i-1].letters > 3 && w[0].digits == 0 && w[i-1].Capital:
			return true // Colorado 80907, Bengaluru 560058
		case strings.HasPrefix(a.Key, "cep") || i > 0 && (w[i-1].Key == "cep" || w[i-1].Key == "cp" || w[i-1].Key == "pin" && a.digits == 6):
			return true
		case a.digits == 6 && a.letters == 0 && i > 0 && w[i-1].digits == 0 && (last || w[i+1].digits == 0): // Nagpur - 440031
			return true
		case a.digits == 6 && a.letters > 3 && strings.HasSuffix(a.Key, wording.DigitsTail(a.Key)) && len(wording.DigitsTail(a.Key)) == 6: // Punjab-140305
			return true
		case (i <= 1 || w[i-1].closed) && !last && leadingCode(w, i):
			return true
		}
	}
	return false
}

// leadingCode tells whether the word at i is a postcode that stands before
// its town: 23554 Lübeck, CH-8404 Winterthur, 5651 GW Eindhoven, 2910-011 Setúbal.
func leadingCode(w []Word, i int) bool {
	a, next := w[i], w[i+1]
	if i == 1 && !w[0].closed && (w[0].letters > 2 || !w[0].Upper || w[0].digits > 0) { // a country's letters, apart
		return false
	}
	digits := strings.TrimLeft(a.Key, "abcdefhilnpst")
	digits = strings.TrimPrefix(digits, "-")
	switch {
	case len(a.Key)-len(digits) > 3 || !isCodeShape(digits):
		return false
	case a.digits == 4 && next.Upper && next.letters == 2 && next.digits == 0 && i+2 < len(w): // Dutch
		return true
	case a.digits == 3 && next.digits == 2 && next.letters == 0: // 123 45 Malmö
		return i+2 < len(w) && w[i+2].letters > 2 && w[i+2].Capital
	case a.digits < 4:
		return false
	}
	town := w[i+1:]
	for k := range town {
		if town[k].closed {
			town = town[:k+1]
			break
		}
	}
	if next.letters < 2 || next.digits > 0 || !next.Capital || len(town) > 5 {
		return false
	}
	// "4550 Lakeshore Ave" begins with a house number.
	for _, b := range town {
		if b.Traits&WordStreet != 0 && b.Key != "st" && b.Key != "la" && b.Key != "pl" {
			return false
		}
	}
	return true
}

// isCodeShape tells whether s has the shape of a postcode of digits.
func isCodeShape(s string) bool {
	for i := 0; i < len(s); i++ {
		if !wording.ASCIIDigit(s[i]) && !(s[i] == '-' && (i == 4 && len(s) == 8 || i == 2 && len(s) == 6 || i == 5 && len(s) == 9)) {
			return len(s) == 6 && i == 4 && 'a' <= s[4] && s[4] <= 'z' && 'a' <= s[5] && s[5] <= 'z' // 5651gw
		}
	}
	return len(s) >= 3 && len(s) <= 9
}

// zipDigits gives the number of digits of a postcode of 4 or 5 digits, or of
// 5 and 4 (ZIP+4), 0 for other words.
func zipDigits(a Word) int {
	if a.letters > 0 {
		return 0
	}
	switch {
	case a.digits == len(a.Key) && (a.digits == 4 || a.digits == 5):
		return a.digits
	case a.digits == 9 && len(a.Key) == 10 && a.Key[5] == '-':
		return 9
	case a.digits == 6 && len(a.Key) == 6:
		return 6
	}
	return 0
}

// isBritishCode tells whether a British postcode ends at i: TF3 3BJ, WC2N5DU.
func isBritishCode(w []Word, i int) bool {
	a := w[i]
	if a.Upper && a.digits >= 2 && len(a.Key) >= 5 && len(a.Key) <= 7 && a.letters >= 3 {
		n := len(a.Key)
		return outwardCode(a.Key[:n-3]) && inwardCode(a.Key[n-3:])
	}
	return i > 0 && a.Upper && inwardCode(a.Key) && w[i-1].Upper && outwardCode(w[i-1].Key)
}

func outwardCode(s string) bool {
	if len(s) < 2 || len(s) > 4 || !letter(s[0]) {
		return false
	}
	k := 1
	if letter(s[1]) {
		k = 2
	}
	if k >= len(s) || !wording.ASCIIDigit(s[k]) || len(s)-k > 2 {
		return false
	}
	return true
}

func inwardCode(s string) bool {
	return len(s) == 3 && wording.ASCIIDigit(s[0]) && letter(s[1]) && letter(s[2])
}

// isCanadianCode tells whether a Canadian postal code begins at i: M5V 2T6.
func isCanadianCode(w []Word, i int) bool {
	s := w[i].Key
	if len(s) == 3 && i+1 < len(w) {
		s += w[i+1].Key
	}
	return len(s) == 6 && w[i].Upper && letter(s[0]) && wording.ASCIIDigit(s[1]) && letter(s[2]) && wording.ASCIIDigit(s[3]) && letter(s[4]) && wording.ASCIIDigit(s[5])
}

// isIrishCode tells whether an Irish postcode begins at i: R32 XA99.
func isIrishCode(w []Word, i int) bool {
	if i+1 >= len(w) || w[i].closed {
		return false
	}
	a, b := w[i], w[i+1]
	return a.Upper && b.Upper && len(a.Key) == 3 && len(b.Key) == 4 && a.letters == 1 && letter(a.Key[0]) && b.letters >= 2 && b.letters+b.digits == 4
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' }
