package ocrrepair

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// digitsLike holds characters that digits are misread as, each followed by its digit.
const digitsLike = "O0o0Q0D0l1I1|1i1!1]1Z2z2S5s5B8G6b6g9q9"

// numeralMarks are the marks that may stand within amounts, dates and numbers.
const numeralMarks = ".,-/';:"

// Numerals returns s with letters that look like digits replaced by these, and the
// number of digits and of such letters in s; ok is false if s holds anything else
// but numeralMarks.
func Numerals(s string) (text string, digits, letters int, ok bool) {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		switch at := strings.IndexByte(digitsLike, s[i]); {
		case textnorm.ASCIIDigit(s[i]):
			b = append(b, s[i])
			digits++
		case at >= 0:
			b = append(b, digitsLike[at+1])
			letters++
		case strings.IndexByte(numeralMarks, s[i]) >= 0:
			b = append(b, s[i])
		default:
			return "", 0, 0, false
		}
	}
	return string(b), digits, letters, true
}

// StrayMarks are the marks as which specks at the ends of a number are read.
const StrayMarks = "'’‘`´|_~^\"“”;:!"

// maxAmount is the greatest length of a word that is read as an amount, in bytes.
const maxAmount = 64

// maxCurrencyLetters is the most letters before a currency sign ("US$"), in bytes.
const maxCurrencyLetters = 3

// Amount returns the amount that was surely meant by s if s is none as it stands:
// its marks divide it as only amounts are divided ("l,2O4.50", "12.50'"), and at
// least half of its digits were read as digits. A currency sign in front stays,
// except for an "E", "F" or "C" as which it was misread.
func Amount(s string) (string, bool) {
	if len(s) < 4 || len(s) > maxAmount {
		return "", false
	}
	if strings.IndexByte("EFC", s[0]) >= 0 && partedAsAmount(s[1:]) {
		return s[1:], true // "£" or "€" was read as a letter
	}
	if strings.HasSuffix(s, "%%") {
		return strings.TrimRight(s, "%") + "%", textnorm.ASCIIDigit(s[0])
	}
	sign, rest := "", s
	if at := strings.IndexAny(s, "$€£₹-("); at >= 0 && at <= maxCurrencyLetters && !textnorm.HasDigit(s[:at]) {
		_, size := utf8.DecodeRuneInString(s[at:])
		sign, rest = s[:at+size], s[at+size:]
	}
	body, end := strings.Trim(rest, StrayMarks), ""
	if r, size := utf8.DecodeLastRuneInString(body); strings.ContainsRune(")€-*", r) {
		body, end = body[:len(body)-size], body[len(body)-size:]
	}
	text, digits, letters, ok := Numerals(body)
	if !ok || digits < 2 || letters > digits || letters == 0 && strings.Contains(body, ":") { // a time of day
		return "", false
	}
	text = strings.NewReplacer(";", ",", ":", ".", ",,", ",", "..", ".", "''", "'").Replace(text)
	if apart := groupsApart(text); !partedAsAmount(text) && partedAsAmount(apart) {
		text = apart // the mark of groups was read as that of decimals: "2.190.00"
	}
	if text == rest || !partedAsAmount(text) {
		return "", false
	}
	return sign + text + end, true
}

// groupsApart returns a figure with apostrophes between its groups instead of points or commas.
func groupsApart(s string) string {
	at := max(0, len(s)-3)
	return strings.NewReplacer(".", "'", ",", "'").Replace(s[:at]) + s[at:]
}

// partedAsAmount reports whether the marks in s divide it as an amount: groups of
// three digits, or none, and two decimals behind another mark.
func partedAsAmount(s string) bool {
	at := len(s) - 3
	if at < 1 || s[at] != '.' && s[at] != ',' || !textnorm.OnlyDigits(s[at+1:]) {
		return false
	}
	group, whole := "", s[:at]
	if i := strings.IndexAny(whole, ".,'"); i >= 0 {
		group = whole[i : i+1]
	}
	if group == "" || group == s[at:at+1] {
		return textnorm.OnlyDigits(whole)
	}
	for i, part := range strings.Split(whole, group) {
		if !textnorm.OnlyDigits(part) || i > 0 && len(part) != 3 || len(part) > 3 {
			return false
		}
	}
	return true
}

// Bounds of misread dates.
const (
	maxDateLetters = 2 // letters in place of digits
	leastDateFigs  = 4 // digits
)

// Date returns the numeric date that was meant by s if letters stand for digits or one of
// its marks was misread: "2O26-05-l2", "12/O5/2026", "12.05,2026".
func Date(s string) (string, bool) {
	body := strings.TrimRight(s, ",.;")
	text, digits, letters, ok := Numerals(body)
	if !ok || letters > maxDateLetters || digits < leastDateFigs {
		return "", false
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	mark := strings.IndexAny(text, "-/.")
	if len(parts) != 3 || mark < 0 || len(text)-len(strings.Join(parts, "")) > 3 {
		return "", false
	}
	first, last := len(parts[0]), len(parts[2])
	if len(parts[1]) > 2 || !(first == 4 && last <= 2 || first <= 2 && (last == 4 || last == 2)) {
		return "", false
	}
	to := strings.Join(parts, text[mark:mark+1])
	if to == body {
		return "", false
	}
	return to + s[len(body):], true
}

// Recognised reports whether words, by the first of them, were recognised from pixels.
func Recognised(words []*doc.Word) bool { return len(words) > 0 && words[0].Confidence < 1 }

// Brackets returns the code in a recognised word in brackets, one of which may have
// been misread as another character: "(3-6749-56]", "IFD-70055]".
func Brackets(s string) (code string, ok bool) {
	body := strings.TrimLeft(s, "[({")
	code = strings.TrimRight(body, "])}")
	opened, closed := body != s, code != body
	if len(code) < 4 || !opened && !closed || !textnorm.HasDigit(code) {
		return "", false
	}
	switch {
	case !closed && strings.ContainsRune("1Il|Jj", rune(code[len(code)-1])):
		code = code[:len(code)-1]
	case !opened && strings.ContainsRune("1Il|Lt", rune(code[0])):
		code = code[1:]
	}
	return code, strings.ContainsAny(s, "[]") || opened && closed
}
