package ocrrepair

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// digitLike returns the digit that a letter is misread from, 0 when it is none.
func digitLike(r rune) byte {
	switch r {
	case 'O', 'o', 'Q', 'D':
		return '0'
	case 'l', 'I', '|', 'i', '!', ']':
		return '1'
	case 'Z', 'z':
		return '2'
	case 'S', 's':
		return '5'
	case 'B':
		return '8'
	case 'G', 'b':
		return '6'
	case 'g', 'q':
		return '9'
	}
	return 0
}

// Numerals returns s with the letters that look like digits as such, and how many
// digits and how many such letters there are; ok is false when s holds anything
// else but marks.
func Numerals(s string) (text string, digits, letters int, ok bool) {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		switch d := digitLike(r); {
		case '0' <= r && r <= '9':
			b = append(b, byte(r))
			digits++
		case d != 0:
			b = append(b, d)
			letters++
		case r == '.' || r == ',' || r == '-' || r == '/' || r == '\'' || r == ';' || r == ':':
			b = append(b, byte(r))
		default:
			return "", 0, 0, false
		}
	}
	return string(b), digits, letters, true
}

// StrayMarks are specks that are read as marks at the ends of a number.
const StrayMarks = "'’‘`´|_~^\"“”;:!"

// maxAmount bounds the length of a word that is taken for an amount, bytes.
const maxAmount = 64

// Amount returns the amount that was surely meant by s, where s is none as it
// stands: its marks part it as only amounts are parted ("l,2O4.50",
// "12.50'"), and half of it at least was read as digits. A currency's sign in
// front stays.
func Amount(s string) (string, bool) {
	if len(s) < 4 || len(s) > maxAmount {
		return "", false
	}
	if strings.IndexByte("EFC", s[0]) >= 0 && partedAsAmount(s[1:]) {
		return s[1:], true // "£" or "€" is read as a letter
	}
	if strings.HasSuffix(s, "%%") && textnorm.ASCIIDigit(s[0]) {
		return strings.TrimRight(s, "%") + "%", true
	}
	sign, rest := "", s
	if r, size := utf8.DecodeRuneInString(s); strings.ContainsRune("$€£₹-(", r) {
		sign, rest = s[:size], s[size:]
	}
	body, end := strings.Trim(rest, StrayMarks), ""
	for _, e := range [...]string{")", "€", "-", "*"} {
		if cut, found := strings.CutSuffix(body, e); found {
			body, end = cut, e
			break
		}
	}
	text, digits, letters, ok := Numerals(body)
	if !ok || digits < 2 || letters > digits || strings.ContainsAny(text, "-/") {
		return "", false
	}
	if letters == 0 && strings.Contains(body, ":") {
		return "", false // a time of day
	}
	text = strings.NewReplacer(";", ",", ":", ".", "''", "'").Replace(text)
	if text == rest || !partedAsAmount(text) {
		return "", false
	}
	return sign + text + end, true
}

// partedAsAmount reports whether the marks in s part it as an amount: groups of
// three, and two decimals behind another mark.
func partedAsAmount(s string) bool {
	at := len(s) - 3
	if at < 1 || s[at] != '.' && s[at] != ',' || !textnorm.OnlyDigits(s[at+1:]) {
		return false
	}
	group := byte(0)
	for i, n := at-1, 0; i >= 0; i-- {
		if textnorm.ASCIIDigit(s[i]) {
			if n++; n > 3 && group != 0 {
				return false
			}
			continue
		}
		if n != 3 || group != 0 && s[i] != group || s[i] != '.' && s[i] != ',' && s[i] != '\'' || i == 0 {
			return false
		}
		group, n = s[i], 0
	}
	return group != s[at]
}

// Letters that a date may be misread with, and digits that it has at least.
const (
	maxDateLetters = 2
	leastDateFigs  = 4
)

// Date returns the numeric date that was meant by s, where a letter stands for a digit or
// one of its marks was misread: "2O26-05-l2", "12/O5/2026", "12.05,2026".
func Date(s string) (string, bool) {
	body := strings.TrimRight(s, ",.;")
	text, digits, letters, ok := Numerals(body)
	if !ok || letters > maxDateLetters || digits < leastDateFigs {
		return "", false
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	marks := strings.Trim(strings.Join(strings.FieldsFunc(text, unicode.IsDigit), ""), "'")
	if len(parts) != 3 || len(marks) < 2 || len(marks) > 3 {
		return "", false
	}
	first, last := len(parts[0]), len(parts[2])
	if len(parts[1]) > 2 || !(first == 4 && last <= 2 || first <= 2 && (last == 4 || last == 2)) {
		return "", false
	}
	mark := strings.IndexAny(marks, "-/.")
	if mark < 0 {
		return "", false
	}
	to := strings.Join(parts, marks[mark:mark+1])
	if to == body {
		return "", false
	}
	return to + s[len(body):], true
}

// Recognised reports whether words were recognised from pixels.
func Recognised(words []*doc.Word) bool { return len(words) > 0 && words[0].Confidence < 1 }

// Brackets takes the code out of a recognised word in brackets of which one may
// have been taken for another sign: "(3-6749-56]", "IFD-70055]".
func Brackets(s string) (code string, ok bool) {
	body := strings.TrimLeft(s, "[({")
	opened := body != s
	if strings.HasSuffix(body, ")]") && !strings.ContainsRune(body, '(') {
		body = body[:len(body)-2] + "]" // one bracket was read as two
	}
	code = strings.TrimRight(body, "])}")
	closed := code != body
	switch {
	case len(code) < 4 || !opened && !closed || !textnorm.HasDigit(code):
		return "", false
	case opened && !closed && strings.ContainsRune("1Il|Jj", rune(code[len(code)-1])):
		code = code[:len(code)-1]
	case closed && !opened && strings.ContainsRune("1Il|Lt", rune(code[0])):
		code = code[1:]
	}
	return code, strings.ContainsAny(s, "[]") || opened && closed
}
