package value

import (
	"strings"

	"lineitem/convert/order/misread"
	"lineitem/convert/order/wording"
)

// remarked gives a number of which the marks were misread with those that must
// have been printed: blanks beside a mark go, of two marks side by side one, and
// where all marks are the same, the last of which has two decimals, that one is
// the decimal mark.
func remarked(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		switch n := len(b); {
		case c == ' ' && n > 0 && (b[n-1] == '.' || b[n-1] == ',') && wording.StartsDigit(s[i+1:]) && n > 1 && wording.ASCIIDigit(b[n-2]):
		case (c == '.' || c == ',') && n > 1 && b[n-1] == ' ' && wording.ASCIIDigit(b[n-2]) && wording.StartsDigit(s[i+1:]):
			b[n-1] = c
		case (c == '.' || c == ',') && n > 0 && (b[n-1] == '.' || b[n-1] == ','):
			b[n-1] = c
		default:
			b = append(b, c)
		}
	}
	text := string(b)
	end := len(text)
	for end > 0 && !wording.ASCIIDigit(text[end-1]) {
		end--
	}
	at := strings.LastIndexAny(text[:end], ".,")
	if at < 0 || end-at != 3 || strings.Count(text[:end], text[at:at+1]) < 2 || strings.ContainsRune(text[:at], rune('.'+','-text[at])) {
		return text
	}
	return text[:at] + string('.'+','-text[at]) + text[at+1:]
}

// Misread reads a recognised word as a number in which letters stand for
// digits; half of it at least must have been read as digits.
func (l *Locale) Misread(s string) (Number, bool) {
	text, digits, letters, ok := misread.Numerals(strings.Trim(s, misread.StrayMarks))
	if !ok || digits < 2 || letters == 0 || letters > digits || !strings.ContainsAny(text, ".,") {
		return Number{}, false
	}
	return l.Number(text)
}
